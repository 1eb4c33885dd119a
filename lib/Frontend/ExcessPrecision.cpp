// Half precision where the machine has none: C computes in float, and rounds what an expression leaves behind.
//
//     y = a * b + c;         y = (__bf16)((float)a * (float)b + (float)c)
//
// Operands that are sums, differences, products, quotients or negations are not rounded in between, by gcc and by clang
// (-ffloat16-excess-precision=standard, and the same for __bf16). Where such a value is compared, becomes a float, or
// is an arm of ?:, gcc does not round either and clang does: what C then means is not known, and it is left alone.
#include "NestExtractor.h"

using namespace clang;

namespace vecify {

/// Without parentheses and plus.
static const clang::Expr *bare(const clang::Expr *syntax) {
  for (;;) {
    syntax = syntax->IgnoreParens();
    const auto *unary = dyn_cast<UnaryOperator>(syntax);
    if (!unary || unary->getOpcode() != UO_Plus)
      return syntax;
    syntax = unary->getSubExpr();
  }
}

/// `+ - * /` or a minus, whose value is not rounded where it is an operand of such an operator.
static bool isUnrounded(const clang::Expr *syntax) {
  syntax = bare(syntax);
  if (const auto *unary = dyn_cast<UnaryOperator>(syntax))
    return unary->getOpcode() == UO_Minus;
  const auto *binary = dyn_cast<BinaryOperator>(syntax);
  return binary && (binary->isAdditiveOp() || binary->getOpcode() == BO_Mul || binary->getOpcode() == BO_Div);
}

/// Some compiler does not round this where it is used.
static bool mayBeUnrounded(const clang::Expr *syntax) {
  syntax = bare(syntax);
  if (const auto *conditional = dyn_cast<AbstractConditionalOperator>(syntax))
    return mayBeUnrounded(conditional->getTrueExpr()) || mayBeUnrounded(conditional->getFalseExpr());
  const auto *binary = dyn_cast<BinaryOperator>(syntax);
  return isUnrounded(syntax) || (binary && binary->getOpcode() == BO_Comma && mayBeUnrounded(binary->getRHS()));
}

bool NestExtractor::hasExcessPrecision(QualType type) const { return type.UseExcessPrecision(File.ast); }

bool NestExtractor::hasUnclearPrecision(const clang::Expr *syntax) const {
  return syntax && hasExcessPrecision(syntax->getType()) && mayBeUnrounded(syntax);
}

/// The operand of such an operator as a float; `syntax` may be null.
Value NestExtractor::inFloat(const Value &value, const clang::Expr *syntax, SourceLocation place) {
  if (syntax && !isUnrounded(syntax) && mayBeUnrounded(syntax))
    return unsupported(syntax);
  if (syntax && isUnrounded(syntax) && value.expr != NoId && Result.exprs[value.expr].kind == Expr::Cast)
    if (const ExprId wide = Result.exprs[value.expr].operands[0]; Result.exprs[wide].type == ScalarType::F32)
      return dataValue(wide, File.ast.FloatTy);
  return convert(value, File.ast.FloatTy, place);
}

} // namespace vecify
