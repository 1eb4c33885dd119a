// Which loops sum up products of narrow integers, for the targets' dot products.
#pragma once
#include "vecify/Nest/Nest.h"
#include "vecify/Target/Target.h"

namespace vecify {

/// Whether the loop has no loop inside, and products of integers of at most 16 bits in its body.
bool sumsNarrowProducts(const Nest &nest, LoopId loop);

/// Products that the target sums up at once in an inner loop of the nest: 4 of bytes, 2 of 16-bit integers; 1: none.
unsigned productsAtOnce(const Nest &nest, const Target &target);

} // namespace vecify
