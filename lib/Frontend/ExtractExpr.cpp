// Expressions as clang typed them: every conversion of C becomes a Cast, every operator a node in its own type.
//
// Each expression is evaluated once, in C's order, because it may hold side effects (`*p++`, `t = x`); what an operand
// is needed for (data, subscript, bound) is decided by whoever uses the Value.
#include "NestExtractor.h"
#include "clang/AST/Attr.h"
#include <cmath>

using namespace clang;

namespace vecify {

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

ExprId NestExtractor::cast(ExprId operand, ScalarType type, SourceLocation place) {
  if (operand == NoId || Result.exprs[operand].type == type)
    return operand;
  // Constants are converted here, with the default rounding.
  const Expr &from = Result.exprs[operand];
  if (from.kind == Expr::IntConst && isInteger(type))
    return intConst(from.intValue, type);
  if ((from.kind == Expr::FpConst || from.kind == Expr::IntConst) &&
      (type == ScalarType::F32 || type == ScalarType::F64)) {
    Expr constant;
    constant.kind = Expr::FpConst;
    constant.type = type;
    if (from.kind == Expr::FpConst)
      constant.fpValue = from.fpValue;
    else
      constant.fpValue = from.type == ScalarType::U64 ? double(uint64_t(from.intValue)) : double(from.intValue);
    // int64 -> double -> float would round twice.
    const bool isExact = from.kind == Expr::FpConst || std::abs(constant.fpValue) < double(int64_t(1) << 53);
    if (type == ScalarType::F32)
      constant.fpValue = double(float(constant.fpValue));
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

Value NestExtractor::dataValue(ExprId expr, QualType type) const {
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
  if (expr.kind == Expr::Select && expr.type == ScalarType::U8) {
    const Expr &one = Result.exprs[expr.operands[1]], &zero = Result.exprs[expr.operands[2]];
    if (one.kind == Expr::IntConst && one.intValue == 1 && zero.kind == Expr::IntConst && zero.intValue == 0)
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

/// `value` under a name of its own, evaluated now.
ExprId NestExtractor::temporaryOf(ExprId value, llvm::StringRef name, SourceLocation place) {
  if (value == NoId)
    return NoId;
  const Expr::Kind kind = Result.exprs[value].kind;
  if (kind == Expr::IntConst || kind == Expr::FpConst || kind == Expr::Param || kind == Expr::Index)
    return value;
  if (Conditional != 0) {
    fail(place, Reason::UnsupportedExpr, {"a side effect in a conditional operand"});
    return NoId;
  }
  Local local;
  local.name = freshName(name);
  local.type = Result.exprs[value].type;
  local.scope = LoopStack.empty() ? 0 : LoopStack.back();
  local.loc = locOf(place);
  const LocalId id = LocalId(Result.locals.size());
  Result.locals.push_back(local);
  emitAssign(id, value, place);
  Expr read;
  read.kind = Expr::Local;
  read.type = local.type;
  read.local = id;
  return add(std::move(read));
}

Value NestExtractor::temporary(Value value, SourceLocation place) {
  if (value.expr != NoId)
    value.expr = temporaryOf(value.expr, "old", place);
  return value;
}

Value NestExtractor::eval(const clang::Expr *expr) {
  if (failed())
    return problem(expr->getExprLoc(), Reason::UnsupportedExpr, {});
  expr = expr->IgnoreParens();
  if (expr->getType()->isRecordType())
    return evalStruct(expr);
  if (const auto *wrapped = dyn_cast<ConstantExpr>(expr))
    return eval(wrapped->getSubExpr());
  if (const auto *wrapped = dyn_cast<OpaqueValueExpr>(expr))
    return wrapped->getSourceExpr() ? eval(wrapped->getSourceExpr()) : unsupported(expr);
  if (const auto *generic = dyn_cast<GenericSelectionExpr>(expr))
    return eval(generic->getResultExpr());
  if (const auto *choose = dyn_cast<ChooseExpr>(expr))
    return eval(choose->getChosenSubExpr());

  const auto integer = [&](int64_t number) {
    Value value;
    value.type = expr->getType();
    value.index = IndexValue{IndexExpr(number), true, {}};
    value.invariant = Invariant{std::to_string(number), number >= 0, {}, false};
    return value;
  };
  if (isa<IntegerLiteral, CharacterLiteral, UnaryExprOrTypeTraitExpr, OffsetOfExpr>(expr)) {
    clang::Expr::EvalResult constant;
    if (expr->EvaluateAsInt(constant, File.ast)) {
      const llvm::APSInt &number = constant.Val.getInt();
      if (number.isSignedIntN(64) && !(number.isUnsigned() && number.getActiveBits() > 63))
        return integer(number.getExtValue());
      if (number.getActiveBits() <= 64) { // an unsigned constant above INT64_MAX is data only
        Value value = dataValue(intConst(int64_t(number.getZExtValue()), ScalarType::U64), expr->getType());
        return value;
      }
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
    constant.loc = locOf(expr->getExprLoc());
    return dataValue(add(std::move(constant)), expr->getType());
  }
  if (const auto *ref = dyn_cast<DeclRefExpr>(expr)) {
    if (const auto *enumerator = dyn_cast<EnumConstantDecl>(ref->getDecl()))
      return integer(enumerator->getInitVal().getExtValue());
    return unsupported(expr);
  }
  if (const auto *castExpr = dyn_cast<CastExpr>(expr))
    return evalCast(castExpr);
  if (const auto *binary = dyn_cast<BinaryOperator>(expr))
    return evalBinary(binary);
  if (const auto *unary = dyn_cast<UnaryOperator>(expr))
    return evalUnary(unary);
  if (const auto *conditional = dyn_cast<ConditionalOperator>(expr))
    return evalConditional(conditional);
  if (const auto *call = dyn_cast<CallExpr>(expr))
    return evalCall(call, /*isValueUsed=*/true);
  if (const auto *block = dyn_cast<StmtExpr>(expr)) {
    // GNU's ({ int x = a; x < b ? x : b; }): the last statement is the value.
    const CompoundStmt *body = block->getSubStmt();
    const auto *last = body->body_empty() ? nullptr : dyn_cast<clang::Expr>(body->body_back());
    if (!last)
      return unsupported(expr);
    extractList(llvm::ArrayRef<const Stmt *>(body->body_begin(), body->body_end()).drop_back());
    return eval(last);
  }
  if (isa<MemberExpr>(expr)) // of a value, not of an object: f(x).y
    return evalLoad(expr);
  return unsupported(expr);
}

Value NestExtractor::evalVariable(const VarDecl *var, const clang::Expr *syntax) {
  const QualType type = syntax->getType();
  const auto known = Environment.find(var);
  if (known != Environment.end()) {
    Value value = known->second;
    value.type = type;
    // An index that rests on needs is used as data by its variable's own value.
    if (value.index && !value.index->needs.empty() && value.expr == NoId && scalarType(type) &&
        !ActiveInductions.contains(var)) {
      Expr read;
      read.kind = Expr::Local;
      read.type = *scalarType(type);
      read.local = localFor(var);
      read.loc = locOf(syntax->getExprLoc());
      value.expr = add(std::move(read));
    }
    return value;
  }

  if (isInvariant(var)) {
    Value value;
    value.type = type;
    clang::Expr::EvalResult constant;
    if (var->getType().isConstQualified() && var->hasInit() && type->isIntegerType() && !var->getInit()->isValueDependent() &&
        var->getInit()->EvaluateAsInt(constant, File.ast) && constant.Val.getInt().isSignedIntN(64)) {
      const int64_t number = constant.Val.getInt().getExtValue();
      value.index = IndexValue{IndexExpr(number), true, {}};
      value.invariant = Invariant{std::to_string(number), number >= 0, {}, false};
      return value;
    }
    if (mayBeHidden(var) || NamesUsed.try_emplace(var->getNameAsString(), var).first->second != var)
      return unsupported(syntax);
    const Invariant invariant{var->getNameAsString(), true, {}, false};
    if (!type->isPointerType())
      return invariantValue(invariant, type, syntax, var);
    value.invariant = invariant;
    value.place = pointerBase(var, var->getType());
    return value;
  }

  if (isOfCallee(var)) // its value differs by the way taken, or it has none
    return unsupported(syntax);
  const std::optional<ScalarType> scalar = scalarType(type);
  if (type->isPointerType())
    return problem(syntax->getExprLoc(), Reason::CarriedScalar,
                   {Result.loops.empty() ? "" : Result.loops[0].name, var->getNameAsString()});
  if (!scalar)
    return problem(syntax->getExprLoc(), Reason::UnsupportedType, {type.getUnqualifiedType().getAsString()});
  Expr read;
  read.kind = Expr::Local;
  read.type = *scalar;
  read.local = localFor(var);
  read.loc = locOf(syntax->getExprLoc());
  return dataValue(add(std::move(read)), type);
}

/// A scalar that does not change: a parameter.
Value NestExtractor::invariantValue(const Invariant &invariant, QualType type, const clang::Expr *syntax,
                                    const VarDecl *var) {
  Value value;
  value.type = type;
  value.invariant = invariant;
  const std::optional<ScalarType> scalar = scalarType(type);
  if (type->isPointerType()) {
    value.place = pointerBase(invariant, type, nullptr);
  } else if (!scalar) {
    return problem(syntax->getExprLoc(), Reason::UnsupportedType, {type.getUnqualifiedType().getAsString()});
  } else if (isInteger(*scalar)) {
    value.index =
        IndexValue{var ? symbolOf(var) : IndexExpr::symbol(paramFor(invariant, *scalar)), true, {}};
  } else {
    Expr param;
    param.kind = Expr::Param;
    param.type = *scalar;
    param.symbol = paramFor(invariant, *scalar);
    param.loc = locOf(syntax->getExprLoc());
    value.expr = add(std::move(param));
  }
  return value;
}

/// A member of a struct variable that nothing in the region changes.
std::optional<Invariant> NestExtractor::invariantPart(const Place &place, const clang::Expr *lvalue) const {
  const VarDecl *var = rootVariable(lvalue);
  if (!var || var->hasGlobalStorage() || !var->getType()->isRecordType() || Facts.escapes(var) ||
      Result.arrays[place.array].kind != Array::LocalObject || !place.needs.empty() || !isInvariant(var) ||
      Facts.isPartChangedIn(var, Root) || place.type.isVolatileQualified() || var->getType().isVolatileQualified())
    return std::nullopt;
  for (size_t d = 0; d < place.subs.size(); ++d)
    if (place.indirect[d] != NoId || !place.subs[d].asConstant())
      return std::nullopt;
  return Invariant{textOf(place), true, {}, false};
}

Value NestExtractor::evalLoad(const clang::Expr *lvalue) {
  const QualType type = lvalue->getType();
  if (const VarDecl *var = asVariable(lvalue)) {
    const bool isConstant = var->getType().isConstQualified() && type->isIntegerType() && var->hasInit();
    if (!isInMemory(var) || Environment.contains(var) || (isConstant && isInvariant(var)))
      return evalVariable(var, lvalue);
  }
  if (const std::optional<Target> part = partTarget(lvalue))
    return readPart(part->var, part->path, type, lvalue);
  if (const auto *member = dyn_cast<MemberExpr>(lvalue->IgnoreParens()); member && !member->isLValue()) // f(x).y
    return memberOf(evalStruct(member->getBase()), "." + member->getMemberDecl()->getNameAsString(), member);
  Value why;
  const std::shared_ptr<const Place> place = placeOf(lvalue, why);
  if (!place)
    return why.problem ? why : unsupported(lvalue);
  if (const std::optional<Invariant> part = invariantPart(*place, lvalue))
    return invariantValue(*part, type, lvalue);
  if (place->type->isPointerType()) {
    // A pointer in memory: the base of an array, if it is the same all the time.
    Place asInteger = *place;
    asInteger.type = File.ast.getUIntPtrType();
    if (place->type.isVolatileQualified())
      return problem(lvalue->getExprLoc(), Reason::Volatile, {File.source.text(*lvalue)});
    const AccessId access = accessTo(asInteger, /*isWrite=*/false, lvalue);
    if (access == NoId)
      return unsupported(lvalue);
    Value value;
    value.type = type;
    value.invariant = invariantRead(*place, access);
    if (!value.invariant)
      return problem(lvalue->getExprLoc(), Reason::UnsupportedExpr, {File.source.text(*lvalue)});
    value.place = pointerBase(*value.invariant, place->type, nullptr);
    return value;
  }
  const AccessId access = accessTo(*place, /*isWrite=*/false, lvalue);
  if (access == NoId)
    return unsupported(lvalue);
  Expr load;
  load.kind = Expr::Load;
  load.type = Result.accesses[access].type;
  load.access = access;
  load.loc = locOf(lvalue->getExprLoc());
  Value value = dataValue(add(std::move(load)), type);
  if (type->isIntegralOrEnumerationType()) {
    value.invariant = invariantRead(*place, access);
    attachParam(value);
  }
  return value;
}

Value NestExtractor::evalCast(const CastExpr *castExpr) {
  const clang::Expr *operand = castExpr->getSubExpr();
  switch (castExpr->getCastKind()) {
  case CK_LValueToRValue: {
    Value value = evalLoad(operand);
    if (!value.type.isNull())
      value.type = castExpr->getType();
    return value;
  }
  case CK_NoOp:
  case CK_BitCast:
  case CK_ArrayToPointerDecay:
    break;
  case CK_ToVoid:
    extractEffects(operand);
    return {};
  case CK_IntegralCast:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingCast:
  case CK_IntegralToBoolean:
  case CK_FloatingToBoolean:
  case CK_BooleanToSignedIntegral:
    return convert(eval(operand), castExpr->getType(), castExpr->getExprLoc());
  case CK_AtomicToNonAtomic:
    return problem(castExpr->getExprLoc(), Reason::Volatile, {File.source.text(*operand)});
  case CK_NonAtomicToAtomic:
    return problem(castExpr->getExprLoc(), Reason::Volatile, {castExpr->getType().getAsString()});
  default:
    if (castExpr->getType()->isAnyComplexType() || castExpr->getType()->isVectorType())
      return problem(castExpr->getExprLoc(), Reason::UnsupportedType, {castExpr->getType().getAsString()});
    return unsupported(castExpr);
  }

  if (castExpr->getCastKind() == CK_ArrayToPointerDecay) {
    Value why;
    const auto array = placeOf(operand, why);
    if (!array)
      return why.problem ? why : unsupported(operand);
    const auto first = decayed(*array, why);
    if (!first)
      return why.problem ? why : unsupported(operand);
    Value value = pointerTo(*first, castExpr->getType());
    if (Result.arrays[first->array].kind != Array::Pointer && first->subs.size() == 1)
      value.invariant = Invariant{Result.arrays[first->array].name, true, {}, false};
    return value;
  }
  Value value = eval(operand);
  value.type = castExpr->getType();
  if (castExpr->getCastKind() == CK_NoOp || !value.place || !castExpr->getType()->isPointerType()) {
    if (value.place && castExpr->getType()->isPointerType()) { // const and volatile come and go with the cast
      Place place = *value.place;
      place.type = castExpr->getType()->getPointeeType();
      value.place = std::make_shared<Place>(std::move(place));
    }
    return value;
  }
  // The same bytes seen as another type.
  const QualType pointee = castExpr->getType()->getPointeeType();
  Place place = *value.place;
  const std::string typeText = castExpr->getType().getUnqualifiedType().getAsString(File.ast.getPrintingPolicy());
  const bool isSame = File.ast.hasSameUnqualifiedType(pointee, place.type);
  if (!isSame) {
    const std::string address = place.pointer.empty() ? "&" + place.pattern : place.pointer;
    place.pointer = "((" + typeText + ")" + address + ")";
    place.pattern = "*" + place.pointer;
    place.endsInSub = false;
  }
  place.type = pointee;
  value.place = std::make_shared<Place>(std::move(place));
  if (value.invariant && !isSame)
    value.invariant = Invariant{"(" + typeText + ")" +
                                    (value.invariant->isPrimary ? value.invariant->text
                                                                : "(" + value.invariant->text + ")"),
                                false, value.invariant->reads, value.invariant->needsIteration};
  return value;
}

Value NestExtractor::convert(Value from, QualType type, SourceLocation place) {
  if (!from.isUsable())
    return from;
  const std::optional<ScalarType> source = scalarType(from.type), target = scalarType(type);
  if (!source || !target)
    return problem(place, Reason::UnsupportedType, {(source ? type : from.type).getUnqualifiedType().getAsString()});
  if (type->isBooleanType() && !from.type->isBooleanType()) {
    if (from.index && from.index->poly.asConstant()) {
      from.index->poly = IndexExpr(from.index->poly.isZero() ? 0 : 1);
      from.type = type;
      from.expr = NoId;
      from.invariant = Invariant{from.index->poly.isZero() ? "0" : "1", true, {}, false};
      return from;
    }
    std::optional<Invariant> invariant;
    if (from.invariant)
      invariant = Invariant{"(" + from.invariant->text + ") != 0", false, from.invariant->reads,
                            from.invariant->needsIteration};
    return truthValue(conditionOf(from, place), type, std::move(invariant));
  }
  Value to;
  to.type = type;
  convertIndex(from, to, type);
  if (from.invariant && isInteger(*target) && isInteger(*source)) {
    to.invariant = from.invariant;
    if (*source != *target && !(to.index && to.index->isExact && to.index->poly.asConstant())) {
      // C promotes to int by itself; any other conversion must be said.
      const bool isPromotion = bitsOf(*source) < 32 && *target == ScalarType::I32;
      if (!isPromotion) {
        to.invariant->text = "(" + type.getUnqualifiedType().getAsString(File.ast.getPrintingPolicy()) + ")" +
                             (from.invariant->isPrimary ? from.invariant->text : "(" + from.invariant->text + ")");
        to.invariant->isPrimary = false;
      }
    }
  }
  const bool needsTree = !to.index || !to.index->needs.empty() || from.expr != NoId;
  if (needsTree && !(to.invariant && from.expr == NoId && !from.index)) {
    const ExprId operand = exprOf(from, place);
    if (operand == NoId)
      return problem(place, Reason::UnsupportedExpr, {});
    to.expr = cast(operand, *target, place);
  }
  attachParam(to);
  return to;
}

Value NestExtractor::evalUnary(const UnaryOperator *unary) {
  const clang::Expr *operand = unary->getSubExpr();
  const SourceLocation where = unary->getOperatorLoc();
  switch (unary->getOpcode()) {
  case UO_Plus:
  case UO_Extension:
    return eval(operand);
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
    std::optional<Invariant> invariant;
    if (value.invariant)
      invariant = Invariant{"!(" + value.invariant->text + ")", true, value.invariant->reads,
                            value.invariant->needsIteration};
    const ExprId condition = evalConditionOf(operand, value);
    if (condition == NoId)
      return unsupported(unary);
    Expr expr;
    expr.kind = Expr::Not;
    expr.type = ScalarType::I1;
    expr.operands = {condition};
    expr.loc = locOf(where);
    Value result = truthValue(add(std::move(expr)), unary->getType(), std::move(invariant));
    attachParam(result);
    return result;
  }
  case UO_Minus:
  case UO_Not: {
    Value value = eval(operand);
    if (!value.isUsable())
      return value;
    const bool isMinus = unary->getOpcode() == UO_Minus;
    const std::optional<ScalarType> type = scalarType(unary->getType());
    if (!type)
      return problem(where, Reason::UnsupportedType, {unary->getType().getAsString()});
    Value result;
    result.type = unary->getType();
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
    flag.invariant = Invariant{value.invariant->text + " != 0", false, value.invariant->reads,
                               value.invariant->needsIteration};
    return conditionOf(flag, expr->getExprLoc());
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

Value NestExtractor::evalConditional(const ConditionalOperator *conditional) {
  const Value condition = eval(conditional->getCond());
  if (!condition.isUsable())
    return condition;
  if (condition.index && condition.index->isExact)
    if (const std::optional<int64_t> constant = condition.index->poly.asConstant())
      return eval(*constant ? conditional->getTrueExpr() : conditional->getFalseExpr());
  ++Conditional;
  const Value thenValue = eval(conditional->getTrueExpr());
  const Value elseValue = eval(conditional->getFalseExpr());
  --Conditional;
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
    invariant->text =
        parenthesized(condition) + " ? " + parenthesized(thenValue) + " : " + parenthesized(elseValue);
  }
  if (conditional->getType()->isPointerType()) {
    Value value;
    value.type = conditional->getType();
    if (!invariant)
      return unsupported(conditional);
    value.place = pointerBase(*invariant, conditional->getType(), nullptr);
    value.invariant = std::move(invariant);
    return value;
  }
  const ExprId truth = evalConditionOf(conditional->getCond(), condition);
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
