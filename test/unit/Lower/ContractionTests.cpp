// n-D values: contractions, outer products, reductions and reshapes down to registers.
#include "Example.h"

namespace vecify {

TEST(Contractions, MatrixProductBecomesFmaOfRows) {
  Function f = parsed(R"(func f() trip (16) {
  array a : f32 disjoint(b, c)
  array b : f32 disjoint(a, c)
  array c : f32 disjoint(a, b)
  pattern a = a "a[{0}][{1}]" : f32 strides(16, 4)
  pattern b = b "b[{0}][{1}]" : f32 strides(64, 4)
  pattern c = c "c[{0}][{1}]" : f32 strides(64, 4)
  %a = transfer_read a[0, 0] lanes(1, 0; 0, 1) : 3x2xf32
  %b = transfer_read b[0, 0] lanes(1, 0; 0, 1) : 2x16xf32
  %c = transfer_read c[0, 0] lanes(1, 0; 0, 1) : 3x16xf32
  %r = contract add %a, %b, %c maps((0, 2), (2, 1), (0, 1)) iterators(par, par, red) : 3x16xf32 fp(contract)
  transfer_write %r, c[0, 0] lanes(1, 0; 0, 1)
  %n = index (16) : index
  return %n
})");
  for (const std::string &name : allTargets()) {
    Function code = loweredAndChecked(f, target(name));
    EXPECT_EQ(countOf(code, OpKind::Fma), 6 * 16u / target(name).lanesOf(ScalarType::F32)) << toText(code);
  }
}

TEST(Contractions, StrictProductsAreNotFused) {
  Function f = example(R"(
  %a = transfer_read f32[0] lanes(1) : 4xf32
  %b = transfer_read f32[8] lanes(1) : 8xf32
  %c = transfer_read f32[16] lanes(8; 1) : 4x8xf32
  %r = outerproduct add %a, %b, %c : 4x8xf32
  transfer_write %r, f32[16] lanes(8; 1))");
  for (const std::string &name : allTargets()) {
    Function code = loweredAndChecked(f, target(name));
    EXPECT_EQ(countOf(code, OpKind::Fma), 0u) << toText(code);
    EXPECT_GE(countOf(code, OpKind::Mul), 1u) << toText(code);
    EXPECT_GE(countOf(code, OpKind::FpFence), countOf(code, OpKind::Mul)) << toText(code);
  }
}

TEST(Contractions, ReductionsOfOuterAndMinorDims) {
  Function f = example(R"(
  %a = transfer_read i32[0] lanes(16; 1) : 4x16xi32
  %z = constant 5 : 16xi32
  %o = multi_reduction add %a, %z [0] : 16xi32
  transfer_write %o, i32[100] lanes(1)
  %y = constant 7 : 4xi32
  %m = multi_reduction max %a, %y [1] : 4xi32
  transfer_write %m, i32[120] lanes(1))");
  for (const std::string &name : allTargets())
    loweredAndChecked(f, target(name));
}

TEST(Contractions, ReshapesOnlyRenameRegisters) {
  Function f = example(R"(
  %a = transfer_read f32[0] lanes(32; 8; 1) : 2x4x8xf32
  %t = transpose %a [1, 0, 2] : 4x2x8xf32
  %s = shape_cast %t : 8x8xf32
  %e = extract_slice %s [2, 0] : 3x8xf32
  %i = insert_slice %e, %s [5, 0] : 8x8xf32
  %b = transfer_read f32[100] lanes(1) : 8xf32
  %w = broadcast %b : 8x8xf32
  %r = add %i, %w : 8x8xf32
  transfer_write %r, f32[200] lanes(8; 1))");
  for (const std::string &name : allTargets()) {
    Function code = loweredAndChecked(f, target(name));
    // Three of the eight rows are copies; rows may share registers.
    EXPECT_LE(countOf(code, OpKind::Add), 40u / std::min(8u, target(name).lanesOf(ScalarType::F32))) << toText(code);
  }
}

TEST(Contractions, StridedRowsAreGatheredRowByRow) {
  Function f = example(R"(
  %a = transfer_read f32[0] lanes(40; 3) : 2x8xf32
  transfer_write %a, f32[200] lanes(8; 1))");
  for (const std::string &name : allTargets())
    loweredAndChecked(f, target(name));
}

} // namespace vecify
