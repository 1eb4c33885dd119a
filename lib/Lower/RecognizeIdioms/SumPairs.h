// Sums of narrow integers and their products, several at a time.
#pragma once
#include "vecify/Lower/Lower.h"

namespace vecify {

/// Where only the total over all lanes of an accumulator is used in the end, its addends are summed in groups first:
/// products of 16-bit integers in pairs (mul_add_pairs), bytes and distances of bytes in eights (sad_octets), products
/// of bytes in fours (dot_acc). Integers wrap, so their order is free.
Function sumPairs(const Function &function, const Target &target, const LowerOptions &options);

} // namespace vecify
