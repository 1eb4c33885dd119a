// Two loops that are said to be legal as one leave the same memory behind.
#include "FactsOf.h"
#include "RandomNest.h"
#include "vecify/Nest/Fuse.h"
#include "gtest/gtest.h"

using namespace vecify;

namespace {

/// for i in [lower, n + upper): to[i] = hash of from[i + by]
Nest copying(const char *to, const char *from, int64_t by, int64_t lower = 0, int64_t upper = 0) {
  NestMaker m;
  const IndexExpr n = m.param("n", 1);
  const ArrayId a = m.array(to), b = m.array(from);
  const IndexExpr i = m.loop("i", lower, n + upper);
  m.store(a, {i}, m.load(b, {i + by}));
  m.end();
  return m.take();
}

bool mayBeOne(const Nest &first, const Nest &second) {
  const std::optional<Fused> both = fused(first, second, 4);
  return both && keepsOrder(*both, *tryFactsOf(both->nest));
}

TEST(Fuse, WhatTheSecondReadsMustHaveBeenWritten) {
  EXPECT_TRUE(mayBeOne(copying("t", "x", 0), copying("y", "t", 0)));
  EXPECT_TRUE(mayBeOne(copying("t", "x", 0), copying("y", "t", -1)));
  EXPECT_FALSE(mayBeOne(copying("t", "x", 0), copying("y", "t", 1)));
}

TEST(Fuse, WhatTheFirstReadsMustNotHaveBeenWritten) {
  EXPECT_TRUE(mayBeOne(copying("t", "x", 0), copying("x", "u", 0)));
  EXPECT_TRUE(mayBeOne(copying("t", "x", 1), copying("x", "u", 0)));
  EXPECT_FALSE(mayBeOne(copying("t", "x", -1), copying("x", "u", 0)));
}

TEST(Fuse, IterationsAreCountedFromTheStart) {
  EXPECT_TRUE(mayBeOne(copying("t", "x", 0), copying("y", "t", -1, 1, 1)));
  EXPECT_FALSE(mayBeOne(copying("t", "x", 0), copying("y", "t", 0, 1, 1)));
}

TEST(Fuse, TripCountsMustBeEqual) {
  EXPECT_TRUE(fused(copying("t", "x", 0), copying("y", "x", 0), 4));
  EXPECT_FALSE(fused(copying("t", "x", 0), copying("y", "x", 0, 1), 4));
}

TEST(Fuse, NamesAreSharedAndIdsAreMoved) {
  const std::optional<Fused> both = fused(copying("t", "x", 0), copying("y", "t", 0), 4);
  ASSERT_TRUE(both);
  const Nest &nest = both->nest;
  EXPECT_EQ(nest.arrays.size(), 3u); // t, x, y
  EXPECT_EQ(nest.loops.size(), 1u);
  EXPECT_EQ(nest.nodes[nest.root().node].body.size(), 2u);
  EXPECT_EQ(nest.accesses[both->ofSecond].array == 0 || nest.accesses[both->ofSecond + 1].array == 0, true);
  EXPECT_TRUE(nest.isFused);
}

TEST(Fuse, AScalarOfTheOtherLoopForbidsIt) {
  const auto summing = [](const char *name) {
    NestMaker m;
    const IndexExpr n = m.param("n", 1);
    const LocalId sum = m.local(name, ScalarType::F32);
    const ArrayId x = m.array("x");
    const IndexExpr i = m.loop("i", 0, n);
    m.assign(sum, m.add(m.read(sum), m.load(x, {i})));
    m.end();
    return m.take();
  };
  EXPECT_TRUE(fused(summing("s"), summing("t"), 4));
  EXPECT_FALSE(fused(summing("s"), summing("s"), 4));
  Nest scaled = copying("y", "x", 0);
  scaled.symbols.push_back(scaled.symbols[0]);
  scaled.symbols.back().name = "(s + 1)";
  EXPECT_FALSE(fused(summing("s"), scaled, 4));
  EXPECT_FALSE(fused(scaled, summing("s"), 4));
  EXPECT_TRUE(fused(summing("t"), scaled, 4));
}

TEST(Fuse, LegalOnesLeaveTheSameMemory) {
  RandomNestOptions options;
  options.params = false;
  unsigned legal = 0, illegal = 0, deep = 0;
  for (uint64_t seed = 0; seed < 60000; ++seed) {
    options.arrays = 1 + seed % 3;
    const RandomNest first = randomNest(2 * seed, options), second = randomNest(2 * seed + 1, options);
    for (const unsigned most : {1u, 4u}) {
      const std::optional<Fused> both = fused(first.nest, second.nest, most);
      // Of nests like each other there are few.
      if (!both || (most > 1 ? both->loopsJoined == 1 : seed > 2000))
        continue;
      const std::optional<Facts> facts = tryFactsOf(both->nest);
      if (!facts)
        continue;
      if (!keepsOrder(*both, *facts)) {
        ++illegal;
        continue;
      }
      ++legal;
      deep += both->loopsJoined > 1;
      ASSERT_EQ(run(both->nest, first.world, {}), run(second.nest, second.world, {}, run(first.nest, first.world, {})))
          << "seed " << seed << ", " << both->loopsJoined << " loops";
    }
  }
  EXPECT_GT(legal, 120u);
  EXPECT_GT(illegal, 120u);
  EXPECT_GT(deep, 8u);
}

} // namespace
