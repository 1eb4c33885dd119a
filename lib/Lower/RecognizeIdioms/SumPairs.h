// Sums of products of 16-bit integers, two at a time.
#pragma once
#include "vecify/Lower/Lower.h"

namespace vecify {

/// acc += a * b with 16-bit a and b, where only the total over all lanes of acc is used in the end, becomes
/// acc += mul_add_pairs(a, b): half as many products and additions. Integers wrap, so their order is free.
Function sumPairs(const Function &function, const Target &target, const LowerOptions &options);

} // namespace vecify
