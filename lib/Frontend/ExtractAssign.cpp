// Assignments, compound assignments and increments of variables, parts of structs and memory.
//
// Whatever is assigned, its subscripts are evaluated once; the old value of `x++` is kept only if it is used.
#include "NestExtractor.h"

using namespace clang;

namespace vecify {

/// What `lvalue` names, with its subscripts evaluated.
Target NestExtractor::targetOf(const clang::Expr *lvalue, Value &why) {
  Target target;
  target.var = asVariable(lvalue);
  if (target.var && !isInMemory(target.var))
    return target;
  if (std::optional<Target> part = partTarget(lvalue))
    return *part;
  if (std::optional<Target> followed = followedTarget(lvalue))
    return *followed;
  target.var = nullptr;
  target.place = placeOf(lvalue, why);
  return target;
}

Value NestExtractor::readTarget(const Target &target, const clang::Expr *syntax) {
  if (target.place)
    return loadFrom(*target.place, syntax);
  return target.path.empty() ? evalVariable(target.var, syntax)
                             : readPart(target.var, target.path, syntax->getType(), syntax);
}

Value NestExtractor::writeTarget(const Target &target, Value value, const clang::Expr *syntax, SourceLocation where,
                                 bool isValueUsed) {
  if (failed())
    return value;
  if (target.place)
    return storeTo(*target.place, std::move(value), syntax, where, isValueUsed);
  if (target.path.empty())
    assignVariable(target.var, std::move(value), where);
  else
    writePart(target.var, target.path, syntax->getType(), std::move(value), where);
  return isValueUsed && !failed() ? readTarget(target, syntax) : Value{};
}

Value NestExtractor::evalAssignment(const BinaryOperator *assignment, bool isValueUsed) {
  const clang::Expr *lvalue = assignment->getLHS();
  const SourceLocation where = assignment->getOperatorLoc();
  Value why;
  if (assignment->getOpcode() == BO_Assign) {
    if (isOfParts(lvalue->getType()))
      return assignStruct(lvalue, assignment->getRHS(), where, isValueUsed);
    Value value = eval(assignment->getRHS());
    const Target target = targetOf(lvalue, why);
    if (!target.var && !target.place)
      return why.problem ? why : unsupported(assignment);
    return writeTarget(target, std::move(value), lvalue, where, isValueUsed);
  }
  // The target is evaluated once, for its read and for its write.
  const auto *compound = llvm::cast<CompoundAssignOperator>(assignment);
  if (lvalue->getType()->isAnyComplexType())
    return assignComplex(compound, isValueUsed);
  const Target target = targetOf(lvalue, why);
  if (!target.var && !target.place)
    return why.problem ? why : unsupported(assignment);
  Value old = readTarget(target, lvalue);
  const Value right = eval(assignment->getRHS());
  const BinaryOperatorKind opcode = BinaryOperator::getOpForCompoundAssignment(assignment->getOpcode());
  const bool isPointer = lvalue->getType()->isPointerType();
  if (!isPointer)
    old = convert(old, compound->getComputationLHSType(), where);
  Value value =
      evalArithmetic(assignment, opcode, isPointer ? lvalue->getType() : compound->getComputationResultType(), old,
                     right, nullptr, assignment->getRHS(), assignment->getFPFeaturesInEffect(File.ast.getLangOpts()));
  if (!isPointer)
    value = convert(value, lvalue->getType(), where);
  return writeTarget(target, std::move(value), lvalue, where, isValueUsed);
}

Value NestExtractor::evalIncrement(const UnaryOperator *increment, bool isValueUsed) {
  const clang::Expr *lvalue = increment->getSubExpr();
  const SourceLocation where = increment->getOperatorLoc();
  Value why;
  const Target target = targetOf(lvalue, why);
  if (!target.var && !target.place)
    return why.problem ? why : unsupported(increment);
  Value old = readTarget(target, lvalue);
  if (!old.isUsable())
    return old;
  const bool isPostfix = increment->isPostfix();
  if (isPostfix && isValueUsed)
    old = temporary(old, where);

  const QualType type = lvalue->getType();
  const bool isPointer = type->isPointerType();
  Value one;
  const QualType promoted =
      isPointer || !File.ast.isPromotableIntegerType(type) ? type : File.ast.getPromotedIntegerType(type);
  one.type = isPointer ? File.ast.IntTy : promoted;
  if (type->isRealFloatingType()) {
    Expr constant;
    constant.kind = Expr::FpConst;
    constant.type = scalarType(type).value_or(ScalarType::F32);
    constant.fpValue = 1;
    one.expr = add(std::move(constant));
  } else {
    one.index = IndexValue{IndexExpr(1), true, {}};
    one.invariant = Invariant{"1", true, {}, false};
  }
  Value before = isPointer || type->isRealFloatingType() ? old : convert(old, promoted, where);
  Value value = evalArithmetic(increment, increment->isIncrementOp() ? BO_Add : BO_Sub, isPointer ? type : promoted,
                               before, one, nullptr, nullptr, increment->getFPFeaturesInEffect(File.ast.getLangOpts()));
  if (!isPointer && !type->isRealFloatingType())
    value = convert(value, type, where);
  const Value stored = writeTarget(target, std::move(value), lvalue, where, isValueUsed && !isPostfix);
  return isPostfix ? old : stored;
}

/// The condition of a loop was evaluated for its side effects; its value has been judged before.
void NestExtractor::checkConditionEffects(const Value &value) {
  if (value.problem && !failed())
    fail(value);
}

Value NestExtractor::loadFrom(const Place &place, const clang::Expr *syntax) {
  const AccessId access = accessTo(place, /*isWrite=*/false, syntax);
  if (access == NoId)
    return unsupported(syntax);
  Expr load;
  load.kind = Expr::Load;
  load.type = Result.accesses[access].type;
  load.access = access;
  load.loc = locOf(syntax->getExprLoc());
  return dataValue(add(std::move(load)), syntax->getType().getUnqualifiedType());
}

Value NestExtractor::storeTo(const Place &place, Value value, const clang::Expr *target, SourceLocation where,
                             bool isValueUsed) {
  if (place.type->isPointerType())
    return problem(where, Reason::UnsupportedType, {place.type.getAsString()});
  if (!value.isUsable()) {
    fail(value);
    return value;
  }
  const AccessId access = accessTo(place, /*isWrite=*/true, target);
  ExprId id = exprOf(value, where);
  if (access == NoId || id == NoId)
    return unsupported(target);
  if (isValueUsed)
    id = temporaryOf(id, "stored", where);
  if (failed())
    return {};
  emitStore(access, id, where);
  return dataValue(id, target->getType());
}

void NestExtractor::assignVariable(const VarDecl *var, Value value, SourceLocation place) {
  if (failed())
    return;
  if (isName(var)) {
    if (!mayRename(var))
      return fail(place, Reason::UnsupportedExpr, {"an assignment in a conditional operand"});
    if (StoresInside)
      value = settled(std::move(value), var->getName(), place);
    value.type = var->getType().getUnqualifiedType();
    Environment[var] = value.isUsable() || value.problem ? value : unsupportedText(place, var->getNameAsString());
    return;
  }
  if (!Conditions.empty())
    return fail(place, Reason::UnsupportedExpr, {"an assignment in a conditional operand"});
  const bool isInduction = ActiveInductions.contains(var);
  value.type = var->getType().getUnqualifiedType();
  if (var->getType()->isPointerType()) {
    // The vector part hands over inductions and numbers.
    if (!isInduction && !IsEntry && !isOfCallee(var) && !Facts.isDeclaredIn(var, Root) &&
        (isLiveAfter(var, Root, Facts) || isReadOnWayOut(var)))
      return fail(place, Reason::UnsupportedStmt,
                  {"setting the pointer '" + var->getNameAsString() + "', which is read after the loop,"});
    if (value.place) {
      value.place = frozen(*value.place, place);
    } else if (!value.problem) {
      value.problem = unsupportedText(place, var->getNameAsString()).problem;
    }
    value.expr = NoId;
    Environment[var] = std::move(value);
    return;
  }
  if (!value.isUsable())
    return fail(value);
  if (isInduction && value.index) {
    value.expr = NoId;
    value.invariant.reset();
    Environment[var] = std::move(value);
    return;
  }
  const ExprId id = exprOf(value, place);
  if (id == NoId)
    return;
  emitAssign(localFor(var), id, place);
  if (value.index && var->getType()->isIntegralOrEnumerationType()) {
    value.expr = NoId; // as data it is the local from now on, or the polynomial
    Environment[var] = std::move(value);
  } else {
    Environment.erase(var);
  }
}

} // namespace vecify
