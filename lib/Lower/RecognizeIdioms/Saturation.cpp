// Sums and differences that are clamped to the range of a narrow type.
//
//     min(a + b, 255)             a, b in [0, 255]      add_sat on u8
//     max(a - b, 0)                                     sub_sat on u8
//     a > b ? a - b : 0                                 the same
//     max(min(a + b, 127), -128)  a, b in [-128, 127]   add_sat on i8
//     max(min(a + b, 255), 0)     a, b of 16 bits       max(min(add_sat on i16, 255), 0)
#include "Narrow.h"
#include "Patterns.h"

namespace vecify {

static const ScalarType UnsignedTypes[] = {ScalarType::U8, ScalarType::U16};
static const ScalarType SignedTypes[] = {ScalarType::I8, ScalarType::I16};

/// The operand that is no constant, and the constant.
static std::optional<std::pair<ValueId, int64_t>> bound(const Site &s, const Op &op) {
  for (unsigned i : {1u, 0u})
    if (std::optional<int64_t> constant = splatInt(s.f, op.operands[i]))
      return std::make_pair(op.operands[1 - i], *constant);
  return std::nullopt;
}

static Replacement clampAbove(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  auto limit = s.isIntegerVector() ? bound(s, op) : std::nullopt;
  std::optional<Op> sum = limit ? s.definition(limit->first, OpKind::Add) : std::nullopt;
  if (!sum)
    return std::nullopt;
  std::optional<ScalarType> type = narrowFor(s, OpKind::AddSat, sum->operands, UnsignedTypes);
  if (!type || limit->second != maxValue(*type))
    return std::nullopt;
  return with(narrowOp(s, OpKind::AddSat, *type, sum->operands[0], sum->operands[1]));
}

static Replacement clampBelow(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  auto limit = s.isIntegerVector() ? bound(s, op) : std::nullopt;
  // Unsigned differences wrap before they are clamped.
  if (!limit || limit->second != 0 || !isSignedInteger(s.type.element))
    return std::nullopt;
  std::optional<Op> difference = s.definition(limit->first, OpKind::Sub);
  if (!difference)
    return std::nullopt;
  std::optional<ScalarType> type = narrowFor(s, OpKind::SubSat, difference->operands, UnsignedTypes);
  if (!type)
    return std::nullopt;
  return with(narrowOp(s, OpKind::SubSat, *type, difference->operands[0], difference->operands[1]));
}

/// a > b ? a - b : 0 in all its spellings. Where `b` is the same in all lanes it may be wider, as long as it is not
/// negative: nothing is left of a narrow `a` then.
static Replacement differenceOrZero(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const unsigned zero = s.isIntegerVector() && s.constantOperand(1) == 0 ? 1 : 2;
  if (!s.isIntegerVector() || s.constantOperand(zero) != 0)
    return std::nullopt;
  const std::optional<Op> difference = s.definition(op.operands[3 - zero], OpKind::Sub);
  const Op *condition = s.f.definitionOf(op.operands[0]);
  if (!difference || !condition)
    return std::nullopt;
  const bool isGreater = condition->kind == OpKind::CmpGt || condition->kind == OpKind::CmpGe;
  if (!isGreater && condition->kind != OpKind::CmpLt && condition->kind != OpKind::CmpLe)
    return std::nullopt;
  // Where they are equal the difference is zero too.
  const ValueId a = difference->operands[0], b = difference->operands[1];
  const unsigned greater = isGreater == (zero == 2) ? 0 : 1;
  if (condition->operands[greater] != a || condition->operands[1 - greater] != b)
    return std::nullopt;
  const ValueRange subtracted = rangeOf(s.f, b);
  const std::optional<ValueId> splat = splatOf(s.f, b);
  if (subtracted.lo < 0)
    return std::nullopt;
  const std::optional<ScalarType> type = narrowFor(s, OpKind::SubSat, {a}, UnsignedTypes);
  if (!type || !(subtracted.fits(*type) || splat))
    return std::nullopt;
  if (subtracted.fits(*type))
    return with(narrowOp(s, OpKind::SubSat, *type, a, b));
  const VectorType scalar = s.typeOf(*splat);
  const ValueId most = s.b.create(OpKind::Min, scalar, {*splat, s.b.constant(scalar, maxValue(*type))}, s.name);
  const ValueId y = s.b.broadcast(s.cast(most, *type), s.type.withElement(*type));
  return with(s.cast(s.emit(OpKind::SubSat, s.type.withElement(*type), {s.cast(a, *type), y}), s.type.element));
}

/// max(min(x, hi), lo) and min(max(x, lo), hi) within a signed type; `op` is the outer of the two. A sum that saturates
/// is clamped as the exact one: it only differs beyond the type's ends.
static Replacement clampBoth(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  auto outer = s.isIntegerVector() && isSignedInteger(s.type.element) ? bound(s, op) : std::nullopt;
  OpKind otherKind = op.kind == OpKind::Max ? OpKind::Min : OpKind::Max;
  std::optional<Op> other = outer ? s.definition(outer->first, otherKind) : std::nullopt;
  auto inner = other ? bound(s, *other) : std::nullopt;
  if (!inner)
    return std::nullopt;
  int64_t low = op.kind == OpKind::Max ? outer->second : inner->second;
  int64_t high = op.kind == OpKind::Max ? inner->second : outer->second;
  for (OpKind kind : {OpKind::Add, OpKind::Sub}) {
    std::optional<Op> exact = s.definition(inner->first, kind);
    if (!exact)
      continue;
    OpKind saturating = kind == OpKind::Add ? OpKind::AddSat : OpKind::SubSat;
    std::optional<ScalarType> type = narrowFor(s, saturating, exact->operands, SignedTypes);
    if (!type || low > high || high > maxValue(*type) || low < minValue(*type))
      continue;
    const VectorType narrow = s.type.withElement(*type);
    ValueId v = s.emit(saturating, narrow, {s.cast(exact->operands[0], *type), s.cast(exact->operands[1], *type)});
    for (OpKind bound : {otherKind, op.kind}) {
      const bool isMin = bound == OpKind::Min;
      if (const int64_t end = isMin ? high : low; end != (isMin ? maxValue(*type) : minValue(*type)))
        v = s.emit(bound, narrow, {v, s.b.constant(narrow, end)});
    }
    return with(s.cast(v, s.type.element));
  }
  return std::nullopt;
}

const Pattern addSaturating = {"a sum of bytes, at most 255",
                               R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %b = transfer_read u8[16] lanes(1) : 16xu8
  %x = cast %a : 16xi32
  %y = cast %b : 16xi32
  %s = add %x, %y : 16xi32
  %max = constant 255 : 16xi32
  %r = min %s, %max : 16xi32
  transfer_write %r, i32[0] lanes(1))",
                               R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %b = transfer_read u8[16] lanes(1) : 16xu8
  %x = cast %a : 16xi32
  %y = cast %b : 16xi32
  %p = cast %x : 16xu8
  %q = cast %y : 16xu8
  %s = add_sat %p, %q : 16xu8
  %r = cast %s : 16xi32
  transfer_write %r, i32[0] lanes(1))",
                               OpKind::Min, clampAbove};

