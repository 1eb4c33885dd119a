// What ops mean, against values computed by hand.
#include "TestFunctions.h"
#include <limits>

namespace vecify {
namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan_ = std::numeric_limits<float>::quiet_NaN();

Bits unary(const char *op, const char *type, Bits a) {
  return valueOf(std::string("%r = ") + op + " %a : " + type, {type}, {a});
}
Bits binary(const char *op, const char *type, Bits a, Bits b) {
  return valueOf(std::string("%r = ") + op + " %a, %b : " + type, {type, type}, {a, b});
}

TEST(Evaluate, IntegersWrap) {
  EXPECT_EQ(binary("add", "2xi8", ints({127, -1}), ints({1, 1})), ints({-128, 0}));
  EXPECT_EQ(binary("sub", "2xu8", ints({0, 5}), ints({1, 3})), ints({255, 2}));
  EXPECT_EQ(binary("mul", "2xi32", ints({INT32_MAX, 3}), ints({2, -4})), ints({-2, -12}));
  EXPECT_EQ(unary("neg", "2xi16", ints({-32768, 7})), ints({-32768, -7}));
  EXPECT_EQ(unary("abs", "3xi8", ints({-128, -5, 5})), ints({-128, 5, 5}));
}

TEST(Evaluate, IntegerDivisionTruncatesAndNeverTraps) {
  EXPECT_EQ(binary("div", "4xi32", ints({-7, 7, INT32_MIN, 1}), ints({2, -2, -1, 0})), ints({-3, -3, INT32_MIN, 0}));
  EXPECT_EQ(binary("rem", "4xi32", ints({-7, 7, INT32_MIN, 1}), ints({2, -2, -1, 0})), ints({-1, 1, 0, 0}));
  EXPECT_EQ(binary("div", "1xu64", ints({-1}), ints({2})), ints({INT64_MAX}));
  EXPECT_EQ(binary("div", "1xi64", ints({INT64_MIN}), ints({-1})), ints({INT64_MIN}));
}

TEST(Evaluate, MinAndMaxFollowSignedness) {
  EXPECT_EQ(binary("min", "1xi8", ints({-1}), ints({1})), ints({-1}));
  EXPECT_EQ(binary("min", "1xu8", ints({255}), ints({1})), ints({1}));
  EXPECT_EQ(binary("max", "1xu64", ints({-1}), ints({1})), ints({-1}));
}

TEST(Evaluate, BitwiseOps) {
  EXPECT_EQ(binary("andnot", "1xu8", ints({0b1100}), ints({0b1010})), ints({0b0010}));
  EXPECT_EQ(binary("xor", "1xi8", ints({-1}), ints({1})), ints({-2}));
  EXPECT_EQ(unary("not", "1xu8", ints({0})), ints({255}));
  EXPECT_EQ(unary("not", "2xi1", ints({0, 1})), ints({1, 0}));
  EXPECT_EQ(unary("not", "2xm32", ints({0, -1})), ints({-1, 0}));
  EXPECT_EQ(binary("or", "2xi1", ints({0, 1}), ints({0, 0})), ints({0, 1}));
  EXPECT_EQ(binary("andnot", "2xi1", ints({0, 1}), ints({1, 1})), ints({1, 0}));
}

TEST(Evaluate, ShiftsAreArithmeticOnSignedTypes) {
  EXPECT_EQ(binary("shr", "2xi8", ints({-128, 64}), ints({3, 3})), ints({-16, 8}));
  EXPECT_EQ(binary("shr", "1xu8", ints({128}), ints({3})), ints({16}));
  EXPECT_EQ(binary("shl", "1xi8", ints({0x41}), ints({1})), ints({-126}));
  EXPECT_EQ(binary("shr", "1xu64", ints({-1}), ints({63})), ints({1}));
  EXPECT_EQ(valueOf("%r = shr_imm %a [4] : 1xi16", {"1xi16"}, {ints({-32768})}), ints({-2048}));
  EXPECT_EQ(valueOf("%r = shl_imm %a [63] : 1xi64", {"1xi64"}, {ints({1})}), ints({INT64_MIN}));
  EXPECT_EQ(valueOf("%r = shl_uniform %a, %b : 2xu16", {"2xu16", "i32"}, {ints({1, 0x8001}), ints({1})}), ints({2, 2}));
  EXPECT_EQ(valueOf("%r = shr_uniform %a, %b : 2xi16", {"2xi16", "i32"}, {ints({-4, 4}), ints({1})}), ints({-2, 2}));
}

TEST(Evaluate, ShiftsByTooMuchAreHarmless) {
  EXPECT_EQ(binary("shl", "2xi32", ints({1, 1}), ints({32, -1})), ints({0, 0}));
  EXPECT_EQ(binary("shr", "2xi32", ints({-5, 5}), ints({32, 99})), ints({-1, 0}));
  EXPECT_EQ(binary("shr", "1xu64", ints({-5}), ints({64})), ints({0}));
}

TEST(Evaluate, SaturatingArithmetic) {
  EXPECT_EQ(binary("add_sat", "3xi8", ints({127, -128, 1}), ints({1, -1, 2})), ints({127, -128, 3}));
  EXPECT_EQ(binary("add_sat", "1xu8", ints({250}), ints({10})), ints({255}));
  EXPECT_EQ(binary("sub_sat", "2xu16", ints({3, 9}), ints({5, 5})), ints({0, 4}));
  EXPECT_EQ(binary("sub_sat", "1xi64", ints({INT64_MIN}), ints({1})), ints({INT64_MIN}));
  EXPECT_EQ(binary("add_sat", "1xu64", ints({-1}), ints({1})), ints({-1}));
}

TEST(Evaluate, AverageAndHighProduct) {
  EXPECT_EQ(binary("avg_up", "2xu8", ints({255, 1}), ints({255, 2})), ints({255, 2}));
  EXPECT_EQ(binary("avg_up", "1xi8", ints({-3}), ints({0})), ints({-1}));
  EXPECT_EQ(binary("avg_down", "2xu8", ints({255, 1}), ints({254, 2})), ints({254, 1}));
  EXPECT_EQ(binary("avg_down", "1xi8", ints({-3}), ints({0})), ints({-2}));
  EXPECT_EQ(binary("mul_high", "2xi16", ints({-32768, 300}), ints({2, 300})), ints({-1, 1}));
  EXPECT_EQ(binary("mul_high", "1xu16", ints({65535}), ints({65535})), ints({65534}));
  EXPECT_EQ(binary("mul_high", "1xu64", ints({-1}), ints({-1})), ints({-2}));
  EXPECT_EQ(binary("mul_halves", "2xi64", ints({-3, int64_t(1) << 40 | 7}), ints({5, -1})), ints({-15, -7}));
  EXPECT_EQ(binary("mul_halves", "2xu64", ints({-1, int64_t(1) << 40 | 7}), ints({2, 3})), ints({0x1fffffffe, 21}));
  EXPECT_EQ(binary("mul_high", "1xi64", ints({INT64_MIN}), ints({INT64_MIN})), ints({int64_t(1) << 62}));
}

TEST(Evaluate, AbsoluteDifferenceIsExact) {
  EXPECT_EQ(binary("abs_diff", "2xu8", ints({3, 200}), ints({250, 100})), ints({247, 100}));
  // 127 - -128 is 255, whose low byte is -1 as an i8.
  EXPECT_EQ(binary("abs_diff", "2xi8", ints({127, -3}), ints({-128, 4})), ints({-1, 7}));
  EXPECT_EQ(binary("abs_diff", "1xu64", ints({0}), ints({-1})), ints({-1}));
}

TEST(Evaluate, FloatArithmeticRoundsToItsType) {
  EXPECT_EQ(binary("add", "1xf32", floats({16777216}), floats({1})), floats({16777216}));
  EXPECT_EQ(binary("add", "1xf64", doubles({16777216}), doubles({1})), doubles({16777217}));
  EXPECT_EQ(binary("div", "2xf32", floats({1, 1}), floats({3, 0})), floats({1.0f / 3.0f, inf}));
  EXPECT_EQ(unary("sqrt", "2xf64", doubles({2, -0.0})), doubles({std::sqrt(2.0), -0.0}));
  EXPECT_EQ(unary("neg", "2xf32", floats({0, -1})), floats({-0.0f, 1}));
  EXPECT_EQ(unary("abs", "1xf32", floats({-0.0f})), floats({0}));
  EXPECT_EQ(binary("copysign", "2xf32", floats({3, -3}), floats({-0.0f, 1})), floats({-3, 3}));
}

TEST(Evaluate, RoundingFunctions) {
  const Bits x = floats({-2.5f, -0.5f, 0.5f, 1.5f, 2.4f});
  EXPECT_EQ(unary("floor", "5xf32", x), floats({-3, -1, 0, 1, 2}));
  EXPECT_EQ(unary("ceil", "5xf32", x), floats({-2, -0.0f, 1, 2, 3}));
  EXPECT_EQ(unary("trunc", "5xf32", x), floats({-2, -0.0f, 0, 1, 2}));
  EXPECT_EQ(unary("rint", "5xf32", x), floats({-2, -0.0f, 0, 2, 2}));
  EXPECT_EQ(unary("round", "5xf32", x), floats({-3, -1, 1, 2, 2}));
}

TEST(Evaluate, CMinIsTheConditionalExpression) {
  // a < b ? a : b gives b when a NaN is involved and when the zeros are equal.
  EXPECT_EQ(binary("cmin", "4xf32", floats({nan_, 1, 0, -0.0f}), floats({1, nan_, -0.0f, 0})),
            floats({1, nan_, -0.0f, 0}));
  EXPECT_EQ(binary("cmax", "3xf32", floats({nan_, 2, 0}), floats({1, 1, -0.0f})), floats({1, 2, -0.0f}));
}

TEST(Evaluate, FMinPrefersNumbers) {
  EXPECT_EQ(binary("fmin", "4xf32", floats({nan_, 1, 0, -0.0f}), floats({1, nan_, -0.0f, 0})),
            floats({1, 1, -0.0f, -0.0f}));
  EXPECT_EQ(binary("fmax", "4xf32", floats({nan_, 1, 0, -0.0f}), floats({1, nan_, -0.0f, 0})), floats({1, 1, 0, 0}));
  EXPECT_EQ(binary("fmin", "1xf32", floats({nan_}), floats({nan_})), floats({nan_}));
}

TEST(Evaluate, FmaRoundsOnce) {
  // (1 + e)^2 - 1 keeps e^2 only when the product is not rounded.
  const float x = 1 + std::ldexp(1.0f, -12);
  const Bits a = floats({x}), c = floats({1});
  const float exact = std::ldexp(1.0f, -11) + std::ldexp(1.0f, -24);
  const auto fused = [&](const char *op) {
    return valueOf(std::string("%r = ") + op + " %a, %b, %c : 1xf32", {"1xf32", "1xf32", "1xf32"}, {a, a, c});
  };
  EXPECT_EQ(fused("fms"), floats({exact}));
  EXPECT_EQ(fused("fnma"), floats({-exact}));
  EXPECT_EQ(fused("fma"), floats({std::fma(x, x, 1.0f)}));
  EXPECT_EQ(fused("fnms"), floats({-std::fma(x, x, 1.0f)}));
}

TEST(Evaluate, IntegerFmaWraps) {
  const auto fused = [&](const char *op) {
    return valueOf(std::string("%r = ") + op + " %a, %b, %c : 1xi8", {"1xi8", "1xi8", "1xi8"},
                   {ints({100}), ints({2}), ints({3})});
  };
  EXPECT_EQ(fused("fma"), ints({203 - 256}));
  EXPECT_EQ(fused("fms"), ints({197 - 256}));
  EXPECT_EQ(fused("fnma"), ints({-197 + 256}));
  EXPECT_EQ(fused("fnms"), ints({-203 + 256}));
}

TEST(Evaluate, ArithmeticGivesOneNaN) {
  EXPECT_EQ(binary("sub", "1xf32", floats({inf}), floats({inf})), ints({0x7fc00000}));
  EXPECT_EQ(binary("add", "1xf32", ints({0xffc00123}), floats({1})), ints({0x7fc00000}));
  // Moving bits about is no arithmetic.
  EXPECT_EQ(unary("neg", "1xf32", ints({0xffc00123})), ints({0x7fc00123}));
}

TEST(Evaluate, ComparisonsAreOrderedExceptNe) {
  const auto cmp = [](const char *op, const char *type, Bits a, Bits b, const char *mask) {
    return valueOf(std::string("%r = ") + op + " %a, %b : " + mask, {type, type}, {a, b});
  };
  for (const char *op : {"cmp_eq", "cmp_lt", "cmp_le", "cmp_gt", "cmp_ge"})
    EXPECT_EQ(cmp(op, "1xf32", floats({nan_}), floats({nan_}), "1xi1"), ints({0})) << op;
  EXPECT_EQ(cmp("cmp_ne", "1xf32", floats({nan_}), floats({nan_}), "1xi1"), ints({1}));
  EXPECT_EQ(cmp("cmp_eq", "1xf32", floats({0}), floats({-0.0f}), "1xi1"), ints({1}));
  EXPECT_EQ(cmp("cmp_lt", "2xi32", ints({-1, 1}), ints({0, 0}), "2xm32"), ints({-1, 0}));
  EXPECT_EQ(cmp("cmp_lt", "1xu32", ints({0xffffffff}), ints({0}), "1xi1"), ints({0}));
  EXPECT_EQ(cmp("cmp_ge", "2xi8", ints({3, 2}), ints({3, 3}), "2xi1"), ints({1, 0}));
  EXPECT_EQ(cmp("cmp_le", "1xu64", ints({1}), ints({-1}), "1xi1"), ints({1}));
  EXPECT_EQ(cmp("cmp_gt", "2xi64", ints({5, -5}), ints({-5, 5}), "2xi1"), ints({1, 0}));
}

TEST(Evaluate, ComparisonsUnderAPredicate) {
  const auto where = [](int relation, const char *type, Bits a, Bits b, Bits mask, const char *of = "2xi1") {
    return valueOf("%r = compare_where %a, %b, %c [" + std::to_string(relation) + "] : " + of, {type, type, of},
                   {a, b, mask});
  };
  const Bits numbers = floats({nan_, 1}), others = floats({2, 2});
  for (int relation = 0; relation < 10; ++relation) {
    EXPECT_EQ(where(relation, "2xf32", numbers, others, ints({0, 0})), ints({0, 0})) << relation;
    const bool ofNan = relation == 1 || relation >= 6;
    const bool ofLess = relation == 1 || relation == 2 || relation == 3 || relation >= 8;
    EXPECT_EQ(where(relation, "2xf32", numbers, others, ints({1, 1})), ints({ofNan, ofLess})) << relation;
  }
  EXPECT_EQ(where(5, "2xi8", ints({3, 2}), ints({3, 3}), ints({1, 1})), ints({1, 0}));
  EXPECT_EQ(where(2, "2xu32", ints({1, 1}), ints({2, 2}), ints({0, -1}), "2xm32"), ints({0, -1}));
}

TEST(Evaluate, SelectTakesAnyMask) {
  const Bits a = ints({1, 2}), b = ints({3, 4});
  EXPECT_EQ(valueOf("%r = select %a, %b, %c : 2xi32", {"2xi1", "2xi32", "2xi32"}, {ints({1, 0}), a, b}), ints({1, 4}));
  EXPECT_EQ(valueOf("%r = select %a, %b, %c : 2xi32", {"2xm32", "2xi32", "2xi32"}, {ints({0, 0xffffffff}), a, b}),
            ints({3, 2}));
}

TEST(Evaluate, MaskedAdditionKeepsWhatIsOff) {
  EXPECT_EQ(valueOf("%r = masked_add %a, %b, %c : 2xu8", {"2xi1", "2xu8", "2xu8"},
                    {ints({1, 0}), ints({250, 250}), ints({10, 10})}),
            ints({4, 250}));
}

TEST(Evaluate, CastsAreThoseOfC) {
  const auto cast = [](const char *from, const char *to, Bits a) {
    return valueOf(std::string("%r = cast %a : ") + to, {from}, {a});
  };
  EXPECT_EQ(cast("2xi32", "2xi8", ints({300, -129})), ints({44, 127}));
  EXPECT_EQ(cast("1xi8", "1xu32", ints({-1})), ints({0xffffffff}));
  EXPECT_EQ(cast("1xu8", "1xi32", ints({255})), ints({255}));
  EXPECT_EQ(cast("2xi32", "2xf32", ints({16777217, -3})), floats({16777216, -3}));
  EXPECT_EQ(cast("1xu32", "1xf64", ints({0xffffffff})), doubles({4294967295.0}));
  EXPECT_EQ(cast("1xu64", "1xf32", ints({-1})), floats({18446744073709551616.0f}));
  EXPECT_EQ(cast("1xi64", "1xf32", ints({(int64_t(1) << 60) + (int64_t(1) << 36) + 1})),
            floats({float((int64_t(1) << 60) + (int64_t(1) << 37))}));
  EXPECT_EQ(cast("3xf32", "3xi32", floats({-2.9f, 2.9f, nan_})), ints({-2, 2, 0}));
  EXPECT_EQ(cast("2xf32", "2xu8", floats({255.9f, 300})), ints({255, 255}));
  EXPECT_EQ(cast("3xf32", "3xi8", floats({128, -128, -129})), ints({127, -128, -128}));
  EXPECT_EQ(cast("1xf64", "1xi64", doubles({9223372036854775808.0})), ints({INT64_MAX}));
  EXPECT_EQ(cast("1xf64", "1xu64", doubles({18446744073709549568.0})), ints({-2048}));
  EXPECT_EQ(cast("1xf64", "1xf32", doubles({0.1})), floats({0.1f}));
  EXPECT_EQ(cast("2xi1", "2xi32", ints({0, 1})), ints({0, 1}));
  EXPECT_EQ(cast("2xi1", "2xf32", ints({0, 1})), floats({0, 1}));
  EXPECT_EQ(cast("3xf32", "3xi1", floats({0.5f, -0.0f, nan_})), ints({1, 0, 1}));
  EXPECT_EQ(cast("2xi32", "2xi1", ints({256, 0})), ints({1, 0}));
}

TEST(Evaluate, BitcastsKeepTheBits) {
  const auto bitcast = [](const char *from, const char *to, Bits a) {
    return valueOf(std::string("%r = bitcast %a : ") + to, {from}, {a});
  };
  EXPECT_EQ(bitcast("1xf32", "1xu32", floats({-0.0f})), ints({0x80000000}));
  EXPECT_EQ(bitcast("1xu32", "1xi32", ints({0x80000000})), ints({INT32_MIN}));
  EXPECT_EQ(bitcast("1xi64", "2xi32", ints({0x00000001fffffffe})), ints({-2, 1}));
  EXPECT_EQ(bitcast("4xi8", "1xu32", ints({0x11, 0x22, 0x33, -1})), ints({0xff332211}));
  EXPECT_EQ(bitcast("8xi1", "u8", ints({1, 0, 0, 0, 0, 0, 1, 1})), ints({0b11000001}));
  EXPECT_EQ(bitcast("2xm32", "2xi32", ints({0, -1})), ints({0, -1}));
}

TEST(Evaluate, MaskCastKeepsTruth) {
  EXPECT_EQ(valueOf("%r = mask_cast %a : 2xm16", {"2xi1"}, {ints({1, 0})}), ints({-1, 0}));
  EXPECT_EQ(valueOf("%r = mask_cast %a : 2xi1", {"2xm64"}, {ints({-1, 0})}), ints({1, 0}));
}

TEST(Evaluate, MathCallsUseTheTypesPrecision) {
  EXPECT_EQ(valueOf("%r = math \"sin\" %a : 1xf32", {"1xf32"}, {floats({0.5f})}), floats({float(std::sin(0.5))}));
  EXPECT_EQ(valueOf("%r = math \"pow\" %a, %b : 1xf64", {"1xf64", "1xf64"}, {doubles({2}), doubles({10})}),
            doubles({1024}));
  EXPECT_EQ(valueOf("%r = math \"erf\" %a : 1xf64", {"1xf64"}, {doubles({0.3})}), doubles({std::erf(0.3)}));
}

TEST(Evaluate, RefusesWrongLanes) {
  const Function g = withOperands({"2xf32"}, "%r = neg %a : 2xf32");
  llvm::Expected<Bits> result = evaluate(lastOp(g), g, {floats({1})});
  ASSERT_FALSE(result);
  EXPECT_EQ(llvm::toString(result.takeError()), "'%r = neg %a : 2xf32': operand 0 needs 2 lanes");
  result = evaluate(lastOp(g), g, {});
  ASSERT_FALSE(result);
  llvm::consumeError(result.takeError());
  const Function h = withOperands({}, "%r = load x[0] : 2xi32");
  result = evaluate(lastOp(h), h, {});
  ASSERT_FALSE(result);
  llvm::consumeError(result.takeError());
}

} // namespace
} // namespace vecify
