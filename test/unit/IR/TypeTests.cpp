// Types and the op table by their text.
#include "vecify/IR/Function.h"
#include "gtest/gtest.h"

namespace vecify {
namespace {

TEST(VectorType, PrintsDimsThenElement) {
  EXPECT_EQ((VectorType{{6, 16}, ScalarType::F32}).text(), "6x16xf32");
  EXPECT_EQ(VectorType::scalar(ScalarType::Index).text(), "index");
}

TEST(VectorType, ReadsWhatItPrints) {
  for (const char *text :
       {"f32", "index", "16xi8", "2x3x4xbf16", "8xi1", "4xm32"}) {
    const auto type = parseVectorType(text);
    ASSERT_TRUE(type) << text;
    EXPECT_EQ(type->text(), text);
  }
}

TEST(VectorType, DoesNotReadOtherText) {
  for (const char *text :
       {"", "16", "16x", "xf32", "16f32", "f33", "16xf32x", "-4xf32"})
    EXPECT_FALSE(parseVectorType(text)) << text;
}

TEST(VectorType, CountsLanesAndBits) {
  const VectorType type{{6, 16}, ScalarType::F32};
  EXPECT_EQ(type.lanes(), 96);
  EXPECT_EQ(type.bits(), 96u * 32);
  EXPECT_EQ(VectorType::scalar(ScalarType::F64).lanes(), 1);
}

TEST(OpKind, IsFoundByItsText) {
  EXPECT_EQ(parseOpKind("transfer_read"), OpKind::TransferRead);
  EXPECT_EQ(parseOpKind("for"), OpKind::For);
  EXPECT_FALSE(parseOpKind("frobnicate"));
  EXPECT_EQ(textOf(OpKind::MulAddPairs), "mul_add_pairs");
  EXPECT_EQ(operandCount(OpKind::Fma), 3);
  EXPECT_EQ(operandCount(OpKind::Concat), -1);
  EXPECT_EQ(classOf(OpKind::Reduce), OpClass::Combine);
}

TEST(ReductionKind, IsFoundByItsText) {
  EXPECT_EQ(parseReductionKind("cmin"), ReductionKind::CMin);
  EXPECT_EQ(textOf(ReductionKind::FMax), "fmax");
  EXPECT_FALSE(parseReductionKind("sub"));
}

TEST(MemRef, AddressIsSubsTimesStridesPlusOffset) {
  Function f;
  const ValueId n = f.addValue(VectorType::scalar(ScalarType::I64), "n");
  const ValueId i = f.addValue(VectorType::scalar(ScalarType::Index), "i");
  f.arrays.resize(2);
  f.arrays[0].disjoint = {1};
  f.patterns.push_back(
      {0, ScalarType::F32, "A[{0}][{1}].y", {IndexExpr::symbol(n) * 8, 8}, 4});
  MemRef mem{0,
             {IndexExpr::symbol(i), IndexExpr(3)},
             {{IndexExpr(1), IndexExpr(0)}, {IndexExpr(0), IndexExpr(2)}},
             {},
             false};
  EXPECT_EQ(f.byteAddress(mem),
            IndexExpr::symbol(n) * IndexExpr::symbol(i) * 8 + 28);
  EXPECT_EQ(f.laneStrideBytes(mem, 0), IndexExpr::symbol(n) * 8);
  EXPECT_EQ(f.laneStrideBytes(mem, 1), IndexExpr(16));
}

TEST(Function, DisjointnessIsSymmetric) {
  Function f;
  f.arrays.resize(3);
  f.arrays[0].disjoint = {1};
  EXPECT_TRUE(f.areDisjoint(0, 1));
  EXPECT_TRUE(f.areDisjoint(1, 0));
  EXPECT_FALSE(f.areDisjoint(0, 2));
  EXPECT_FALSE(f.areDisjoint(0, 0));
}

} // namespace
} // namespace vecify
