// Says what is wrong with a function: the op, and the rule it breaks.
#pragma once
#include "vecify/IR/Function.h"
#include "llvm/Support/Error.h"

namespace vecify {

/// Types, operand counts, dominance, block structure, attribute ranges. Errors: a StringError naming the op's text.
llvm::Error verify(const Function &function);

/// Errors: a StringError with line and column.
llvm::Expected<Function> parseFunction(llvm::StringRef text);

} // namespace vecify
