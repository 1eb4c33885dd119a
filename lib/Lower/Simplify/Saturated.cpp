// Negation and absolute value that stop at the greatest number.
//
//     x == MIN ? MAX : -x            ->  -max(x, -MAX)
//     x > 0 ? x : -max(x, -MAX)      ->  abs(max(x, -MAX))
#include "NarrowIntegers/Ranges.h"
#include "Patterns.h"
#include "Rewrites.h"

namespace vecify {

/// The negated value: -x, or 0 - x.
static std::optional<ValueId> negated(const Function &f, ValueId v) {
  if (const Op *neg = definedBy(f, v, OpKind::Neg))
    return neg->operands[0];
  const Op *sub = definedBy(f, v, OpKind::Sub);
  return sub && splatInt(f, sub->operands[0]) == 0 ? std::optional(sub->operands[1]) : std::nullopt;
}

static bool hasMax(const Site &s) {
  return s.isIntegerVector() && isSignedInteger(s.type.element) &&
         s.target.find(OpKind::Max, s.type.element, s.target.lanesOf(s.type.element));
}

/// The least x is what is compared with, and its negation, or what comes next to that, is what stands for it.
static Replacement negateSaturated(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const Op *compare = hasMax(s) ? s.f.definitionOf(op.operands[0]) : nullptr;
  const bool isEqual = compare && compare->kind == OpKind::CmpEq;
  if (!compare || (!isEqual && compare->kind != OpKind::CmpNe))
    return std::nullopt;
  const ValueId x = compare->operands[0];
  const std::optional<int64_t> least = splatInt(s.f, compare->operands[1]),
                               most = splatInt(s.f, op.operands[isEqual ? 1 : 2]);
  if (!least || !most || *least >= 0 || *most != -(*least + 1) || negated(s.f, op.operands[isEqual ? 2 : 1]) != x ||
      rangeOf(s.f, x).lo < *least)
    return std::nullopt;
  return with(s.emit(OpKind::Neg, {s.emit(OpKind::Max, {x, s.constant(*least + 1)})}));
}

static Replacement absoluteSaturated(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const Op *compare = hasMax(s) ? s.f.definitionOf(op.operands[0]) : nullptr;
  if (!compare || classOf(compare->kind) != OpClass::Compare || splatInt(s.f, compare->operands[1]) != 0 ||
      s.typeOf(compare->operands[0]) != s.type)
    return std::nullopt;
  const bool isLess = compare->kind == OpKind::CmpLt || compare->kind == OpKind::CmpLe;
  if (!isLess && compare->kind != OpKind::CmpGt && compare->kind != OpKind::CmpGe)
    return std::nullopt;
  const ValueId x = compare->operands[0], below = op.operands[isLess ? 1 : 2], above = op.operands[isLess ? 2 : 1];
  const std::optional<ValueId> limited = negated(s.f, below);
  const Op *max = limited ? definedBy(s.f, *limited, OpKind::Max) : nullptr;
  if (!max || above != x || !llvm::is_contained(max->operands, x))
    return std::nullopt;
  const std::optional<int64_t> least = splatInt(s.f, max->operands[max->operands[0] == x ? 1 : 0]);
  return least && *least <= 0 ? with(s.emit(OpKind::Abs, {*limited})) : std::nullopt;
}

const Pattern selectToSaturatedNeg = {"x == MIN ? MAX : -x is the negation of what is limited",
                                      R"(  %x = transfer_read i32[0] lanes(1) : 8xi32
  %least = constant -2147483648 : 8xi32
  %most = constant 2147483647 : 8xi32
  %m = cmp_eq %x, %least : 8xi1
  %n = neg %x : 8xi32
  %r = select %m, %most, %n : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                                      R"(  %x = transfer_read i32[0] lanes(1) : 8xi32
  %c = constant -2147483647 : 8xi32
  %l = max %x, %c : 8xi32
  %r = neg %l : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                                      OpKind::Select, negateSaturated};

const Pattern selectToSaturatedAbs = {"x > 0 ? x : -max(x, -MAX) is an absolute value",
                                      R"(  %x = transfer_read i32[0] lanes(1) : 8xi32
  %c = constant -2147483647 : 8xi32
  %z = constant 0 : 8xi32
  %l = max %x, %c : 8xi32
  %n = neg %l : 8xi32
  %m = cmp_gt %x, %z : 8xi1
  %r = select %m, %x, %n : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                                      R"(  %x = transfer_read i32[0] lanes(1) : 8xi32
  %c = constant -2147483647 : 8xi32
  %l = max %x, %c : 8xi32
  %r = abs %l : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                                      OpKind::Select, absoluteSaturated};

} // namespace vecify
