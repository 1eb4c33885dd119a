// Forwarding and hoisting: what moves, and what must not.
#include "Example.h"
#include "Steps.h"
#include "vecify/IR/Verify.h"
#include "vecify/Support/Decline.h"

namespace vecify {

static unsigned countIn(const Function &f, BlockId block, OpKind kind) {
  unsigned count = 0;
  for (OpId id : f.blocks[block].ops)
    count += f.ops[id].kind == kind;
  return count;
}

static const Op *findOp(const Function &f, OpKind kind) {
  for (const Op &op : f.ops)
    if (op.kind == kind)
      return &op;
  return nullptr;
}

using StepFunction = llvm::Expected<Function> (*)(const Function &, const Target &, const LowerOptions &);

static Function run(StepFunction step, const Function &f) {
  llvm::Expected<Function> result = step(f, target("avx2"), {});
  EXPECT_TRUE(bool(result));
  if (llvm::Error wrong = verify(*result))
    ADD_FAILURE() << llvm::toString(std::move(wrong)) << toText(*result);
  expectSameMeaning(f, *result);
  return std::move(*result);
}

TEST(ForwardTransfers, ReadAfterWriteTakesTheValue) {
  Function f = run(forwardTransfers, example(R"(
  %a = transfer_read f32[0] lanes(1) : 8xf32
  %b = add %a, %a : 8xf32
  transfer_write %b, f32[8] lanes(1)
  %c = transfer_read f32[8] lanes(1) : 8xf32
  %d = mul %c, %a : 8xf32
  transfer_write %d, f32[16] lanes(1))"));
  EXPECT_EQ(countIn(f, f.body, OpKind::TransferRead), 1u) << toText(f);
}

TEST(ForwardTransfers, OverlappingWriteBetweenKeepsTheRead) {
  Function f = run(forwardTransfers, example(R"(
  %a = transfer_read f32[0] lanes(1) : 8xf32
  transfer_write %a, f32[8] lanes(1)
  transfer_write %a, f32[12] lanes(1)
  %c = transfer_read f32[8] lanes(1) : 8xf32
  transfer_write %c, f32[24] lanes(1))"));
  EXPECT_EQ(countIn(f, f.body, OpKind::TransferRead), 2u) << toText(f);
}

TEST(ForwardTransfers, WriteToTheOtherHalfOfAPairIsNoOverlap) {
  Function f = run(forwardTransfers, example(R"(
  %a = transfer_read f32[0] lanes(2) : 8xf32
  transfer_write %a, f32[1] lanes(2)
  %c = transfer_read f32[0] lanes(2) : 8xf32
  %d = add %a, %c : 8xf32
  transfer_write %d, f32[24] lanes(1))"));
  EXPECT_EQ(countIn(f, f.body, OpKind::TransferRead), 1u) << toText(f);
}

TEST(ForwardTransfers, OverwrittenWriteIsDropped) {
  Function f = run(forwardTransfers, example(R"(
  %a = transfer_read f32[0] lanes(1) : 8xf32
  %z = constant 0.0 : 8xf32
  transfer_write %z, f32[8] lanes(1)
  transfer_write %a, f32[8] lanes(1))"));
  EXPECT_EQ(countIn(f, f.body, OpKind::TransferWrite), 1u) << toText(f);
}

TEST(ForwardTransfers, MaskedWriteIsMergedWithWhatWasThere) {
  Function f = run(forwardTransfers, example(R"(
  %a = transfer_read f32[0] lanes(1) : 8xf32
  %b = transfer_read f32[8] lanes(1) : 8xf32
  %m = cmp_lt %a, %b : 8xi1
  %c = add %a, %b : 8xf32
  transfer_write %c, f32[0] lanes(1) mask %m
  %d = transfer_read f32[0] lanes(1) : 8xf32
  transfer_write %d, f32[16] lanes(1))"));
  EXPECT_EQ(countIn(f, f.body, OpKind::TransferRead), 2u) << toText(f);
  EXPECT_EQ(countIn(f, f.body, OpKind::Select), 1u) << toText(f);
}

TEST(ForwardTransfers, MaskedWriteOverAWriteTakesItsPlace) {
  Function f = run(forwardTransfers, example(R"(
  %a = transfer_read f32[0] lanes(1) : 8xf32
  %b = transfer_read f32[8] lanes(1) : 8xf32
  %m = cmp_lt %a, %b : 8xi1
  %c = add %a, %b : 8xf32
  transfer_write %c, f32[24] lanes(1)
  transfer_write %b, f32[24] lanes(1) mask %m
  %n = cmp_gt %c, %b : 8xi1
  transfer_write %a, f32[24] lanes(1) mask %n)"));
  EXPECT_EQ(countIn(f, f.body, OpKind::TransferWrite), 1u) << toText(f);
  EXPECT_EQ(countIn(f, f.body, OpKind::Select), 2u) << toText(f);
}

TEST(ForwardTransfers, MaskedWritesBeforeAWholeOneAreDropped) {
  Function f = run(forwardTransfers, example(R"(
  %a = transfer_read f32[0] lanes(1) : 8xf32
  %b = transfer_read f32[8] lanes(1) : 8xf32
  %m = cmp_lt %a, %b : 8xi1
  %n = cmp_gt %a, %b : 8xi1
  transfer_write %a, f32[24] lanes(1) mask %m
  transfer_write %b, f32[24] lanes(1) mask %n
  transfer_write %a, f32[24] lanes(1) mask %m)"));
  EXPECT_EQ(countIn(f, f.body, OpKind::TransferWrite), 2u) << toText(f);
}

/// if (a == b) y = a; else if (b < 7) y = y + a;
TEST(ForwardTransfers, WritesOfBranchesThatExcludeEachOtherAreOne) {
  Function f = run(forwardTransfers, example(R"(
  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %seven = constant 7 : 8xi32
  %zero = constant 0 : i32
  %m = cmp_eq %a, %b : 8xi1
  transfer_write %a, i32[24] lanes(1) mask %m
  %n = cmp_ne %a, %b : 8xi1
  %l = cmp_lt %b, %seven : 8xi1
  %o = and %n, %l : 8xi1
  %y = transfer_read i32[24] lanes(1) mask %o else %zero : 8xi32
  %z = add %y, %a : 8xi32
  transfer_write %z, i32[24] lanes(1) mask %o)"));
  EXPECT_EQ(countIn(f, f.body, OpKind::TransferWrite), 1u) << toText(f);
  EXPECT_EQ(countIn(f, f.body, OpKind::Or), 1u) << toText(f);
}

/// y = a; if (a == b) y = b, of the lanes of a tail.
TEST(ForwardTransfers, WritesToSomeOfTheLanesOfAnotherOneAreOne) {
  Function f = run(forwardTransfers, example(R"(
  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %five = index (5) : index
  %tail = create_mask %five : 8xi1
  transfer_write %a, i32[24] lanes(1) mask %tail
  %e = cmp_eq %a, %b : 8xi1
  %m = and %tail, %e : 8xi1
  transfer_write %b, i32[24] lanes(1) mask %m)"));
  EXPECT_EQ(countIn(f, f.body, OpKind::TransferWrite), 1u) << toText(f);
  EXPECT_EQ(countIn(f, f.body, OpKind::Select), 1u) << toText(f);
}

/// What is read in between may be what was written.
TEST(ForwardTransfers, WritesThatAreReadInBetweenAreTwo) {
  Function f = run(forwardTransfers, example(R"(
  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %seven = constant 7 : 8xi32
  %zero = constant 0 : i32
  %m = cmp_eq %a, %b : 8xi1
  transfer_write %a, i32[24] lanes(1) mask %m
  %n = cmp_ne %a, %b : 8xi1
  %l = cmp_lt %b, %seven : 8xi1
  %y = transfer_read i32[24] lanes(1) mask %l else %zero : 8xi32
  %z = add %y, %a : 8xi32
  transfer_write %z, i32[24] lanes(1) mask %n)"));
  EXPECT_EQ(countIn(f, f.body, OpKind::TransferWrite), 2u) << toText(f);
}

TEST(ForwardTransfers, MaskedReadTakesItsLanes) {
  Function f = run(forwardTransfers, example(R"(
  %a = transfer_read f32[0] lanes(1) : 8xf32
  %b = transfer_read f32[8] lanes(1) : 8xf32
  %m = cmp_lt %a, %b : 8xi1
  %s = constant 2.0 : f32
  transfer_write %b, f32[24] lanes(1) mask %m
  %c = transfer_read f32[24] lanes(1) mask %m else %s : 8xf32
  %d = transfer_read f32[8] lanes(1) mask %m else %alpha : 8xf32
  %e = add %c, %d : 8xf32
  transfer_write %e, f32[16] lanes(1))"));
  EXPECT_EQ(countIn(f, f.body, OpKind::TransferRead), 2u) << toText(f);
}

TEST(ForwardTransfers, AnotherMaskKeepsTheRead) {
  Function f = run(forwardTransfers, example(R"(
  %a = transfer_read f32[0] lanes(1) : 8xf32
  %b = transfer_read f32[8] lanes(1) : 8xf32
  %m = cmp_lt %a, %b : 8xi1
  %n = cmp_gt %a, %b : 8xi1
  %s = constant 2.0 : f32
  transfer_write %b, f32[24] lanes(1) mask %m
  %c = transfer_read f32[24] lanes(1) mask %n else %s : 8xf32
  transfer_write %c, f32[16] lanes(1))"));
  EXPECT_EQ(countIn(f, f.body, OpKind::TransferRead), 3u) << toText(f);
}

/// How often the loop still reads when it has read f32[2k], and then written f32[next], among other writes.
static unsigned readsLeft(const std::string &before, const std::string &after, const std::string &next = "2*%k + 4") {
  Function f = run(carryWrites, example(R"(
  %zero = index (0) : index
  %two = index (2) : index
  %b = broadcast %alpha : 4xf32
  for %k = %zero to %len step %two {
)" + before + R"(
    %x = transfer_read f32[2*%k] lanes(1) : 4xf32
    %y = add %x, %b : 4xf32
    transfer_write %y, f32[)" + next + R"(] lanes(1)
)" + after + R"(
    yield
  })"));
  EXPECT_EQ(findOp(f, OpKind::If) != nullptr, countIn(f, findOp(f, OpKind::For)->blocks[0], OpKind::TransferRead) == 0)
      << "the loop may not run";
  return countIn(f, findOp(f, OpKind::For)->blocks[0], OpKind::TransferRead);
}

TEST(CarryWrites, WhatTheNextIterationReadsIsCarried) {
  EXPECT_EQ(readsLeft("", ""), 0u);
  EXPECT_EQ(readsLeft("transfer_write %scalar, i32[%k]", "transfer_write %scalar, i32[%k]"), 0u);
}

TEST(CarryWrites, NothingMayBeWrittenInBetween) {
  const std::string over = "transfer_write %b, f32[2*%k + 3] lanes(1)",
                    ahead = "transfer_write %b, f32[2*%k + 9] lanes(1)",
                    behind = "transfer_write %b, f32[2*%k - 9] lanes(1)",
                    unknown = "transfer_write %b, f32[%k] lanes(1)";
  EXPECT_EQ(readsLeft(over, ""), 1u);
  EXPECT_EQ(readsLeft("", over), 1u);
  EXPECT_EQ(readsLeft(unknown, ""), 1u);
  EXPECT_EQ(readsLeft("", unknown), 1u);
  EXPECT_EQ(readsLeft(ahead, behind), 0u);
  EXPECT_EQ(readsLeft(behind, ahead), 0u);
}

TEST(CarryWrites, OtherDistancesStay) {
  for (const char *next : {"2*%k", "2*%k + 3", "2*%k + 5", "2*%k + 8", "2*%k - 4", "3*%k + 4"})
    EXPECT_EQ(readsLeft("", "", next), 1u) << next;
}

/// The shuffle that a loop makes of what it has written to f32[next], and of what the iteration before had, in place of
/// reading f32[4k]; nothing if it reads.
static std::vector<int64_t> lanesTaken(const std::string &next, const std::string &between = "",
                                       const std::string &step = "%four") {
  Function f = run(carryWrites, example(R"(
  %zero = index (0) : index
  %two = index (2) : index
  %four = index (4) : index
  %b = broadcast %alpha : 4xf32
  for %k = %zero to %len step )" + step +
                                        R"( {
    transfer_write %b, f32[)" + next + R"(] lanes(1)
)" + between + R"(
    %x = transfer_read f32[%k] lanes(1) : 4xf32
    %y = add %x, %b : 4xf32
    transfer_write %y, f32[%k + 400] lanes(1)
    yield
  })"));
  const Block &body = f.blocks[findOp(f, OpKind::For)->blocks[0]];
  for (OpId id : body.ops)
    if (f.ops[id].kind == OpKind::Shuffle) {
      EXPECT_EQ(body.arguments[1], f.ops[id].operands[0]);
      return {f.ops[id].ints.begin(), f.ops[id].ints.end()};
    }
  return {};
}

TEST(CarryWrites, LanesBehindTheWriteAreTakenOutOfRegisters) {
  EXPECT_EQ(lanesTaken("%k + 1"), (std::vector<int64_t>{3, 4, 5, 6}));
  EXPECT_EQ(lanesTaken("%k + 3"), (std::vector<int64_t>{1, 2, 3, 4}));
  EXPECT_EQ(lanesTaken("%k + 1", "transfer_write %b, f32[%k + 4] lanes(1)"), (std::vector<int64_t>{}))
      << "the next iteration's first lane is another one";
  EXPECT_EQ(lanesTaken("%k + 1", "transfer_write %b, f32[%k - 4] lanes(1)"), (std::vector<int64_t>{3, 4, 5, 6}));
}

TEST(CarryWrites, OtherLanesAreReadAgain) {
  for (const char *next : {"%k + 4", "%k - 1", "2*%k + 1", "%len + 1"})
    EXPECT_EQ(lanesTaken(next), (std::vector<int64_t>{})) << next;
  EXPECT_EQ(lanesTaken("%k + 1", "transfer_write %alpha, f32[%k]"), (std::vector<int64_t>{}));
  EXPECT_EQ(lanesTaken("%k + 1", "transfer_write %b, f32[%len] lanes(1)"), (std::vector<int64_t>{}));
  EXPECT_EQ(lanesTaken("%k + 1", "", "%two"), (std::vector<int64_t>{})) << "blocks overlap";
}

TEST(HoistTransfers, AccumulatorInMemoryIsCarried) {
  Function f = run(hoistTransfers, example(R"(
  %zero = index (0) : index
  %one = index (1) : index
  %end = index (%len + 1) : index
  for %k = %zero to %end step %one {
    %c = transfer_read f32[-40] lanes(1) : 8xf32
    %b = transfer_read f64[%k] : f64
    %s = cast %b : f32
    %v = broadcast %s : 8xf32
    %n = add %c, %v : 8xf32
    transfer_write %n, f32[-40] lanes(1)
    yield
  })"));
  const Op *loop = findOp(f, OpKind::For);
  ASSERT_TRUE(loop);
  EXPECT_EQ(loop->results.size(), 1u) << toText(f);
  EXPECT_EQ(countIn(f, loop->blocks[0], OpKind::TransferWrite), 0u);
  EXPECT_EQ(countIn(f, f.body, OpKind::TransferWrite), 1u) << "the loop is known to run";
}

TEST(HoistTransfers, LoopThatMayNotRunGoesIntoABranch) {
  Function f = run(hoistTransfers, example(R"(
  %zero = index (0) : index
  %one = index (1) : index
  %z = constant 0.0 : 8xf32
  %r = for %k = %zero to %len step %one carry(%s : 8xf32 = %z) {
    %c = transfer_read f32[-40] lanes(1) : 8xf32
    %n = add %c, %s : 8xf32
    transfer_write %n, f32[-40] lanes(1)
    yield %n
  }
  transfer_write %r, f32[100] lanes(1))"));
  EXPECT_TRUE(findOp(f, OpKind::If)) << toText(f);
  EXPECT_EQ(countIn(f, findOp(f, OpKind::For)->blocks[0], OpKind::TransferRead), 0u);
}

/// The lanes of i are behind what the inner loop reads, up to `end`.
static unsigned readsInside(const std::string &end) {
  Function f = run(hoistTransfers, example(R"(
  %zero = index (0) : index
  %one = index (1) : index
  %size = index (100) : index
  for %i = %zero to %size step %one {
    %end = index ()" + end + R"() : index
    for %k = %zero to %end step %one {
      %c = transfer_read f32[%i] lanes(1) : 8xf32
      %b = transfer_read f32[%k] : f32
      %v = broadcast %b : 8xf32
      %n = add %c, %v : 8xf32
      transfer_write %n, f32[%i] lanes(1)
      yield
    }
    yield
  })"));
  const Op *outer = findOp(f, OpKind::For);
  unsigned count = 0;
  for (OpId id : f.blocks[outer->blocks[0]].ops)
    if (f.ops[id].kind == OpKind::If)
      count += countIn(f, f.ops[id].blocks[0], OpKind::TransferRead);
  return count;
}

TEST(HoistTransfers, BoundsOfLoopsKeepAccessesApart) {
  EXPECT_EQ(readsInside("%i"), 1u) << "in front of the loop";
  EXPECT_EQ(readsInside("%i + 1"), 0u) << "the last one is the first lane's";
}

static unsigned masksLeft(const std::string &use) {
  Function f = run(hoistTransfers, example(R"(
  %zero = index (0) : index
  %one = index (1) : index
  %end = index (%len + 1) : index
  %five = index (5) : index
  %live = create_mask %five : 8xi1
  for %k = %zero to %end step %one {
    %pad = constant 0.0 : f32
    %c = transfer_read f32[-40] lanes(1) mask %live else %pad : 8xf32
    %n = add %c, %c : 8xf32
)" + use + R"(
    transfer_write %n, f32[-40] lanes(1) mask %live
    yield
  })"));
  return countIn(f, findOp(f, OpKind::For)->blocks[0], OpKind::TransferRead);
}

TEST(HoistTransfers, MaskedAccumulatorIsCarriedWhereItsDeadLanesGoNowhere) {
  EXPECT_EQ(masksLeft(""), 0u);
  EXPECT_EQ(masksLeft("transfer_write %n, f32[100] lanes(1) mask %live"), 0u);
}

TEST(HoistTransfers, MaskedAccumulatorStaysWhereItsPaddingIsSeen) {
  EXPECT_EQ(masksLeft("transfer_write %n, f32[100] lanes(1)"), 1u);
  EXPECT_EQ(masksLeft("%s = reduce add %c : f32 fp(reassoc) transfer_write %s, f32[100]"), 1u);
}

TEST(HoistTransfers, OverlappingWriteStays) {
  Function f = run(hoistTransfers, example(R"(
  %zero = index (0) : index
  %one = index (1) : index
  %end = index (%len + 1) : index
  for %k = %zero to %end step %one {
    %c = transfer_read f32[0] lanes(1) : 8xf32
    %n = add %c, %c : 8xf32
    transfer_write %n, f32[0] lanes(1)
    transfer_write %n, f32[%k] lanes(1)
    yield
  })"));
  EXPECT_EQ(countIn(f, findOp(f, OpKind::For)->blocks[0], OpKind::TransferRead), 1u) << toText(f);
}

TEST(HoistTransfers, ReadsOfSiblingLoopsMoveTogetherWhenOneOfThemRuns) {
  Function f = run(hoistTransfers, parsed(R"(func f(%n : index in [0, 64]) trip (%n) {
  array x : f32 disjoint(y)
  array y : f32 disjoint(x)
  pattern x = x "x[{0}]" : f32 strides(4)
  pattern y = y "y[{0}]" : f32 strides(4)
  guard nonneg (%n - 8)
  %zero = index (0) : index
  %m16 = constant -16 : index
  %m8 = constant -8 : index
  %main = and %n, %m16 : index
  %end = and %n, %m8 : index
  %s16 = index (16) : index
  %s8 = index (8) : index
  for %i = %zero to %main step %s16 {
    %a = transfer_read x[0] : f32
    %v = broadcast %a : 16xf32
    transfer_write %v, y[%i] lanes(1)
    yield
  }
  for %j = %main to %end step %s8 {
    %b = transfer_read x[0] : f32
    %w = broadcast %b : 8xf32
    transfer_write %w, y[%j] lanes(1)
    yield
  }
  return %end
})"));
  EXPECT_EQ(countIn(f, f.body, OpKind::TransferRead), 1u) << toText(f);
  EXPECT_FALSE(findOp(f, OpKind::If)) << toText(f);
}

/// Rows of an array of rows: what is stored in one column leaves the others as they were.
TEST(ForwardTransfers, ColumnsOfRowsDoNotMeet) {
  for (bool inRows : {false, true}) {
    const Function before = parsed(std::string(R"(func f(%n : index in [1, 4]) trip (%n) {
  array a : f32
  pattern a = a "a[{0}][{1}]" : f32 strides(4*%n, 4))") +
                                   (inRows ? " in_rows" : "") + R"(
  %first = transfer_read a[0, 0] lanes(1, 0) : 4xf32
  %sum = add %first, %first : 4xf32
  transfer_write %sum, a[0, 1] lanes(1, 0)
  %again = transfer_read a[0, 0] lanes(1, 0) : 4xf32
  transfer_write %again, a[0, 2] lanes(1, 0)
  return %n
})");
    llvm::Expected<Function> after = forwardTransfers(before, target("avx2"), {});
    ASSERT_FALSE(!after);
    EXPECT_EQ(countOf(*after, OpKind::TransferRead), inRows ? 1u : 2u) << toText(*after);
  }
}

} // namespace vecify
