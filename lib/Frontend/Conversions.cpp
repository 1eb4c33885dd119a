// C's casts, implicit ones included: between the arithmetic types, to _Bool, and between pointers to the same bytes.
#include "NestExtractor.h"
#include "TypeNames.h"
#include "vecify/Support/BytesAsNumber.h"

using namespace clang;

namespace vecify {

/// Nothing is what a `void *` leads to: p[{0}] has no address, p + {0} is one.
static std::string addressText(const Place &place) {
  const size_t bracket = place.pattern.rfind('[');
  if (!place.type->isVoidType() || bracket == std::string::npos || place.pattern.back() != ']')
    return "&" + place.pattern;
  return "(" + place.pattern.substr(0, bracket) + " + " +
         place.pattern.substr(bracket + 1, place.pattern.size() - bracket - 2) + ")";
}

/// What is known of subscripts ends where the same bytes are seen as another type.
static void forgetRows(Place &place) {
  place.endsInSub = false;
  place.lengths.assign(place.subs.size(), {});
  // Rows that begin anywhere, as (*(row *)&p[i])[k], may lie over each other.
  place.rowsInBounds &= llvm::all_of(place.subs, [](const IndexExpr &sub) { return sub.asConstant() == 0; }) &&
                        llvm::all_of(place.indirect, [](ExprId id) { return id == NoId; });
}

/// The bytes at `place` as a number of `type`, wherever it begins.
Place NestExtractor::bytesSeenAs(Place place, QualType type) const {
  const std::string address = place.pointer.empty() ? addressText(place) : place.pointer;
  place.pattern = "((" + std::string(type.isConstQualified() ? "const " : "") + "struct { " +
                  type.getUnqualifiedType().getAsString(File.ast.getPrintingPolicy()) + bytesAsNumber.str() + address +
                  endOfBytes.str();
  place.pointer = "(&" + place.pattern + ")";
  forgetRows(place);
  place.type = type;
  return place;
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
  case CK_NullToPointer: {
    Value null;
    null.type = castExpr->getType();
    null.invariant = Invariant{"0", true, {}, false};
    return null;
  }
  case CK_ToVoid:
    extractEffects(operand);
    return {};
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingCast: // they round, and raise what arithmetic raises
    if (!isFenvFree(castExpr->getFPFeaturesInEffect(File.ast.getLangOpts()), castExpr->getExprLoc()))
      return unsupported(castExpr);
    [[fallthrough]];
  case CK_FloatingToBoolean:
    if (!hasExcessPrecision(castExpr->getType()) && hasUnclearPrecision(operand))
      return unsupported(operand);
    [[fallthrough]];
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_BooleanToSignedIntegral:
    return convert(eval(operand), castExpr->getType(), castExpr->getExprLoc());
  case CK_FloatingComplexToReal: {
    const Value number = eval(operand);
    return number.members ? convert(complexParts(number).real, castExpr->getType(), castExpr->getExprLoc()) : number;
  }
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
    const std::string address = place.pointer.empty() ? addressText(place) : place.pointer;
    place.pointer = "((" + typeText + ")" + address + ")";
    place.pattern = "*" + place.pointer;
    forgetRows(place);
  }
  place.type = pointee;
  value.place = std::make_shared<Place>(std::move(place));
  if (value.invariant && !isSame)
    value.invariant = Invariant{
        "(" + typeText + ")" + (value.invariant->isPrimary ? value.invariant->text : "(" + value.invariant->text + ")"),
        false, value.invariant->reads, value.invariant->needsIteration};
  return value;
}

/// The value is 0 or 1 whatever the operands: a comparison, a _Bool, and what & | ^ make of these.
bool NestExtractor::isZeroOrOne(ExprId id) const {
  const Expr &e = Result.exprs[id];
  switch (e.kind) {
  case Expr::IntConst:
    return e.intValue == 0 || e.intValue == 1;
  case Expr::Cast:
    return Result.exprs[e.operands[0]].type == ScalarType::I1 || isZeroOrOne(e.operands[0]);
  case Expr::Select:
    return isZeroOrOne(e.operands[1]) && isZeroOrOne(e.operands[2]);
  case Expr::Binary:
    return (e.binary == BinaryOp::And || e.binary == BinaryOp::Or || e.binary == BinaryOp::Xor) &&
           isZeroOrOne(e.operands[0]) && isZeroOrOne(e.operands[1]);
  default:
    return ReadsOfBool.contains(id);
  }
}

/// To _Bool of b & c, b | c and b ^ c where b is 0 or 1: no comparison is needed, `flag |= c` stays one operation. What
/// is or-ed with it only counts as zero or not.
ExprId NestExtractor::convertBits(ExprId id, ScalarType type, SourceLocation place) {
  if (Result.exprs[id].kind != Expr::Binary)
    return NoId;
  if (isZeroOrOne(id))
    return cast(id, type, place);
  Expr either = Result.exprs[id];
  if (either.binary != BinaryOp::Or || isZeroOrOne(either.operands[0]) == isZeroOrOne(either.operands[1]))
    return NoId;
  ExprId &other = either.operands[isZeroOrOne(either.operands[0]) ? 1 : 0];
  Value value;
  value.expr = other;
  other = cast(conditionOf(value, place), either.type, place);
  return cast(add(std::move(either)), type, place);
}

Value NestExtractor::convert(Value from, QualType type, SourceLocation place) {
  if (!from.isUsable())
    return from;
  const std::optional<ScalarType> source = scalarType(from.type), target = scalarType(type);
  if (!source || !target)
    return problem(place, Reason::UnsupportedType, {(source ? type : from.type).getUnqualifiedType().getAsString()});
  if (type->isBooleanType() && !from.type->isBooleanType()) {
    if (from.index && from.index->isExact && from.index->poly.asConstant()) {
      from.index->poly = IndexExpr(from.index->poly.isZero() ? 0 : 1);
      from.type = type;
      from.expr = NoId;
      from.invariant = Invariant{from.index->poly.isZero() ? "0" : "1", true, {}, false};
      return from;
    }
    if (const ExprId bits = from.expr == NoId ? NoId : convertBits(from.expr, *target, place); bits != NoId)
      return dataValue(bits, type);
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
        to.invariant->text = "(" + *nameInFunction(type.getUnqualifiedType(), File.ast) + ")" +
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

} // namespace vecify
