// Integer division by a constant: a high product and shifts, exact for every dividend.
//
//     x / 10  on u16     ->  mul_high(x, 0xcccd) >> 3
//     x / 8   on i32     ->  (x + (x >> 31 & 7)) >> 3
//     x / 255 on i32     ->  x * 32897 >> 23, where 0 <= x <= 130050: a product that fits costs less than a high one
//
// Source: Granlund and Montgomery, PLDI 1994, with LLVM's magic numbers.
#include "NarrowIntegers/Ranges.h"
#include "Patterns.h"
#include "Rewrites.h"
#include "llvm/ADT/APInt.h"
#include "llvm/Support/DivisionByConstantInfo.h"

namespace vecify {

static ValueId shr(Site &s, ValueId v, int64_t amount) {
  return amount ? s.emitInts(OpKind::ShrImm, s.typeOf(v), {v}, {amount}) : v;
}

static const Row *rowOf(const Site &s, OpKind kind, ScalarType element) {
  return s.target.find(kind, element, s.target.lanesOf(element));
}

static bool hasHighProduct(const Site &s, ScalarType element) { return rowOf(s, OpKind::MulHigh, element) != nullptr; }

/// x / d == x * factor >> shift for 0 <= x <= most, and the product fits `bits`.
struct Reciprocal {
  uint64_t factor;
  unsigned shift;
};

static std::optional<Reciprocal> reciprocalWithin(uint64_t most, uint64_t divisor, unsigned bits) {
  using Wide = unsigned __int128;
  for (unsigned shift = 1; shift < bits; ++shift) {
    const Wide power = Wide(1) << shift, factor = power / divisor + 1, excess = factor * divisor - power;
    if (Wide(most) * factor >> bits)
      return std::nullopt;
    // x * factor / 2^shift is x / divisor and x * excess / (divisor * 2^shift) more, which must stay below 1 / divisor.
    if (most * excess < power)
      return Reciprocal{uint64_t(factor), shift};
  }
  return std::nullopt;
}

/// Of an unsigned `x` that is at most `most`.
static std::optional<ValueId> unsignedQuotient(Site &s, ValueId x, uint64_t most, uint64_t divisor) {
  const VectorType type = s.typeOf(x);
  const unsigned bits = bitsOf(type.element);
  if (std::optional<unsigned> k = log2Exact(int64_t(divisor)))
    return shr(s, x, *k);
  if (most == 0)
    return x;
  const auto times = [&](OpKind kind, ValueId v, uint64_t factor) {
    return s.emit(kind, type, {v, s.b.constant(type, wrapTo(type.element, int64_t(factor)))});
  };
  const Row *high = rowOf(s, OpKind::MulHigh, type.element), *low = rowOf(s, OpKind::Mul, type.element);
  if (low && (!high || low->uops < high->uops))
    if (const std::optional<Reciprocal> reciprocal = reciprocalWithin(most, divisor, bits))
      return shr(s, times(OpKind::Mul, x, reciprocal->factor), reciprocal->shift);
  if (!high)
    return std::nullopt;
  const unsigned zeros = unsigned(llvm::countl_zero(most)) - (64 - bits);
  auto magic = llvm::UnsignedDivisionByConstantInfo::get(llvm::APInt(bits, divisor), zeros);
  const ValueId dividend = shr(s, x, magic.PreShift);
  const ValueId product = times(OpKind::MulHigh, dividend, magic.Magic.getZExtValue());
  if (!magic.IsAdd)
    return shr(s, product, magic.PostShift);
  // The magic number has one bit more than the type: x + product may overflow, (x - product) / 2 + product does not.
  const ValueId half = shr(s, s.emit(OpKind::Sub, type, {x, product}), 1);
  return shr(s, s.emit(OpKind::Add, type, {half, product}), magic.PostShift);
}

static std::optional<ValueId> signedQuotient(Site &s, ValueId x, int64_t divisor) {
  unsigned bits = bitsOf(s.type.element);
  if (divisor == 1)
    return x;
  if (divisor == -1)
    return s.emit(OpKind::Neg, {x});
  ScalarType asUnsigned = integerType(bits, false);
  auto logicalShr = [&](ValueId v, int64_t amount) {
    return s.cast(shr(s, s.cast(v, asUnsigned), amount), s.type.element);
  };
  uint64_t magnitude = divisor < 0 ? 0 - uint64_t(divisor) : uint64_t(divisor);
  if (llvm::isPowerOf2_64(magnitude) && divisor > 0) {
    // Negative dividends are rounded towards zero by adding divisor - 1 first.
    ValueId bias = x;
    if (divisor == 2)
      bias = logicalShr(x, bits - 1);
    else if (bits == 8) // shifts of bytes are several
      bias = s.emit(OpKind::Select, {s.emit(OpKind::CmpLt, s.type.withElement(ScalarType::I1), {x, s.constant(0)}),
                                     s.constant(divisor - 1), s.constant(0)});
    else
      bias = s.emit(OpKind::And, {shr(s, x, bits - 1), s.constant(divisor - 1)});
    return shr(s, s.emit(OpKind::Add, {x, bias}), llvm::Log2_64(magnitude));
  }
  if (!hasHighProduct(s, s.type.element) || divisor == minValue(s.type.element))
    return std::nullopt;
  auto magic = llvm::SignedDivisionByConstantInfo::get(llvm::APInt(bits, uint64_t(divisor), true));
  int64_t factor = magic.Magic.getSExtValue();
  ValueId high = s.emit(OpKind::MulHigh, {x, s.constant(factor)});
  if (divisor > 0 && factor < 0)
    high = s.emit(OpKind::Add, {high, x});
  if (divisor < 0 && factor > 0)
    high = s.emit(OpKind::Sub, {high, x});
  ValueId quotient = shr(s, high, magic.ShiftAmount);
  return s.emit(OpKind::Add, {quotient, logicalShr(quotient, bits - 1)});
}

static std::optional<ValueId> quotient(Site &s) {
  std::optional<int64_t> divisor = s.constantOperand(1);
  if (!s.isIntegerVector() || !divisor || *divisor == 0)
    return std::nullopt;
  const ScalarType element = s.type.element;
  const ValueRange dividend = rangeOf(s.f, s.operand(0));
  if (dividend.lo < 0 || (isSignedInteger(element) && *divisor < 0))
    return signedQuotient(s, s.operand(0), *divisor);
  if (dividend.hi < __int128(uint64_t(*divisor)))
    return s.constant(0);
  const ValueId x = s.cast(s.operand(0), integerType(bitsOf(element), false));
  if (std::optional<ValueId> q = unsignedQuotient(s, x, uint64_t(dividend.hi), uint64_t(*divisor)))
    return s.cast(*q, element);
  return std::nullopt;
}

static Replacement divide(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  std::optional<ValueId> q = quotient(s);
  return q ? with(*q) : std::nullopt;
}

static Replacement remainder(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  std::optional<int64_t> divisor = s.constantOperand(1);
  if (divisor && s.isIntegerVector() && isUnsignedInteger(s.type.element) && log2Exact(*divisor))
    return with(s.emit(OpKind::And, {s.operand(0), s.constant(*divisor - 1)}));
  std::optional<ValueId> q = quotient(s);
  if (!q)
    return std::nullopt;
  ValueId back = s.emit(OpKind::Mul, {*q, s.constant(*divisor)});
  return with(s.emit(OpKind::Sub, {s.operand(0), back}));
}

/// x / 1000 is (x >> 3) / 125, where that leaves a dividend of half the width.
static Replacement splitDivisor(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const std::optional<int64_t> divisor = s.constantOperand(1);
  if (!s.isIntegerVector() || !divisor || *divisor <= 0)
    return std::nullopt;
  const unsigned twos = unsigned(llvm::countr_zero(uint64_t(*divisor)));
  const ValueRange dividend = rangeOf(s.f, s.operand(0));
  const ScalarType half = bitsOf(s.type.element) > 16 ? integerType(bitsOf(s.type.element) / 2, false) : s.type.element;
  if (twos == 0 || log2Exact(*divisor) || dividend.fits(half) ||
      !ValueRange(dividend.lo, dividend.hi >> twos).fits(half))
    return std::nullopt;
  const ValueId shifted = shr(s, s.operand(0), twos);
  return with(s.emit(OpKind::Div, {shifted, s.constant(*divisor >> twos)}));
}

const Pattern divByEven = {"a quotient by an even constant is one of fewer bits",
                           R"(  %a = transfer_read u16[0] lanes(1) : 16xu16
  %x = cast %a : 16xu32
  %k = constant 4 : 16xu32
  %m = mul %x, %k : 16xu32
  %c = constant 1000 : 16xu32
  %r = div %m, %c : 16xu32
  transfer_write %r, u32[16] lanes(1))",
                           R"(  %a = transfer_read u16[0] lanes(1) : 16xu16
  %x = cast %a : 16xu32
  %k = constant 4 : 16xu32
  %m = mul %x, %k : 16xu32
  %s = shr_imm %m [3] : 16xu32
  %c = constant 125 : 16xu32
  %r = div %s, %c : 16xu32
  transfer_write %r, u32[16] lanes(1))",
                           OpKind::Div, splitDivisor};

