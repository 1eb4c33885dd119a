// Fills the placeholders of a row's text; Target.h says what they mean.
#pragma once
#include "CText.h"
#include "vecify/Target/Target.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace vecify {

/// How often the text mentions operand `index`: one that is mentioned twice must be a name.
unsigned mentions(llvm::StringRef rowText, unsigned index);

/// The C expression of `op`. `operand(i)` is the text of operand i; `address` of its memory, a pointer to `element`
/// ("" where that is not known) that binds like a unary expression.
CText fillRow(const Row &row, const Function &function, const Op &op, llvm::function_ref<CText(unsigned)> operand,
              llvm::StringRef address, llvm::StringRef element);

} // namespace vecify
