// Integer division by a constant: a high product and shifts, exact for every dividend.
//
//     x / 10  on u16     ->  mul_high(x, 0xcccd) >> 3
//     x / 8   on i32     ->  (x + ((u32)(x >> 31) >> 29)) >> 3
//
// Source: Granlund and Montgomery, PLDI 1994, with LLVM's magic numbers.
#include "Patterns.h"
#include "Rewrites.h"
#include "llvm/ADT/APInt.h"
#include "llvm/Support/DivisionByConstantInfo.h"

namespace vecify {

static ValueId shr(Site &s, ValueId v, int64_t amount) {
  return amount ? s.emitInts(OpKind::ShrImm, s.typeOf(v), {v}, {amount}) : v;
}

static bool hasHighProduct(const Site &s) {
  unsigned lanes = s.target.lanesOf(s.type.element);
  return s.target.find(OpKind::MulHigh, s.type.element, lanes) != nullptr;
}

static std::optional<ValueId> unsignedQuotient(Site &s, ValueId x, uint64_t divisor) {
  unsigned bits = bitsOf(s.type.element);
  if (std::optional<unsigned> k = log2Exact(int64_t(divisor)))
    return shr(s, x, *k);
  if (!hasHighProduct(s))
    return std::nullopt;
  auto magic = llvm::UnsignedDivisionByConstantInfo::get(llvm::APInt(bits, divisor));
  ValueId dividend = shr(s, x, magic.PreShift);
  ValueId high = s.emit(OpKind::MulHigh, {dividend, s.constant(int64_t(magic.Magic.getZExtValue()))});
  if (!magic.IsAdd)
    return shr(s, high, magic.PostShift);
  // The magic number has one bit more than the type: x + high may overflow, (x - high) / 2 + high does not.
  ValueId half = shr(s, s.emit(OpKind::Sub, {x, high}), 1);
  return shr(s, s.emit(OpKind::Add, {half, high}), magic.PostShift);
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
    unsigned k = llvm::Log2_64(magnitude);
    ValueId sign = shr(s, x, bits - 1);
    ValueId biased = s.emit(OpKind::Add, {x, logicalShr(sign, bits - k)});
    return shr(s, biased, k);
  }
  if (!hasHighProduct(s) || divisor == minValue(s.type.element))
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
  return isUnsignedInteger(s.type.element) ? unsignedQuotient(s, s.operand(0), uint64_t(*divisor))
                                           : signedQuotient(s, s.operand(0), *divisor);
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
