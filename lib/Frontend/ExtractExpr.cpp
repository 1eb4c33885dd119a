// Expressions as clang typed them: every conversion of C becomes a Cast, every operator a node in its own type.
//
// Each expression is evaluated once, in C's order, because it may hold side effects (`*p++`, `t = x`); what an operand
// is needed for (data, subscript, bound) is decided by whoever uses the Value.
#include "Constants.h"
#include "NestExtractor.h"
#include "clang/AST/Attr.h"
#include "clang/Lex/Lexer.h"
#include <cmath>

using namespace clang;

namespace vecify {

Value NestExtractor::eval(const clang::Expr *expr) {
  if (failed())
    return problem(expr->getExprLoc(), Reason::UnsupportedExpr, {});
  Value value = evalWithoutParens(expr->IgnoreParens());
  // A value that is not known matters to those who need it; what was to happen on the way matters in any case.
  if (value.problem && !failed() && expr->HasSideEffects(File.ast))
    fail(value);
  return value;
}

/// __LINE__, __COUNTER__: another number where the loop has been moved to, or is written twice.
bool NestExtractor::isOfItsPlace(const clang::Expr *literal) const {
  const SourceLocation where = literal->getBeginLoc();
  if (!where.isMacroID())
    return false;
  const llvm::StringRef macro =
      Lexer::getImmediateMacroName(where, File.ast.getSourceManager(), File.ast.getLangOpts());
  return macro == "__LINE__" || macro == "__COUNTER__";
}

Value NestExtractor::evalWithoutParens(const clang::Expr *expr) {
  if (isOfParts(expr->getType()))
    return evalStruct(expr);
  if (const auto *wrapped = dyn_cast<ConstantExpr>(expr))
    return eval(wrapped->getSubExpr());
  if (const auto *wrapped = dyn_cast<OpaqueValueExpr>(expr))
    return wrapped->getSourceExpr() ? eval(wrapped->getSourceExpr()) : unsupported(expr);
  if (const auto *generic = dyn_cast<GenericSelectionExpr>(expr))
    return eval(generic->getResultExpr());
  if (const auto *choose = dyn_cast<ChooseExpr>(expr))
    return eval(choose->getChosenSubExpr());

  if (isa<IntegerLiteral, CharacterLiteral, UnaryExprOrTypeTraitExpr, OffsetOfExpr>(expr)) {
    if (isOfItsPlace(expr))
      return unsupported(expr);
    clang::Expr::EvalResult constant;
    if (expr->EvaluateAsInt(constant, File.ast)) {
      const llvm::APSInt &number = constant.Val.getInt();
      if (const auto fits = asInt64(number))
        return integerValue(*fits, expr->getType());
      if (number.getActiveBits() <= 64) // an unsigned constant above INT64_MAX is data only
        return dataValue(intConst(int64_t(number.getZExtValue()), ScalarType::U64), expr->getType());
    }
    if (const auto *size = dyn_cast<UnaryExprOrTypeTraitExpr>(expr); size && size->getKind() == UETT_SizeOf)
      if (const auto bytes = sizeOf(size->getTypeOfArgument())) {
        Value value;
        value.type = expr->getType();
        value.index = IndexValue{*bytes, true, {}};
        return value;
      }
    return unsupported(expr);
  }
  if (const auto *literal = dyn_cast<FloatingLiteral>(expr)) {
    Expr constant;
    constant.kind = Expr::FpConst;
    const std::optional<ScalarType> type = scalarType(expr->getType());
    if (!type)
      return problem(expr->getExprLoc(), Reason::UnsupportedType, {expr->getType().getAsString()});
    constant.type = *type;
    constant.fpValue = literal->getValue().convertToDouble();
    // Rounded once, from how it is written.
    llvm::APFloat single(llvm::APFloat::IEEEsingle());
    if (File.ast.getLangOpts().SinglePrecisionConstants && constant.type == ScalarType::F64) {
      llvm::Expected<llvm::APFloat::opStatus> status =
          single.convertFromString(File.source.text(*literal), llvm::APFloat::rmNearestTiesToEven);
      if (llvm::errorToBool(status.takeError()))
        return unsupported(expr);
      constant.fpValue = single.convertToDouble();
    }
    constant.loc = locOf(expr->getExprLoc());
    return dataValue(add(std::move(constant)), expr->getType());
  }
  if (const auto *ref = dyn_cast<DeclRefExpr>(expr)) {
    if (const auto *enumerator = dyn_cast<EnumConstantDecl>(ref->getDecl()))
      if (const auto fits = asInt64(enumerator->getInitVal()))
        return integerValue(*fits, expr->getType());
    return unsupported(expr);
  }
  if (const auto *castExpr = dyn_cast<CastExpr>(expr))
    return evalCast(castExpr);
  if (const auto *binary = dyn_cast<BinaryOperator>(expr))
    return evalBinary(binary);
  if (const auto *unary = dyn_cast<UnaryOperator>(expr))
    return evalUnary(unary);
  if (const auto *conditional = dyn_cast<AbstractConditionalOperator>(expr))
    return evalConditional(conditional);
  if (const auto *common = dyn_cast<OpaqueValueExpr>(expr))
    if (const auto known = Common.find(common); known != Common.end())
      return known->second;
  if (const auto *call = dyn_cast<CallExpr>(expr))
    return evalCall(call, /*isValueUsed=*/true);
  if (const auto *block = dyn_cast<StmtExpr>(expr)) {
    // GNU's ({ int x = a; x < b ? x : b; }): the last statement is the value.
    const CompoundStmt *body = block->getSubStmt();
    const auto *last = body->body_empty() ? nullptr : dyn_cast<clang::Expr>(body->body_back());
    if (!last || holdsJump(body)) // a jump would leave the whole expression
      return unsupported(expr);
    extractList(llvm::ArrayRef<const Stmt *>(body->body_begin(), body->body_end()).drop_back());
    return eval(last);
  }
  if (isa<MemberExpr>(expr)) // of a value, not of an object: f(x).y
    return evalLoad(expr);
  return unsupported(expr);
}

Value NestExtractor::evalUnary(const UnaryOperator *unary) {
  const clang::Expr *operand = unary->getSubExpr();
  const SourceLocation where = unary->getOperatorLoc();
  switch (unary->getOpcode()) {
  case UO_Plus:
  case UO_Extension:
    return eval(operand);
  case UO_Real:
  case UO_Imag: {
    const Value number = eval(operand);
    if (!number.isUsable())
      return number;
    const auto &[real, imag] = complexParts(number);
    return unary->getOpcode() == UO_Real ? real : imag ? *imag : zeroOf(real.type);
  }
  case UO_AddrOf: {
    Value why;
    const auto place = placeOf(operand, why);
    if (!place)
      return why.problem ? why : unsupported(unary);
    Value value;
    value.type = unary->getType();
    value.place = place;
    return value;
  }
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec:
    return evalIncrement(unary, /*isValueUsed=*/true);
  case UO_LNot: {
    const Value value = eval(operand);
    if (!value.isUsable())
      return value;
    if (const auto constant = value.index && value.index->isExact ? value.index->poly.asConstant() : std::nullopt)
      return integerValue(*constant == 0, unary->getType());
    std::optional<Invariant> invariant;
    if (value.invariant)
      invariant =
          Invariant{"!(" + value.invariant->text + ")", true, value.invariant->reads, value.invariant->needsIteration};
    const ExprId condition = evalConditionOf(operand, value);
    if (condition == NoId)
      return unsupported(unary);
    Expr expr;
    expr.kind = Expr::Not;
    expr.type = ScalarType::I1;
    expr.operands = {condition};
    expr.loc = locOf(where);
    Value result = truthValue(add(std::move(expr)), unary->getType(), std::move(invariant));
    attachTruth(result);
    return result;
  }
  case UO_Minus:
  case UO_Not: {
    Value value = eval(operand);
    if (!value.isUsable())
      return value;
    const bool isMinus = unary->getOpcode() == UO_Minus;
    const bool isWide = isMinus && hasExcessPrecision(unary->getType());
    if (isWide)
      value = inFloat(value, operand, where);
    const QualType computed = isWide ? QualType(File.ast.FloatTy) : unary->getType();
    const std::optional<ScalarType> type = scalarType(computed);
    if (!type)
      return problem(where, Reason::UnsupportedType, {unary->getType().getAsString()});
    Value result;
    result.type = computed;
    if (isInteger(*type) && value.index) {
      Value constant;
      constant.type = value.type;
      constant.index = IndexValue{IndexExpr(isMinus ? 0 : -1), true, {}};
      result.index = combineIndex(BO_Sub, constant, value, result.type); // ~x is -1 - x
    }
    if (value.invariant && isInteger(*type))
      result.invariant =
          Invariant{(isMinus ? "-" : "~") +
                        (value.invariant->isPrimary ? value.invariant->text : "(" + value.invariant->text + ")"),
                    false, value.invariant->reads, value.invariant->needsIteration};
    if (!result.index || !result.index->needs.empty() || value.expr != NoId) {
      const ExprId id = exprOf(value, where);
      if (id == NoId)
        return unsupported(unary);
      if (isMinus && Result.exprs[id].kind == Expr::FpConst) {
        Expr constant = Result.exprs[id];
        constant.fpValue = -constant.fpValue;
        result.expr = add(std::move(constant));
      } else {
        Expr expr;
        expr.kind = Expr::Unary;
        expr.unary = isMinus ? UnaryOp::Neg : UnaryOp::BitNot;
        expr.type = *type;
        expr.operands = {id};
        expr.fp = isFloat(*type) ? defaultFlags() : FpFlags();
        expr.loc = locOf(where);
        result.expr = add(std::move(expr));
      }
    }
    if (isWide)
      return convert(std::move(result), unary->getType(), where);
    attachParam(result);
    return result;
  }
  default:
    return unsupported(unary);
  }
}

ExprId NestExtractor::evalCondition(const clang::Expr *expr) {
  const Value value = eval(expr);
  if (!value.isUsable() && !failed()) {
    if (value.problem)
      fail(value);
    else
      fail(expr->getExprLoc(), Reason::UnsupportedExpr, {File.source.text(*expr)});
  }
  return failed() ? NoId : evalConditionOf(expr, value);
}

/// The truth of `value`, which may be a pointer that does not change.
ExprId NestExtractor::evalConditionOf(const clang::Expr *expr, const Value &value) {
  if (expr->getType()->isPointerType()) {
    if (!value.invariant) {
      fail(expr->getExprLoc(), Reason::UnsupportedExpr, {File.source.text(*expr)});
      return NoId;
    }
    Value flag;
    flag.type = File.ast.IntTy;
    flag.invariant =
        Invariant{value.invariant->text + " != 0", false, value.invariant->reads, value.invariant->needsIteration};
    return conditionOf(flag, expr->getExprLoc());
  }
  if (hasUnclearPrecision(expr)) {
    fail(expr->getExprLoc(), Reason::UnsupportedExpr, {File.source.text(*expr)});
    return NoId;
  }
  return conditionOf(value, expr->getExprLoc());
}

/// `condition ? thenValue : elseValue`, both already of `type`.
Value NestExtractor::evalSelect(const clang::Expr *syntax, QualType type, ExprId condition, Value thenValue,
                                Value elseValue) {
  const SourceLocation where = syntax->getExprLoc();
  const ExprId a = exprOf(thenValue, where), b = exprOf(elseValue, where);
  if (condition == NoId || a == NoId || b == NoId)
    return unsupported(syntax);
  Expr expr;
  expr.kind = Expr::Select;
  expr.type = Result.exprs[a].type;
  expr.operands = {condition, a, b};
  expr.fp = isFloat(expr.type) ? defaultFlags() : FpFlags();
  expr.loc = locOf(where);
  return dataValue(add(std::move(expr)), type);
}

Value NestExtractor::evalConditional(const AbstractConditionalOperator *conditional) {
  if (const auto *elvis = dyn_cast<BinaryConditionalOperator>(conditional)) {
    // GNU's a ?: b: the value that is asked about is the value.
    Value common = eval(elvis->getCommon());
    if (!common.isUsable())
      return common;
    Common.insert_or_assign(elvis->getOpaqueValue(), std::move(common));
  }
  const Value condition = eval(conditional->getCond());
  if (!condition.isUsable())
    return condition;
  if (condition.index && condition.index->isExact)
    if (const std::optional<int64_t> constant = condition.index->poly.asConstant())
      return eval(*constant ? conditional->getTrueExpr() : conditional->getFalseExpr());
  const bool isPointer = conditional->getType()->isPointerType();
  const ExprId truth = isPointer ? NoId : evalConditionOf(conditional->getCond(), condition);
  Conditions.push_back(truth);
  const Value thenValue = eval(conditional->getTrueExpr());
  Conditions.back() = truth == NoId ? NoId : negated(truth, conditional->getQuestionLoc());
  const Value elseValue = eval(conditional->getFalseExpr());
  Conditions.pop_back();
  if (!thenValue.isUsable())
    return thenValue;
  if (!elseValue.isUsable())
    return elseValue;
  const auto parenthesized = [](const Value &value) {
    return value.invariant->isPrimary ? value.invariant->text : "(" + value.invariant->text + ")";
  };
  std::optional<Invariant> invariant;
  if (condition.invariant && thenValue.invariant && elseValue.invariant) {
    invariant.emplace();
    for (const Value *value : {&condition, &thenValue, &elseValue}) {
      llvm::append_range(invariant->reads, value->invariant->reads);
      invariant->needsIteration |= value->invariant->needsIteration;
    }
    invariant->text = parenthesized(condition) + " ? " + parenthesized(thenValue) + " : " + parenthesized(elseValue);
  }
  if (isPointer) {
    Value value;
    value.type = conditional->getType();
    if (!invariant)
      return unsupported(conditional);
    value.place = pointerBase(*invariant, conditional->getType(), nullptr);
    value.invariant = std::move(invariant);
    return value;
  }
  if (thenValue.members)
    return selectStruct(conditional, truth, thenValue, elseValue);
  Value value = evalSelect(conditional, conditional->getType(), truth, thenValue, elseValue);
  if (conditional->getType()->isIntegralOrEnumerationType()) {
    value.invariant = std::move(invariant);
    attachParam(value);
  }
  return value;
}

} // namespace vecify
