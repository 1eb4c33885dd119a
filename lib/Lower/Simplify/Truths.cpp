// Truth values: inverted comparisons, and-not, comparisons and selects of truth values.
#include "Patterns.h"
#include "Rewrites.h"

namespace vecify {

std::optional<OpKind> opposite(OpKind kind, bool floats) {
  if (classOf(kind) != OpClass::Compare)
    return std::nullopt;
  // With a NaN, !(a < b) is true and a >= b is not.
  const Relation relation = relationBy(kind, floats, /*isInverted=*/true);
  return relation < Relation::NotLt ? std::optional(compareOf(relation)) : std::nullopt;
}

static Replacement invertCompare(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const Op *inner = s.f.definitionOf(op.operands[0]);
  if (!inner)
    return std::nullopt;
  if (inner->kind == OpKind::Not)
    return with(inner->operands[0]);
  if (classOf(inner->kind) != OpClass::Compare)
    return std::nullopt;
  std::optional<OpKind> kind = opposite(inner->kind, isFloat(s.typeOf(inner->operands[0]).element));
  if (!kind)
    return std::nullopt;
  llvm::SmallVector<ValueId, 2> operands(inner->operands.begin(), inner->operands.end());
  return with(s.emit(*kind, operands));
}

static Replacement foldNot(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  for (unsigned i : {0u, 1u})
    if (std::optional<Op> inner = s.definition(op.operands[i], OpKind::Not); inner && s.isVector())
      return with(s.emit(OpKind::AndNot, {inner->operands[0], s.operand(1 - i)}));
  return std::nullopt;
}

/// (m ? 1 : 0) != 0 is m, and == 0 is !m: C's comparisons are ints.
static Replacement compareSelected(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  std::optional<Op> select = s.definition(op.operands[0], OpKind::Select);
  if (!select || s.constantOperand(1) != 0)
    return std::nullopt;
  std::optional<int64_t> yes = splatInt(s.f, select->operands[1]), no = splatInt(s.f, select->operands[2]);
  if (!yes || !no || (*yes == 0) == (*no == 0))
    return std::nullopt;
  if (s.typeOf(select->operands[0]).shape != s.type.shape)
    return std::nullopt;
  const bool isTrue = (*yes != 0) == (op.kind == OpKind::CmpNe);
  return with(isTrue ? select->operands[0] : s.emit(OpKind::Not, {select->operands[0]}));
}

/// (m ? 1 : 0) & (n ? 1 : 0) is m & n ? 1 : 0.
static Replacement joinSelected(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  std::optional<Op> a = s.definition(op.operands[0], OpKind::Select), b = s.definition(op.operands[1], OpKind::Select);
  if (!a || !b || !(s.typeOf(a->operands[0]) == s.typeOf(b->operands[0])) ||
      s.typeOf(a->operands[0]).shape != s.type.shape || splatInt(s.f, a->operands[2]) != 0 ||
      splatInt(s.f, b->operands[2]) != 0)
    return std::nullopt;
  const std::optional<int64_t> yes = splatInt(s.f, a->operands[1]);
  if (!yes || yes != splatInt(s.f, b->operands[1]))
    return std::nullopt;
  const ValueId both = s.emit(op.kind, s.typeOf(a->operands[0]), {a->operands[0], b->operands[0]});
  return with(s.emit(OpKind::Select, {both, a->operands[1], a->operands[2]}));
}

/// m ^ true is !m.
static Replacement invertByXor(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (s.type.element != ScalarType::I1)
    return std::nullopt;
  for (unsigned i : {1u, 0u})
    if (s.constantOperand(i) == 1)
      return with(s.emit(OpKind::Not, {s.operand(1 - i)}));
  return std::nullopt;
}

/// What a comparison of an integer with a constant leaves of it.
struct Bound {
  ValueId of = NoValue;
  OpKind kind = OpKind::CmpEq;
  __int128 constant = 0;

  bool excludes(const Bound &other) const {
    if (kind == OpKind::CmpNe || other.kind == OpKind::CmpNe)
      return kind != other.kind && (kind == OpKind::CmpEq || other.kind == OpKind::CmpEq) && constant == other.constant;
    return least() > other.most() || other.least() > most();
  }

private:
  static constexpr __int128 Far = __int128(1) << 70;
  __int128 least() const {
    return kind == OpKind::CmpLt || kind == OpKind::CmpLe ? -Far : constant + (kind == OpKind::CmpGt);
  }
  __int128 most() const {
    return kind == OpKind::CmpGt || kind == OpKind::CmpGe ? Far : constant - (kind == OpKind::CmpLt);
  }
};

static std::optional<Bound> boundOf(const Site &s, ValueId truth) {
  const Op *compare = s.f.definitionOf(truth);
  if (!compare || classOf(compare->kind) != OpClass::Compare || !isInteger(s.typeOf(compare->operands[0]).element))
    return std::nullopt;
  std::optional<int64_t> constant = splatInt(s.f, compare->operands[1]);
  if (!constant)
    return std::nullopt;
  const bool isUnsigned = isUnsignedInteger(s.typeOf(compare->operands[0]).element);
  return Bound{compare->operands[0], compare->kind, isUnsigned ? __int128(uint64_t(*constant)) : *constant};
}

/// x < 1 && x > 5 is false, and x < 5 || x > 1 is true: compilers warn of either.
static Replacement decideBounds(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (s.type.element != ScalarType::I1)
    return std::nullopt;
  std::optional<Bound> a = boundOf(s, op.operands[0]), b = boundOf(s, op.operands[1]);
  if (!a || !b || a->of != b->of)
    return std::nullopt;
  const bool isEither = op.kind == OpKind::Or;
  if (isEither) {
    a->kind = *opposite(a->kind, false);
    b->kind = *opposite(b->kind, false);
  }
  if (!a->excludes(*b))
    return std::nullopt;
  return with(s.constant(isEither));
}

const Pattern andOfBounds = {"two comparisons that exclude each other are false",
                             R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %l = constant 1 : 8xi32
  %h = constant 5 : 8xi32
  %m = cmp_lt %a, %l : 8xi1
  %n = cmp_gt %a, %h : 8xi1
  %t = and %m, %n : 8xi1
  %r = select %t, %a, %l : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                             R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %l = constant 1 : 8xi32
  %t = constant 0 : 8xi1
  %r = select %t, %a, %l : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                             OpKind::And, decideBounds};

const Pattern orOfBounds = {"of two comparisons that leave nothing out one is true",
                            R"(  %a = transfer_read u32[0] lanes(1) : 8xu32
  %l = constant 1 : 8xu32
  %h = constant 5 : 8xu32
  %m = cmp_gt %a, %l : 8xi1
  %n = cmp_lt %a, %h : 8xi1
  %t = or %m, %n : 8xi1
  %r = select %t, %a, %l : 8xu32
  transfer_write %r, u32[8] lanes(1))",
                            R"(  %a = transfer_read u32[0] lanes(1) : 8xu32
  %l = constant 1 : 8xu32
  %t = constant 1 : 8xi1
  %r = select %t, %a, %l : 8xu32
  transfer_write %r, u32[8] lanes(1))",
                            OpKind::Or, decideBounds};

