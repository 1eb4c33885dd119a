#include "Constants.h"

namespace vecify {

std::optional<int64_t> asInt64(const llvm::APSInt &number) {
  const bool fits = number.isUnsigned() ? number.getActiveBits() < 64 : number.isSignedIntN(64);
  return fits ? std::optional(number.getExtValue()) : std::nullopt;
}

std::optional<int64_t> constantInt(const clang::Expr *expr, const clang::ASTContext &ast) {
  clang::Expr::EvalResult result;
  if (!expr || expr->isValueDependent() || !expr->EvaluateAsInt(result, ast))
    return std::nullopt;
  return asInt64(result.Val.getInt());
}

} // namespace vecify
