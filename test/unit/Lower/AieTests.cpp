// AI Engines: sums move into accumulators, shifts and clamps into what leaves them, neighbours into sliding products.
#include "Example.h"
#include "Steps.h"
#include "vecify/IR/Congruence.h"
#include "vecify/IR/Verify.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

using StepFunction = llvm::Expected<Function> (*)(const Function &, const Target &, const LowerOptions &);

static const Op *findOp(const Function &f, OpKind kind) {
  for (const Op &op : f.ops)
    if (op.kind == kind)
      return &op;
  return nullptr;
}

static Function run(StepFunction step, const Function &f, const char *core = "aie-ml") {
  llvm::Expected<Function> result = step(f, target(core), {});
  EXPECT_TRUE(bool(result));
  if (llvm::Error wrong = verify(*result))
    ADD_FAILURE() << llvm::toString(std::move(wrong)) << toText(*result);
  expectSameMeaning(f, *result);
  return std::move(*result);
}

static const char *const sumOfProducts = R"(
  %a = transfer_read i16[0] lanes(1) : 16xi16
  %b = transfer_read i16[16] lanes(1) : 16xi16
  %x = cast %a : 16xi32
  %y = cast %b : 16xi32
  %p = mul %x, %y : 16xi32 nowrap
  %q = mul %y, %y : 16xi32 nowrap
  %s = add %p, %q : 16xi32 NOWRAP
)";

static std::string sum(bool mayWrap, llvm::StringRef rest) {
  std::string text = sumOfProducts;
  text.replace(text.find("NOWRAP"), 6, mayWrap ? "" : "nowrap");
  return text + rest.str();
}

TEST(FormAccumulators, SumOfProductsIsSummedWide) {
  Function f = run(formAccumulators, example(sum(true, "  transfer_write %s, i32[0] lanes(1)")));
  EXPECT_EQ(countOf(f, OpKind::Mul), 0u) << toText(f);
  EXPECT_EQ(countOf(f, OpKind::WideMul), 1u) << toText(f);
  EXPECT_EQ(countOf(f, OpKind::WideMac), 1u) << toText(f);
}

TEST(FormAccumulators, LoopCarriesTheAccumulator) {
  Function f = run(formAccumulators, example(R"(
  %zero = constant 0 : 16xi32
  %from = index (0) : index
  %to = index (3) : index
  %step = index (1) : index
  %s = for %i = %from to %to step %step carry(%c : 16xi32 = %zero) {
    %a = transfer_read i16[%i] lanes(1) : 16xi16
    %x = cast %a : 16xi32
    %p = mul %x, %x : 16xi32
    %n = add %c, %p : 16xi32
    yield %n
  }
  transfer_write %s, i32[0] lanes(1))"));
  const Op *loop = findOp(f, OpKind::For);
  ASSERT_TRUE(loop);
  EXPECT_TRUE(isAccumulator(f.typeOf(loop->results[0]).element)) << toText(f);
  EXPECT_EQ(countOf(f, OpKind::Srs), 1u) << toText(f);
}

static const char *const shiftAndClamp = R"(
  %half = constant 8 : 16xi32
  %r = add %s, %half : 16xi32 nowrap
  %v = shr_imm %r [4] : 16xi32
  %hi = constant 127 : 16xi32
  %lo = constant -128 : 16xi32
  %m = min %v, %hi : 16xi32
  %c = max %m, %lo : 16xi32
  %n = cast %c : 16xi8
  transfer_write %n, i8[0] lanes(1))";

static llvm::Expected<Function> toSrs(const Function &f, const Target &t, const LowerOptions &options) {
  llvm::Expected<Function> formed = formAccumulators(f, t, options);
  return formed ? shiftRoundSaturate(*formed, t, options) : std::move(formed);
}

TEST(ShiftRoundSaturate, ExactSumLeavesInOneOp) {
  // The products are of bytes, so that no sum can wrap.
  std::string text = sum(false, shiftAndClamp);
  for (size_t at; (at = text.find("i16[")) != std::string::npos;)
    text.replace(at, 4, "i8[");
  for (size_t at; (at = text.find("16xi16")) != std::string::npos;)
    text.replace(at, 6, "16xi8");
  Function f = run(toSrs, example(text), "aie");
  ASSERT_EQ(countOf(f, OpKind::Srs), 1u) << toText(f);
  EXPECT_EQ(findOp(f, OpKind::Srs)->ints[0], 1) << "half of what is shifted out is added";
  EXPECT_EQ(findOp(f, OpKind::Srs)->ints[1], 1) << "the clamp is saturation";
}

