// Iterations in which what is asked at the ends of a loop is decided:
//
//     y[i] = x[i > 0 ? i - 1 : 0] + x[i + 1 < n ? i + 1 : n - 1]
//
// becomes
//
//     y[i] = inside ? x[i - 1] + x[i + 1] : x[i > 0 ? i - 1 : 0] + x[i + 1 < n ? i + 1 : n - 1]
//
// where all iterations but the first and the last one are inside: clamped, reflected and periodic borders.
#pragma once
#include "vecify/Nest/Nest.h"

namespace vecify {

/// The nest with such choices (Nest::interior); nothing where no place depends on an end of the root, or where more
/// than a few iterations lie outside. `signedWraps`: signed sums may come round by -fwrapv.
std::optional<Nest> withInterior(const Nest &nest, bool signedWraps = false);

} // namespace vecify
