// How many vector registers a block of native ops takes.
#pragma once
#include "vecify/IR/Function.h"
#include <vector>

namespace vecify {

/// Vector registers alive at once, in the order of the ops; what comes from outside stays alive throughout.
/// A load with a single use becomes a memory operand and needs none.
/// `uses`: of each value.
unsigned liveVectors(const Function &code, BlockId block, const std::vector<unsigned> &uses);

} // namespace vecify
