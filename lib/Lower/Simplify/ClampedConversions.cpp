// A choice between a bound and a conversion of what lies within it is a conversion of what the bound limits.
//
//     x <= -32768.0f ? -32768 : (short)x  ->  (short)cmax(-32768.0f, x)
//     x > 0x7fffffff ? 0x7fffffff : (int)x  ->  (int)min(x, 0x7fffffff)
//     (int)min(max((long)x, INT_MIN), INT_MAX)  ->  x >= 0x1p31f ? INT_MAX : (int)cmax(INT_MIN, x)
//
// Rounding towards zero keeps order, so that is so for bounds of floats that are integers; where the conversion of x is
// undefined, x lies beyond the bound. A NaN is converted, which is undefined, or gives the bound where the choice is
// spelled the other way round.
#include "Patterns.h"
#include "Rewrites.h"
#include <cmath>

namespace vecify {

namespace {

/// The bound that the choice compares with, and as it is limited by it.
struct Bound {
  ValueId x, limit;
  int64_t value;
  OpKind kind; ///< Min, Max, CMin or CMax
};

OpKind opposed(OpKind kind) {
  switch (kind) {
  case OpKind::CMax:
    return OpKind::CMin;
  case OpKind::CMin:
    return OpKind::CMax;
  case OpKind::Max:
    return OpKind::Min;
  default:
    return OpKind::Max;
  }
}

std::optional<int64_t> integerAt(const Function &f, ValueId v) {
  if (!isFloat(f.typeOf(v).element))
    return splatInt(f, v);
  const std::optional<double> value = splatFp(f, v);
  const bool isInteger = value && std::abs(*value) < 1e15 && *value == std::trunc(*value);
  return isInteger ? std::optional(int64_t(*value)) : std::nullopt;
}

/// `v` is x, or x within one constant bound on the other side, which leaves room for this one.
bool isWithin(const Function &f, ValueId v, const Bound &bound) {
  if (v == bound.x)
    return true;
  const Op *other = definedBy(f, v, opposed(bound.kind));
  if (!other || !llvm::is_contained(other->operands, bound.x))
    return false;
  const bool isFirst = other->operands[1] == bound.x;
  // A NaN must pass.
  if (isFloat(f.typeOf(v).element) && !isFirst)
    return false;
  const std::optional<int64_t> far = integerAt(f, other->operands[isFirst ? 0 : 1]);
  const bool isUpper = bound.kind == OpKind::CMin || bound.kind == OpKind::Min;
  return far && (isUpper ? *far <= bound.value : bound.value <= *far);
}

/// From x, or x with a bound, to the integers that the choice has.
struct Conversion {
  ValueId from;
  llvm::SmallVector<ScalarType, 2> types;
};

/// `v` as a conversion of what is within `bound`, which becomes `integer` by it.
std::optional<Conversion> conversionAt(const Function &f, ValueId v, const Bound &bound, int64_t integer) {
  Conversion all{v, {}};
  for (; !isWithin(f, all.from, bound); all.from = f.definitionOf(all.from)->operands[0]) {
    const Op *cast = f.definitionOf(all.from);
    const ScalarType type = f.typeOf(all.from).element;
    if (!cast || cast->kind != OpKind::Cast || !isInteger(type) || type == ScalarType::Index || all.types.size() == 3)
      return std::nullopt;
    all.types.push_back(type);
  }
  std::reverse(all.types.begin(), all.types.end());
  int64_t value = bound.value;
  for (ScalarType type : all.types) {
    const int64_t held = wrapTo(type, value);
    if (held != value && isFloat(f.typeOf(bound.x).element))
      return std::nullopt;
    value = held;
  }
  return !all.types.empty() && value == integer ? std::optional(std::move(all)) : std::nullopt;
}

Replacement clampBefore(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const Op *compare = s.isIntegerVector() ? s.f.definitionOf(op.operands[0]) : nullptr;
  if (!compare || classOf(compare->kind) != OpClass::Compare)
    return std::nullopt;
  const bool isLess = compare->kind == OpKind::CmpLt || compare->kind == OpKind::CmpLe,
             isGreater = compare->kind == OpKind::CmpGt || compare->kind == OpKind::CmpGe;
  const std::optional<int64_t> value = integerAt(s.f, compare->operands[1]);
  if ((!isLess && !isGreater) || !value)
    return std::nullopt;
  const VectorType type = s.typeOf(compare->operands[0]);
  for (unsigned side : {1u, 2u}) {
    const bool isLower = isLess == (side == 1);
    const OpKind kind = isFloat(type.element) ? isLower ? OpKind::CMax : OpKind::CMin
                        : isLower             ? OpKind::Max
                                              : OpKind::Min;
    const Bound bound{compare->operands[0], compare->operands[1], *value, kind};
    const std::optional<int64_t> integer = splatInt(s.f, op.operands[side]);
    const std::optional<Conversion> conversion =
        integer ? conversionAt(s.f, op.operands[3 - side], bound, *integer) : std::nullopt;
    if (!conversion || !target.find(kind, type.element, target.lanesOf(type.element)))
      continue;
    ValueId v = side == 1 ? s.emit(kind, type, {bound.limit, conversion->from})
                          : s.emit(kind, type, {conversion->from, bound.limit});
    for (ScalarType to : conversion->types)
      v = s.cast(v, to);
    return with(v);
  }
  return std::nullopt;
}

/// The float that an integer of 64 bits is converted from and the bounds of that integer, both of 32 bits.
struct ClampedFloat {
  ValueId from;
  int64_t low, high;
};

std::optional<ClampedFloat> clampedFloat(const Function &f, ValueId v) {
  std::optional<int64_t> low, high;
  for (unsigned i = 0; i < 2; ++i) {
    const Op *bound = f.definitionOf(v);
    if (!bound || (bound->kind != OpKind::Min && bound->kind != OpKind::Max))
      return std::nullopt;
    const unsigned constant = splatInt(f, bound->operands[1]) ? 1 : 0;
    (bound->kind == OpKind::Min ? high : low) = splatInt(f, bound->operands[constant]);
    v = bound->operands[1 - constant];
  }
  const Op *cast = definedBy(f, v, OpKind::Cast);
  const bool isFromFloat = cast && f.typeOf(v).element == ScalarType::I64 &&
                           (f.typeOf(cast->operands[0]).element == ScalarType::F32 ||
                            f.typeOf(cast->operands[0]).element == ScalarType::F64);
  if (!isFromFloat || !low || !high || *low > *high || *low < INT32_MIN || *high > INT32_MAX)
    return std::nullopt;
  return ClampedFloat{cast->operands[0], *low, *high};
}

/// No float of 32 bits is 2^31 - 1; from 2^31 on that is the result, whatever comes of the conversion.
Replacement convertClamped(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const std::optional<ClampedFloat> clamped =
      s.isIntegerVector() && bitsOf(s.type.element) <= 32 ? clampedFloat(s.f, op.operands[0]) : std::nullopt;
  if (!clamped)
    return std::nullopt;
  const auto [from, low, high] = *clamped;
  const VectorType floats = s.typeOf(from), ints = s.type.withElement(ScalarType::I32);
  const auto isFloat = [&](int64_t v) { return floats.element == ScalarType::F64 || double(float(v)) == double(v); };
  const auto limit = [&](OpKind kind, int64_t by, ValueId v) {
    return s.emit(kind, floats, {s.b.constantFp(floats, double(by)), v});
  };
  if (!isFloat(low) || (!isFloat(high) && high != INT32_MAX))
    return std::nullopt;
  s.b.fp = {};
  const ValueId above = limit(OpKind::CMax, low, from);
  if (isFloat(high))
    return with(s.cast(s.cast(limit(OpKind::CMin, high, above), ScalarType::I32), s.type.element));
  const ValueId isBeyond =
      s.emit(OpKind::CmpGe, s.type.withElement(ScalarType::I1), {from, s.b.constantFp(floats, 0x1p31)});
  const ValueId chosen =
      s.emit(OpKind::Select, ints, {isBeyond, s.b.constant(ints, INT32_MAX), s.cast(above, ScalarType::I32)});
  return with(s.cast(chosen, s.type.element));
}

} // namespace

const Pattern castOfClampedFloat = {"a float converted by way of 64 bits, within 32, is one converted to 32",
                                    R"(  %x = transfer_read f32[0] lanes(1) : 8xf32
  %l = cast %x : 8xi64
  %hi = constant 2147483647 : 8xi64
  %m = min %l, %hi : 8xi64
  %lo = constant -2147483648 : 8xi64
  %n = max %m, %lo : 8xi64
  %r = cast %n : 8xi32
  transfer_write %r, i32[0] lanes(1))",
                                    R"(  %x = transfer_read f32[0] lanes(1) : 8xf32
  %lo = constant -2147483648.0 : 8xf32
  %a = cmax %lo, %x : 8xf32
  %hi = constant 2147483648.0 : 8xf32
  %g = cmp_ge %x, %hi : 8xi1
  %top = constant 2147483647 : 8xi32
  %c = cast %a : 8xi32
  %r = select %g, %top, %c : 8xi32
  transfer_write %r, i32[0] lanes(1))",
                                    OpKind::Cast, convertClamped};

const Pattern selectOfFloats = {"a bound or the conversion of what is within it is a conversion of what is bounded",
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

const Pattern selectOfIntegers = {"the same of integers that are made narrower",
                                  R"(  %x = transfer_read i64[0] lanes(1) : 8xi64
  %hi = constant 2147483647 : 8xi64
  %lo = constant -2147483648 : 8xi64
  %top = constant 2147483647 : 8xi32
  %bottom = constant -2147483648 : 8xi32
  %c = cast %x : 8xi32
  %l = cmp_lt %x, %lo : 8xi1
  %s = select %l, %bottom, %c : 8xi32
  %g = cmp_gt %x, %hi : 8xi1
  %r = select %g, %top, %s : 8xi32
  transfer_write %r, i32[0] lanes(1))",
                                  R"(  %x = transfer_read i64[0] lanes(1) : 8xi64
  %hi = constant 2147483647 : 8xi64
  %lo = constant -2147483648 : 8xi64
  %m = max %lo, %x : 8xi64
  %b = min %hi, %m : 8xi64
  %r = cast %b : 8xi32
  transfer_write %r, i32[0] lanes(1))",
                                  OpKind::Select, clampBefore};

} // namespace vecify
