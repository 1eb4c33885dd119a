// What the builder appends, and the questions about masks.
#include "TestFunctions.h"
#include "vecify/IR/Builder.h"

namespace vecify {
namespace {

/// A function with one array of floats and a builder at its body.
struct Fixture {
  Function f;
  Builder b{f, 0};
  Fixture() {
    f.name = "f";
    f.body = f.addBlock();
    f.arrays.push_back({"x", "", ScalarType::F32, false, false, 1, {}});
    f.patterns.push_back({0, ScalarType::F32, "x[{0}]", {4}, 0});
  }
  MemRef at(IndexExpr sub, unsigned rank) {
    MemRef mem{0, {sub}, {}, {}, false};
    for (unsigned d = 0; d < rank; ++d)
      mem.laneSteps.push_back({IndexExpr(1)});
    return mem;
  }
};

const VectorType v8 = VectorType::vector(8, ScalarType::F32);

TEST(Builder, BuildsALoopThatVerifies) {
  Fixture t;
  const ValueId lo = t.b.index(0), hi = t.b.index(64), step = t.b.index(8);
  const ValueId zero = t.b.constantFp(v8, 0);
  const OpId loop = t.b.forLoop(lo, hi, step, {zero}, "i");
  const BlockId body = t.f.ops[loop].blocks[0];
  const std::vector<ValueId> arguments = t.f.blocks[body].arguments;
  t.b.setBlock(body);
  const ValueId x =
      t.b.transferRead(v8, t.at(IndexExpr::symbol(arguments[0]), 1));
  t.b.yield({t.b.create(OpKind::Add, v8, {arguments[1], x})});
  t.b.setBlock(t.f.body);
  const ValueId sum = t.b.reduce(ReductionKind::Add, t.f.ops[loop].results[0]);
  t.f.results.push_back({"s", ScalarType::F32});
  t.b.ret({hi, sum});
  EXPECT_EQ(complaint(t.f), "");
}

TEST(Builder, DoesNotRepeatWhatIsThere) {
  Fixture t;
  const ValueId x = t.b.constantFp(v8, 1);
  EXPECT_EQ(t.b.broadcast(x, v8), x);
  EXPECT_EQ(t.b.cast(x, ScalarType::F32), x);
  EXPECT_EQ(t.b.extractSlice(x, {0}, v8), x);
  EXPECT_EQ(t.f.ops.size(), 1u);
}

TEST(Builder, ConstantsAreCanonical) {
  Fixture t;
  const auto intValue = [&](ScalarType element, int64_t value) {
    return t.f
        .definitionOf(t.b.constant(VectorType::vector(4, element), value))
        ->intValue;
  };
  EXPECT_EQ(intValue(ScalarType::U8, -1), 255);
  EXPECT_EQ(intValue(ScalarType::I8, 255), -1);
  EXPECT_EQ(intValue(ScalarType::I1, 1), 1);
  EXPECT_EQ(intValue(ScalarType::M32, 1), -1);
  EXPECT_EQ(t.f.definitionOf(t.b.constant(v8, 3))->fpValue, 3.0);
}

TEST(Builder, GivesFlagsOnlyToFloatArithmetic) {
  Fixture t;
  t.b.fp = FpFlags::fast();
  t.b.loc = {10, 2, 3};
  const ValueId x = t.b.transferRead(v8, t.at(0, 1));
  const ValueId sum = t.b.create(OpKind::Add, v8, {x, x});
  const ValueId i = t.b.iota(VectorType::vector(8, ScalarType::I32), 0, 1);
  const ValueId twice = t.b.create(OpKind::Add, t.f.typeOf(i), {i, i});
  EXPECT_EQ(t.f.definitionOf(x)->fp, FpFlags::strict());
  EXPECT_EQ(t.f.definitionOf(sum)->fp, FpFlags::fast());
  EXPECT_EQ(t.f.definitionOf(twice)->fp, FpFlags::strict());
  EXPECT_EQ(t.f.definitionOf(sum)->loc, (Loc{10, 2, 3}));
}

TEST(Builder, MaskedReadGetsAPadding) {
  Fixture t;
  const ValueId mask = t.b.constant(VectorType::vector(8, ScalarType::I1), 1);
  const ValueId x = t.b.transferRead(v8, t.at(0, 1), {}, mask);
  EXPECT_EQ(maskOf(*t.f.definitionOf(x), t.f), mask);
  t.b.transferWrite(x, t.at(0, 1), {}, mask);
  t.b.ret({t.b.index(0)});
  EXPECT_EQ(complaint(t.f), "");
}

TEST(MaskOf, FindsTheMaskOfEveryMemoryOp) {
  const Function f = withOperands(
      {"8xi32", "8xi1"},
      "  %r = gather x[0] at(%a) mask %b : 8xi32\n  %s = gather x[0] at(%a) : "
      "8xi32\n"
      "  scatter %a, x[0] at(%a) mask %b\n  scatter %a, x[0] at(%a)\n"
      "  %u = masked_load x[0] mask %b : 8xi32\n  masked_store %a, x[0] mask "
      "%b\n"
      "  store %a, x[0]\n  transfer_write %a, x[0] lanes(0) at(0: %a) mask %b\n"
      "  transfer_write %a, x[0] lanes(0) at(0: %a)");
  ASSERT_EQ(complaint(f), "");
  std::vector<bool> masked;
  for (OpId id : f.blocks[f.body].ops)
    if (classOf(f.ops[id].kind) == OpClass::Memory) {
      masked.push_back(hasMask(f.ops[id], f));
      EXPECT_EQ(maskOf(f.ops[id], f), masked.back() ? 1u : ~0u);
    }
  EXPECT_EQ(masked, (std::vector<bool>{true, false, true, false, true, true,
                                       false, true, false}));
}

} // namespace
} // namespace vecify
