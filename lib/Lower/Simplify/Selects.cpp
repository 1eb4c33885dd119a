// Selects that are something else: minimum, maximum, absolute value, logic.
#include "Patterns.h"
#include "Rewrites.h"
#include <cmath>

namespace vecify {

/// a < b ? a : b and its seven spellings. Integers only: on floats they differ in what they do with NaN.
static Replacement minMax(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const Op *compare = s.f.definitionOf(op.operands[0]);
  if (!compare || classOf(compare->kind) != OpClass::Compare || !isInteger(s.type.element))
    return std::nullopt;
  bool less = compare->kind == OpKind::CmpLt || compare->kind == OpKind::CmpLe;
  bool greater = compare->kind == OpKind::CmpGt || compare->kind == OpKind::CmpGe;
  ValueId a = compare->operands[0], b = compare->operands[1], yes = op.operands[1], no = op.operands[2];
  auto same = [&](ValueId x, ValueId y) {
    if (x == y)
      return true;
    std::optional<int64_t> cx = splatInt(s.f, x), cy = splatInt(s.f, y);
    return cx && cx == cy && s.typeOf(x) == s.typeOf(y);
  };
  bool straight = same(a, yes) && same(b, no), crossed = same(a, no) && same(b, yes);
  if (!(less || greater) || !(straight || crossed) || !s.isVector())
    return std::nullopt;
  return with(s.emit(less == straight ? OpKind::Min : OpKind::Max, {a, b}));
}

/// x >= c ? x - c : x is min(x, x - c) where there are no signs: of less than c the difference wraps to more.
static Replacement reduceOnce(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const Op *compare = s.f.definitionOf(op.operands[0]);
  if (!compare || !s.isIntegerVector() || bitsOf(s.type.element) == 64)
    return std::nullopt;
  const bool isKept = compare->kind == OpKind::CmpLt || compare->kind == OpKind::CmpLe; // where it holds
  const bool isReached = compare->kind == OpKind::CmpLt || compare->kind == OpKind::CmpGe;
  if (!isKept && compare->kind != OpKind::CmpGt && compare->kind != OpKind::CmpGe)
    return std::nullopt;
  const ValueId x = compare->operands[0], kept = op.operands[isKept ? 1 : 2];
  const VectorType type = s.typeOf(x);
  const ValueId reduced = beforeSign(s.f, op.operands[isKept ? 2 : 1]);
  const Op *difference = definedBy(s.f, reduced, OpKind::Sub);
  const auto isX = [&](ValueId v) { return beforeSign(s.f, v) == beforeSign(s.f, x); };
  if (!isUnsignedInteger(type.element) || bitsOf(type.element) != bitsOf(s.type.element) || !difference ||
      !isX(difference->operands[0]) || !isX(kept))
    return std::nullopt;
  const ValueId limit = compare->operands[1], c = difference->operands[1];
  const std::optional<int64_t> constant = splatInt(s.f, beforeSign(s.f, c)), bound = splatInt(s.f, limit);
  const auto isAbove = [&](int64_t by) { return constant && bound && wrapTo(type.element, *constant) == *bound + by; };
  if (isReached ? !isAbove(0) && beforeSign(s.f, limit) != beforeSign(s.f, c) : !isAbove(1))
    return std::nullopt;
  return with(s.cast(s.emit(OpKind::Min, type, {x, s.cast(reduced, type.element)}), s.type.element));
}

/// The same on floats, for strict comparisons only: cmin(a, b) is a < b ? a : b, whatever NaNs and zeros there are.
static Replacement floatMinMax(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const Op *compare = s.f.definitionOf(op.operands[0]);
  if (!compare || !s.isVector() || !isFloat(s.type.element) ||
      (compare->kind != OpKind::CmpLt && compare->kind != OpKind::CmpGt))
    return std::nullopt;
  ValueId a = compare->operands[0], b = compare->operands[1];
  bool straight = a == op.operands[1] && b == op.operands[2], crossed = a == op.operands[2] && b == op.operands[1];
  if (!straight && !crossed)
    return std::nullopt;
  // a < b ? b : a is b > a ? b : a.
  bool isMin = (compare->kind == OpKind::CmpLt) == straight;
  return with(s.emit(isMin ? OpKind::CMin : OpKind::CMax, {op.operands[1], op.operands[2]}));
}

/// x != 0 ? leading_zeros(x) : 32, for 32 bits: of 0 there are so many.
static Replacement zerosOfZero(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const Op *compare = s.f.definitionOf(op.operands[0]);
  const bool isEqual = compare && compare->kind == OpKind::CmpEq;
  if (!s.isIntegerVector() || !compare || (!isEqual && compare->kind != OpKind::CmpNe) ||
      splatInt(s.f, compare->operands[1]) != 0)
    return std::nullopt;
  const ValueId counted = op.operands[isEqual ? 2 : 1], other = op.operands[isEqual ? 1 : 2];
  const Op *zeros = s.f.definitionOf(counted);
  if (zeros && (zeros->kind == OpKind::Bitcast || zeros->kind == OpKind::Cast))
    zeros = s.f.definitionOf(zeros->operands[0]);
  if (!zeros || zeros->kind != OpKind::LeadingZeros || zeros->operands[0] != compare->operands[0] ||
      splatInt(s.f, other) != int64_t(bitsOf(s.typeOf(zeros->operands[0]).element)))
    return std::nullopt;
  return with(counted);
}

/// t > hi ? hi : max(t, lo) is min(max(t, lo), hi) for lo <= hi, and the other way round.
static Replacement outerClamp(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const Op *compare = s.f.definitionOf(op.operands[0]);
  const Op *inner = s.f.definitionOf(op.operands[2]);
  if (!compare || classOf(compare->kind) != OpClass::Compare || !inner || !s.isVector())
    return std::nullopt;
  bool greater = compare->kind == OpKind::CmpGt, less = compare->kind == OpKind::CmpLt;
  bool isFp = isFloat(s.type.element);
  if (!isFp) {
    greater |= compare->kind == OpKind::CmpGe;
    less |= compare->kind == OpKind::CmpLe;
  }
  OpKind wanted = isFp ? (greater ? OpKind::CMax : OpKind::CMin) : greater ? OpKind::Max : OpKind::Min;
  if ((!greater && !less) || inner->kind != wanted)
    return std::nullopt;
  ValueId t = compare->operands[0], bound = op.operands[1];
  unsigned own = inner->operands[0] == t ? 0 : 1;
  ValueId other = inner->operands[1 - own];
  if (inner->operands[own] != t)
    return std::nullopt;
  // Floats: the bound must come first, so that a NaN passes both.
  auto atMost = [&](ValueId lo, ValueId hi) {
    if (isFp) {
      std::optional<double> l = splatFp(s.f, lo), h = splatFp(s.f, hi);
      return own == 1 && l && h && *l <= *h;
    }
    std::optional<int64_t> l = splatInt(s.f, lo), h = splatInt(s.f, hi);
    return l && h && *l <= *h && isSignedInteger(s.type.element);
  };
  auto sameBound = [&](ValueId x) {
    return x == bound || (isFp ? splatFp(s.f, x) && splatFp(s.f, x) == splatFp(s.f, bound) &&
                                     std::signbit(*splatFp(s.f, x)) == std::signbit(*splatFp(s.f, bound))
                               : splatInt(s.f, x) && splatInt(s.f, x) == splatInt(s.f, bound));
  };
  if (!sameBound(compare->operands[1]) || !(greater ? atMost(other, bound) : atMost(bound, other)))
    return std::nullopt;
  OpKind outer = isFp ? (greater ? OpKind::CMin : OpKind::CMax) : greater ? OpKind::Min : OpKind::Max;
  return with(s.emit(outer, {bound, s.operand(2)}));
}

/// The signed x of x < 0 ? -kept : kept, and kept.
static std::optional<std::pair<ValueId, ValueId>> negatedBelowZero(const Op &op, const Site &s) {
  const Op *compare = s.f.definitionOf(op.operands[0]);
  if (!compare || classOf(compare->kind) != OpClass::Compare || !s.isIntegerVector() ||
      splatInt(s.f, compare->operands[1]) != 0 || !isSignedInteger(s.typeOf(compare->operands[0]).element))
    return std::nullopt;
  bool less = compare->kind == OpKind::CmpLt || compare->kind == OpKind::CmpLe;
  bool greater = compare->kind == OpKind::CmpGt || compare->kind == OpKind::CmpGe;
  if (!less && !greater)
    return std::nullopt;
  const ValueId negated = op.operands[less ? 1 : 2], kept = op.operands[less ? 2 : 1];
  const Op *neg = definedBy(s.f, negated, OpKind::Neg), *sub = definedBy(s.f, negated, OpKind::Sub);
  const bool isNegation =
      (neg && neg->operands[0] == kept) || (sub && splatInt(s.f, sub->operands[0]) == 0 && sub->operands[1] == kept);
  return isNegation ? std::optional(std::pair(compare->operands[0], kept)) : std::nullopt;
}

static Replacement absolute(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const auto found = negatedBelowZero(op, s);
  return found && found->first == found->second ? with(s.emit(OpKind::Abs, {found->first})) : std::nullopt;
}

/// As an unsigned number, which the absolute value of the least x is, too.
static Replacement unsignedAbsolute(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const auto found = negatedBelowZero(op, s);
  const Op *cast = found ? s.f.definitionOf(found->second) : nullptr;
  if (!cast || (cast->kind != OpKind::Cast && cast->kind != OpKind::Bitcast) || cast->operands[0] != found->first ||
      !isUnsignedInteger(s.type.element) || bitsOf(s.type.element) != bitsOf(s.typeOf(found->first).element) ||
      bitsOf(s.type.element) > 32)
    return std::nullopt;
  return with(s.emit(OpKind::Min, {s.operand(1), s.operand(2)}));
}

static Replacement selectNot(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  std::optional<Op> inner = s.definition(op.operands[0], OpKind::Not);
  if (!inner)
    return std::nullopt;
  return with(s.emit(OpKind::Select, {inner->operands[0], s.operand(2), s.operand(1)}));
}

/// a >= b ? x : y where a < b takes less, on integers. a != b always: few targets have it, and gcc 12 loses the
/// complement that stands for it where a blend uses it (-mavx512vl).
static Replacement selectOpposite(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const Op *found = s.f.definitionOf(op.operands[0]);
  if (!found || !s.isVector() || classOf(found->kind) != OpClass::Compare)
    return std::nullopt;
  const Op compare = *found;
  const ScalarType element = s.typeOf(compare.operands[0]).element;
  const std::optional<OpKind> other = opposite(compare.kind, isFloat(element));
  if (!other || !isInteger(element))
    return std::nullopt;
  const auto effort = [&](OpKind kind) {
    const Row *row = target.find(kind, element, target.lanesOf(element));
    return row ? row->uops : 8;
  };
  if (compare.kind != OpKind::CmpNe && (*other == OpKind::CmpNe || effort(*other) >= effort(compare.kind)))
    return std::nullopt;
  const ValueId mask = op.operands[0];
  const ValueId swapped =
      s.b.create(*other, s.typeOf(mask), {compare.operands[0], compare.operands[1]}, s.f.values[mask].name);
  return with(s.emit(OpKind::Select, {swapped, s.operand(2), s.operand(1)}));
}

static Replacement selectEqual(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (op.operands[1] == op.operands[2])
    return with(op.operands[1]);
  if (std::optional<int64_t> condition = s.constantOperand(0))
    return with(op.operands[*condition ? 1 : 2]);
  return std::nullopt;
}

/// Between vectors of truth values there is no blend: (m & a) | (~m & b).
static Replacement selectTruths(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (!s.isVector() || s.type.element != ScalarType::I1)
    return std::nullopt;
  ValueId yes = s.emit(OpKind::And, {s.operand(0), s.operand(1)});
  ValueId no = s.emit(OpKind::AndNot, {s.operand(0), s.operand(2)});
  return with(s.emit(OpKind::Or, {yes, no}));
}

/// m ? a + x : a + y on integers: a sum of what is selected.
static Replacement selectAddend(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (!s.isIntegerVector())
    return std::nullopt;
  const std::optional<Op> yes = s.definition(op.operands[1], OpKind::Add),
                          no = s.definition(op.operands[2], OpKind::Add);
  for (unsigned i : {0u, 1u})
    for (unsigned j : {0u, 1u})
      if (yes && no && yes->operands[i] == no->operands[j])
        return with(s.emit(OpKind::Add, {yes->operands[i], s.emit(OpKind::Select, {s.operand(0), yes->operands[1 - i],
                                                                                    no->operands[1 - j]})}));
  return std::nullopt;
}

/// m ? a + x : a on integers, or m ? a : a + x: what is not selected adds 0, so that the sum stays a sum.
static Replacement selectSum(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  for (unsigned side : {1u, 2u}) {
    const ValueId other = op.operands[3 - side];
    const std::optional<Op> sum = s.isIntegerVector() ? s.definition(op.operands[side], OpKind::Add) : std::nullopt;
    for (unsigned i : {0u, 1u})
      if (sum && sum->operands[i] == other) {
        llvm::SmallVector<ValueId, 3> operands = {s.operand(0), s.constant(0), s.constant(0)};
        operands[side] = sum->operands[1 - i];
        return with(s.emit(OpKind::Add, {other, s.emit(OpKind::Select, operands)}));
      }
  }
  return std::nullopt;
}

/// m ? (m ? a : b) : c, and m ? a : (m ? b : c).
static Replacement selectAgain(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const std::optional<Op> yes = s.definition(op.operands[1], OpKind::Select),
                          no = s.definition(op.operands[2], OpKind::Select);
  const bool isYes = yes && yes->operands[0] == op.operands[0], isNo = no && no->operands[0] == op.operands[0];
  if (!isYes && !isNo)
    return std::nullopt;
  return with(s.emit(OpKind::Select,
                     {s.operand(0), isYes ? yes->operands[1] : s.operand(1), isNo ? no->operands[2] : s.operand(2)}));
}

/// True where the other one is false.
static bool areOpposite(const Function &f, ValueId a, ValueId b) {
  const Op *x = f.definitionOf(a), *y = f.definitionOf(b);
  if (!x || !y || classOf(x->kind) != OpClass::Compare || x->operands != y->operands)
    return false;
  return opposite(x->kind, isFloat(f.typeOf(x->operands[0]).element)) == y->kind;
}

/// The lanes that `mask` leaves out, or those that it does not, are made of what was read as 0 there.
static bool isZeroOutside(const Function &f, ValueId v, ValueId mask, bool isInside, unsigned depth = 0) {
  constexpr unsigned deepest = 8;
  const Op *op = depth == deepest ? nullptr : f.definitionOf(v);
  if (!op)
    return false;
  const auto isZero = [&](unsigned i) { return isZeroOutside(f, op->operands[i], mask, isInside, depth + 1); };
  const bool areIntegers = isInteger(f.typeOf(v).element);
  switch (op->kind) {
  case OpKind::TransferRead:
    return hasMask(*op, f) && isAllZeros(f, op->operands.back()) &&
           (isInside ? areOpposite(f, maskOf(*op, f), mask) : maskOf(*op, f) == mask);
  case OpKind::Constant:
    return areIntegers && splatInt(f, v) == 0;
  case OpKind::Cast:
    return isZero(0);
  case OpKind::Mul:
  case OpKind::And:
    return areIntegers && (isZero(0) || isZero(1));
  case OpKind::Add:
  case OpKind::Sub:
  case OpKind::Or:
  case OpKind::Xor:
  case OpKind::AbsDiff:
  case OpKind::Min:
  case OpKind::Max:
    return areIntegers && isZero(0) && isZero(1);
  case OpKind::Abs:
  case OpKind::Neg:
    return areIntegers && isZero(0);
  case OpKind::Select:
    return isZero(1) && isZero(2);
  default:
    return false;
  }
}

static Replacement selectMasked(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  // What a GPU keeps in shared memory has no padding.
  if (target.isSimt)
    return std::nullopt;
  for (unsigned side : {1u, 2u})
    if (s.isVector() && isAllZeros(s.f, op.operands[3 - side]) &&
        isZeroOutside(s.f, op.operands[side], op.operands[0], side == 2))
      return with(op.operands[side]);
  return std::nullopt;
}

const Pattern selectOfSelect = {"a select of what the same mask has selected is one select",
                                R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  %b = transfer_read f32[8] lanes(1) : 8xf32
  %c = transfer_read f32[16] lanes(1) : 8xf32
  %m = cmp_lt %a, %b : 8xi1
  %t = select %m, %a, %c : 8xf32
  %r = select %m, %t, %b : 8xf32
  transfer_write %r, f32[8] lanes(1))",
                                R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  %b = transfer_read f32[8] lanes(1) : 8xf32
  %m = cmp_lt %a, %b : 8xi1
  %r = select %m, %a, %b : 8xf32
  transfer_write %r, f32[8] lanes(1))",
                                OpKind::Select, selectAgain};

