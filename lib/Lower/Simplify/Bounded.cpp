// Clamps and masks of values that are in bounds already, as their ranges prove, and what masks decide.
#include "NarrowIntegers/Ranges.h"
#include "Patterns.h"
#include "Rewrites.h"

namespace vecify {

static Replacement dropBound(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (!isInteger(s.type.element))
    return std::nullopt;
  ValueRange a = rangeOf(s.f, op.operands[0]), b = rangeOf(s.f, op.operands[1]);
  bool isMin = op.kind == OpKind::Min;
  if (isMin ? a.hi <= b.lo : a.lo >= b.hi)
    return with(op.operands[0]);
  if (isMin ? b.hi <= a.lo : b.lo >= a.hi)
    return with(op.operands[1]);
  return std::nullopt;
}

/// gcc 12 makes a signed pabsb of pabsw between a zero extension and a truncation.
static Replacement dropAbs(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const bool isKnown = isInteger(s.type.element) && rangeOf(s.f, op.operands[0]).lo >= 0;
  return isKnown ? Replacement(with(op.operands[0])) : std::nullopt;
}

static Replacement dropMask(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (!isInteger(s.type.element))
    return std::nullopt;
  for (unsigned i : {1u, 0u}) {
    std::optional<int64_t> mask = s.constantOperand(i);
    if (!mask || *mask < 0)
      continue;
    // Ones up to the value's highest bit keep all of it.
    ValueRange x = rangeOf(s.f, op.operands[1 - i]);
    int64_t ones = int64_t((uint64_t(1) << llvm::countr_one(uint64_t(*mask))) - 1);
    if (x.lo >= 0 && x.hi <= ones)
      return with(op.operands[1 - i]);
  }
  return std::nullopt;
}

/// (x & 6) | (x & 1) is x & 7.
static Replacement uniteMasks(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (!s.isIntegerVector())
    return std::nullopt;
  const std::optional<Op> a = s.definition(op.operands[0], OpKind::And), b = s.definition(op.operands[1], OpKind::And);
  for (unsigned way = 0; a && b && way < 4; ++way) {
    const unsigned i = way & 1, j = way >> 1;
    const std::optional<int64_t> first = splatInt(s.f, a->operands[i]), second = splatInt(s.f, b->operands[j]);
    if (first && second && a->operands[1 - i] == b->operands[1 - j])
      return with(s.emit(OpKind::And, {a->operands[1 - i], s.constant(*first | *second)}));
  }
  return std::nullopt;
}

/// (x & 6) & 3 is x & 2, and x & 0 is 0.
static Replacement joinMasks(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (isFloat(s.type.element) || isMask(s.type.element))
    return std::nullopt;
  for (unsigned i : {1u, 0u}) {
    const std::optional<int64_t> mask = s.constantOperand(i);
    if (!mask)
      continue;
    if (*mask == 0)
      return with(s.constant(0));
    const std::optional<Op> inner = s.definition(op.operands[1 - i], OpKind::And);
    for (unsigned k : {1u, 0u})
      if (const std::optional<int64_t> first = inner ? splatInt(s.f, inner->operands[k]) : std::nullopt) {
        const ValueId both = s.constant(wrapTo(s.type.element, *mask & *first));
        return with(s.emit(OpKind::And, {inner->operands[1 - k], both}));
      }
  }
  return std::nullopt;
}

/// (x & 12) == 3 is false, and (x & 12) != 3 is true: compilers warn of either.
static Replacement decideMasked(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const std::optional<int64_t> wanted = s.constantOperand(1);
  const std::optional<Op> masked = s.definition(op.operands[0], OpKind::And);
  const ScalarType element = s.typeOf(op.operands[0]).element;
  if (!wanted || !masked || !isInteger(element))
    return std::nullopt;
  for (ValueId operand : masked->operands)
    if (const std::optional<int64_t> mask = splatInt(s.f, operand); mask && wrapTo(element, *wanted & ~*mask) != 0)
      return with(s.constant(op.kind == OpKind::CmpNe));
  return std::nullopt;
}

static bool holdsForAll(OpKind kind, const ValueRange &a, const ValueRange &b) {
  switch (kind) {
  case OpKind::CmpLt:
    return a.hi < b.lo;
  case OpKind::CmpLe:
    return a.hi <= b.lo;
  case OpKind::CmpGt:
    return a.lo > b.hi;
  case OpKind::CmpGe:
    return a.lo >= b.hi;
  case OpKind::CmpEq:
    return a.isConstant() && a == b;
  case OpKind::CmpNe:
    return a.hi < b.lo || a.lo > b.hi;
  default:
    return false;
  }
}

/// An unsigned byte is never above 255: compilers warn of it.
static Replacement decideByRange(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (!isInteger(s.typeOf(op.operands[0]).element))
    return std::nullopt;
  const ValueRange a = rangeOf(s.f, op.operands[0]), b = rangeOf(s.f, op.operands[1]);
  for (bool truth : {true, false})
    if (holdsForAll(truth ? op.kind : *opposite(op.kind, false), a, b))
      return with(s.constant(truth));
  return std::nullopt;
}

const Pattern equalOfMasked = {"a value is not equal to one with bits that its mask takes away",
                               R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %m = constant 12 : 8xi32
  %n = constant 3 : 8xi32
  %x = and %a, %m : 8xi32
  %t = cmp_eq %x, %n : 8xi1
  %r = select %t, %a, %n : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                               R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %n = constant 3 : 8xi32
  %t = constant 0 : 8xi1
  %r = select %t, %a, %n : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                               OpKind::CmpEq, decideMasked};

const Pattern unequalOfMasked = {"a value differs from one with bits that its mask takes away",
                                 R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %m = constant 254 : 16xu8
  %n = constant 7 : 16xu8
  %x = and %a, %m : 16xu8
  %t = cmp_ne %x, %n : 16xi1
  %r = select %t, %a, %n : 16xu8
  transfer_write %r, u8[16] lanes(1))",
                                 R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %n = constant 7 : 16xu8
  %t = constant 1 : 16xi1
  %r = select %t, %a, %n : 16xu8
  transfer_write %r, u8[16] lanes(1))",
                                 OpKind::CmpNe, decideMasked};

