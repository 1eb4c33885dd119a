// A choice between a bound and a conversion of what lies within it is a conversion of what the bound limits.
//
//     x <= -32768.0f ? -32768 : (short)x  ->  (short)cmax(-32768.0f, x)
//
// Rounding towards zero keeps order, so that is so for bounds that are integers; where the conversion of x is
// undefined, x lies beyond the bound. A NaN is converted, which is undefined, or gives the bound where the choice is
// spelled the other way round.
#include "NarrowIntegers/Ranges.h"
#include "Patterns.h"
#include "Rewrites.h"

namespace vecify {

namespace {

/// From x to the integers that the choice has.
struct Conversion {
  ValueId from; ///< x, or x with bounds
  ScalarType first;
  llvm::SmallVector<ScalarType, 2> then; ///< in which the integer is converted on
};

/// `v` as a conversion of a float that integers follow which hold `bound`, too.
std::optional<Conversion> conversionAt(const Function &f, ValueId v, int64_t bound) {
  Conversion all;
  for (unsigned steps = 0; steps < 3; ++steps) {
    const Op *cast = f.definitionOf(v);
    if (!cast || cast->kind != OpKind::Cast || f.typeOf(v).isScalar())
      return std::nullopt;
    const ScalarType type = f.typeOf(v).element;
    if (!isInteger(type) || type == ScalarType::Index || !ValueRange::of(bound).fits(type))
      return std::nullopt;
    v = cast->operands[0];
    if (isFloat(f.typeOf(v).element)) {
      all.from = v, all.first = type;
      std::reverse(all.then.begin(), all.then.end());
      return all;
    }
    all.then.push_back(type);
  }
  return std::nullopt;
}

/// `v` is x, or x within one constant bound on the other side, which leaves room for this one.
bool isWithin(const Function &f, ValueId v, ValueId x, OpKind kind, double bound) {
  if (v == x)
    return true;
  const Op *other = definedBy(f, v, kind == OpKind::CMax ? OpKind::CMin : OpKind::CMax);
  const std::optional<double> far = other && other->operands[1] == x ? splatFp(f, other->operands[0]) : std::nullopt;
  return far && (kind == OpKind::CMax ? bound <= *far : *far <= bound);
}

Replacement clampBefore(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const Op *found = s.isIntegerVector() ? s.f.definitionOf(op.operands[0]) : nullptr;
  if (!found || classOf(found->kind) != OpClass::Compare || !isFloat(s.typeOf(found->operands[0]).element))
    return std::nullopt;
  const bool isLess = found->kind == OpKind::CmpLt || found->kind == OpKind::CmpLe,
             isGreater = found->kind == OpKind::CmpGt || found->kind == OpKind::CmpGe;
  const std::optional<double> bound = splatFp(s.f, found->operands[1]);
  if ((!isLess && !isGreater) || !bound)
    return std::nullopt;
  for (unsigned side : {1u, 2u}) {
    const std::optional<int64_t> integer = splatInt(s.f, op.operands[side]);
    if (!integer || double(*integer) != *bound || std::abs(*bound) > 1e15)
      continue;
    const std::optional<Conversion> conversion = conversionAt(s.f, op.operands[3 - side], *integer);
    const OpKind kind = isLess == (side == 1) ? OpKind::CMax : OpKind::CMin;
    const ValueId x = found->operands[0], limit = found->operands[1];
    if (!conversion || !isWithin(s.f, conversion->from, x, kind, *bound))
      continue;
    const VectorType floats = s.typeOf(x);
    ValueId v =
        side == 1 ? s.emit(kind, floats, {limit, conversion->from}) : s.emit(kind, floats, {conversion->from, limit});
    v = s.emit(OpKind::Cast, s.type.withElement(conversion->first), {v});
    for (ScalarType type : conversion->then)
      v = s.cast(v, type);
    return with(v);
  }
  return std::nullopt;
}

} // namespace

const Pattern selectOfConversion = {"a bound or the conversion of what is within it is a conversion of what is bounded",
                                    R"(  %x = transfer_read f32[0] lanes(1) : 8xf32
  %hi = constant 32767.0 : 8xf32
  %lo = constant -32768.0 : 8xf32
  %top = constant 32767 : 8xi32
  %bottom = constant -32768 : 8xi32
  %c = cast %x : 8xi16
  %w = cast %c : 8xi32
  %l = cmp_le %x, %lo : 8xi1
  %s = select %l, %bottom, %w : 8xi32
  %g = cmp_ge %x, %hi : 8xi1
  %r = select %g, %top, %s : 8xi32
  transfer_write %r, i32[0] lanes(1))",
                                    R"(  %x = transfer_read f32[0] lanes(1) : 8xf32
  %hi = constant 32767.0 : 8xf32
  %lo = constant -32768.0 : 8xf32
  %m = cmax %lo, %x : 8xf32
  %b = cmin %hi, %m : 8xf32
  %c = cast %b : 8xi16
  %r = cast %c : 8xi32
  transfer_write %r, i32[0] lanes(1))",
                                    OpKind::Select, clampBefore};

} // namespace vecify
