// A GPU's steps: every result is run by the interpreter, launches in lock step, and compared with the one before.
#include "Example.h"
#include "vecify/Lower/Lower.h"

namespace vecify {

static bool holds(const Function &f, OpKind kind) {
  return llvm::any_of(f.ops, [&](const Op &op) { return op.kind == kind; });
}

TEST(Simt, NeighbouringElementsAreOneThreads) {
  const Function code = loweredAndChecked(example(R"(  %lo = index (0) : index
  %n = index (%len) : index
  %step = index (8) : index
  for %i = %lo to %n step %step [0, 2, 4, 4, 1] {
    %left = index (%len - %i) : index
    %live = create_mask %left : 8xi1
    %none = constant 0.0 : f32
    %x = transfer_read f32[%i] lanes(1) mask %live else %none : 8xf32
    %y = mul %x, %x : 8xf32
    transfer_write %y, f32[%i] lanes(1) mask %live
    yield
  })"),
                                          target("cuda"), 20);
  EXPECT_TRUE(holds(code, OpKind::Launch));
  EXPECT_TRUE(holds(code, OpKind::Load));
}

TEST(Simt, SumsMeetInASecondLaunch) {
  const Function code = loweredAndChecked(example(R"(  %lo = index (0) : index
  %n = index (%len) : index
  %step = index (4) : index
  %none = constant 0 : 4xi32
  %s = for %i = %lo to %n step %step carry(%acc : 4xi32 = %none) [0, 4, 1, 1, 1] {
    %left = index (%len - %i) : index
    %live = create_mask %left : 4xi1
    %zero = constant 0 : i32
    %x = transfer_read i32[%i] lanes(1) mask %live else %zero : 4xi32
    %sum = add %acc, %x : 4xi32
    yield %sum
  }
  %total = reduce add %s : i32
  %wide = cast %total : i64
  transfer_write %wide, i64[0])"),
                                          target("cuda"), 20);
  EXPECT_EQ(llvm::count_if(code.ops, [](const Op &op) { return op.kind == OpKind::Launch; }), 2);
}

TEST(Simt, WhatThreadsShareIsStagedOnce) {
  const Function code = loweredAndChecked(example(R"(  %lo = index (0) : index
  %n = index (%amount) : index
  %step = index (4) : index
  %one = index (1) : index
  for %i = %lo to %n step %step [1, 2, 2, 1, 1] {
    %rows = index (%amount - %i) : index
    for %j = %lo to %n step %step [0, 2, 2, 1, 1] {
      %columns = index (%amount - %j) : index
      %live = create_mask %rows, %columns : 4x4xi1
      %none = constant 0.0 : f32
      %start = constant 0.0 : 4x4xf32
      %s = for %k = %lo to %n step %one carry(%acc : 4x4xf32 = %start) {
        %a = transfer_read f32[8*%i + %k] lanes(8; 0) mask %live else %none : 4x4xf32
        %b = transfer_read f32[%j + 8*%k + 64] lanes(0; 1) mask %live else %none : 4x4xf32
        %p = mul %a, %b : 4x4xf32
        %sum = add %acc, %p : 4x4xf32
        yield %sum
      }
      %c = cast %s : 4x4xf64
      transfer_write %c, f64[8*%i + %j] lanes(8; 1) mask %live
      yield
    }
    yield
  })"),
                                          target("cuda"), 20);
  EXPECT_TRUE(holds(code, OpKind::Barrier));
}

TEST(Simt, WritesThatMemoryDoesNotFollowAreTurnedAround) {
  const Function code = loweredAndChecked(example(R"(  %lo = index (0) : index
  %n = index (%amount) : index
  %step = index (4) : index
  for %i = %lo to %n step %step [1, 2, 2, 1, 1] {
    %rows = index (%amount - %i) : index
    for %j = %lo to %n step %step [0, 4, 1, 1, 1] {
      %columns = index (%amount - %j) : index
      %live = create_mask %rows, %columns : 4x4xi1
      %none = constant 0 : i32
      %a = transfer_read i32[8*%i + %j] lanes(8; 1) mask %live else %none : 4x4xi32
      %c = cast %a : 4x4xf32
      transfer_write %c, f32[8*%j + %i] lanes(1; 8) mask %live
      yield
    }
    yield
  })"),
                                          target("cuda"), 20);
  EXPECT_TRUE(holds(code, OpKind::Barrier));
}

TEST(Simt, RowsAreSummedByABlock) {
  const Function code = loweredAndChecked(example(R"(  %lo = index (0) : index
  %n = index (%amount) : index
  %step = index (4) : index
  %one = index (1) : index
  for %r = %lo to %n step %one [1, 1, 1, 1, 1] {
    %start = constant 0 : 4xi32
    %s = for %j = %lo to %n step %step carry(%acc : 4xi32 = %start) [0, 4, 1, 1, 0] {
      %left = index (%amount - %j) : index
      %live = create_mask %left : 4xi1
      %zero = constant 0 : i32
      %x = transfer_read i32[8*%r + %j] lanes(1) mask %live else %zero : 4xi32
      %sum = add %acc, %x : 4xi32
      yield %sum
    }
    %total = reduce add %s : i32
    %wide = cast %total : i64
    transfer_write %wide, i64[%r]
    yield
  })"),
                                          target("cuda"), 20);
  EXPECT_TRUE(holds(code, OpKind::BlockReduce));
}

} // namespace vecify
