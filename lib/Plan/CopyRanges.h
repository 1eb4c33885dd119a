// What has to be copied to a device and back.
#pragma once
#include "vecify/Nest/Facts.h"
#include "vecify/Support/Decline.h"

namespace vecify {

struct TouchedRange {
  Footprint bytes;
  bool in = false;  ///< some byte of it may be read, or may be left as it is
  bool out = false; ///< some byte of it may be written
};

/// The bytes of `array` that the nest touches if its loops run; nullopt if there are none.
///
/// Errors: Decline(NoCopyRange) where they cannot be computed, or where a condition decides whether they are touched at
///         all: the array may end before them.
llvm::Expected<std::optional<TouchedRange>> touchedRange(const Nest &nest, const Facts &facts, ArrayId array);

} // namespace vecify
