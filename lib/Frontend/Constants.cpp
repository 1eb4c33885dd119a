#include "Constants.h"
#include "clang/AST/ASTContext.h"

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

std::string numberText(int64_t number, clang::QualType type, const clang::ASTContext &ast) {
  std::string suffix;
  const auto is = [&](clang::QualType other) { return ast.hasSameUnqualifiedType(type, other); };
  if (type->isUnsignedIntegerType() && ast.getTypeSize(type) >= ast.getTypeSize(ast.IntTy))
    suffix += "u";
  if (is(ast.LongTy) || is(ast.UnsignedLongTy))
    suffix += "l";
  if (is(ast.LongLongTy) || is(ast.UnsignedLongLongTy))
    suffix += "ll";
  if (number >= 0)
    return std::to_string(number) + suffix;
  // C has no negative literals, and a positive one of this size would be of a wider type.
  if (number == INT64_MIN || number == INT32_MIN)
    return "(-" + std::to_string(-(number + 1)) + suffix + " - 1)";
  return "(" + std::to_string(number) + suffix + ")";
}

} // namespace vecify
