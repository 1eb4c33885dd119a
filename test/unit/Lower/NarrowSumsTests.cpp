// Sums whose last lanes stay empty: what becomes of them, and that it means the same.
#include "Example.h"
#include "Steps.h"

namespace vecify {

static Function narrow(const Function &f) { return checked(narrowSums(f, target("avx2"), {}), f); }

static unsigned loopsThatCarry(const Function &f, const VectorType &type) {
  return unsigned(llvm::count_if(f.ops, [&](const Op &op) {
    return op.kind == OpKind::For && llvm::any_of(op.results, [&](ValueId r) { return f.typeOf(r) == type; });
  }));
}

static const VectorType four = VectorType::vector(4, ScalarType::I32), eight = VectorType::vector(8, ScalarType::I32);

TEST(NarrowSums, ALoopCarriesTheLanesThatAreFilled) {
  const Function f = example(R"(
  %z = constant 0 : 16xi32
  %zero = constant 0 : 4xi32
  %from = index (0) : index
  %to = index (32) : index
  %step = index (4) : index
  %all = for %i = %from to %to step %step carry(%s : 16xi32 = %z) {
    %p = load i32[%i] : 4xi32
    %q = concat %p, %zero, %zero, %zero : 16xi32
    %t = add %s, %q : 16xi32
    yield %t
  }
  %sum = reduce add %all : i32
  store %sum, i32[40])");
  const Function after = narrow(f);
  EXPECT_EQ(loopsThatCarry(after, four), 1u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::Concat), 0u) << toText(after);
}

TEST(NarrowSums, WhatAnotherLoopFillsIsAsWideAsThat) {
  const Function f = example(R"(
  %z = constant 0 : 16xi32
  %zero = constant 0 : 4xi32
  %zero8 = constant 0 : 8xi32
  %from = index (0) : index
  %to = index (16) : index
  %end = index (32) : index
  %step = index (4) : index
  %step8 = index (8) : index
  %wide = for %i = %from to %to step %step8 carry(%s : 16xi32 = %z) {
    %p = load i32[%i] : 8xi32
    %q = concat %p, %zero8 : 16xi32
    %t = add %s, %q : 16xi32
    yield %t
  }
  %all = for %j = %to to %end step %step carry(%u : 16xi32 = %wide) {
    %v = load i32[%j] : 4xi32
    %w = concat %v, %zero, %zero, %zero : 16xi32
    %x = xor %u, %w : 16xi32
    yield %x
  }
  %sum = reduce add %all : i32
  store %sum, i32[40])");
  const Function after = narrow(f);
  EXPECT_EQ(loopsThatCarry(after, eight), 2u) << toText(after);
}

TEST(NarrowSums, WhatFillsAllLanesStays) {
  const Function f = example(R"(
  %z = constant 0 : 8xi32
  %from = index (0) : index
  %to = index (32) : index
  %step = index (8) : index
  %all = for %i = %from to %to step %step carry(%s : 8xi32 = %z) {
    %p = load i32[%i] : 8xi32
    %t = add %s, %p : 8xi32
    yield %t
  }
  %sum = reduce add %all : i32
  store %sum, i32[40])");
  EXPECT_EQ(toText(narrow(f)), toText(f));
}

} // namespace vecify
