// Upper halves of products, and absolute differences, of narrow operands.
#include "Narrow.h"
#include "Patterns.h"

namespace vecify {

/// (a * b) >> 16 of 16-bit operands.
static Replacement upperHalf(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  std::optional<Op> product = s.isIntegerVector() ? s.definition(op.operands[0], OpKind::Mul) : std::nullopt;
  if (!product || op.ints[0] != 16)
    return std::nullopt;
  // A product that wraps in this type is not the one whose upper half is taken.
  ValueRange a = rangeOf(s.f, product->operands[0]), b = rangeOf(s.f, product->operands[1]);
  if (!a.times(b).fits(s.type.element))
    return std::nullopt;
  std::optional<ScalarType> type =
      narrowFor(s, OpKind::MulHigh, product->operands, {ScalarType::I16, ScalarType::U16});
  if (!type)
    return std::nullopt;
  return with(narrowOp(s, OpKind::MulHigh, *type, product->operands[0], product->operands[1]));
}

/// |a - b| of operands in an unsigned narrow type.
static Replacement absDifference(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  std::optional<Op> difference = s.isIntegerVector() ? s.definition(op.operands[0], OpKind::Sub) : std::nullopt;
  if (!difference)
    return std::nullopt;
  for (ScalarType type : {ScalarType::U8, ScalarType::U16})
    if (bitsOf(type) < bitsOf(s.type.element) && rangeOf(s.f, difference->operands[0]).fits(type) &&
        rangeOf(s.f, difference->operands[1]).fits(type))
      return with(narrowOp(s, OpKind::AbsDiff, type, difference->operands[0], difference->operands[1]));
  return std::nullopt;
}

const Pattern highProduct = {
    "(a * b) >> 16 on i16",
    R"(  %a = transfer_read i16[0] lanes(1) : 16xi16
  %b = transfer_read i16[16] lanes(1) : 16xi16
  %x = cast %a : 16xi32
  %y = cast %b : 16xi32
  %p = mul %x, %y : 16xi32
  %h = shr_imm %p [16] : 16xi32
  transfer_write %h, i32[0] lanes(1))",
    R"(  %a = transfer_read i16[0] lanes(1) : 16xi16
  %b = transfer_read i16[16] lanes(1) : 16xi16
  %x = cast %a : 16xi32
  %y = cast %b : 16xi32
  %p = cast %x : 16xi16
  %q = cast %y : 16xi16
  %h = mul_high %p, %q : 16xi16
  %r = cast %h : 16xi32
  transfer_write %r, i32[0] lanes(1))",
    OpKind::ShrImm, upperHalf};

const Pattern absOfDifference = {
    "|a - b| on bytes",
    R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %b = transfer_read u8[16] lanes(1) : 16xu8
  %x = cast %a : 16xi32
  %y = cast %b : 16xi32
  %d = sub %x, %y : 16xi32
  %r = abs %d : 16xi32
  transfer_write %r, i32[0] lanes(1))",
    R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %b = transfer_read u8[16] lanes(1) : 16xu8
  %x = cast %a : 16xi32
  %y = cast %b : 16xi32
  %p = cast %x : 16xu8
  %q = cast %y : 16xu8
  %d = abs_diff %p, %q : 16xu8
  %r = cast %d : 16xi32
  transfer_write %r, i32[0] lanes(1))",
    OpKind::Abs, absDifference};

} // namespace vecify
