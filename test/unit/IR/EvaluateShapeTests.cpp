// Ops that move lanes about and ops that combine them, against values computed
// by hand.
#include "TestFunctions.h"
#include <limits>

namespace vecify {
namespace {

const Bits six = ints({0, 1, 2, 3, 4, 5});
const Bits a4 = ints({0, 1, 2, 3}), b4 = ints({10, 11, 12, 13});

TEST(Shapes, ConstantAndIota) {
  EXPECT_EQ(valueOf("%r = constant -1 : 2xu8", {}, {}), ints({255, 255}));
  EXPECT_EQ(valueOf("%r = constant 0.1 : 1xf32", {}, {}), floats({0.1f}));
  EXPECT_EQ(valueOf("%r = constant 1 : 1xm16", {}, {}), ints({-1}));
  EXPECT_EQ(valueOf("%r = iota [250, 3] : 3xu8", {}, {}), ints({250, 253, 0}));
  EXPECT_EQ(valueOf("%r = iota [5, -1] : 2x3xi32", {}, {}),
            ints({5, 4, 3, 5, 4, 3}));
}

TEST(Shapes, BroadcastStretchesUnitDims) {
  EXPECT_EQ(valueOf("%r = broadcast %a : 3xi32", {"i32"}, {ints({7})}),
            ints({7, 7, 7}));
  EXPECT_EQ(valueOf("%r = broadcast %a : 2x3xi32", {"2x1xi32"}, {ints({7, 8})}),
            ints({7, 7, 7, 8, 8, 8}));
  EXPECT_EQ(
      valueOf("%r = broadcast %a : 2x3xi32", {"3xi32"}, {ints({7, 8, 9})}),
      ints({7, 8, 9, 7, 8, 9}));
}

TEST(Shapes, Slices) {
  EXPECT_EQ(
      valueOf("%r = extract_slice %a [1, 1] : 1x2xi32", {"2x3xi32"}, {six}),
      ints({4, 5}));
  EXPECT_EQ(valueOf("%r = extract_slice %a [1, 1] : 2xi32", {"2x3xi32"}, {six}),
            ints({4, 5}));
  EXPECT_EQ(
      valueOf("%r = extract_slice %a [0, 1] : 2x2xi32", {"2x3xi32"}, {six}),
      ints({1, 2, 4, 5}));
  EXPECT_EQ(valueOf("%r = insert_slice %a, %b [0, 1] : 2x3xi32",
                    {"2x2xi32", "2x3xi32"}, {b4, six}),
            ints({0, 10, 11, 3, 12, 13}));
  EXPECT_EQ(valueOf("%r = extract %a [1, 0] : i32", {"2x3xi32"}, {six}),
            ints({3}));
}

TEST(Shapes, ConcatWorksRowByRow) {
  EXPECT_EQ(valueOf("%r = concat %a, %b : 6xi32", {"4xi32", "2xi32"},
                    {a4, ints({8, 9})}),
            ints({0, 1, 2, 3, 8, 9}));
  EXPECT_EQ(valueOf("%r = concat %a, %b : 2x3xi32", {"2x2xi32", "2x1xi32"},
                    {a4, ints({8, 9})}),
            ints({0, 1, 8, 2, 3, 9}));
}

TEST(Shapes, FromLanesTakesOneScalarPerLane) {
  EXPECT_EQ(valueOf("%r = from_lanes %a, %b, %c : 3xi8", {"i8", "i8", "i8"},
                    {ints({5}), ints({-5}), ints({7})}),
            ints({5, -5, 7}));
}

TEST(Shapes, TransposeAndShapeCast) {
  EXPECT_EQ(valueOf("%r = transpose %a [1, 0] : 3x2xi32", {"2x3xi32"}, {six}),
            ints({0, 3, 1, 4, 2, 5}));
  // result[i][j][k] = source with dims permuted {2, 0, 1}: shape 1x2x3 -> 3x1x2
  EXPECT_EQ(
      valueOf("%r = transpose %a [2, 0, 1] : 3x1x2xi32", {"1x2x3xi32"}, {six}),
      ints({0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(valueOf("%r = shape_cast %a : 3x2xi32", {"2x3xi32"}, {six}), six);
}

TEST(Shapes, PermutationsAlongTheMinorDim) {
  EXPECT_EQ(valueOf("%r = reverse %a : 2x3xi32", {"2x3xi32"}, {six}),
            ints({2, 1, 0, 5, 4, 3}));
  const auto pair = [](const char *op) {
    return valueOf(std::string("%r = ") + op + " %a, %b : 4xi32",
                   {"4xi32", "4xi32"}, {a4, b4});
  };
  EXPECT_EQ(pair("even"), ints({0, 2, 10, 12}));
  EXPECT_EQ(pair("odd"), ints({1, 3, 11, 13}));
  EXPECT_EQ(pair("zip_lo"), ints({0, 10, 1, 11}));
  EXPECT_EQ(pair("zip_hi"), ints({2, 12, 3, 13}));
  EXPECT_EQ(
      valueOf("%r = zip_hi %a, %b : 2x2xi32", {"2x2xi32", "2x2xi32"}, {a4, b4}),
      ints({1, 11, 3, 13}));
  EXPECT_EQ(valueOf("%r = shuffle %a, %b [7, 0, 4] : 3xi32", {"4xi32", "4xi32"},
                    {a4, b4}),
            ints({13, 0, 10}));
}

TEST(Shapes, NarrowBlocks) {
  const Bits a = ints({1, 2, 3, 4, 5, 6, 7, 70000}), b = ints({11, 12, 13, 14, 15, 16, 17, -70000});
  EXPECT_EQ(valueOf("%r = narrow_blocks %a, %b : 16xi16", {"8xi32", "8xi32"}, {a, b}),
            ints({1, 2, 3, 4, 11, 12, 13, 14, 5, 6, 7, 4464, 15, 16, 17, -4464}));
  EXPECT_EQ(valueOf("%r = narrow_blocks_sat %a, %b : 16xi16", {"8xi32", "8xi32"}, {a, b}),
            ints({1, 2, 3, 4, 11, 12, 13, 14, 5, 6, 7, 32767, 15, 16, 17, -32768}));
}

TEST(Shapes, NarrowPair) {
  const Bits a = ints({70000, -70000}), b = ints({-1, 5});
  EXPECT_EQ(
      valueOf("%r = narrow_pair %a, %b : 4xi16", {"2xi32", "2xi32"}, {a, b}),
      ints({4464, -4464, -1, 5}));
  EXPECT_EQ(valueOf("%r = narrow_pair_sat %a, %b : 4xi16", {"2xi32", "2xi32"},
                    {a, b}),
            ints({32767, -32768, -1, 5}));
  EXPECT_EQ(valueOf("%r = narrow_pair_sat %a, %b : 4xu16", {"2xi32", "2xi32"},
                    {a, b}),
            ints({65535, 0, 0, 5}));
  EXPECT_EQ(valueOf("%r = narrow_pair %a, %b : 4xm16", {"2xm32", "2xm32"},
                    {ints({-1, 0}), ints({0, -1})}),
            ints({-1, 0, 0, -1}));
}

TEST(Shapes, CreateMaskIsABoxPrefix) {
  EXPECT_EQ(valueOf("%r = create_mask %a : 4xi1", {"index"}, {ints({3})}),
            ints({1, 1, 1, 0}));
  EXPECT_EQ(valueOf("%r = create_mask %a : 2xm32", {"index"}, {ints({-5})}),
            ints({0, 0}));
  EXPECT_EQ(valueOf("%r = create_mask %a, %b : 2x3xi1", {"index", "index"},
                    {ints({1}), ints({2})}),
            ints({1, 1, 0, 0, 0, 0}));
}

TEST(Reductions, ReduceIsATreeOfHalves) {
  // Lanes 0 and 2, 1 and 3 meet first: (big + -big) + (1 + 1).
  EXPECT_EQ(valueOf("%r = reduce add %a : f32", {"4xf32"},
                    {floats({1e30f, 1, -1e30f, 1})}),
            floats({2}));
  EXPECT_EQ(valueOf("%r = reduce add %a : f32", {"4xf32"},
                    {floats({1e30f, -1e30f, 1, 1})}),
            floats({0}));
  EXPECT_EQ(valueOf("%r = reduce mul %a : i32", {"3xi32"}, {ints({2, 3, 7})}),
            ints({42}));
  EXPECT_EQ(
      valueOf("%r = reduce min %a : u8", {"4xu8"}, {ints({255, 3, 7, 9})}),
      ints({3}));
  EXPECT_EQ(valueOf("%r = reduce or %a : i1", {"4xi1"}, {ints({0, 0, 1, 0})}),
            ints({1}));
  EXPECT_EQ(valueOf("%r = reduce and %a : m32", {"2xm32"}, {ints({-1, 0})}),
            ints({0}));
  EXPECT_EQ(valueOf("%r = reduce add %a : i32", {"1xi32"}, {ints({5})}),
            ints({5}));
}

TEST(Reductions, OddCountsLoseNoLane) {
  for (int n = 1; n <= 9; ++n) {
    Bits lanes;
    for (int l = 0; l < n; ++l)
      lanes.push_back(1 << l);
    const std::string type = std::to_string(n) + "xi32";
    EXPECT_EQ(valueOf("%r = reduce add %a : i32", {type.c_str()}, {lanes}),
              ints({(1 << n) - 1}))
        << n;
  }
}

TEST(Reductions, ChoiceKeepsTheAccumulatorOnNaN) {
  const float nan_ = std::numeric_limits<float>::quiet_NaN();
  // x < acc ? x : acc: a NaN among the values is passed over, one in the
  // accumulator stays.
  EXPECT_EQ(valueOf("%r = multi_reduction cmin %a, %b [0] : f32",
                    {"2xf32", "f32"}, {floats({nan_, 5}), floats({7})}),
            floats({5}));
  EXPECT_EQ(valueOf("%r = multi_reduction cmin %a, %b [0] : f32",
                    {"2xf32", "f32"}, {floats({3, 5}), floats({nan_})}),
            floats({nan_}));
}

TEST(Reductions, MultiReductionGoesInRowMajorOrder) {
  EXPECT_EQ(valueOf("%r = multi_reduction add %a, %b [0] : 3xi32",
                    {"2x3xi32", "3xi32"}, {six, ints({100, 200, 300})}),
            ints({103, 205, 307}));
  EXPECT_EQ(valueOf("%r = multi_reduction add %a, %b [1] : 2xi32",
                    {"2x3xi32", "2xi32"}, {six, ints({0, 0})}),
            ints({3, 12}));
  EXPECT_EQ(valueOf("%r = multi_reduction mul %a, %b [0, 1] : i32",
                    {"2x3xi32", "i32"}, {ints({1, 2, 3, 4, 5, 6}), ints({1})}),
            ints({720}));
  // ((0 + 1) + 1e30) - 1e30 is 0 only in this order.
  EXPECT_EQ(valueOf("%r = multi_reduction add %a, %b [0] : f32",
                    {"3xf32", "f32"},
                    {floats({1, 1e30f, -1e30f}), floats({0})}),
            floats({0}));
}

TEST(Reductions, ContractIsMatrixMultiplication) {
  const std::vector<Bits> operands = {six, ints({1, 2, 3, 4, 5, 6}),
                                      ints({100, 0, 0, 0})};
  EXPECT_EQ(valueOf("%r = contract add %a, %b, %c maps((0, 2), (2, 1), (0, 1)) "
                    "iterators(par, par, red) : 2x2xi32",
                    {"2x3xi32", "3x2xi32", "2x2xi32"}, operands),
            ints({100 + 3 + 10, 4 + 12, 3 + 12 + 25, 6 + 16 + 30}));
}

TEST(Reductions, ContractWorksOverOtherSemirings) {
  // max over k of a[k] * b[k]
  EXPECT_EQ(valueOf("%r = contract max %a, %b, %c maps((0), (0), ()) "
                    "iterators(red) : i32",
                    {"3xi32", "3xi32", "i32"},
                    {ints({1, -5, 3}), ints({4, 2, 3}), ints({-100})}),
            ints({9}));
  EXPECT_EQ(valueOf("%r = contract xor %a, %b, %c maps((0), (0), ()) "
                    "iterators(red) : i32",
                    {"2xi32", "2xi32", "i32"},
                    {ints({3, 5}), ints({2, 1}), ints({1})}),
            ints({1 ^ 6 ^ 5}));
}

TEST(Reductions, ContractWidensItsFactors) {
  EXPECT_EQ(valueOf("%r = contract add %a, %b, %c maps((0), (0), ()) "
                    "iterators(red) : i32",
                    {"2xi8", "2xu8", "i32"},
                    {ints({-128, 127}), ints({255, 255}), ints({0})}),
            ints({-255}));
}

TEST(Reductions, ContractFusesOnlyWhenItMay) {
  const float x = 1 + std::ldexp(1.0f, -12);
  const std::string text =
      "%r = contract add %a, %b, %c maps((0), (0), ()) iterators(red) : f32";
  const std::vector<Bits> operands = {floats({x}), floats({x}), floats({-1})};
  const volatile float product = x * x; // kept apart from the sum
  const float apart = product - 1, fused = std::fma(x, x, -1.0f);
  ASSERT_NE(apart, fused);
  EXPECT_EQ(valueOf(text, {"1xf32", "1xf32", "f32"}, operands),
            floats({apart}));
  EXPECT_EQ(
      valueOf(text + " fp(contract)", {"1xf32", "1xf32", "f32"}, operands),
      floats({fused}));
}

TEST(Reductions, OuterProduct) {
  EXPECT_EQ(
      valueOf("%r = outerproduct add %a, %b, %c : 2x3xi32",
              {"2xi32", "3xi32", "2x3xi32"},
              {ints({2, 3}), ints({1, 10, 100}), ints({1, 1, 1, 1, 1, 1})}),
      ints({3, 21, 201, 4, 31, 301}));
}

TEST(Reductions, DotProductsOfNarrowLanes) {
  EXPECT_EQ(
      valueOf("%r = mul_add_pairs %a, %b : 2xi32", {"4xi16", "4xi16"},
              {ints({1, 2, -32768, -32768}), ints({3, 4, -32768, -32768})}),
      ints({11, INT32_MIN}));
  EXPECT_EQ(valueOf("%r = mul_add_bytes %a, %b : 3xi16", {"6xu8", "6xi8"},
                    {ints({255, 255, 255, 255, 200, 3}),
                     ints({127, 127, -128, -128, -1, 100})}),
            ints({32767, -32768, 100}));
  EXPECT_EQ(
      valueOf("%r = dot_acc %a, %b, %c : 1xi32", {"4xu8", "4xi8", "1xi32"},
              {ints({255, 1, 2, 3}), ints({-128, 1, 1, 1}), ints({1000})}),
      ints({1000 - 255 * 128 + 6}));
  EXPECT_EQ(valueOf("%r = dot_acc %a, %b, %c : 1xi32",
                    {"2xi16", "2xi16", "1xi32"},
                    {ints({-5, 7}), ints({3, 4}), ints({1})}),
            ints({14}));
}

} // namespace
} // namespace vecify