const Pattern selectOfMasked = {"what is made of masked reads is 0 elsewhere already",
                                R"(  %n = index (5) : index
  %m = create_mask %n : 8xi1
  %p = constant 0 : i32
  %a = transfer_read i32[0] lanes(1) mask %m else %p : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %t = mul %a, %b : 8xi32
  %z = constant 0 : 8xi32
  %r = select %m, %t, %z : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                                R"(  %n = index (5) : index
  %m = create_mask %n : 8xi1
  %p = constant 0 : i32
  %a = transfer_read i32[0] lanes(1) mask %m else %p : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %t = mul %a, %b : 8xi32
  transfer_write %t, i32[8] lanes(1))",
                                OpKind::Select, selectMasked};

const Pattern selectOfSums = {"a choice of what is added to the same value is one addition",
                              R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %c = transfer_read i32[16] lanes(1) : 8xi32
  %m = cmp_lt %b, %a : 8xi1
  %t = add %a, %b : 8xi32
  %u = add %c, %a : 8xi32
  %r = select %m, %t, %u : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                              R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %c = transfer_read i32[16] lanes(1) : 8xi32
  %m = cmp_lt %b, %a : 8xi1
  %s = select %m, %b, %c : 8xi32
  %r = add %a, %s : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                              OpKind::Select, selectAddend};

