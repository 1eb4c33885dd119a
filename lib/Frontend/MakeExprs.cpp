// Expressions of the nest for values: constants, polynomials, conversions, truth values, temporaries.
//
// A Value becomes an expression only when it is needed as data; what is known as a polynomial stays one until then.
#include "Constants.h"
#include "NestExtractor.h"
#include <cmath>

using namespace clang;

namespace vecify {

/// Inlined functions share their arguments' values; who walks over an expression meets them as often as they stand in
/// it.
ExprId NestExtractor::add(Expr expr) {
  uint64_t operations = 1;
  for (ExprId operand : expr.operands)
    operations += operand < WrittenOut.size() ? WrittenOut[operand] : 1;
  if (operations > File.options.maxOperations && !Failure)
    Failure = Remark{locOf(Root->getBeginLoc()),
                     Reason::TooDeep,
                     {"an expression of more than " + std::to_string(File.options.maxOperations) + " operations"}};
  if (!IsProbing && !expr.operands.empty() && expr.kind != Expr::Cast) {
    ++Operations;
    OperationsInRows += CopiedTrips >= Nest::RowLanes;
  }
  const ExprId id = Result.add(std::move(expr));
  WrittenOut.resize(id, 1);
  WrittenOut.push_back(unsigned(std::min<uint64_t>(operations, File.options.maxOperations)));
  return id;
}

Value NestExtractor::integerValue(int64_t number, QualType type) const {
  Value value;
  value.type = type;
  value.index = IndexValue{IndexExpr(number), true, {}};
  value.invariant = Invariant{numberText(number, type, File.ast), true, {}, false};
  return value;
}

ExprId NestExtractor::intConst(int64_t value, ScalarType type) {
  Expr expr;
  expr.kind = Expr::IntConst;
  expr.type = type;
  // Kept as the value in its type, so that equal constants print alike.
  if (bitsOf(type) < 64) {
    const uint64_t bits = uint64_t(value) & llvm::maskTrailingOnes<uint64_t>(bitsOf(type));
    value = isUnsignedInteger(type) ? int64_t(bits) : llvm::SignExtend64(bits, bitsOf(type));
  }
  expr.intValue = value;
  return add(std::move(expr));
}

ExprId NestExtractor::indexExpr(const IndexExpr &poly, ScalarType type) {
  if (const std::optional<int64_t> constant = poly.asConstant())
    return intConst(*constant, type);
  Expr expr;
  expr.type = type;
  const std::optional<SymbolId> symbol = poly.asSymbol();
  if (symbol && Result.symbols[*symbol].kind == Symbol::Param && Result.symbols[*symbol].type == type) {
    expr.kind = Expr::Param;
    expr.symbol = *symbol;
  } else {
    expr.kind = Expr::Index;
    expr.index = poly;
  }
  return add(std::move(expr));
}

static double rounded(double value, ScalarType type) {
  if (type == ScalarType::F64)
    return value;
  const llvm::fltSemantics &format = type == ScalarType::F16    ? llvm::APFloat::IEEEhalf()
                                     : type == ScalarType::BF16 ? llvm::APFloat::BFloat()
                                                                : llvm::APFloat::IEEEsingle();
  llvm::APFloat number(value);
  bool losesInfo;
  number.convert(format, llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return number.convertToDouble();
}

ExprId NestExtractor::cast(ExprId operand, ScalarType type, SourceLocation place) {
  if (operand == NoId || Result.exprs[operand].type == type)
    return operand;
  // Constants are converted here, with the default rounding.
  const Expr &from = Result.exprs[operand];
  if (from.kind == Expr::IntConst && isInteger(type))
    return intConst(from.intValue, type);
  if ((from.kind == Expr::FpConst || from.kind == Expr::IntConst) && isFloat(type)) {
    Expr constant;
    constant.kind = Expr::FpConst;
    constant.type = type;
    if (from.kind == Expr::FpConst)
      constant.fpValue = from.fpValue;
    else
      constant.fpValue = from.type == ScalarType::U64 ? double(uint64_t(from.intValue)) : double(from.intValue);
    // int64 -> double -> float would round twice.
    const bool isExact = from.kind == Expr::FpConst || std::abs(constant.fpValue) < double(int64_t(1) << 53);
    constant.fpValue = rounded(constant.fpValue, type);
    constant.loc = from.loc;
    if (isExact)
      return add(std::move(constant));
  }
  Expr expr;
  expr.kind = Expr::Cast;
  expr.type = type;
  expr.operands = {operand};
  expr.loc = locOf(place);
  return add(std::move(expr));
}

ExprId NestExtractor::unaryOf(UnaryOp op, ExprId operand, SourceLocation place, FpFlags flags) {
  Expr expr;
  expr.kind = Expr::Unary;
  expr.unary = op;
  expr.type = Result.exprs[operand].type;
  expr.operands = {operand};
  expr.fp = flags;
  expr.loc = locOf(place);
  return add(std::move(expr));
}

ExprId NestExtractor::binaryOf(BinaryOp op, ExprId a, ExprId b, SourceLocation place, FpFlags flags) {
  Expr expr;
  expr.kind = Expr::Binary;
  expr.binary = op;
  expr.type = Result.exprs[a].type;
  expr.operands = {a, b};
  expr.fp = flags;
  expr.loc = locOf(place);
  return add(std::move(expr));
}

Value NestExtractor::dataValue(ExprId expr, QualType type) {
  const Expr::Kind kind = Result.exprs[expr].kind;
  if (type->isBooleanType() && (kind == Expr::Load || kind == Expr::Local))
    ReadsOfBool.insert(expr);
  Value value;
  value.expr = expr;
  value.type = type;
  return value;
}

ExprId NestExtractor::exprOf(const Value &value, SourceLocation place) {
  if (failed())
    return NoId;
  if (value.expr != NoId)
    return value.expr;
  const std::optional<ScalarType> type = scalarType(value.type);
  if (!type) {
    if (value.problem)
      fail(value);
    else
      fail(place, Reason::UnsupportedType, {value.type.getUnqualifiedType().getAsString()});
    return NoId;
  }
  if (value.index && value.index->needs.empty())
    return indexExpr(value.index->poly, *type);
  if (value.invariant) {
    Expr expr;
    expr.kind = Expr::Param;
    expr.type = *type;
    expr.symbol = paramFor(*value.invariant, *type);
    return add(std::move(expr));
  }
  if (value.index && assume(value.index->needs))
    return indexExpr(value.index->poly, *type);
  if (value.problem)
    fail(value);
  else
    fail(place, Reason::UnsupportedExpr, {"?"});
  return NoId;
}

/// A condition as the C value of `type` (int, or _Bool).
Value NestExtractor::truthValue(ExprId condition, QualType type, std::optional<Invariant> invariant) {
  Value value;
  value.type = type;
  value.invariant = std::move(invariant);
  if (condition == NoId)
    return value;
  if (type->isBooleanType()) {
    Expr expr;
    expr.kind = Expr::Select;
    expr.type = ScalarType::U8;
    expr.operands = {condition, intConst(1, ScalarType::U8), intConst(0, ScalarType::U8)};
    value.expr = add(std::move(expr));
  } else {
    value.expr = cast(condition, scalarType(type).value_or(ScalarType::I32), SourceLocation());
  }
  return value;
}

/// The truth of a scalar value as I1: `value != 0`, seeing through a condition that was made a C value.
/// A constant, or a choice of constants.
bool NestExtractor::isNeverZero(ExprId id) const {
  const Expr &expr = Result.exprs[id];
  return (expr.kind == Expr::IntConst && expr.intValue != 0) ||
         (expr.kind == Expr::Select && isNeverZero(expr.operands[1]) && isNeverZero(expr.operands[2]));
}

ExprId NestExtractor::conditionOf(const Value &value, SourceLocation place) {
  ExprId id = exprOf(value, place);
  if (id == NoId)
    return NoId;
  // A promoted value is zero if the value was.
  const auto isWidened = [&](const Expr &expr) {
    if (expr.kind != Expr::Cast || !isInteger(expr.type))
      return false;
    const ScalarType from = Result.exprs[expr.operands[0]].type;
    return from == ScalarType::I1 || (isInteger(from) && bitsOf(expr.type) > bitsOf(from));
  };
  while (isWidened(Result.exprs[id]))
    id = Result.exprs[id].operands[0];
  const Expr &expr = Result.exprs[id];
  if (expr.type == ScalarType::I1)
    return id;
  if (expr.kind == Expr::Select && isInteger(expr.type)) {
    const Expr &otherwise = Result.exprs[expr.operands[2]];
    if (isNeverZero(expr.operands[1]) && otherwise.kind == Expr::IntConst && otherwise.intValue == 0)
      return expr.operands[0];
  }
  Expr compare;
  compare.kind = Expr::Compare;
  compare.type = ScalarType::I1;
  compare.predicate = Predicate::Ne;
  compare.loc = locOf(place);
  const ScalarType type = expr.type;
  ExprId zero = NoId;
  if (isFloat(type)) {
    Expr constant;
    constant.kind = Expr::FpConst;
    constant.type = type;
    zero = add(std::move(constant));
  } else {
    zero = intConst(0, type);
  }
  compare.operands = {id, zero};
  return add(std::move(compare));
}

/// A scalar of the iteration that is no variable of the source.
LocalId NestExtractor::temporaryLocal(llvm::StringRef name, ScalarType type, SourceLocation place) {
  Local local;
  local.name = freshName(name);
  local.type = type;
  local.scope = LoopStack.empty() ? 0 : LoopStack.back();
  local.loc = locOf(place);
  Result.locals.push_back(std::move(local));
  return LocalId(Result.locals.size() - 1);
}

/// `value` under a name of its own, evaluated now.
ExprId NestExtractor::temporaryOf(ExprId value, llvm::StringRef name, SourceLocation place) {
  if (value == NoId)
    return NoId;
  const Expr::Kind kind = Result.exprs[value].kind;
  if (kind == Expr::IntConst || kind == Expr::FpConst || kind == Expr::Param || kind == Expr::Index)
    return value;
  if (!Conditions.empty()) {
    fail(place, Reason::UnsupportedExpr, {"a side effect in a conditional operand"});
    return NoId;
  }
  const ScalarType type = Result.exprs[value].type;
  const LocalId id = temporaryLocal(name, type, place);
  emitAssign(id, value, place);
  Expr read;
  read.kind = Expr::Local;
  read.type = type;
  read.local = id;
  return add(std::move(read));
}

/// `value` with all that later stores and assignments could change, its members and subscripts too, in temporaries.
Value NestExtractor::settled(Value value, llvm::StringRef name, SourceLocation place) {
  value.expr = temporaryOf(value.expr, name, place);
  if (value.place)
    value.place = frozen(*value.place, place);
  if (value.members) {
    auto members = std::make_shared<Members>(*value.members);
    for (auto &[path, member] : *members)
      member = settled(std::move(member), name, place);
    value.members = std::move(members);
  }
  return value;
}

Value NestExtractor::temporary(Value value, SourceLocation place) {
  if (value.expr != NoId)
    value.expr = temporaryOf(value.expr, "old", place);
  return value;
}

} // namespace vecify