const Pattern absOfPositive = {"|x| is x where x is not negative",
                               R"(  %a = transfer_read u8[0] lanes(1) : 8xu8
  %w = cast %a : 8xi16
  %r = abs %w : 8xi16
  transfer_write %r, i16[8] lanes(1))",
                               R"(  %a = transfer_read u8[0] lanes(1) : 8xu8
  %w = cast %a : 8xi16
  transfer_write %w, i16[8] lanes(1))",
                               OpKind::Abs, dropAbs};

const Pattern minOfBounded = {"a minimum with something that is never smaller",
                              R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %w = cast %a : 16xi32
  %c = constant 255 : 16xi32
  %m = min %w, %c : 16xi32
  transfer_write %m, i32[0] lanes(1))",
                              R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %w = cast %a : 16xi32
  transfer_write %w, i32[0] lanes(1))",
                              OpKind::Min, dropBound};

const Pattern maxOfBounded = {"a maximum with something that is never larger",
                              R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %w = cast %a : 16xi32
  %c = constant 0 : 16xi32
  %m = max %w, %c : 16xi32
  transfer_write %m, i32[0] lanes(1))",
                              R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %w = cast %a : 16xi32
  transfer_write %w, i32[0] lanes(1))",
                              OpKind::Max, dropBound};

const Pattern andOfAnd = {"two masks are one",
                          R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %m = constant 6 : 8xi32
  %n = constant 3 : 8xi32
  %x = and %a, %m : 8xi32
  %r = and %x, %n : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                          R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %m = constant 2 : 8xi32
  %r = and %a, %m : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                          OpKind::And, joinMasks};

const Pattern andOfBounded = {"a mask that keeps every bit the value can have",
                              R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %w = cast %a : 16xi32
  %c = constant 1023 : 16xi32
  %m = and %w, %c : 16xi32
  transfer_write %m, i32[0] lanes(1))",
                              R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %w = cast %a : 16xi32
  transfer_write %w, i32[0] lanes(1))",
                              OpKind::And, dropMask};

const Pattern orOfMasks = {"parts of one value are masked at once",
                           R"(  %a = transfer_read u16[0] lanes(1) : 16xu16
  %m = constant 255 : 16xu16
  %n = constant 3840 : 16xu16
  %x = and %a, %m : 16xu16
  %y = and %a, %n : 16xu16
  %r = or %x, %y : 16xu16
  transfer_write %r, u16[16] lanes(1))",
                           R"(  %a = transfer_read u16[0] lanes(1) : 16xu16
  %m = constant 4095 : 16xu16
  %r = and %a, %m : 16xu16
  transfer_write %r, u16[16] lanes(1))",
                           OpKind::Or, uniteMasks};

#define VECIFY_DECIDED(name, kind, compare, constant, truth)                                                           \
  const Pattern name = {"a comparison that the ranges of its operands decide: " compare,                               \
                        "  %a = transfer_read u8[0] lanes(1) : 8xu8\n"                                                 \
                        "  %w = cast %a : 8xi32\n"                                                                     \
                        "  %c = constant " constant " : 8xi32\n"                                                       \
                        "  %t = " compare " %w, %c : 8xi1\n"                                                           \
                        "  %r = select %t, %w, %c : 8xi32\n"                                                           \
                        "  transfer_write %r, i32[8] lanes(1)",                                                        \
                        "  %a = transfer_read u8[0] lanes(1) : 8xu8\n"                                                 \
                        "  %w = cast %a : 8xi32\n"                                                                     \
                        "  %c = constant " constant " : 8xi32\n"                                                       \
                        "  %t = constant " truth " : 8xi1\n"                                                           \
                        "  %r = select %t, %w, %c : 8xi32\n"                                                           \
                        "  transfer_write %r, i32[8] lanes(1)",                                                        \
                        kind, decideByRange};

VECIFY_DECIDED(lessThanAll, OpKind::CmpLt, "cmp_lt", "-1", "0")
VECIFY_DECIDED(atMostAll, OpKind::CmpLe, "cmp_le", "255", "1")
VECIFY_DECIDED(greaterThanAll, OpKind::CmpGt, "cmp_gt", "255", "0")
VECIFY_DECIDED(atLeastAll, OpKind::CmpGe, "cmp_ge", "-8", "1")
VECIFY_DECIDED(equalToNone, OpKind::CmpEq, "cmp_eq", "256", "0")
VECIFY_DECIDED(unequalToAll, OpKind::CmpNe, "cmp_ne", "-1", "1")
#undef VECIFY_DECIDED

} // namespace vecify
