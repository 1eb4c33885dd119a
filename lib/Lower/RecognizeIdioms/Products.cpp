// Upper halves of products, and absolute differences, of narrow operands.
#include "Narrow.h"
#include "Patterns.h"

namespace vecify {

/// (a * b) >> k of operands of at most k bits, 16 or 32.
static Replacement upperHalf(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  std::optional<Op> product = s.isIntegerVector() ? s.definition(op.operands[0], OpKind::Mul) : std::nullopt;
  if (!product || op.ints[0] < 16)
    return std::nullopt;
  // A product that wraps in this type is not the one whose upper half is taken.
  ValueRange a = rangeOf(s.f, product->operands[0]), b = rangeOf(s.f, product->operands[1]);
  if (!a.times(b).fits(s.type.element))
    return std::nullopt;
  std::optional<ScalarType> type = narrowFor(s, OpKind::MulHigh, product->operands, {ScalarType::I16, ScalarType::U16});
  if (!type && op.ints[0] >= 32 && bitsOf(s.type.element) == 64)
    type = narrowFor(s, OpKind::MulHigh, product->operands, {ScalarType::I32, ScalarType::U32});
  if (!type)
    return std::nullopt;
  const ValueId high = narrowOp(s, OpKind::MulHigh, *type, product->operands[0], product->operands[1]);
  const int64_t rest = op.ints[0] - bitsOf(*type);
  return with(rest == 0 ? high : s.emitInts(OpKind::ShrImm, s.type, {high}, {rest}));
}

/// (a * b) >> k and (a * b + 0x4000) >> 15 of 16-bit operands, of which 16 bits are kept: fixed-point products.
static Replacement fixedPoint(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  std::optional<Op> shift =
      s.isIntegerVector() && bitsOf(s.type.element) == 16 ? s.definition(op.operands[0], OpKind::ShrImm) : std::nullopt;
  if (!shift || bitsOf(s.typeOf(shift->results[0]).element) != 32)
    return std::nullopt;
  const int64_t k = shift->ints[0];
  unsigned lanes = target.lanesOf(s.type.element);
  auto operandsOf = [&](const Op &product, ScalarType type) -> std::optional<std::pair<ValueId, ValueId>> {
    ValueRange a = rangeOf(s.f, product.operands[0]), b = rangeOf(s.f, product.operands[1]);
    if (!a.fits(type) || !b.fits(type) || !a.times(b).fits(s.typeOf(product.results[0]).element))
      return std::nullopt;
    // What fits 16 bits is narrowed as a whole.
    if (a.times(b).fits(ScalarType::I16) || a.times(b).fits(ScalarType::U16))
      return std::nullopt;
    return std::make_pair(product.operands[0], product.operands[1]);
  };
  if (std::optional<Op> sum = s.definition(shift->operands[0], OpKind::Add); sum && k == 15)
    for (unsigned i : {0u, 1u}) {
      std::optional<Op> product = s.definition(sum->operands[i], OpKind::Mul);
      auto operands = product && splatInt(s.f, sum->operands[1 - i]) == 0x4000 ? operandsOf(*product, ScalarType::I16)
                                                                               : std::nullopt;
      if (operands && target.find(OpKind::MulRound, ScalarType::I16, lanes))
        return with(narrowOp(s, OpKind::MulRound, ScalarType::I16, operands->first, operands->second));
    }
  std::optional<Op> product = s.definition(shift->operands[0], OpKind::Mul);
  if (!product || k < 1 || k > 15)
    return std::nullopt;
  for (ScalarType type : {ScalarType::I16, ScalarType::U16}) {
    const Row *high = target.find(OpKind::MulHigh, type, lanes);
    auto operands = high && high->uops <= 1 ? operandsOf(*product, type) : std::nullopt;
    if (!operands)
      continue;
    // Bits k..15 of the low half below bits 0..k-1 of the high one.
    VectorType half = s.type.withElement(type), bits = s.type.withElement(ScalarType::U16);
    ValueId a = s.cast(operands->first, type), b = s.cast(operands->second, type);
    ValueId low = s.cast(s.emit(OpKind::Mul, half, {a, b}), ScalarType::U16);
    ValueId upper = s.cast(s.emit(OpKind::MulHigh, half, {a, b}), ScalarType::U16);
    ValueId joined =
        s.emit(OpKind::Or, bits,
               {s.emitInts(OpKind::ShlImm, bits, {upper}, {16 - k}), s.emitInts(OpKind::ShrImm, bits, {low}, {k})});
    return with(s.cast(joined, s.type.element));
  }
  return std::nullopt;
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

const Pattern highProduct = {"(a * b) >> 16 on i16",
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

const Pattern fixedPointProduct = {"(a * b) >> 12 of i16, kept in 16 bits",
                                   R"(  %a = transfer_read i16[0] lanes(1) : 16xi16
  %b = transfer_read i16[16] lanes(1) : 16xi16
  %x = cast %a : 16xi32
  %y = cast %b : 16xi32
  %p = mul %x, %y : 16xi32
  %h = shr_imm %p [12] : 16xi32
  %r = cast %h : 16xi16
  transfer_write %r, i16[32] lanes(1))",
                                   R"(  %a = transfer_read i16[0] lanes(1) : 16xi16
  %b = transfer_read i16[16] lanes(1) : 16xi16
  %x = cast %a : 16xi32
  %y = cast %b : 16xi32
  %p = cast %x : 16xi16
  %q = cast %y : 16xi16
  %m = mul %p, %q : 16xi16
  %l = bitcast %m : 16xu16
  %n = mul_high %p, %q : 16xi16
  %h = bitcast %n : 16xu16
  %u = shl_imm %h [4] : 16xu16
  %v = shr_imm %l [12] : 16xu16
  %w = or %u, %v : 16xu16
  %r = bitcast %w : 16xi16
  transfer_write %r, i16[32] lanes(1))",
                                   OpKind::Cast, fixedPoint};

const Pattern absOfDifference = {"|a - b| on bytes",
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
