// f16 and bf16: rounding, conversions and fma against exact arithmetic in
// double.
#include "Interpret/Numbers.h"
#include "TestFunctions.h"
#include <random>

namespace vecify {
namespace {

TEST(SmallFloat, EveryF16RoundTrips) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const float value = Binary16::load(bits);
    if (!std::isnan(value))
      ASSERT_EQ(Binary16::store(value), bits);
    else
      ASSERT_EQ(Binary16::store(value), 0x7e00u);
  }
}

TEST(SmallFloat, EveryBF16IsTheTopOfAFloat) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const float value = BFloat16::load(bits);
    ASSERT_EQ(std::bit_cast<uint32_t>(value), bits << 16);
    if (!std::isnan(value))
      ASSERT_EQ(BFloat16::store(value), bits);
  }
}

TEST(SmallFloat, KnownValuesOfF16) {
  EXPECT_EQ(Binary16::fromDouble(1), 0x3c00u);
  EXPECT_EQ(Binary16::fromDouble(65504), 0x7bffu);
  EXPECT_EQ(Binary16::fromDouble(65519.99), 0x7bffu);
  EXPECT_EQ(Binary16::fromDouble(65520), 0x7c00u)
      << "a tie goes to the even side, which is infinity";
  EXPECT_EQ(Binary16::fromDouble(std::ldexp(1, -24)), 1u)
      << "the smallest subnormal";
  EXPECT_EQ(Binary16::fromDouble(std::ldexp(1, -25)), 0u)
      << "a tie goes to zero";
  EXPECT_EQ(Binary16::fromDouble(std::ldexp(1.001, -25)), 1u);
  EXPECT_EQ(Binary16::fromDouble(-0.0), 0x8000u);
  EXPECT_EQ(Binary16::fromDouble(std::ldexp(2047, -25)), 0x0400u)
      << "a subnormal rounds up to a normal number";
}

TEST(SmallFloat, TiesGoToEven) {
  EXPECT_EQ(Binary16::fromDouble(2049), Binary16::fromDouble(2048));
  EXPECT_EQ(Binary16::fromDouble(2051), Binary16::fromDouble(2052));
  EXPECT_EQ(BFloat16::fromDouble(257), BFloat16::fromDouble(256));
  EXPECT_EQ(BFloat16::fromDouble(259), BFloat16::fromDouble(260));
}

TEST(SmallFloat, F64IsRoundedOnce) {
  // Through float this would become a tie and go down.
  const double x = 2049 + std::ldexp(1, -30);
  EXPECT_EQ(valueOf("%r = cast %a : 1xf16", {"1xf64"}, {doubles({x})}),
            Bits{Binary16::fromDouble(2050)});
}

TEST(SmallFloat, LargeIntegersAreRoundedOnce) {
  const int64_t x =
      (int64_t(1) << 62) + (int64_t(1) << 54) + 1; // a hair above the tie
  EXPECT_EQ(valueOf("%r = cast %a : 1xbf16", {"1xi64"}, {ints({x})}),
            Bits{BFloat16::fromDouble(std::ldexp(1, 62) + std::ldexp(1, 55))});
  EXPECT_EQ(valueOf("%r = cast %a : 1xbf16", {"1xi64"}, {ints({-x})}),
            Bits{BFloat16::fromDouble(-std::ldexp(1, 62) - std::ldexp(1, 55))});
}

/// a*b + c rounded to the format, by fixed-point arithmetic: products of f16
/// are multiples of 2^-48 below 2^32.
template <class Format> uint64_t reference(uint64_t a, uint64_t b, uint64_t c) {
  const auto fixed = [](double x) { return __int128(std::ldexp(x, 48)); };
  const double product = double(Format::load(a)) * double(Format::load(b));
  __int128 sum = fixed(product) + fixed(Format::load(c));
  if (sum == 0)
    return Format::store(float(product + double(Format::load(c))));
  const bool isNegative = sum < 0;
  if (isNegative)
    sum = -sum;
  // Shrink to 60 bits with a sticky last one.
  int exponent = -48;
  while (sum >> 60) {
    sum = (sum >> 1) | (sum & 1);
    ++exponent;
  }
  const double magnitude = std::ldexp(roundedToOdd(uint64_t(sum)), exponent);
  return Format::fromDouble(isNegative ? -magnitude : magnitude);
}

TEST(SmallFloat, F16FmaRoundsOnce) {
  std::mt19937 random(1);
  for (int i = 0; i < 200000; ++i) {
    uint64_t x[3];
    for (uint64_t &bits : x)
      do
        bits = random() & 0xffff;
      while ((bits & 0x7c00) == 0x7c00);
    ASSERT_EQ(Binary16::fma(Binary16::load(x[0]), Binary16::load(x[1]),
                            Binary16::load(x[2])),
              reference<Binary16>(x[0], x[1], x[2]))
        << std::hex << x[0] << ' ' << x[1] << ' ' << x[2];
  }
}

TEST(SmallFloat, BF16FmaSeesWhatDoubleLoses) {
  // 7 * 37 = 259 and 9 * 29 = 261 are ties; a term of 2^-60, which a double
  // cannot hold beside them, decides.
  const auto fma = [](float a, float b, double c) {
    return BFloat16::load(BFloat16::fma(a, b, float(c)));
  };
  EXPECT_EQ(fma(7, 37, 0), 260);
  EXPECT_EQ(fma(7, 37, -std::ldexp(1, -60)), 258);
  EXPECT_EQ(fma(9, 29, 0), 260);
  EXPECT_EQ(fma(9, 29, std::ldexp(1, -60)), 262);
  EXPECT_EQ(fma(-9, 29, -std::ldexp(1, -60)), -262);
}

TEST(SmallFloat, ArithmeticRoundsToTheFormat) {
  const auto bits = [](std::initializer_list<double> values) {
    Bits result;
    for (double value : values)
      result.push_back(Binary16::fromDouble(value));
    return result;
  };
  EXPECT_EQ(valueOf("%r = add %a, %b : 2xf16", {"2xf16", "2xf16"},
                    {bits({2048, 1}), bits({1, 2})}),
            bits({2048, 3}));
  EXPECT_EQ(valueOf("%r = mul %a, %b : 1xf16", {"1xf16", "1xf16"},
                    {bits({300}), bits({300})}),
            Bits{0x7c00});
  EXPECT_EQ(valueOf("%r = div %a, %b : 1xf16", {"1xf16", "1xf16"},
                    {bits({1}), bits({3})}),
            bits({1.0 / 3}));
  EXPECT_EQ(valueOf("%r = neg %a : 1xf16", {"1xf16"}, {bits({1})}), bits({-1}));
  EXPECT_EQ(valueOf("%r = cmp_lt %a, %b : 1xi1", {"1xbf16", "1xbf16"},
                    {Bits{0xbf80}, Bits{0x3f80}}),
            ints({1}));
  EXPECT_EQ(valueOf("%r = constant 0.1 : 1xbf16", {}, {}), Bits{0x3dcd});
}

} // namespace
} // namespace vecify
