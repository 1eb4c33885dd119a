// Says what is wrong with a function: the op, and the rule it breaks.
#pragma once
#include "vecify/IR/Function.h"
#include "llvm/Support/Error.h"

namespace vecify {

/// What is wrong with a function, and where in its text if it was read from one.
class IrError : public llvm::ErrorInfo<IrError> {
public:
  static char ID;
  IrError(Loc loc, std::string text) : loc(loc), text(std::move(text)) {}
  /// "3:5: expected a type"; without the place where there is none.
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }

  Loc loc;
  std::string text;
};

/// Types, operand counts, dominance, block structure, attribute ranges.
/// Errors: an IrError naming the op's text, at the op's Loc.
llvm::Error verify(const Function &function);

/// The ops, parameters, arrays, patterns and guards have the Locs of their text.
/// Errors: an IrError with line and column.
llvm::Expected<Function> parseFunction(llvm::StringRef text);

} // namespace vecify
