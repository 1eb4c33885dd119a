#include "PlainCondition.h"

using namespace clang;

namespace vecify {
namespace {

/// It is 0 or 1, however wide.
bool isTruth(const clang::Expr *expr) {
  expr = expr->IgnoreParens();
  if (const auto *cast = dyn_cast<CastExpr>(expr))
    return cast->getType()->isBooleanType() || (cast->getType()->isIntegerType() && isTruth(cast->getSubExpr()));
  if (const auto *unary = dyn_cast<UnaryOperator>(expr))
    return unary->getOpcode() == UO_LNot;
  const auto *binary = dyn_cast<BinaryOperator>(expr);
  return binary && (binary->isComparisonOp() || binary->isLogicalOp());
}

std::optional<int64_t> constantOf(const clang::Expr *expr, const ASTContext &ast) {
  clang::Expr::EvalResult result;
  if (expr->HasSideEffects(ast) || !expr->EvaluateAsInt(result, ast))
    return std::nullopt;
  return result.Val.getInt().tryExtValue();
}

/// Of `t == 0`, `1 != t` and the like, t being a truth; of `t && 1`, `0 || t`.
std::optional<PlainCondition> besideConstant(const BinaryOperator &binary, const ASTContext &ast) {
  for (auto [expr, other] :
       {std::pair(binary.getLHS(), binary.getRHS()), std::pair(binary.getRHS(), binary.getLHS())}) {
    const std::optional<int64_t> constant = constantOf(other, ast);
    if (!constant)
      continue;
    const bool isZero = *constant == 0;
    switch (binary.getOpcode()) {
    case BO_LAnd:
      if (!isZero)
        return PlainCondition{expr};
      break;
    case BO_LOr:
      if (isZero)
        return PlainCondition{expr};
      break;
    case BO_EQ:
    case BO_NE:
      if (isTruth(expr) && (isZero || *constant == 1))
        return PlainCondition{expr, isZero == (binary.getOpcode() == BO_EQ)};
      break;
    case BO_And:
      if (isTruth(expr) && *constant == 1)
        return PlainCondition{expr};
      break;
    default:
      break;
    }
  }
  return std::nullopt;
}

/// What `expr` is made of, in one step.
std::optional<PlainCondition> inside(const clang::Expr *expr, const ASTContext &ast) {
  if (const auto *cast = dyn_cast<CastExpr>(expr)) {
    const clang::Expr *from = cast->getSubExpr();
    const bool isOfIntegers = cast->getType()->isIntegerType() && from->getType()->isIntegerType();
    // What is not 0 is true; 1 is 1 in every type.
    return isOfIntegers && (cast->getType()->isBooleanType() || isTruth(from)) ? std::optional(PlainCondition{from})
                                                                               : std::nullopt;
  }
  if (const auto *unary = dyn_cast<UnaryOperator>(expr))
    return unary->getOpcode() == UO_LNot ? std::optional(PlainCondition{unary->getSubExpr(), true}) : std::nullopt;
  if (const auto *call = dyn_cast<CallExpr>(expr))
    return call->getBuiltinCallee() == Builtin::BI__builtin_expect ? std::optional(PlainCondition{call->getArg(0)})
                                                                   : std::nullopt;
  if (const auto *choice = dyn_cast<clang::ConditionalOperator>(expr)) {
    const std::optional<int64_t> then = constantOf(choice->getTrueExpr(), ast),
                                 otherwise = constantOf(choice->getFalseExpr(), ast);
    if (!then || !otherwise || (*then != 0) == (*otherwise != 0))
      return std::nullopt;
    return PlainCondition{choice->getCond(), *then == 0};
  }
  const auto *binary = dyn_cast<BinaryOperator>(expr);
  if (!binary)
    return std::nullopt;
  if (binary->getOpcode() == BO_Comma && !binary->getLHS()->HasSideEffects(ast))
    return PlainCondition{binary->getRHS()};
  return besideConstant(*binary, ast);
}

} // namespace

PlainCondition plainCondition(const clang::Expr *condition, const ASTContext &ast) {
  PlainCondition plain{condition->IgnoreParens()};
  while (const std::optional<PlainCondition> next = inside(plain.expr, ast))
    plain = {next->expr->IgnoreParens(), plain.isNegated != next->isNegated};
  return plain;
}

} // namespace vecify
