// Reductions that leave the loop around them: where they may, and that it means the same.
#include "Example.h"
#include "Steps.h"

namespace vecify {

static Function across(const Function &f) { return checked(sumAcrossLoops(f, target("avx2"), {}), f); }

/// Reductions inside of loops.
static unsigned reductionsInLoops(const Function &f) {
  unsigned count = 0;
  for (const Op &op : f.ops)
    if (op.kind == OpKind::For)
      count += unsigned(
          llvm::count_if(f.blocks[op.blocks[0]].ops, [&](OpId inner) { return f.ops[inner].kind == OpKind::Reduce; }));
  return count;
}

/// Four rows; `body` makes the scalar %next of %s and the vector %v of the row, by `kind`.
static Function rows(const std::string &kind, const std::string &body) {
  return example(R"(
  %first = constant 5 : i32
  %from = index (0) : index
  %to = index (32) : index
  %step = index (8) : index
  %one = index (1) : index
  %all = for %i = %from to %to step %step carry(%s : i32 = %first) {
    %v = load i32[%i] : 8xi32
    %r = reduce )" +
                 kind + R"( %v : i32)" + body + R"(
    yield %next
  }
  store %all, i32[40])");
}

TEST(SumAcrossLoops, AReductionLeavesTheLoopThatAddsItUp) {
  for (const char *kind : {"add", "min", "max", "and", "or", "xor"}) {
    const Function after = across(rows(kind, "\n    %next = " + std::string(kind) + " %s, %r : i32"));
    EXPECT_EQ(reductionsInLoops(after), 0u) << toText(after);
    EXPECT_EQ(countOf(after, OpKind::Reduce), 1u) << toText(after);
  }
}

TEST(SumAcrossLoops, OtherTermsStay) {
  const Function after = across(rows("add", R"(
    %t = add %scalar, %s : i32
    %u = add %r, %t : i32
    %next = add %u, %scalar : i32)"));
  EXPECT_EQ(reductionsInLoops(after), 0u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::Add), 4u) << toText(after);
}

TEST(SumAcrossLoops, TwoReductionsShareOneVector) {
  const Function after = across(rows("add", R"(
    %w = load i32[%i] : 8xi32
    %x = mul %w, %w : 8xi32
    %q = reduce add %x : i32
    %t = add %s, %r : i32
    %next = add %t, %q : i32)"));
  EXPECT_EQ(countOf(after, OpKind::Reduce), 1u) << toText(after);
}

TEST(SumAcrossLoops, WhatIsSeenInTheLoopStays) {
  // Of another operator, scaled, or read by the iteration.
  for (const char *body :
       {"\n    %next = xor %s, %r : i32", "\n    %t = add %s, %r : i32\n    %next = mul %t, %scalar : i32",
        "\n    %next = add %s, %r : i32\n    store %next, i32[%i]",
        "\n    %t = add %s, %r : i32\n    %next = add %t, %t : i32",
        "\n    %t = add %s, %r : i32\n    %next = sub %scalar, %t : i32"}) {
    const Function f = rows("add", body);
    EXPECT_EQ(reductionsInLoops(across(f)), 1u) << toText(f);
  }
}

TEST(SumAcrossLoops, ALoopInsideMayAddOneByOne) {
  const Function after = across(rows("add", R"(
    %t = add %s, %r : i32
    %next = for %j = %from to %step step %one carry(%p : i32 = %t) {
      %e = load i32[%j] : i32
      %q = add %p, %e : i32
      yield %q
    })"));
  EXPECT_EQ(reductionsInLoops(after), 0u) << toText(after);
}

TEST(SumAcrossLoops, ReductionsLeaveAllLoopsAround) {
  const Function f = example(R"(
  %zero = constant 0 : i32
  %from = index (0) : index
  %to = index (32) : index
  %step = index (8) : index
  %one = index (1) : index
  %all = for %k = %from to %step step %one carry(%a : i32 = %zero) {
    %rows = for %i = %from to %to step %step carry(%s : i32 = %a) {
      %v = load i32[%i] : 8xi32
      %r = reduce add %v : i32
      %next = add %s, %r : i32
      yield %next
    }
    yield %rows
  }
  store %all, i32[40])");
  const Function after = across(f);
  EXPECT_EQ(reductionsInLoops(after), 0u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::Reduce), 1u) << toText(after);
}

TEST(SumAcrossLoops, TheOrderOfFloatsStaysUnlessItIsFree) {
  const char *text = R"(
  %zero = constant 0.0 : f32
  %from = index (0) : index
  %to = index (32) : index
  %step = index (8) : index
  %all = for %i = %from to %to step %step carry(%s : f32 = %zero) {
    %v = load f32[%i] : 8xf32
    %r = reduce add %v : f32
    %next = add %s, %r : f32
    yield %next
  }
  store %all, f32[40])";
  EXPECT_EQ(reductionsInLoops(across(example(text))), 1u);
}

} // namespace vecify