const Pattern selectOfSum = {"a conditional addition adds 0 where the condition is false",
                             R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %m = cmp_lt %b, %a : 8xi1
  %t = add %a, %b : 8xi32
  %r = select %m, %t, %a : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                             R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %m = cmp_lt %b, %a : 8xi1
  %z = constant 0 : 8xi32
  %s = select %m, %b, %z : 8xi32
  %r = add %a, %s : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                             OpKind::Select, selectSum};

const Pattern selectToMinMax = {"a < b ? a : b is the minimum",
                                R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %m = cmp_gt %a, %b : 8xi1
  %r = select %m, %b, %a : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                                R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %r = min %a, %b : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                                OpKind::Select, minMax};

const Pattern selectToFloatMinMax = {"a < b ? a : b on floats is cmin",
                                     R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  %b = transfer_read f32[8] lanes(1) : 8xf32
  %m = cmp_lt %a, %b : 8xi1
  %r = select %m, %b, %a : 8xf32
  transfer_write %r, f32[8] lanes(1))",
                                     R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  %b = transfer_read f32[8] lanes(1) : 8xf32
  %r = cmax %b, %a : 8xf32
  transfer_write %r, f32[8] lanes(1))",
                                     OpKind::Select, floatMinMax};

const Pattern selectToClamp = {"t > hi ? hi : max(t, lo) is a clamp",
                               R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %lo = constant -128 : 8xi32
  %hi = constant 127 : 8xi32
  %m = max %a, %lo : 8xi32
  %g = cmp_gt %a, %hi : 8xi1
  %r = select %g, %hi, %m : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                               R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %lo = constant -128 : 8xi32
  %hi = constant 127 : 8xi32
  %m = max %a, %lo : 8xi32
  %r = min %hi, %m : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                               OpKind::Select, outerClamp};

