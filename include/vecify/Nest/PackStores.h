// Stores that put what some iterations choose side by side (stream compaction).
//
//     if (x[i] > t) { old = k; k = old + 1; out[old] = x[i]; }        (out[k++] = x[i])
//
// becomes
//
//     if (x[i] > t) { out[k0 + i] = x[i], packed by k; k = k + 1; }
//
// The sub of a packed store says the furthest place, k0 being k on entry: what guards and footprints ask for. Lanes
// store those of them that are on from k on, and k counts them.
#pragma once
#include "vecify/Nest/Nest.h"

namespace vecify {

/// The nest with its packed stores marked (Access::packedBy); nothing if it has none. The root has no loop inside and
/// is not left early; nothing else may read k, or touch the array but for reads in front of the store that k stays
/// behind. `signedWraps`: k may come round by -fwrapv.
std::optional<Nest> packedStores(const Nest &nest, bool signedWraps = false);

/// A store of every iteration to a place that moves in some of them only, so that the next ones overwrite it:
///
///     out[k] = x[i]; k += x[i] > t;
struct OverwrittenPlace {
  AccessId store = NoId;
  LocalId place = NoId;
  /// The store comes first and the place moves by one: `if (x[i] > t) out[k++] = x[i];` leaves the same elements.
  bool isFilter = false;
};
std::optional<OverwrittenPlace> overwrittenPlace(const Nest &nest);

} // namespace vecify
