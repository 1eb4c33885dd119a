// Products of 64 bits whose factors have 32: one instruction of every ISA, where a whole product takes three and sums.
//
//     (u64)a * b for a, b of u32  ->  mul_halves
#include "NarrowIntegers/Ranges.h"
#include "Patterns.h"
#include "Rewrites.h"

namespace vecify {

/// Every value of `v` is one of the narrower type.
static bool fits(const Function &f, ValueId v, ScalarType half) {
  const ValueRange range = rangeOf(f, v);
  return range.lo >= minValue(half) && range.hi <= maxValue(half);
}

static Replacement productOfHalves(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (!s.isIntegerVector() || bitsOf(s.type.element) != 64)
    return std::nullopt;
  static constexpr std::pair<ScalarType, ScalarType> widths[] = {{ScalarType::U32, ScalarType::U64},
                                                                 {ScalarType::I32, ScalarType::I64}};
  for (const auto &[half, whole] : widths) {
    if (!target.find(OpKind::MulHalves, whole, target.lanesOf(whole)) || !fits(s.f, s.operand(0), half) ||
        !fits(s.f, s.operand(1), half))
      continue;
    const ValueId a = s.cast(s.operand(0), whole), b = s.cast(s.operand(1), whole);
    return with(s.cast(s.emit(OpKind::MulHalves, s.type.withElement(whole), {a, b}), s.type.element));
  }
  return std::nullopt;
}

const Pattern mulOfHalves = {"a product of factors of half the width is one of halves",
                             R"(  %a = transfer_read u32[0] lanes(1) : 8xu32
  %b = transfer_read u32[8] lanes(1) : 8xu32
  %x = cast %a : 8xu64
  %y = cast %b : 8xu64
  %p = mul %x, %y : 8xu64
  %s = shr_imm %p [32] : 8xu64
  %r = cast %s : 8xu32
  transfer_write %r, u32[16] lanes(1))",
                             R"(  %a = transfer_read u32[0] lanes(1) : 8xu32
  %b = transfer_read u32[8] lanes(1) : 8xu32
  %x = cast %a : 8xu64
  %y = cast %b : 8xu64
  %p = mul_halves %x, %y : 8xu64
  %s = shr_imm %p [32] : 8xu64
  %r = cast %s : 8xu32
  transfer_write %r, u32[16] lanes(1))",
                             OpKind::Mul, productOfHalves};

} // namespace vecify
