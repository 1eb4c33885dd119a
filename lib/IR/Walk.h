// Visiting what an op uses, and the ops of a function in the order of its text.
#pragma once
#include "vecify/IR/Function.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace vecify {

/// Calls `visit` with every value that `op` itself uses: operands in order,
/// then the symbols of its polynomials, once per polynomial. Nested blocks are
/// not entered.
void visitUses(const Op &op, llvm::function_ref<void(ValueId)> visit);

/// Calls `visit` with every op below `block`, each before the ops of its own
/// blocks.
void visitOps(const Function &function, BlockId block, llvm::function_ref<void(OpId)> visit);

} // namespace vecify
