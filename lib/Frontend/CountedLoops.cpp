#include "CountedLoops.h"
#include "Constants.h"
#include "FunctionFacts.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>

using namespace clang;

namespace vecify {

/// Small numbers are the same in every type; below zero only in signed ones.
static std::optional<int64_t> small(std::optional<int64_t> number, QualType type) {
  constexpr int64_t most = 100;
  const bool isSame = number && std::abs(*number) < most && (*number >= 0 || type->isSignedIntegerType());
  return isSame ? number : std::nullopt;
}

static std::optional<int64_t> combined(BinaryOperatorKind op, int64_t left, int64_t right) {
  const bool divides = op == BO_Div || op == BO_Rem, shifts = op == BO_Shl || op == BO_Shr;
  if ((divides && right == 0) || (shifts && (left < 0 || right < 0 || right >= 8)))
    return std::nullopt;
  switch (op) {
  case BO_Add:
    return left + right;
  case BO_Sub:
    return left - right;
  case BO_Mul:
    return left * right;
  case BO_Div:
    return left / right;
  case BO_Rem:
    return left % right;
  case BO_Shl:
    return left << right;
  case BO_Shr:
    return left >> right;
  case BO_LT:
    return left < right;
  case BO_LE:
    return left <= right;
  case BO_GT:
    return left > right;
  case BO_GE:
    return left >= right;
  case BO_EQ:
    return left == right;
  case BO_NE:
    return left != right;
  default:
    return std::nullopt;
  }
}

std::optional<int64_t> CounterValues::of(const Expr *expr) const {
  expr = expr->IgnoreParens();
  if (!expr->getType()->isIntegerType())
    return std::nullopt;
  if (const std::optional<int64_t> number = constantInt(expr, Ast))
    return small(number, expr->getType());
  if (const VarDecl *var = asVariable(expr)) {
    const auto *known = llvm::find_if(Values, [&](const auto &value) { return value.first == var; });
    return known != Values.end() ? std::optional(known->second) : std::nullopt;
  }
  if (const auto *cast = dyn_cast<CastExpr>(expr))
    return small(of(cast->getSubExpr()), expr->getType());
  if (const auto *unary = dyn_cast<UnaryOperator>(expr); unary && unary->getOpcode() == UO_Minus) {
    const std::optional<int64_t> value = of(unary->getSubExpr());
    return value ? small(-*value, expr->getType()) : std::nullopt;
  }
  const auto *binary = dyn_cast<BinaryOperator>(expr);
  if (!binary || binary->isAssignmentOp())
    return std::nullopt;
  const std::optional<int64_t> left = of(binary->getLHS()), right = of(binary->getRHS());
  return left && right ? small(combined(binary->getOpcode(), *left, *right), expr->getType()) : std::nullopt;
}

bool CounterValues::enter(const CountedLoop &loop) {
  const std::optional<int64_t> start = small(of(loop.start), loop.counter->getType());
  if (start)
    Values.push_back({loop.counter, *start});
  return start.has_value();
}

std::optional<bool> CounterValues::runs(const CountedLoop &loop) const {
  const std::optional<int64_t> truth = of(loop.condition);
  return truth ? std::optional(*truth != 0) : std::nullopt;
}

bool CounterValues::advance(const CountedLoop &loop) {
  int64_t &value = Values.back().second;
  std::optional<int64_t> next;
  if (const auto *unary = dyn_cast<UnaryOperator>(loop.step)) {
    next = unary->isIncrementOp() ? value + 1 : value - 1;
  } else if (const auto *assignment = dyn_cast<BinaryOperator>(loop.step)) {
    if (const std::optional<int64_t> right = of(assignment->getRHS()))
      next = assignment->isCompoundAssignmentOp()
                 ? combined(BinaryOperator::getOpForCompoundAssignment(assignment->getOpcode()), value, *right)
                 : right;
  }
  next = small(next, loop.counter->getType());
  if (next)
    value = *next;
  return next.has_value();
}

} // namespace vecify
