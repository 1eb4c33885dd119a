// The rules that an op keeps by itself: operand counts, types, shapes,
// attributes.
#pragma once
#include "vecify/IR/Function.h"

namespace vecify {

/// The first rule that `op` breaks, in words, or "". Expects operands and
/// results to exist.
std::string brokenRule(const Function &function, const Op &op);

/// The type of the accumulator of a multi_reduction over `dims` (ascending) of
/// `source`.
VectorType withoutDims(const VectorType &source, llvm::ArrayRef<int64_t> dims);

/// The size of each iteration dim of a contraction; 0 where no operand has it.
llvm::SmallVector<int64_t, 4> iterationSpace(const Function &function,
                                             const Op &contract);

} // namespace vecify
