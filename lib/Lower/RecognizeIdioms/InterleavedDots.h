// Weighted sums of the bytes that lie together.
#pragma once
#include "vecify/Lower/Lower.h"

namespace vecify {

/// Sums of three or four neighbouring bytes times constants, as pixels of RGB or RGBA have them, are dot products of
/// 32-bit lanes that hold one pixel each: nothing is taken apart.
Function interleavedDots(const Function &function, const Target &target, const LowerOptions &options);

} // namespace vecify
