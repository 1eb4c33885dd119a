// Questions about floats that <math.h> asks with macros: isnan, isinf, isfinite, isless and the like. They are
// comparisons that are false, or true, for a NaN.
#include "NestExtractor.h"
#include "clang/Basic/Builtins.h"
#include <cmath>

using namespace clang;

namespace vecify {

ExprId NestExtractor::compareFloats(Predicate predicate, ExprId a, ExprId b, SourceLocation where) {
  Expr expr;
  expr.kind = Expr::Compare;
  expr.type = ScalarType::I1;
  expr.predicate = predicate;
  expr.operands = {a, b};
  expr.loc = locOf(where);
  return add(std::move(expr));
}

/// |x| against infinity.
ExprId NestExtractor::compareWithInfinity(Predicate predicate, ExprId x, SourceLocation where) {
  const ScalarType type = Result.exprs[x].type;
  Expr infinity;
  infinity.kind = Expr::FpConst;
  infinity.type = type;
  infinity.fpValue = INFINITY;
  infinity.loc = locOf(where);
  const ExprId absolute = unaryOf(UnaryOp::Abs, x, where);
  return compareFloats(predicate, absolute, add(std::move(infinity)), where);
}

ExprId NestExtractor::eitherOf(ExprId a, ExprId b, SourceLocation where) {
  Expr expr;
  expr.kind = Expr::LogicalOr;
  expr.type = ScalarType::I1;
  expr.operands = {a, b};
  expr.loc = locOf(where);
  return add(std::move(expr));
}

std::optional<Value> NestExtractor::evalClassification(const CallExpr *call, unsigned builtin) {
  const SourceLocation where = call->getExprLoc();
  llvm::SmallVector<ExprId, 2> x;
  const auto operands = [&](unsigned count) {
    for (const clang::Expr *argument : call->arguments()) {
      const std::optional<ScalarType> type = scalarType(argument->getType());
      if (call->getNumArgs() != count || (type != ScalarType::F32 && type != ScalarType::F64))
        return false;
      x.push_back(exprOf(eval(argument), where));
      if (failed() || x.back() == NoId || Result.exprs[x.back()].type != Result.exprs[x.front()].type)
        return false;
    }
    return true;
  };
  const auto compare = [&](Predicate predicate) {
    return operands(2) ? compareFloats(predicate, x[0], x[1], where) : NoId;
  };
  const auto isNan = [&](ExprId value) { return compareFloats(Predicate::Ne, value, value, where); };
  ExprId truth = NoId;
  switch (builtin) {
  case Builtin::BI__builtin_isnan:
    truth = operands(1) ? isNan(x[0]) : NoId;
    break;
  case Builtin::BI__builtin_isinf:
    truth = operands(1) ? compareWithInfinity(Predicate::Eq, x[0], where) : NoId;
    break;
  case Builtin::BI__builtin_isinf_sign: { // glibc's isinf: 1 or -1
    const ExprId isInfinite = operands(1) ? compareWithInfinity(Predicate::Eq, x[0], where) : NoId;
    if (isInfinite == NoId)
      return unsupported(call);
    Expr zero;
    zero.kind = Expr::FpConst;
    zero.type = Result.exprs[x[0]].type;
    const auto choice = [&](ExprId condition, ExprId yes, ExprId no) {
      Expr expr;
      expr.kind = Expr::Select;
      expr.type = ScalarType::I32;
      expr.operands = {condition, yes, no};
      expr.loc = locOf(where);
      return add(std::move(expr));
    };
    const ExprId isPositive = compareFloats(Predicate::Gt, x[0], add(std::move(zero)), where);
    const ExprId sign = choice(isPositive, intConst(1, ScalarType::I32), intConst(-1, ScalarType::I32));
    return dataValue(choice(isInfinite, sign, intConst(0, ScalarType::I32)), call->getType());
  }
  case Builtin::BI__builtin_isfinite:
    truth = operands(1) ? compareWithInfinity(Predicate::Lt, x[0], where) : NoId;
    break;
  case Builtin::BI__builtin_isgreater:
    truth = compare(Predicate::Gt);
    break;
  case Builtin::BI__builtin_isgreaterequal:
    truth = compare(Predicate::Ge);
    break;
  case Builtin::BI__builtin_isless:
    truth = compare(Predicate::Lt);
    break;
  case Builtin::BI__builtin_islessequal:
    truth = compare(Predicate::Le);
    break;
  case Builtin::BI__builtin_islessgreater:
    truth = operands(2) ? eitherOf(compareFloats(Predicate::Lt, x[0], x[1], where),
                                   compareFloats(Predicate::Gt, x[0], x[1], where), where)
                        : NoId;
    break;
  case Builtin::BI__builtin_isunordered:
    truth = operands(2) ? eitherOf(isNan(x[0]), isNan(x[1]), where) : NoId;
    break;
  default:
    return std::nullopt;
  }
  if (truth == NoId)
    return unsupported(call);
  Value result = truthValue(truth, call->getType(), std::nullopt);
  attachTruth(result);
  return result;
}

} // namespace vecify
