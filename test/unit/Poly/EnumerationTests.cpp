// The analysis against the truth, which is enumerated: random small nests with concrete parameters.
#include "RandomNest.h"
#include "vecify/Nest/Facts.h"
#include "vecify/Poly/Scop.h"
#include "gtest/gtest.h"

using namespace vecify;

namespace {

/// More seeds on request: VECIFY_TEST_EFFORT=20 tries twenty times as many nests.
uint64_t scaled(uint64_t count) {
  const char *effort = std::getenv("VECIFY_TEST_EFFORT");
  return effort ? count * std::max(1, std::atoi(effort)) : count;
}

Facts factsOf(const Nest &nest, bool useClosedForms = true, bool mayAssume = false) {
  llvm::Expected<Scop> scop =
      buildScop(nest, {.maxOperations = 1'000'000'000, .mayAssume = mayAssume, .useClosedForms = useClosedForms});
  EXPECT_TRUE(bool(scop));
  llvm::Expected<Facts> facts = analyse(*scop);
  EXPECT_TRUE(bool(facts)) << llvm::toString(facts.takeError());
  return std::move(*facts);
}

std::string describe(const Nest &nest, const Facts &facts, const World &world, uint64_t seed) {
  std::string text = "seed " + std::to_string(seed) + "\n";
  llvm::raw_string_ostream os(text);
  print(nest, os);
  for (const auto &[symbol, value] : world.params)
    os << nest.symbols[symbol].name << " = " << value << "\n";
  printDependences(nest, facts, os);
  print(nest, facts, os);
  return text;
}

/// Some edge has these ends, this carrier, and a distance that fits.
bool isCovered(const Facts &facts, const TracedAccess &x, const TracedAccess &y) {
  const LoopId loop = carrier(x, y);
  return llvm::any_of(facts.edges, [&](const Edge &edge) {
    if (edge.source != x.access || edge.sink != y.access || edge.carriedBy != loop)
      return false;
    for (size_t d = 0; d < edge.distance.size(); ++d)
      if (edge.distance[d] && *edge.distance[d] != y.key[y.loops[d].second] - x.key[x.loops[d].second])
        return false;
    return true;
  });
}

/// Both on sides of one `if`: the trace runs both, C does not.
bool isOneIterationOfExclusiveSides(const TracedAccess &x, const TracedAccess &y) {
  size_t d = 0;
  while (d < x.key.size() && d < y.key.size() && x.key[d] == y.key[d])
    ++d;
  // Keys alternate position-in-body and counter-or-side; an `if` has sides 1 and 2 where no loop has its counter.
  const auto isCounter = [&](const TracedAccess &t) {
    return llvm::any_of(t.loops, [&](const auto &loop) { return loop.second == d; });
  };
  return d < x.key.size() && d < y.key.size() && !isCounter(x) && !isCounter(y) && x.key[d] == 1 && y.key[d] == 2 &&
         d + 1 < x.key.size() && d + 1 < y.key.size();
}

void checkAgainstTruth(uint64_t seed, const RandomNestOptions &options, bool isTight) {
  const RandomNest made = randomNest(seed, options);
  const Nest &nest = made.nest;
  const Facts facts = factsOf(nest);
  SCOPED_TRACE(describe(nest, facts, made.world, seed));
  const std::vector<TracedAccess> all = trace(nest, made.world);
  if (all.size() > 400)
    return;

  for (const TracedAccess &x : all)
    for (const TracedAccess &y : all)
      if (x.key < y.key && conflicts(nest, x, y) && !isOneIterationOfExclusiveSides(x, y))
        ASSERT_TRUE(isCovered(facts, x, y))
            << "not covered: " << nest.accesses[x.access].text << " -> " << nest.accesses[y.access].text;

  const auto expected = run(nest, made.world, {});
  for (LoopId loop = 0; loop < nest.loops.size(); ++loop) {
    const LoopFacts &f = facts.loops[loop];
    const int64_t truth = smallestBlocked(nest, all, loop);
    if (truth != 0) {
      ASSERT_FALSE(f.anyLanes) << nest.loops[loop].name;
      ASSERT_LE(f.maxLanes, truth) << nest.loops[loop].name;
    }
    if (isTight) {
      ASSERT_EQ(f.anyLanes, truth == 0) << nest.loops[loop].name;
      if (!f.anyLanes)
        ASSERT_EQ(f.maxLanes, truth) << nest.loops[loop].name;
    }
    for (int64_t lanes : {2, 3, 4, 16}) {
      if (!f.anyLanes && lanes > f.maxLanes)
        continue;
      for (int64_t peel : {0, 1})
        for (bool merge : {false, true})
          ASSERT_EQ(run(nest, made.world, {loop, lanes, peel, merge}), expected)
              << nest.loops[loop].name << ", " << lanes << " lanes, peel " << peel << ", merge " << merge;
    }
  }
}

TEST(Enumeration, EveryConflictIsAnEdgeAndLanesKeepTheResult) {
  for (uint64_t seed = 1; seed <= scaled(150) && !testing::Test::HasFailure(); ++seed)
    checkAgainstTruth(seed, {}, false);
}

TEST(Enumeration, ConstantBoundsGiveTheExactLaneCount) {
  for (uint64_t seed = 1; seed <= scaled(150) && !testing::Test::HasFailure(); ++seed)
    checkAgainstTruth(seed, {.params = false, .branches = false}, true);
}

TEST(Enumeration, ShallowNestsWithTwoArrays) {
  for (uint64_t seed = 1; seed <= scaled(150) && !testing::Test::HasFailure(); ++seed)
    checkAgainstTruth(seed, {.arrays = 2, .maxDepth = 2}, false);
}

TEST(Enumeration, AssumptionsThatHoldKeepTheResult) {
  unsigned checked = 0;
  for (uint64_t seed = 1; seed <= scaled(1000); ++seed) {
    const RandomNest made = randomNest(seed, {.paramOffsets = 60, .maxParam = 150, .maxDepth = 1});
    const Facts facts = factsOf(made.nest, true, true);
    const bool holds = llvm::all_of(facts.assumptions, [&](const Assumption &assumption) {
      return *assumption.expr.substituteAll([&](SymbolId id) { return IndexExpr(made.world.params.at(id)); })
                  .asConstant() >= 0;
    });
    if (facts.assumptions.empty() || !holds)
      continue;
    ++checked;
    const auto expected = run(made.nest, made.world, {});
    for (int64_t lanes : {2, 3, 16, 64})
      if (facts.loops[0].anyLanes || lanes <= facts.loops[0].maxLanes)
        ASSERT_EQ(run(made.nest, made.world, {0, lanes, 0, false}), expected)
            << describe(made.nest, facts, made.world, seed);
  }
  EXPECT_GT(checked, 10u);
}

TEST(Enumeration, FootprintsHoldEveryAccess) {
  unsigned known = 0;
  for (uint64_t seed = 1; seed <= scaled(300); ++seed) {
    const RandomNest made = randomNest(seed, {.arrays = 2});
    for (ArrayId array = 0; array < 2; ++array)
      for (bool writesOnly : {false, true}) {
        const Footprint range = footprint(made.nest, array, writesOnly);
        known += range.isKnown;
        if (!range.isKnown)
          continue;
        const auto at = [&](const IndexExpr &end) {
          return *end.substituteAll([&](SymbolId id) { return IndexExpr(made.world.params.at(id)); }).asConstant();
        };
        for (const TracedAccess &x : trace(made.nest, made.world)) {
          const Access &access = made.nest.accesses[x.access];
          if (access.array != array || (writesOnly && !access.isWrite))
            continue;
          const int64_t first = x.address - made.world.bases[array], end = first + bytesOf(access.type);
          ASSERT_TRUE(llvm::any_of(range.lower, [&](const IndexExpr &e) { return at(e) <= first; })) << "seed " << seed;
          ASSERT_TRUE(llvm::any_of(range.upper, [&](const IndexExpr &e) { return at(e) >= end; })) << "seed " << seed;
        }
      }
  }
  EXPECT_GT(known, 500u);
}

TEST(Enumeration, ClosedFormsAgreeWithIsl) {
  for (uint64_t seed = 1; seed <= scaled(100) && !testing::Test::HasFailure(); ++seed) {
    const RandomNest made = randomNest(seed, {.params = false});
    std::string closed, isl;
    llvm::raw_string_ostream closedOs(closed), islOs(isl);
    const Facts a = factsOf(made.nest, true), b = factsOf(made.nest, false);
    printDependences(made.nest, a, closedOs);
    print(made.nest, a, closedOs);
    printDependences(made.nest, b, islOs);
    print(made.nest, b, islOs);
    ASSERT_EQ(closed, isl) << "seed " << seed;
  }
}

} // namespace