TEST(ShiftRoundSaturate, SumThatMayWrapIsNotShiftedInAWiderAccumulator) {
  Function f = run(toSrs, example(sum(true, shiftAndClamp)), "aie");
  EXPECT_EQ(countOf(f, OpKind::ShrImm) + countOf(f, OpKind::Srs), 2u) << toText(f);
  for (const Op &op : f.ops)
    if (op.kind == OpKind::Srs && isAccumulator(f.typeOf(op.operands[0]).element))
      EXPECT_FALSE(op.noWrap && op.ints[1] && f.typeOf(op.operands[0]).element == ScalarType::Acc48 &&
                   f.definitionOf(op.operands[0])->kind == OpKind::WideMac)
          << toText(f);
}

TEST(ShiftRoundSaturate, ClampToOtherEndsStays) {
  std::string text = sum(false, shiftAndClamp);
  text.replace(text.find("constant 127"), 12, "constant 100");
  Function f = run(toSrs, example(text));
  EXPECT_EQ(countOf(f, OpKind::Min), 1u) << toText(f);
}

TEST(FuseSliding, NeighboursBecomeOneProduct) {
  Function f = run(fuseSliding, example(R"(
  %zero = constant 0 : 16xacc64
  %k = transfer_read i16[40] : i16
  %l = transfer_read i16[41] : i16
  %x0 = load i16[0] : 16xi16
  %x1 = load i16[1] : 16xi16
  %a = wide_mul %x0, %k : 16xacc64
  %b = wide_mac %a, %x1, %l : 16xacc64
  %shift = constant 0 : i32
  %r = srs %b, %shift [0, 0] : 16xi16
  store %r, i16[64])"));
  ASSERT_EQ(countOf(f, OpKind::SlidingMul), 1u) << toText(f);
  EXPECT_EQ(findOp(f, OpKind::SlidingMul)->ints[2], 2);
  EXPECT_EQ(countOf(f, OpKind::WideMac), 0u) << toText(f);
}

TEST(FuseSliding, ShortRunsArePaddedWhereColumnsAreWhole) {
  const char *const text = R"(
  %k = transfer_read i16[40] : i16
  %x0 = load i16[0] : 16xi16
  %x1 = load i16[1] : 16xi16
  %x2 = load i16[2] : 16xi16
  %a = wide_mul %x0, %k : 16xacc48
  %b = wide_mac %a, %x1, %k : 16xacc48
  %c = wide_mac %b, %x2, %k : 16xacc48
  %shift = constant 0 : i32
  %r = srs %c, %shift [0, 0] : 16xi16
  store %r, i16[64])";
  Function f = run(fuseSliding, example(text), "aie");
  ASSERT_EQ(countOf(f, OpKind::SlidingMul), 1u) << toText(f);
  EXPECT_EQ(findOp(f, OpKind::SlidingMul)->ints[2], 4) << "AIE multiplies two columns at once";
}

