// A clamp to the ends of a narrow type and the conversion to it: the narrowing that saturates by itself.
#include "Narrow.h"
#include "Patterns.h"

namespace vecify {

/// What is clamped, if `v` is a value clamped to exactly the range of `to`.
static std::optional<ValueId> clamped(const Site &s, ValueId v, ScalarType to) {
  int64_t lo = minValue(to), hi = maxValue(to);
  bool boundedBelow = false, boundedAbove = false;
  for (unsigned level = 0; level < 2; ++level) {
    const Op *op = s.f.definitionOf(v);
    if (!op || (op->kind != OpKind::Min && op->kind != OpKind::Max))
      break;
    bool isMin = op->kind == OpKind::Min;
    unsigned side = splatInt(s.f, op->operands[1]) ? 1 : 0;
    if (splatInt(s.f, op->operands[side]) != (isMin ? hi : lo) || (isMin ? boundedAbove : boundedBelow))
      break;
    (isMin ? boundedAbove : boundedBelow) = true;
    v = op->operands[1 - side];
  }
  // One side may be missing where the value cannot get there.
  ValueRange range = rangeOf(s.f, v);
  if (boundedBelow == boundedAbove ? !boundedBelow : boundedBelow ? range.hi > hi : range.lo < lo)
    return std::nullopt;
  return v;
}

/// `v` before it was widened, if it was.
static ValueId unwidened(const Site &s, ValueId v) {
  const std::optional<Op> cast = s.definition(v, OpKind::Cast);
  if (!cast)
    return v;
  const ScalarType from = s.typeOf(cast->operands[0]).element, to = s.typeOf(v).element;
  return isInteger(from) && isInteger(to) && ValueRange::ofType(from).fits(to) ? cast->operands[0] : v;
}

static Replacement narrowSaturating(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const ValueId given = unwidened(s, op.operands[0]);
  ScalarType to = s.type.element, from = s.typeOf(given).element;
  if (!s.isIntegerVector() || s.type.rank() != 1 || bitsOf(to) > 16 || !isSignedInteger(from) || bitsOf(from) > 32 ||
      bitsOf(from) <= bitsOf(to) || s.type.lanes() % 2)
    return std::nullopt;
  std::optional<ValueId> source = clamped(s, given, to);
  if (!source)
    return std::nullopt;
  auto has = [&](ScalarType narrow, ScalarType wide) {
    return target.find(OpKind::NarrowPairSat, narrow, wide, target.lanesOf(narrow)) != nullptr;
  };
  auto narrowed = [&](ValueId v, ScalarType narrow) {
    VectorType whole = s.typeOf(v), half = VectorType::vector(whole.lanes() / 2, whole.element);
    ValueId low = s.b.extractSlice(v, {0}, half), high = s.b.extractSlice(v, {half.lanes()}, half);
    return s.emit(OpKind::NarrowPairSat, whole.withElement(narrow), {low, high});
  };
  // Two stages clamp as one: the first is monotone and keeps what the second lets through.
  ValueId v = *source;
  if (bitsOf(to) == 8 && bitsOf(from) == 32) {
    bool fits16 = rangeOf(s.f, v).fits(ScalarType::I16);
    if (!has(to, ScalarType::I16) || (!fits16 && !has(ScalarType::I16, ScalarType::I32)))
      return std::nullopt;
    v = fits16 ? s.cast(v, ScalarType::I16) : narrowed(v, ScalarType::I16);
    return with(narrowed(v, to));
  }
  if (!has(to, from))
    return std::nullopt;
  return with(narrowed(v, to));
}

const Pattern saturatingNarrow = {"a clamp and the conversion to the type of its ends",
                                  R"(  %a = transfer_read i32[0] lanes(1) : 16xi32
  %hi = constant 32767 : 16xi32
  %lo = constant -32768 : 16xi32
  %m = min %a, %hi : 16xi32
  %c = max %m, %lo : 16xi32
  %r = cast %c : 16xi16
  transfer_write %r, i16[0] lanes(1))",
                                  R"(  %a = transfer_read i32[0] lanes(1) : 16xi32
  %l = extract_slice %a [0] : 8xi32
  %h = extract_slice %a [8] : 8xi32
  %r = narrow_pair_sat %l, %h : 16xi16
  transfer_write %r, i16[0] lanes(1))",
                                  OpKind::Cast, narrowSaturating};

} // namespace vecify