const Pattern xorOfTrue = {"a truth value xor true is its negation",
                           R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  %b = transfer_read f32[8] lanes(1) : 8xf32
  %m = cmp_lt %a, %b : 8xi1
  %t = constant 1 : 8xi1
  %n = xor %m, %t : 8xi1
  %r = and %n, %m : 8xi1
  %s = select %r, %a, %b : 8xf32
  transfer_write %s, f32[8] lanes(1))",
                           R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  %b = transfer_read f32[8] lanes(1) : 8xf32
  %m = cmp_lt %a, %b : 8xi1
  %n = not %m : 8xi1
  %r = and %n, %m : 8xi1
  %s = select %r, %a, %b : 8xf32
  transfer_write %s, f32[8] lanes(1))",
                           OpKind::Xor, invertByXor};

const Pattern notOfCompare = {"the negation of a comparison is the opposite comparison",
                              R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %m = cmp_lt %a, %b : 8xi1
  %n = not %m : 8xi1
  %r = select %n, %a, %b : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                              R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %m = cmp_ge %a, %b : 8xi1
  %r = select %m, %a, %b : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                              OpKind::Not, invertCompare};

const Pattern andOfNot = {"~x & y is one op",
                          R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %n = not %a : 8xi32
  %r = and %b, %n : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                          R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %r = andnot %a, %b : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                          OpKind::And, foldNot};

const Pattern compareOfTruth = {"(m ? 1 : 0) != 0 is m",
                                R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %m = cmp_lt %a, %b : 8xi1
  %one = constant 1 : 8xi32
  %zero = constant 0 : 8xi32
  %i = select %m, %one, %zero : 8xi32
  %n = cmp_ne %i, %zero : 8xi1
  %r = select %n, %b, %a : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                                R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %m = cmp_lt %a, %b : 8xi1
  %r = select %m, %b, %a : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                                OpKind::CmpNe, compareSelected};

const Pattern compareOfFalsehood = {"(m ? 1 : 0) == 0 is !m",
                                    R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %m = cmp_lt %a, %b : 8xi1
  %one = constant 1 : 8xi32
  %zero = constant 0 : 8xi32
  %i = select %m, %one, %zero : 8xi32
  %n = cmp_eq %i, %zero : 8xi1
  %r = select %n, %b, %a : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                                    R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %m = cmp_lt %a, %b : 8xi1
  %n = not %m : 8xi1
  %r = select %n, %b, %a : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                                    OpKind::CmpEq, compareSelected};

const Pattern andOfTruths = {"(m ? 1 : 0) & (n ? 1 : 0) is m & n ? 1 : 0",
                             R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %one = constant 1 : 8xi32
  %zero = constant 0 : 8xi32
  %m = cmp_lt %a, %b : 8xi1
  %n = cmp_gt %b, %one : 8xi1
  %i = select %m, %one, %zero : 8xi32
  %j = select %n, %one, %zero : 8xi32
  %r = and %i, %j : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                             R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %one = constant 1 : 8xi32
  %zero = constant 0 : 8xi32
  %m = cmp_lt %a, %b : 8xi1
  %n = cmp_gt %b, %one : 8xi1
  %t = and %m, %n : 8xi1
  %r = select %t, %one, %zero : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                             OpKind::And, joinSelected};
const Pattern orOfTruths = {"(m ? 1 : 0) | (n ? 1 : 0) is m | n ? 1 : 0",
                            R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %one = constant 1 : 8xi32
  %zero = constant 0 : 8xi32
  %m = cmp_lt %a, %b : 8xi1
  %n = cmp_gt %b, %one : 8xi1
  %i = select %m, %one, %zero : 8xi32
  %j = select %n, %one, %zero : 8xi32
  %r = or %i, %j : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                            R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %one = constant 1 : 8xi32
  %zero = constant 0 : 8xi32
  %m = cmp_lt %a, %b : 8xi1
  %n = cmp_gt %b, %one : 8xi1
  %t = or %m, %n : 8xi1
  %r = select %t, %one, %zero : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                            OpKind::Or, joinSelected};

} // namespace vecify