TEST(AlignAccesses, ShiftedReadIsTwoAlignedOnes) {
  Function f = run(alignAccesses, example(R"(
  %x = load i16[1] : 16xi16
  store %x, i16[64])"));
  EXPECT_EQ(countOf(f, OpKind::Load), 2u) << toText(f);
  ASSERT_TRUE(findOp(f, OpKind::Slide));
  EXPECT_EQ(findOp(f, OpKind::Slide)->ints[0], 1);
  const ArrayInfo &array = f.arrays[f.patterns[findOp(f, OpKind::Load)->mem.pattern].array];
  EXPECT_EQ(array.slackBehind, 30u) << "bytes behind the last element that the source reads";
  EXPECT_EQ(array.assumedAlignment, 32u);
}

TEST(AlignAccesses, ReadAtAnyPlaceIsMarked) {
  Function f = run(alignAccesses, example(R"(
  %x = load i16[%amount] : 16xi16
  store %x, i16[64])"));
  ASSERT_EQ(countOf(f, OpKind::Load), 1u);
  EXPECT_TRUE(findOp(f, OpKind::Load)->mem.unaligned);
  EXPECT_FALSE(findOp(f, OpKind::Store)->mem.unaligned);
}

TEST(UnrollInner, ShortLoopsAreWrittenOut) {
  Function f = run(unrollInner, example(R"(
  %zero = constant 0 : 16xi32
  %from = index (0) : index
  %to = index (3) : index
  %step = index (1) : index
  %s = for %i = %from to %to step %step carry(%c : 16xi32 = %zero) {
    %a = transfer_read i32[%i] lanes(1) : 16xi32
    %n = add %c, %a : 16xi32
    yield %n
  }
  transfer_write %s, i32[0] lanes(1))"));
  EXPECT_EQ(countOf(f, OpKind::For), 0u) << toText(f);
  EXPECT_EQ(countOf(f, OpKind::TransferRead), 3u) << toText(f);
}

TEST(UnrollInner, WhatConstantsDecideGoes) {
  Function f = run(unrollInner, example(R"(
  %from = index (64) : index
  %to = index (64) : index
  %step = index (16) : index
  for %i = %from to %to step %step {
    %a = transfer_read i32[%i] lanes(1) : 16xi32
    transfer_write %a, i32[0] lanes(1)
    yield
  }
  %isLeft = cmp_lt %from, %to : i1
  if %isLeft {
    %b = transfer_read i32[16] lanes(1) : 8xi32
    transfer_write %b, i32[0] lanes(1)
    yield
  } else {
    yield
  })"));
  EXPECT_EQ(countOf(f, OpKind::For) + countOf(f, OpKind::If) + countOf(f, OpKind::TransferRead), 0u) << toText(f);
}

TEST(Congruences, CountersAreMultiplesOfTheirStep) {
  Function f = example(R"(
  %from = index (0) : index
  %m = constant -32 : index
  %to = and %len, %m : index
  %step = index (32) : index
  for %i = %from to %to step %step {
    %x = load i16[%i + 3] : 16xi16
    store %x, i16[%i]
    yield
  })");
  const Congruences known(f);
  const Op *load = findOp(f, OpKind::Load), *loop = findOp(f, OpKind::For);
  EXPECT_EQ(known.of(f.byteAddress(load->mem)).modulo(64), 6);
  EXPECT_EQ(known.of(loop->operands[1]).modulo(32), 0);
  EXPECT_EQ(known.of(f.parameters[0].value).modulo(2), std::nullopt);
}

static const char *const halves = R"(
  %a = transfer_read bf16[0] lanes(1) : 16xbf16
  %b = transfer_read bf16[16] lanes(1) : 16xbf16
  %x = cast %a : 16xf32
  %y = cast %b : 16xf32
)";

TEST(FloatAccumulators, ProductsOfHalvesAreSummedInAccumulators) {
  Function f = run(floatAccumulators, example(std::string(halves) + R"(
  %c = transfer_read f32[0] lanes(1) : 16xf32
  %p = mul %x, %y : 16xf32 fp(reassoc)
  %s = add %c, %p : 16xf32 fp(reassoc)
  transfer_write %s, f32[0] lanes(1))"));
  ASSERT_EQ(countOf(f, OpKind::WideMac), 1u) << toText(f);
  EXPECT_EQ(findOp(f, OpKind::WideMac)->operands.size(), 3u);
  EXPECT_EQ(f.typeOf(findOp(f, OpKind::WideMac)->results[0]).element, ScalarType::AccFloat);
  EXPECT_EQ(countOf(f, OpKind::Srs), 1u) << "what is stored is a float";
}

TEST(FloatAccumulators, OneSumOfHalvesStaysAVector) {
  Function f = run(floatAccumulators, example(std::string(halves) + R"(
  %s = sub %x, %y : 16xf32 fp(reassoc)
  %r = cast %s : 16xbf16
  transfer_write %r, bf16[0] lanes(1))"));
  EXPECT_EQ(countOf(f, OpKind::Srs) + countOf(f, OpKind::Cast), 0u) << toText(f);
  EXPECT_EQ(f.typeOf(findOp(f, OpKind::Sub)->results[0]).element, ScalarType::BF16);
}

TEST(FloatAccumulators, FactorsThatAreNoHalvesAreLeftAlone) {
  Function f = run(floatAccumulators, example(std::string(halves) + R"(
  %tenth = constant 0.1 : 16xf32
  %p = mul %x, %tenth : 16xf32 fp(reassoc)
  transfer_write %p, f32[0] lanes(1))"));
  EXPECT_EQ(countOf(f, OpKind::WideMul), 0u) << toText(f);
  EXPECT_EQ(countOf(f, OpKind::Mul), 1u) << toText(f);
}

TEST(FloatAccumulators, TheFirstCoresHaveNone) {
  const Function f = example(std::string(halves) + R"(
  %s = add %x, %y : 16xf32 fp(reassoc)
  transfer_write %s, f32[0] lanes(1))");
  EXPECT_EQ(toText(run(floatAccumulators, f, "aie")), toText(f));
}

} // namespace vecify