const Pattern selectOfZeros = {"leading zeros, of 0 as many as there are bits",
                               R"(  %x = transfer_read u32[0] lanes(1) : 8xu32
  %z = constant 0 : 8xu32
  %o = constant 32 : 8xi32
  %n = cmp_ne %x, %z : 8xi1
  %l = leading_zeros %x : 8xu32
  %i = bitcast %l : 8xi32
  %r = select %n, %i, %o : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                               R"(  %x = transfer_read u32[0] lanes(1) : 8xu32
  %l = leading_zeros %x : 8xu32
  %i = bitcast %l : 8xi32
  transfer_write %i, i32[8] lanes(1))",
                               OpKind::Select, zerosOfZero};

const Pattern selectOfReduced = {"x >= c ? x - c : x is min(x, x - c) where there are no signs",
                                 R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %c = constant 26 : 16xu8
  %m = cmp_ge %a, %c : 16xi1
  %s = sub %a, %c : 16xu8
  %r = select %m, %s, %a : 16xu8
  transfer_write %r, u8[16] lanes(1))",
                                 R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %c = constant 26 : 16xu8
  %s = sub %a, %c : 16xu8
  %r = min %a, %s : 16xu8
  transfer_write %r, u8[16] lanes(1))",
                                 OpKind::Select, reduceOnce};

