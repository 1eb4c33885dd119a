// What the lengths of declared arrays say of a loop's trip count.
#include "NestMaker.h"
#include "vecify/Nest/Permute.h"
#include "vecify/Nest/Range.h"
#include "gtest/gtest.h"

using namespace vecify;

namespace {

struct Example : NestMaker {
  IndexExpr n = param("n"), m = param("m");
  ArrayId y = array("y"), w = array("w");

  AccessId inW(IndexExpr sub, int64_t length = 8, bool mayGoOn = false) {
    const AccessId id = access(w, {std::move(sub)});
    nest.accesses[id].lengths = {{length, mayGoOn}};
    return id;
  }
  int64_t most(LoopId loop = 0) {
    Nest result = nest;
    learnExtents(result);
    return mostIterations(result, loop);
  }
  int64_t likely(LoopId loop = 0) {
    Nest result = nest;
    learnExtents(result);
    return likelyIterations(result, loop);
  }
};

TEST(Extents, BoundTheTripCount) {
  Example m;
  const IndexExpr i = m.loop("i", 0, m.n);
  m.store(m.y, {i}, m.load(m.inW(i)));
  EXPECT_EQ(m.most(), 8);
}

TEST(Extents, CountByTheStepWhateverTheStart) {
  Example m;
  const IndexExpr i = m.loop("i", m.m, m.n);
  m.store(m.y, {i}, m.load(m.inW(m.n - i * 3)));
  EXPECT_EQ(m.most(), 3);
}

TEST(Extents, AConstantStartLeavesWhatLiesAhead) {
  Example up;
  const IndexExpr i = up.loop("i", 2, up.n);
  up.store(up.y, {i}, up.load(up.inW(i + 1)));
  EXPECT_EQ(up.most(), 5); // w[3] .. w[7]
  Example down;
  const IndexExpr j = down.loop("j", 0, down.n);
  down.store(down.y, {j}, down.load(down.inW(IndexExpr(5) - j * 2)));
  EXPECT_EQ(down.most(), 3); // w[5], w[3], w[1]
}

TEST(Extents, UnknownLengthsSayNothing) {
  Example m;
  const IndexExpr i = m.loop("i", 0, m.n);
  m.store(m.y, {i}, m.load(m.inW(i, 0)));
  m.store(m.y, {i}, m.load(m.inW(m.m)));
  EXPECT_EQ(m.most(), INT64_MAX);
}

TEST(Extents, OnlyWhatEveryIterationReadsCounts) {
  Example m;
  const IndexExpr i = m.loop("i", 0, m.n);
  m.branch(m.unknown(m.load(m.y, {i})));
  m.store(m.y, {i}, m.load(m.inW(i)));
  EXPECT_EQ(m.most(), INT64_MAX);
}

TEST(Extents, InnerLoopsThatAlwaysRunAreBoundedToo) {
  Example m;
  m.loop("i", 0, m.n);
  const IndexExpr j = m.loop("j", 0, m.m);
  m.store(m.inW(j, 16), m.number(0));
  EXPECT_EQ(m.most(0), INT64_MAX);
  EXPECT_EQ(m.most(1), 16);
}

TEST(Extents, WhatALoopInsideIndexesIsLikely) {
  Example m;
  const IndexExpr i = m.loop("i", 0, m.n);
  m.loop("j", 0, m.m);
  m.store(m.inW(i, 6), m.number(0));
  EXPECT_EQ(m.most(), INT64_MAX);
  EXPECT_EQ(m.likely(), 6);
  EXPECT_EQ(m.likely(1), INT64_MAX);
}

TEST(Extents, WhatBothBranchesIndexIsSure) {
  for (const bool isOnBoth : {true, false})
    for (const bool isOfData : {true, false}) {
      Example m;
      const IndexExpr i = m.loop("i", 0, m.n);
      m.branch(m.unknown(isOfData ? m.load(m.y, {i}) : m.index(i)));
      m.store(m.inW(i, 6), m.number(0));
      m.otherwise();
      m.store(m.inW(isOnBoth ? i : m.m, 8), m.number(1));
      EXPECT_EQ(m.most(), isOnBoth ? 8 : INT64_MAX);
      EXPECT_EQ(m.likely(), isOfData ? 6 : isOnBoth ? 8 : INT64_MAX);
    }
}

TEST(Extents, WhatOperandsIndexThatMayNotBeEvaluatedIsLikely) {
  for (const bool isOfData : {true, false}) {
    Example m;
    const IndexExpr i = m.loop("i", 0, m.n);
    const ExprId condition = m.unknown(isOfData ? m.load(m.y, {i}) : m.index(i));
    m.store(m.y, {i}, m.select(condition, m.load(m.inW(i, 6)), m.number(0)));
    EXPECT_EQ(m.most(), INT64_MAX);
    EXPECT_EQ(m.likely(), isOfData ? 6 : INT64_MAX);
  }
}

TEST(Extents, LastMembersMayGoOn) {
  for (const auto &[length, likely] : {std::pair<int64_t, int64_t>{4, 4}, {1, INT64_MAX}}) {
    Example m;
    const IndexExpr i = m.loop("i", 0, m.n);
    m.store(m.inW(i, length, /*mayGoOn=*/true), m.number(0));
    EXPECT_EQ(m.most(), INT64_MAX);
    EXPECT_EQ(m.likely(), likely);
  }
}

TEST(Extents, FollowTheirLoopsToAnotherOrder) {
  Example m;
  const IndexExpr i = m.loop("i", 0, m.n), c = m.loop("c", 0, m.m);
  m.store(m.y, {i}, m.load(m.inW(c)));
  learnExtents(m.nest);
  ASSERT_EQ(likelyIterations(m.nest, 1), 8);
  const Nest other = permuted(m.nest, {0, 1}, {1, 0});
  EXPECT_EQ(likelyIterations(other, 0), 8);
  EXPECT_EQ(likelyIterations(other, 1), INT64_MAX);
}

TEST(Assumptions, TheStrongerOfTwoIsKept) {
  Example m;
  assume(m.nest, IndexExpr(100) - m.n, "n is at most 100");
  assume(m.nest, IndexExpr(103) - m.n, "n is at most 103");
  ASSERT_EQ(m.nest.assumptions.size(), 1u);
  EXPECT_EQ(m.nest.assumptions[0].why, "n is at most 100");
  assume(m.nest, IndexExpr(10) - m.n, "n is at most 10");
  assume(m.nest, IndexExpr(10) - m.m, "m is at most 10");
  ASSERT_EQ(m.nest.assumptions.size(), 2u);
  EXPECT_EQ(m.nest.assumptions[0].why, "n is at most 10");
}

} // namespace