const Pattern subSaturating = {"a difference of bytes, at least 0",
                               R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %b = transfer_read u8[16] lanes(1) : 16xu8
  %x = cast %a : 16xi32
  %y = cast %b : 16xi32
  %s = sub %x, %y : 16xi32
  %zero = constant 0 : 16xi32
  %r = max %s, %zero : 16xi32
  transfer_write %r, i32[0] lanes(1))",
                               R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %b = transfer_read u8[16] lanes(1) : 16xu8
  %x = cast %a : 16xi32
  %y = cast %b : 16xi32
  %p = cast %x : 16xu8
  %q = cast %y : 16xu8
  %s = sub_sat %p, %q : 16xu8
  %r = cast %s : 16xi32
  transfer_write %r, i32[0] lanes(1))",
                               OpKind::Max, clampBelow};

const Pattern subOrZero = {"a difference of bytes where it is positive, else 0",
                           R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %b = transfer_read u8[16] lanes(1) : 16xu8
  %x = cast %a : 16xi32
  %y = cast %b : 16xi32
  %s = sub %x, %y : 16xi32
  %m = cmp_le %y, %x : 16xi1
  %zero = constant 0 : 16xi32
  %r = select %m, %s, %zero : 16xi32
  transfer_write %r, i32[0] lanes(1))",
                           R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %b = transfer_read u8[16] lanes(1) : 16xu8
  %x = cast %a : 16xi32
  %y = cast %b : 16xi32
  %p = cast %x : 16xu8
  %q = cast %y : 16xu8
  %s = sub_sat %p, %q : 16xu8
  %r = cast %s : 16xi32
  transfer_write %r, i32[0] lanes(1))",
                           OpKind::Select, differenceOrZero};

const Pattern clampedSum = {"a sum of i16 clamped to i16",
                            R"(  %a = transfer_read i16[0] lanes(1) : 16xi16
  %b = transfer_read i16[16] lanes(1) : 16xi16
  %x = cast %a : 16xi32
  %y = cast %b : 16xi32
  %s = add %x, %y : 16xi32
  %hi = constant 32767 : 16xi32
  %lo = constant -32768 : 16xi32
  %m = min %s, %hi : 16xi32
  %r = max %m, %lo : 16xi32
  transfer_write %r, i32[0] lanes(1))",
                            R"(  %a = transfer_read i16[0] lanes(1) : 16xi16
  %b = transfer_read i16[16] lanes(1) : 16xi16
  %x = cast %a : 16xi32
  %y = cast %b : 16xi32
  %p = cast %x : 16xi16
  %q = cast %y : 16xi16
  %s = add_sat %p, %q : 16xi16
  %r = cast %s : 16xi32
  transfer_write %r, i32[0] lanes(1))",
                            OpKind::Max, clampBoth};

const Pattern clampedDifference = {"a difference of i16 clamped to i16, the other way round",
                                   R"(  %a = transfer_read i16[0] lanes(1) : 16xi16
  %b = transfer_read i16[16] lanes(1) : 16xi16
  %x = cast %a : 16xi32
  %y = cast %b : 16xi32
  %s = sub %x, %y : 16xi32
  %hi = constant 32767 : 16xi32
  %lo = constant -32768 : 16xi32
  %m = max %s, %lo : 16xi32
  %r = min %m, %hi : 16xi32
  transfer_write %r, i32[0] lanes(1))",
                                   R"(  %a = transfer_read i16[0] lanes(1) : 16xi16
  %b = transfer_read i16[16] lanes(1) : 16xi16
  %x = cast %a : 16xi32
  %y = cast %b : 16xi32
  %p = cast %x : 16xi16
  %q = cast %y : 16xi16
  %s = sub_sat %p, %q : 16xi16
  %r = cast %s : 16xi32
  transfer_write %r, i32[0] lanes(1))",
                                   OpKind::Min, clampBoth};

} // namespace vecify