const Pattern selectToAbs = {"x < 0 ? -x : x is the absolute value",
                             R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %z = constant 0 : 8xi32
  %m = cmp_lt %a, %z : 8xi1
  %n = neg %a : 8xi32
  %r = select %m, %n, %a : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                             R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %r = abs %a : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                             OpKind::Select, absolute};

const Pattern selectToUnsignedAbs = {"x < 0 ? -(unsigned)x : (unsigned)x is what is less of both",
                                     R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %z = constant 0 : 8xi32
  %m = cmp_lt %a, %z : 8xi1
  %u = bitcast %a : 8xu32
  %n = neg %u : 8xu32
  %r = select %m, %n, %u : 8xu32
  transfer_write %r, u32[8] lanes(1))",
                                     R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %u = bitcast %a : 8xu32
  %n = neg %u : 8xu32
  %r = min %n, %u : 8xu32
  transfer_write %r, u32[8] lanes(1))",
                                     OpKind::Select, unsignedAbsolute};

const Pattern selectByOpposite = {"a select by a compare is the select by its opposite, where that takes less",
                                  R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %c = transfer_read i32[16] lanes(1) : 8xi32
  %m = cmp_ge %a, %b : 8xi1
  %r = select %m, %a, %c : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                                  R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %c = transfer_read i32[16] lanes(1) : 8xi32
  %m = cmp_lt %a, %b : 8xi1
  %r = select %m, %c, %a : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                                  OpKind::Select, selectOpposite};

