// Sums and differences that are clamped to the range of a narrow type.
//
//     min(a + b, 255)             a, b in [0, 255]      add_sat on u8
//     max(a - b, 0)                                     sub_sat on u8
//     a > b ? a - b : 0                                 the same
//     max(min(a + b, 127), -128)  a, b in [-128, 127]   add_sat on i8
//     max(min(a + b, 255), 0)     a, b of 16 bits       max(min(add_sat on i16, 255), 0)
//                                 a a byte, b uniform   sub_sat(add_sat(a, max(b, 0)), max(-b, 0)) on u8
//     the same to 32 bits, in 64                        add_sat on i32, or the wrapped sum and an end where it has
//                                                       overflowed
#include "Narrow.h"
#include "Patterns.h"

namespace vecify {

static const ScalarType UnsignedTypes[] = {ScalarType::U8, ScalarType::U16, ScalarType::U32};
static const ScalarType SignedTypes[] = {ScalarType::I8, ScalarType::I16, ScalarType::I32};

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

/// a + b and a - b between bounds that are not negative, where `b` is the same number, of unknown sign, in all lanes:
/// one of its parts is 0, and nothing is lost that the bounds would keep.
static Replacement clampUnsigned(Site &s, ValueId clamped, int64_t low, int64_t high) {
  const Op *found = s.f.definitionOf(clamped);
  if (!found || (found->kind != OpKind::Add && found->kind != OpKind::Sub) || low < 0 || low > high)
    return std::nullopt;
  const Op exact = *found;
  unsigned uniform = splatOf(s.f, exact.operands[1]) || exact.kind == OpKind::Sub ? 1 : 0;
  const std::optional<ValueId> splat = splatOf(s.f, exact.operands[uniform]);
  const ValueId a = exact.operands[1 - uniform];
  const std::optional<ScalarType> type = splat ? narrowFor(s, OpKind::AddSat, {a}, UnsignedTypes) : std::nullopt;
  if (!type || high > maxValue(*type) || splatInt(s.f, *splat))
    return std::nullopt;
  const VectorType scalar = s.typeOf(*splat), narrow = s.type.withElement(*type);
  const ValueRange range = rangeOf(s.f, *splat);
  if (!isSignedInteger(scalar.element) || range.lo < -maxValue(*type) || range.hi > maxValue(*type) || range.lo >= 0)
    return std::nullopt;
  const ValueId zero = s.b.constant(scalar, 0);
  const ValueId up = s.b.create(OpKind::Max, scalar, {*splat, zero}, s.name);
  const ValueId down = s.b.create(OpKind::Max, scalar, {s.b.create(OpKind::Sub, scalar, {zero, *splat}), zero}, s.name);
  const auto lanesOf = [&](ValueId part) { return s.b.broadcast(s.cast(part, *type), narrow); };
  const bool isSum = exact.kind == OpKind::Add;
  ValueId v = s.emit(OpKind::AddSat, narrow, {s.cast(a, *type), lanesOf(isSum ? up : down)});
  v = s.emit(OpKind::SubSat, narrow, {v, lanesOf(isSum ? down : up)});
  if (high < maxValue(*type))
    v = s.emit(OpKind::Min, narrow, {v, s.b.constant(narrow, high)});
  if (low > 0)
    v = s.emit(OpKind::Max, narrow, {v, s.b.constant(narrow, low)});
  return with(s.cast(v, s.type.element));
}

/// A sum or difference of 32-bit numbers in 64 bits, clamped to 32: where it overflows, the end on the first one's
/// side.
static Replacement clampTo32(Site &s, ValueId clamped, int64_t low, int64_t high) {
  const Op *found = s.f.definitionOf(clamped);
  const ScalarType narrow = ScalarType::I32;
  if (!found || (found->kind != OpKind::Add && found->kind != OpKind::Sub) || s.type.element != ScalarType::I64 ||
      low != minValue(narrow) || high != maxValue(narrow))
    return std::nullopt;
  const Op exact = *found;
  if (!llvm::all_of(exact.operands, [&](ValueId v) { return rangeOf(s.f, v).fits(narrow); }))
    return std::nullopt;
  const VectorType type = s.type.withElement(narrow);
  const auto emit = [&](OpKind kind, llvm::ArrayRef<ValueId> operands) { return s.emit(kind, type, operands); };
  const ValueId a = s.cast(exact.operands[0], narrow), b = s.cast(exact.operands[1], narrow);
  const ValueId wrapped = emit(exact.kind, {a, b}), fromA = emit(OpKind::Xor, {wrapped, a});
  const ValueId other = exact.kind == OpKind::Add ? emit(OpKind::Xor, {wrapped, b}) : emit(OpKind::Xor, {a, b});
  const ValueId overflow = s.emit(OpKind::CmpLt, type.withElement(ScalarType::I1),
                                  {emit(OpKind::And, {fromA, other}), s.b.constant(type, 0)});
  const ValueId end =
      emit(OpKind::Xor, {s.emitInts(OpKind::ShrImm, type, {a}, {31}), s.b.constant(type, maxValue(narrow))});
  return with(s.cast(emit(OpKind::Select, {overflow, end, wrapped}), s.type.element));
}

/// max(min(x, hi), lo) and min(max(x, lo), hi) within a signed type; `op` is the outer of the two. A sum that saturates
/// is clamped as the exact one: it only differs beyond the type's ends.
static Replacement clampBoth(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const std::optional<Clamp> clamp = s.isIntegerVector() && isSignedInteger(s.type.element) ? clampAt(s) : std::nullopt;
  if (!clamp)
    return std::nullopt;
  const OpKind otherKind = op.kind == OpKind::Max ? OpKind::Min : OpKind::Max;
  const int64_t low = clamp->low, high = clamp->high;
  if (Replacement unsignedly = clampUnsigned(s, clamp->value, low, high))
    return unsignedly;
  for (OpKind kind : {OpKind::Add, OpKind::Sub}) {
    std::optional<Op> exact = s.definition(clamp->value, kind);
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
  return clampTo32(s, clamp->value, low, high);
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

const Pattern clampedByUniform = {"one number added to all bytes, clamped to bytes",
                                  R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %x = cast %a : 16xi32
  %w = shr_imm %scalar [24] : i32
  %b = broadcast %w : 16xi32
  %s = add %x, %b : 16xi32
  %hi = constant 255 : 16xi32
  %m = min %s, %hi : 16xi32
  %lo = constant 0 : 16xi32
  %r = max %m, %lo : 16xi32
  transfer_write %r, i32[0] lanes(1))",
                                  R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %x = cast %a : 16xi32
  %w = shr_imm %scalar [24] : i32
  %lo = constant 0 : i32
  %p = max %w, %lo : i32
  %n = sub %lo, %w : i32
  %q = max %n, %lo : i32
  %c = cast %x : 16xu8
  %up = cast %p : u8
  %u = broadcast %up : 16xu8
  %s = add_sat %c, %u : 16xu8
  %down = cast %q : u8
  %d = broadcast %down : 16xu8
  %t = sub_sat %s, %d : 16xu8
  %r = cast %t : 16xi32
  transfer_write %r, i32[0] lanes(1))",
                                  OpKind::Max, clampBoth};

const Pattern clampedWords = {"a sum of words clamped to words",
                              R"(  %x = transfer_read i32[0] lanes(1) : 8xi32
  %y = transfer_read i32[8] lanes(1) : 8xi32
  %a = cast %x : 8xi64
  %b = cast %y : 8xi64
  %s = add %a, %b : 8xi64
  %hi = constant 2147483647 : 8xi64
  %m = min %s, %hi : 8xi64
  %lo = constant -2147483648 : 8xi64
  %r = max %m, %lo : 8xi64
  transfer_write %r, i64[0] lanes(1))",
                              R"(  %x = transfer_read i32[0] lanes(1) : 8xi32
  %y = transfer_read i32[8] lanes(1) : 8xi32
  %a = cast %x : 8xi64
  %b = cast %y : 8xi64
  %p = cast %a : 8xi32
  %q = cast %b : 8xi32
  %s = add %p, %q : 8xi32
  %u = xor %s, %p : 8xi32
  %v = xor %s, %q : 8xi32
  %w = and %u, %v : 8xi32
  %z = constant 0 : 8xi32
  %o = cmp_lt %w, %z : 8xi1
  %n = shr_imm %p [31] : 8xi32
  %k = constant 2147483647 : 8xi32
  %e = xor %n, %k : 8xi32
  %t = select %o, %e, %s : 8xi32
  %r = cast %t : 8xi64
  transfer_write %r, i64[0] lanes(1))",
                              OpKind::Max,
                              clampBoth,
                              "avx512"};

} // namespace vecify
