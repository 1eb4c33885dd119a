// Arithmetic lane by lane: integers on 64-bit lanes cut to their width, floats
// in their format.
#include "Interpret/Lanes.h"
#include "Interpret/Numbers.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <complex>

namespace vecify {
namespace {

using Wide = __int128;

/// out[l] = f(a[l]), and so on for two and three operands.
template <class F> void map1(MutableLanes out, Lanes a, F f) {
  for (size_t l = 0; l < out.size(); ++l)
    out[l] = f(a[l]);
}
template <class F> void map2(MutableLanes out, Lanes a, Lanes b, F f) {
  const size_t step = b.size() == 1 ? 0 : 1;
  for (size_t l = 0; l < out.size(); ++l)
    out[l] = f(a[l], b[l * step]);
}
template <class F> void map3(MutableLanes out, Lanes a, Lanes b, Lanes c, F f) {
  for (size_t l = 0; l < out.size(); ++l)
    out[l] = f(a[l], b[l], c[l]);
}

Wide exact(bool isSigned, uint64_t lane) { return isSigned ? Wide(int64_t(lane)) : Wide(lane); }

uint64_t saturated(bool isSigned, unsigned bits, Wide value) {
  const Wide least = isSigned ? -(Wide(1) << (bits - 1)) : 0;
  const Wide most = (Wide(1) << (bits - isSigned)) - 1;
  return uint64_t(std::clamp(value, least, most));
}

void integers(OpKind kind, ScalarType type, Lanes a, Lanes b, Lanes c, MutableLanes out) {
  const bool isSigned = isSignedInteger(type);
  const unsigned bits = bitsOf(type);
  const auto cut = [type](uint64_t x) { return canonical(type, x); };
  const auto isLess = [isSigned](uint64_t x, uint64_t y) { return isSigned ? int64_t(x) < int64_t(y) : x < y; };
  // Amounts are unsigned in their width, so a negative one is too large; the
  // lane is then undefined and we choose what x86 gives.
  const auto shiftLeft = [=](uint64_t x, uint64_t amount) {
    amount &= ~uint64_t(0) >> (64 - bits);
    return amount < bits ? cut(x << amount) : 0;
  };
  const auto shiftRight = [=](uint64_t x, uint64_t amount) {
    amount = std::min<uint64_t>(amount & (~uint64_t(0) >> (64 - bits)), bits);
    if (isSigned)
      return uint64_t(int64_t(x) >> std::min<uint64_t>(amount, 63));
    return amount < 64 ? x >> amount : 0;
  };
  switch (kind) {
  case OpKind::Add:
    return map2(out, a, b, [&](uint64_t x, uint64_t y) { return cut(x + y); });
  case OpKind::Sub:
    return map2(out, a, b, [&](uint64_t x, uint64_t y) { return cut(x - y); });
  case OpKind::Mul:
    return map2(out, a, b, [&](uint64_t x, uint64_t y) { return cut(x * y); });
  case OpKind::Div:
    return map2(out, a, b, [&](uint64_t x, uint64_t y) {
      if (y == 0)
        return uint64_t(0);
      if (isSigned)
        return int64_t(y) == -1 ? cut(-x) : cut(int64_t(x) / int64_t(y));
      return x / y;
    });
  case OpKind::Rem:
    return map2(out, a, b, [&](uint64_t x, uint64_t y) {
      if (y == 0 || (isSigned && int64_t(y) == -1))
        return uint64_t(0);
      return isSigned ? uint64_t(int64_t(x) % int64_t(y)) : x % y;
    });
  case OpKind::Neg:
    return map1(out, a, [&](uint64_t x) { return cut(-x); });
  case OpKind::Abs:
    return map1(out, a, [&](uint64_t x) { return isSigned && int64_t(x) < 0 ? cut(-x) : x; });
  case OpKind::Popcount:
    return map1(out, a, [&](uint64_t x) { return uint64_t(llvm::popcount(x)); });
  case OpKind::LeadingZeros:
    return map1(out, a, [&](uint64_t x) { return uint64_t(llvm::countl_zero(x)) - (64 - bits); });
  case OpKind::Min:
    return map2(out, a, b, [&](uint64_t x, uint64_t y) { return isLess(y, x) ? y : x; });
  case OpKind::Max:
    return map2(out, a, b, [&](uint64_t x, uint64_t y) { return isLess(x, y) ? y : x; });
  case OpKind::And:
    return map2(out, a, b, [&](uint64_t x, uint64_t y) { return x & y; });
  case OpKind::Or:
    return map2(out, a, b, [&](uint64_t x, uint64_t y) { return x | y; });
  case OpKind::Xor:
    return map2(out, a, b, [&](uint64_t x, uint64_t y) { return x ^ y; });
  case OpKind::AndNot:
    return map2(out, a, b, [&](uint64_t x, uint64_t y) { return ~x & y; });
  case OpKind::Not:
    return map1(out, a, [&](uint64_t x) { return cut(~x); });
  case OpKind::Within:
    return map1(out, a, [&](uint64_t x) { return x; });
  case OpKind::Shl:
  case OpKind::ShlImm:
  case OpKind::ShlUniform:
    return map2(out, a, b, shiftLeft);
  case OpKind::Shr:
  case OpKind::ShrImm:
  case OpKind::ShrUniform:
    return map2(out, a, b, shiftRight);
  case OpKind::RotateLeft:
  case OpKind::RotateLeftImm:
    return map2(out, a, b, [&](uint64_t x, uint64_t amount) {
      amount %= bits;
      return amount ? cut(x << amount) | x >> (bits - amount) : x;
    });
  case OpKind::Fma:
    return map3(out, a, b, c, [&](uint64_t x, uint64_t y, uint64_t z) { return cut(x * y + z); });
  case OpKind::Fms:
    return map3(out, a, b, c, [&](uint64_t x, uint64_t y, uint64_t z) { return cut(x * y - z); });
  case OpKind::Fnma:
    return map3(out, a, b, c, [&](uint64_t x, uint64_t y, uint64_t z) { return cut(z - x * y); });
  case OpKind::Fnms:
    return map3(out, a, b, c, [&](uint64_t x, uint64_t y, uint64_t z) { return cut(-(x * y) - z); });
  case OpKind::AddSat:
    return map2(out, a, b, [&](uint64_t x, uint64_t y) {
      return saturated(isSigned, bits, exact(isSigned, x) + exact(isSigned, y));
    });
  case OpKind::SubSat:
    return map2(out, a, b, [&](uint64_t x, uint64_t y) {
      return saturated(isSigned, bits, exact(isSigned, x) - exact(isSigned, y));
    });
  case OpKind::AvgUp:
    return map2(out, a, b,
                [&](uint64_t x, uint64_t y) { return uint64_t((exact(isSigned, x) + exact(isSigned, y) + 1) >> 1); });
  case OpKind::AvgDown:
    return map2(out, a, b,
                [&](uint64_t x, uint64_t y) { return uint64_t((exact(isSigned, x) + exact(isSigned, y)) >> 1); });
  case OpKind::AbsDiff:
    return map2(out, a, b, [&](uint64_t x, uint64_t y) { return isLess(x, y) ? cut(y - x) : cut(x - y); });
  case OpKind::MulRound:
    return map2(out, a, b, [&](uint64_t x, uint64_t y) {
      return cut(uint64_t((exact(isSigned, x) * exact(isSigned, y) + 0x4000) >> 15));
    });
  case OpKind::MulHigh:
    return map2(out, a, b, [&](uint64_t x, uint64_t y) {
      if (!isSigned)
        return uint64_t((static_cast<unsigned __int128>(x) * y) >> bits);
      return cut(uint64_t((exact(true, x) * exact(true, y)) >> bits));
    });
  case OpKind::MulHalves:
    return map2(out, a, b, [&](uint64_t x, uint64_t y) {
      return isSigned ? uint64_t(int64_t(int32_t(x)) * int32_t(y)) : uint64_t(uint32_t(x)) * uint32_t(y);
    });
  case OpKind::FpFence:
    return map1(out, a, [](uint64_t x) { return x; });
  default:
    llvm_unreachable("not an integer op");
  }
}

/// C99 fmin and fmax, -0 below +0; a NaN loses.
template <class Format> uint64_t pickNumber(uint64_t a, uint64_t b, bool wantsLess) {
  const auto x = Format::load(a), y = Format::load(b);
  if (std::isnan(x) || std::isnan(y))
    return std::isnan(x) ? (std::isnan(y) ? Format::store(x) : b) : a;
  const bool isLess = x < y || (x == y && std::signbit(x) && !std::signbit(y));
  return isLess == wantsLess ? a : b;
}

template <class Format> void floats(OpKind kind, ScalarType type, Lanes a, Lanes b, Lanes c, MutableLanes out) {
  using Number = typename Format::Number;
  const uint64_t sign = uint64_t(1) << (bitsOf(type) - 1);
  const auto apply1 = [&](auto f) { map1(out, a, [&](uint64_t x) { return Format::store(f(Format::load(x))); }); };
  const auto apply2 = [&](auto f) {
    map2(out, a, b, [&](uint64_t x, uint64_t y) { return Format::store(f(Format::load(x), Format::load(y))); });
  };
  const auto fused = [&](bool negateProduct, bool negateAddend) {
    map3(out, a, b, c, [&](uint64_t x, uint64_t y, uint64_t z) {
      const Number factor = Format::load(x), addend = Format::load(z);
      return Format::fma(negateProduct ? -factor : factor, Format::load(y), negateAddend ? -addend : addend);
    });
  };
  switch (kind) {
  case OpKind::Add:
    return apply2([](Number x, Number y) { return x + y; });
  case OpKind::Sub:
    return apply2([](Number x, Number y) { return x - y; });
  case OpKind::Mul:
    return apply2([](Number x, Number y) { return x * y; });
  case OpKind::Div:
    return apply2([](Number x, Number y) { return x / y; });
  case OpKind::Neg:
    return map1(out, a, [&](uint64_t x) { return x ^ sign; });
  case OpKind::Abs:
    return map1(out, a, [&](uint64_t x) { return x & ~sign; });
  case OpKind::CopySign:
    return map2(out, a, b, [&](uint64_t x, uint64_t y) { return (x & ~sign) | (y & sign); });
  case OpKind::CMin:
    return map2(out, a, b, [&](uint64_t x, uint64_t y) { return Format::load(x) < Format::load(y) ? x : y; });
  case OpKind::CMax:
    return map2(out, a, b, [&](uint64_t x, uint64_t y) { return Format::load(x) > Format::load(y) ? x : y; });
  case OpKind::FMin:
    return map2(out, a, b, [&](uint64_t x, uint64_t y) { return pickNumber<Format>(x, y, true); });
  case OpKind::FMax:
    return map2(out, a, b, [&](uint64_t x, uint64_t y) { return pickNumber<Format>(x, y, false); });
  case OpKind::Sqrt:
    return apply1([](Number x) { return std::sqrt(x); });
  case OpKind::Floor:
    return apply1([](Number x) { return std::floor(x); });
  case OpKind::Ceil:
    return apply1([](Number x) { return std::ceil(x); });
  case OpKind::Trunc:
    return apply1([](Number x) { return std::trunc(x); });
  case OpKind::Rint:
    return apply1([](Number x) { return std::nearbyint(x); });
  case OpKind::Round:
    return apply1([](Number x) { return std::round(x); });
  case OpKind::Fma:
    return fused(false, false);
  case OpKind::Fms:
    return fused(false, true);
  case OpKind::Fnma:
    return fused(true, false);
  case OpKind::Fnms:
    return fused(true, true);
  case OpKind::FpFence:
    return map1(out, a, [](uint64_t x) { return x; });
  default:
    llvm_unreachable("not a float op");
  }
}

template <class T> bool holds(OpKind kind, T x, T y) {
  switch (kind) {
  case OpKind::CmpEq:
    return x == y;
  case OpKind::CmpNe:
    return x != y;
  case OpKind::CmpLt:
    return x < y;
  case OpKind::CmpLe:
    return x <= y;
  case OpKind::CmpGt:
    return x > y;
  default:
    return x >= y;
  }
}

} // namespace

void elementwise(OpKind kind, ScalarType type, Lanes a, Lanes b, Lanes c, MutableLanes out) {
  if (!isFloat(type))
    return integers(kind, type, a, b, c, out);
  withFormat(type, [&](auto format) { floats<decltype(format)>(kind, type, a, b, c, out); });
}

void recoverProduct(ScalarType type, llvm::ArrayRef<Lanes> operands, bool isImaginary, MutableLanes out) {
  withFormat(type, [&](auto format) {
    using Format = decltype(format);
    using Number = typename Format::Number;
    for (size_t l = 0; l < out.size(); ++l) {
      Number n[6];
      for (size_t o = 0; o < 6; ++o)
        n[o] = Format::load(operands[o][l]);
      out[l] = operands[isImaginary][l];
      if (!std::isnan(n[0]) || !std::isnan(n[1]))
        continue;
      const std::complex<Number> product = std::complex<Number>(n[2], n[3]) * std::complex<Number>(n[4], n[5]);
      out[l] = Format::store(isImaginary ? product.imag() : product.real());
    }
  });
}

void compare(OpKind kind, ScalarType type, Lanes a, Lanes b, ScalarType mask, MutableLanes out) {
  const uint64_t yes = canonical(mask, ~uint64_t(0));
  const auto answer = [yes](bool holds) { return holds ? yes : 0; };
  if (isFloat(type))
    withFormat(type, [&](auto format) {
      map2(out, a, b, [&](uint64_t x, uint64_t y) { return answer(holds(kind, format.load(x), format.load(y))); });
    });
  else if (isSignedInteger(type))
    map2(out, a, b, [&](uint64_t x, uint64_t y) { return answer(holds(kind, int64_t(x), int64_t(y))); });
  else
    map2(out, a, b, [&](uint64_t x, uint64_t y) { return answer(holds(kind, x, y)); });
}

void compareWhere(Relation relation, ScalarType type, llvm::ArrayRef<Lanes> operands, ScalarType mask,
                  MutableLanes out) {
  const std::vector<uint64_t> where = operands[2].vec();
  compare(compareOf(relation), type, operands[0], operands[1], mask, out);
  for (size_t l = 0; l < out.size(); ++l)
    out[l] = where[l] && (out[l] != 0) != (relation >= Relation::NotLt) ? where[l] : 0;
}

} // namespace vecify