/// x % d where x is less than d, or than twice that: no division.
static Replacement remainderOfLittle(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const std::optional<int64_t> divisor = s.isIntegerVector() ? s.constantOperand(1) : std::nullopt;
  if (!divisor || *divisor <= 0)
    return std::nullopt;
  const ValueRange x = rangeOf(s.f, op.operands[0]);
  const __int128 d = *divisor;
  if (x.lo > (isSignedInteger(s.type.element) ? -d : -1) && x.hi < d)
    return with(op.operands[0]);
  if (x.lo < 0 || x.hi >= 2 * d)
    return std::nullopt;
  const ValueId less = s.emit(OpKind::Sub, {op.operands[0], op.operands[1]});
  const ValueId isMore = s.emit(OpKind::CmpGe, s.type.withElement(ScalarType::I1), {op.operands[0], op.operands[1]});
  return with(s.emit(OpKind::Select, {isMore, less, op.operands[0]}));
}

const Pattern remOfLittle = {"a remainder of less than twice the divisor is a difference, if anything",
                             R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %m = constant 15 : 16xu8
  %x = and %a, %m : 16xu8
  %c = constant 10 : 16xu8
  %r = rem %x, %c : 16xu8
  transfer_write %r, u8[16] lanes(1))",
                             R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %m = constant 15 : 16xu8
  %x = and %a, %m : 16xu8
  %c = constant 10 : 16xu8
  %s = sub %x, %c : 16xu8
  %b = cmp_ge %x, %c : 16xi1
  %r = select %b, %s, %x : 16xu8
  transfer_write %r, u8[16] lanes(1))",
                             OpKind::Rem, remainderOfLittle};

const Pattern divByConstant = {"a quotient by a constant is a high product, shifted",
                               R"(  %a = transfer_read u16[0] lanes(1) : 16xu16
  %c = constant 10 : 16xu16
  %r = div %a, %c : 16xu16
  transfer_write %r, u16[16] lanes(1))",
                               R"(  %a = transfer_read u16[0] lanes(1) : 16xu16
  %c = constant 52429 : 16xu16
  %h = mul_high %a, %c : 16xu16
  %r = shr_imm %h [3] : 16xu16
  transfer_write %r, u16[16] lanes(1))",
                               OpKind::Div, divide};

const Pattern remByConstant = {"a remainder by 2^k keeps the low bits",
                               R"(  %a = transfer_read u16[0] lanes(1) : 16xu16
  %c = constant 8 : 16xu16
  %r = rem %a, %c : 16xu16
  transfer_write %r, u16[16] lanes(1))",
                               R"(  %a = transfer_read u16[0] lanes(1) : 16xu16
  %c = constant 7 : 16xu16
  %r = and %a, %c : 16xu16
  transfer_write %r, u16[16] lanes(1))",
                               OpKind::Rem, remainder};

} // namespace vecify
