#include "PlanTesting.h"
#include "TimeTiles.h"

using namespace vecify;

namespace {

/// for t: b[i][j] from a, then a from b; rows of 1000 elements, `size` iterations a loop; what a holds may move with t.
Variant steps(std::optional<int64_t> size, bool movesWithSteps = false) {
  NestMaker m;
  const IndexExpr n = size ? IndexExpr(*size) : m.param("n"), count = m.param("steps");
  const ArrayId a = m.array("a"), b = m.array("b");
  TimeTiling time;
  time.skews = {2, 2};
  const IndexExpr t = m.loop("t", 0, count);
  for (const int64_t shift : {0, 1}) {
    TimeTiling::Part part;
    part.loops = {LoopId(m.nest.loops.size()), LoopId(m.nest.loops.size() + 1)};
    const IndexExpr i = m.loop("i", 1, n + 1), j = m.loop("j", 1, n + 1);
    part.node = m.nest.loops[part.loops[0]].node;
    part.shifts = {shift, shift};
    const IndexExpr row = movesWithSteps ? i + t : i;
    m.store(shift ? a : b, {row, j}, m.load(shift ? b : a, {row, j + 1}));
    m.end();
    m.end();
    time.parts.push_back(std::move(part));
  }
  m.end();
  Nest nest = m.take();
  for (Access &access : nest.accesses)
    access.indirect.assign(access.subs.size(), NoId);
  Facts facts = freeFacts(nest);
  return {std::move(nest), std::move(facts), {{2, NoId}, {4, NoId}}, std::move(time)};
}

TEST(TimeTileSizes, FitTheSecondCache) {
  const Target target = planTarget();
  const std::optional<TimeTiles> tiles = timeTilesOf(steps(std::nullopt), target);
  ASSERT_TRUE(tiles.has_value());
  double bytes = 2 * sizeof(float);
  for (int64_t size : tiles->sizes)
    bytes *= double(size + 2 * tiles->steps);
  EXPECT_LT(bytes, target.caches[1].bytes);
  EXPECT_LT(tiles->shares[1], 0.5);
  EXPECT_GT(tiles->leastPoints, 0);
}

TEST(TimeTileSizes, AGridThatFitsAnywayIsNotCut) {
  EXPECT_FALSE(timeTilesOf(steps(100), planTarget()).has_value());
  EXPECT_EQ(timeTilesOf(steps(900), planTarget())->leastPoints, 0) << "nothing is left to ask at run time";
}

TEST(TimeTileSizes, WhatMovesWithTheStepsIsNotTouchedAgain) {
  EXPECT_FALSE(timeTilesOf(steps(std::nullopt, true), planTarget()).has_value());
}

TEST(TimeTileSizes, DrawnPlansHaveSmallTilesBehindTheBest) {
  std::vector<Plan> plans;
  ASSERT_TRUE(bool(enumerateTimeTiles(steps(std::nullopt), planTarget(), true, plans)));
  ASSERT_GT(plans.size(), 4u);
  EXPECT_GT(plans.front().time->leastPoints, 0);
  EXPECT_EQ(plans.back().time->leastPoints, 0);
  for (unsigned p = 0; p < plans.size(); ++p)
    EXPECT_EQ(plans[p].number, p);
}

} // namespace
