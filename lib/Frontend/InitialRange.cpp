#include "InitialRange.h"
#include "Constants.h"
#include "Operators.h"
#include <algorithm>

using namespace clang;

namespace vecify {
namespace {

std::optional<Range> ofType(QualType type, const ASTContext &ast) {
  if (!type->isIntegralOrEnumerationType())
    return std::nullopt;
  if (type->isBooleanType())
    return Range{0, 1};
  const unsigned bits = unsigned(ast.getIntWidth(type));
  if (bits > 32)
    return std::nullopt;
  const int64_t count = int64_t(1) << (type->isSignedIntegerOrEnumerationType() ? bits - 1 : bits);
  return Range{type->isSignedIntegerOrEnumerationType() ? -count : 0, count - 1};
}

bool isItsInitializer(const VarDecl *var, const FunctionFacts &facts) {
  return var->isLocalVarDecl() && var->hasLocalStorage() && var->hasInit() && facts.changesOf(var).empty() &&
         !facts.escapes(var);
}

class Initial {
public:
  Initial(const FunctionFacts &facts, const ASTContext &ast) : Facts(facts), Ast(ast) {}

  std::optional<Range> of(const clang::Expr *e, unsigned depth = 0) const {
    e = e->IgnoreParens();
    const std::optional<Range> type = ofType(e->getType(), Ast);
    if (!type || depth > Deepest)
      return type;
    if (const std::optional<int64_t> number = constantInt(e, Ast))
      return Range{*number, *number};
    const std::optional<Range> exact = exactly(e, depth);
    return exact && exact->lo >= type->lo && exact->hi <= type->hi ? exact : type;
  }

private:
  static constexpr unsigned Deepest = 16;

  /// Before it is converted to the expression's type.
  std::optional<Range> exactly(const clang::Expr *e, unsigned depth) const {
    if (const auto *cast = dyn_cast<CastExpr>(e)) {
      if (const auto *var = asVariable(cast->getSubExpr()); var && cast->getCastKind() == CK_LValueToRValue)
        return isItsInitializer(var, Facts) ? of(var->getInit(), depth + 1) : std::nullopt;
      return cast->getCastKind() == CK_IntegralCast || cast->getCastKind() == CK_NoOp
                 ? of(cast->getSubExpr(), depth + 1)
                 : std::nullopt;
    }
    if (const auto *choice = dyn_cast<ConditionalOperator>(e)) {
      const auto a = of(choice->getTrueExpr(), depth + 1), b = of(choice->getFalseExpr(), depth + 1);
      return a && b ? std::optional(Range{std::min(a->lo, b->lo), std::max(a->hi, b->hi)}) : std::nullopt;
    }
    const auto *binary = dyn_cast<BinaryOperator>(e);
    if (!binary)
      return std::nullopt;
    if (binary->isComparisonOp() || binary->isLogicalOp())
      return Range{0, 1};
    const auto a = of(binary->getLHS(), depth + 1), b = of(binary->getRHS(), depth + 1);
    if (!a || !b)
      return std::nullopt;
    const std::optional<BinaryOp> op = dataOperator(binary->getOpcode());
    return op ? resultRange(*op, *a, *b) : std::nullopt;
  }

  const FunctionFacts &Facts;
  const ASTContext &Ast;
};

} // namespace

std::optional<Range> rangeOfValue(const clang::Expr *value, QualType type, const FunctionFacts &facts,
                                  const ASTContext &ast) {
  const std::optional<Range> range = Initial(facts, ast).of(value), all = ofType(type, ast);
  return range && all && (range->lo < all->lo || range->hi > all->hi) ? std::nullopt : range;
}

std::optional<Range> initialRange(const VarDecl *var, const FunctionFacts &facts, const ASTContext &ast) {
  return isItsInitializer(var, facts) ? rangeOfValue(var->getInit(), var->getType(), facts, ast) : std::nullopt;
}

} // namespace vecify