const Pattern selectOfNot = {"a select by a negation is the select the other way round",
                             R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  %b = transfer_read f32[8] lanes(1) : 8xf32
  %m = cmp_lt %a, %b : 8xi1
  %n = not %m : 8xi1
  %r = select %n, %a, %b : 8xf32
  transfer_write %r, f32[8] lanes(1))",
                             R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  %b = transfer_read f32[8] lanes(1) : 8xf32
  %m = cmp_lt %a, %b : 8xi1
  %r = select %m, %b, %a : 8xf32
  transfer_write %r, f32[8] lanes(1))",
                             OpKind::Select, selectNot};

const Pattern selectOfEqual = {"a select between one value is that value",
                               R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  %b = transfer_read f32[8] lanes(1) : 8xf32
  %m = cmp_lt %a, %b : 8xi1
  %r = select %m, %a, %a : 8xf32
  transfer_write %r, f32[8] lanes(1))",
                               R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  transfer_write %a, f32[8] lanes(1))",
                               OpKind::Select, selectEqual};

const Pattern selectOfTruths = {"a select between truth values is logic",
                                R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %m = cmp_lt %a, %b : 8xi1
  %p = cmp_eq %a, %b : 8xi1
  %q = cmp_gt %a, %b : 8xi1
  %s = select %m, %p, %q : 8xi1
  %r = select %s, %a, %b : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                                R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %m = cmp_lt %a, %b : 8xi1
  %p = cmp_eq %a, %b : 8xi1
  %q = cmp_gt %a, %b : 8xi1
  %y = and %m, %p : 8xi1
  %n = andnot %m, %q : 8xi1
  %s = or %y, %n : 8xi1
  %r = select %s, %a, %b : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                                OpKind::Select, selectTruths};

} // namespace vecify
