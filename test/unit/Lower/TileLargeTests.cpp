// What the registers do not hold by far is computed tile by tile, where that changes nothing.
#include "Example.h"
#include "vecify/Lower/Lower.h"

namespace vecify {

/// With so few registers everything is large.
static Target smallTarget() {
  Target small = target("avx2");
  small.vectorRegisters = 4;
  return small;
}

static unsigned loopsAfterTiling(llvm::StringRef body) {
  const Function f = example(body);
  unsigned loops = 0;
  for (const Step &step : lowerSteps()) {
    if (llvm::StringRef(step.name) != "tile-large")
      continue;
    llvm::Expected<Function> tiled = step.run(f, smallTarget(), {});
    if (!tiled) {
      ADD_FAILURE() << llvm::toString(tiled.takeError());
      return 0;
    }
    expectSameMeaning(f, *tiled, 3);
    for (const Op &op : tiled->ops)
      loops += op.kind == OpKind::For;
  }
  return loops;
}

TEST(TileLarge, LoopsOverEveryDimThatIsCut) {
  EXPECT_EQ(loopsAfterTiling(R"(
  %x = transfer_read f32[-100] lanes(64; 1) : 4x64xf32
  %r = add %x, %x : 4x64xf32
  transfer_write %r, f32[400] lanes(64; 1))"),
            2u);
}

TEST(TileLarge, SmallValuesStayWhole) {
  EXPECT_EQ(loopsAfterTiling(R"(
  %x = transfer_read f32[0] lanes(1) : 8xf32
  transfer_write %x, f32[8] lanes(1))"),
            0u);
}

TEST(TileLarge, ReducedDimsAreLoopsInside) {
  EXPECT_EQ(loopsAfterTiling(R"(
  %a = transfer_read f32[0] lanes(8; 1) : 8x8xf32
  %b = transfer_read f32[64] lanes(32; 1) : 8x32xf32
  %c = transfer_read f32[320] lanes(32; 1) : 8x32xf32
  %r = contract add %a, %b, %c maps((0, 2), (2, 1), (0, 1)) iterators(par, par, red) : 8x32xf32
  transfer_write %r, f32[600] lanes(32; 1))"),
            3u);
}

TEST(TileLarge, InPlaceLaneByLane) {
  EXPECT_GT(loopsAfterTiling(R"(
  %x = transfer_read f32[0] lanes(1) : 256xf32
  %r = mul %x, %x : 256xf32
  transfer_write %r, f32[0] lanes(1))"),
            0u);
}

TEST(TileLarge, NotWhereALaterTileWouldReadWhatAnEarlierOneWrote) {
  EXPECT_EQ(loopsAfterTiling(R"(
  %x = transfer_read f32[0] lanes(1) : 256xf32
  %r = mul %x, %x : 256xf32
  transfer_write %r, f32[8] lanes(1))"),
            0u);
  EXPECT_EQ(loopsAfterTiling(R"(
  %x = transfer_read f32[0] lanes(16; 1) : 16x16xf32
  %r = transpose %x [1, 0] : 16x16xf32
  transfer_write %r, f32[0] lanes(16; 1))"),
            0u);
}

TEST(TileLarge, NotWhereTheReadIsOverwrittenBefore) {
  EXPECT_EQ(loopsAfterTiling(R"(
  %x = transfer_read f32[0] lanes(1) : 256xf32
  %small = transfer_read f32[600] lanes(1) : 4xf32
  transfer_write %small, f32[100] lanes(1)
  %r = mul %x, %x : 256xf32
  transfer_write %r, f32[600] lanes(1))"),
            0u);
}

TEST(TileLarge, LanesThatFallTogetherKeepTheirOrder) {
  // Rows 3 elements apart: element 3 of a row and element 0 of the next are one place. In order that is fine, in tiles
  // of several rows it would not be.
  EXPECT_EQ(loopsAfterTiling(R"(
  %x = transfer_read i32[0] lanes(40; 1) : 8x32xi32
  transfer_write %x, i32[600] lanes(3; 1))"),
            1u);
  EXPECT_EQ(loopsAfterTiling(R"(
  %a = transfer_read i32[0] lanes(8; 1) : 8x8xi32
  %b = transfer_read i32[64] lanes(32; 1) : 8x32xi32
  %c = transfer_read i32[320] lanes(32; 1) : 8x32xi32
  %r = contract add %a, %b, %c maps((0, 2), (2, 1), (0, 1)) iterators(par, par, red) : 8x32xi32
  transfer_write %r, i32[600] lanes(3; 1))"),
            0u);
}

} // namespace vecify
