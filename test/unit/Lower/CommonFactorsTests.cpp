// What terms of a sum are multiplied by: once for all of them, where nothing else needs the products.
#include "Example.h"
#include "Steps.h"

namespace vecify {

/// %t = 9*a + 9*b
static const std::string twoProducts = R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[1] lanes(1) : 8xi32
  %nine = constant 9 : 8xi32
  %p = mul %a, %nine : 8xi32
  %q = mul %b, %nine : 8xi32
  %t = add %p, %q : 8xi32
)";

static Function factored(const Function &f) { return checked(commonFactors(f, target("avx2"), {}), f); }

TEST(CommonFactors, ConstantsOfEitherSignAreTakenOut) {
  const Function after = factored(example(R"(
  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[1] lanes(1) : 8xi32
  %c = transfer_read i32[2] lanes(1) : 8xi32
  %d = transfer_read i32[3] lanes(1) : 8xi32
  %five = constant 5 : 8xi32
  %minus = constant -5 : 8xi32
  %p = mul %five, %a : 8xi32
  %q = mul %b, %minus : 8xi32
  %r = mul %five, %d : 8xi32
  %s = sub %c, %p : 8xi32
  %t = add %s, %q : 8xi32
  %u = add %t, %r : 8xi32
  transfer_write %u, i32[16] lanes(1))"));
  EXPECT_EQ(countOf(after, OpKind::Mul), 1u) << toText(after);
}

TEST(CommonFactors, SoAreFactorsThatAllLanesShare) {
  const Function after = factored(example(R"(
  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[1] lanes(1) : 8xi32
  %c = transfer_read i32[2] lanes(1) : 8xi32
  %k = load i32[30] : i32
  %w = broadcast %k : 8xi32
  %p = mul %a, %w : 8xi32
  %q = mul %w, %b : 8xi32
  %r = shl_imm %c [2] : 8xi32
  %s = shl_imm %a [2] : 8xi32
  %t = add %p, %r : 8xi32
  %u = add %q, %t : 8xi32
  %v = sub %u, %s : 8xi32
  transfer_write %v, i32[16] lanes(1))"));
  EXPECT_EQ(countOf(after, OpKind::Mul), 1u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::ShlImm), 1u) << toText(after);
}

TEST(CommonFactors, SignsInBetweenDoNotMatter) {
  const Function after = factored(example(R"(
  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[1] lanes(1) : 8xi32
  %x = bitcast %a : 8xu32
  %y = bitcast %b : 8xu32
  %nine = constant 9 : 8xu32
  %p = mul %x, %nine : 8xu32
  %q = mul %y, %nine : 8xu32
  %r = bitcast %p : 8xi32
  %s = bitcast %q : 8xi32
  %t = sub %r, %s : 8xi32
  transfer_write %t, i32[16] lanes(1))"));
  EXPECT_EQ(countOf(after, OpKind::Mul), 1u) << toText(after);
}

TEST(CommonFactors, AProductThatIsNeededAnywayIsKept) {
  const Function f = example(R"(
  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[1] lanes(1) : 8xi32
  %nine = constant 9 : 8xi32
  %p = mul %a, %nine : 8xi32
  %q = mul %b, %nine : 8xi32
  %t = add %p, %q : 8xi32
  transfer_write %p, i32[24] lanes(1)
  transfer_write %t, i32[16] lanes(1))");
  const Function after = factored(f);
  EXPECT_EQ(countOf(after, OpKind::Mul), 2u) << toText(after);
}

TEST(CommonFactors, ASumIsNotTakenIntoALoop) {
  const Function after = factored(example(R"(
  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[1] lanes(1) : 8xi32
  %nine = constant 9 : 8xi32
  %p = mul %a, %nine : 8xi32
  %q = mul %b, %nine : 8xi32
  %t = add %p, %q : 8xi32
  %from = index (0) : index
  %to = index (32) : index
  %step = index (8) : index
  for %i = %from to %to step %step {
    %c = transfer_read i32[%i] lanes(1) : 8xi32
    %n = mul %c, %nine : 8xi32
    %u = add %n, %t : 8xi32
    transfer_write %u, i32[%i] lanes(1)
    yield
  })"));
  EXPECT_EQ(countOf(after, OpKind::Mul), 2u) << toText(after);
}

TEST(CommonFactors, WhatALoopCarriesIsAddedLast) {
  const Function after = factored(example(R"(
  %zero = constant 0 : 8xi32
  %nine = constant 9 : 8xi32
  %from = index (0) : index
  %to = index (16) : index
  %step = index (8) : index
  %all = for %i = %from to %to step %step carry(%s : 8xi32 = %zero) {
    %a = transfer_read i32[%i] lanes(1) : 8xi32
    %b = transfer_read i32[%i + 1] lanes(1) : 8xi32
    %c = transfer_read i32[%i + 2] lanes(1) : 8xi32
    %p = mul %a, %nine : 8xi32
    %q = mul %b, %nine : 8xi32
    %t = add %s, %p : 8xi32
    %u = add %t, %q : 8xi32
    %v = add %u, %c : 8xi32
    yield %v
  }
  transfer_write %all, i32[24] lanes(1))"));
  EXPECT_EQ(countOf(after, OpKind::Mul), 1u) << toText(after);
  for (const Op &op : after.ops)
    if (op.kind == OpKind::For) {
      const Block &body = after.blocks[op.blocks[0]];
      const Op *last = after.definitionOf(after.ops[body.ops.back()].operands[0]);
      EXPECT_TRUE(last && llvm::is_contained(last->operands, body.arguments[1])) << toText(after);
    }
}

} // namespace vecify
