// An order that is said to be legal leaves the same memory behind.
#include "FactsOf.h"
#include "RandomNest.h"
#include "vecify/Nest/Permute.h"
#include "vecify/Poly/Schedules.h"
#include "gtest/gtest.h"

using namespace vecify;

namespace {

Facts factsOf(const Nest &nest) { return *tryFactsOf(nest); }

/// for i, for j: a[i][j] = hash of a[i - di][j - dj]
Nest sweep(int64_t di, int64_t dj) {
  NestMaker m;
  const IndexExpr n = m.param("n", 1);
  const ArrayId a = m.array("a");
  const IndexExpr i = m.loop("i", 1, n), j = m.loop("j", 1, n);
  m.store(a, {i, j}, m.load(a, {i - di, j - dj}));
  m.end();
  m.end();
  return m.take();
}

bool maySwap(const Nest &nest) { return mayPermute(nest, factsOf(nest), {0, 1}, {1, 0}); }

TEST(Permute, ADistanceThatWouldGoBackwardForbidsIt) {
  EXPECT_TRUE(maySwap(sweep(1, 0)));
  EXPECT_TRUE(maySwap(sweep(0, 1)));
  EXPECT_TRUE(maySwap(sweep(1, 1)));
  EXPECT_FALSE(maySwap(sweep(1, -1)));
}

TEST(Permute, ABoundNeedsItsCounterAround) {
  NestMaker m;
  const IndexExpr n = m.param("n", 1);
  const ArrayId a = m.array("a");
  const IndexExpr i = m.loop("i", 0, n), j = m.loop("j", 0, i);
  m.store(a, {i, j}, m.number(1));
  m.end();
  m.end();
  EXPECT_FALSE(maySwap(m.take()));
}

TEST(Permute, LegalOrdersLeaveTheSameMemory) {
  RandomNestOptions options;
  options.paramOffsets = 0;
  options.linearized = false;
  unsigned legal = 0, illegal = 0;
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    options.arrays = 1 + seed % 2;
    const RandomNest made = randomNest(seed, options);
    const std::optional<Facts> facts = tryFactsOf(made.nest);
    if (!facts)
      continue;
    for (LoopId outermost = 0; outermost < made.nest.loops.size(); ++outermost) {
      const llvm::SmallVector<LoopId, 4> band = perfectBand(made.nest, outermost);
      llvm::SmallVector<LoopId, 4> order = band;
      while (std::next_permutation(order.begin(), order.end())) {
        if (!mayPermute(made.nest, *facts, band, order)) {
          ++illegal;
          continue;
        }
        ++legal;
        ASSERT_EQ(run(permuted(made.nest, band, order), made.world, {}), run(made.nest, made.world, {}))
            << "seed " << seed;
      }
    }
  }
  EXPECT_GT(legal, 40u);
  EXPECT_GT(illegal, 100u);
}

TEST(Schedules, ReductionsGoInside) {
  NestMaker m;
  const IndexExpr n = m.param("n", 1);
  const ArrayId a = m.array("a"), b = m.array("b"), c = m.array("c");
  const IndexExpr k = m.loop("k", 0, n), i = m.loop("i", 0, n), j = m.loop("j", 0, n);
  m.store(c, {i, j}, m.add(m.load(c, {i, j}), m.add(m.load(a, {i, k}), m.load(b, {k, j}))));
  m.end();
  m.end();
  m.end();
  const Nest nest = m.take();
  const std::vector<Variant> variants = scheduleVariants(nest, factsOf(nest));
  ASSERT_FALSE(variants.empty());
  const Variant &best = variants[0];
  EXPECT_EQ(best.nest.loops[best.tiles[0].rows].name, "i");
  EXPECT_EQ(best.nest.loops[best.tiles[0].lanes].name, "j");
  EXPECT_EQ(best.nest.loops[2].name, "k");
  EXPECT_EQ(best.nest.reordered->name, "k");
}

} // namespace
