// Inner loops in several leave the same memory behind.
#include "FactsOf.h"
#include "RandomNest.h"
#include "vecify/Nest/Fission.h"
#include "gtest/gtest.h"

using namespace vecify;

namespace {

TEST(Fission, LeavesTheSameMemory) {
  RandomNestOptions options;
  unsigned split = 0;
  for (uint64_t seed = 0; seed < 1500; ++seed) {
    options.arrays = 1 + seed % 4;
    const RandomNest made = randomNest(seed, options);
    if (made.nest.loops.size() < 2)
      continue;
    const std::optional<Facts> facts = tryFactsOf(made.nest);
    const std::optional<Nest> other = facts ? withLoopsSplit(made.nest, *facts) : std::nullopt;
    if (!other)
      continue;
    ++split;
    ASSERT_EQ(run(*other, made.world, {}), run(made.nest, made.world, {})) << "seed " << seed;
  }
  EXPECT_GT(split, 20u);
}

/// for i, j: what `body` makes of a, s, b and sum.
class Products {
public:
  NestMaker m;
  const IndexExpr n = m.param("n");
  const ArrayId a = m.array("a"), s = m.array("s"), b = m.array("b");
  const LocalId sum = m.local("sum", ScalarType::F32);

  std::optional<Nest> split(llvm::function_ref<void(Products &, IndexExpr i, IndexExpr j)> body) {
    const IndexExpr i = m.loop("i", 0, n), j = m.loop("j", 0, n);
    body(*this, i, j);
    m.end();
    m.end();
    const Nest nest = m.take();
    return withLoopsSplit(nest, *tryFactsOf(nest));
  }
};

TEST(Fission, PiecesOfOneKindStayTogether) {
  Products p;
  const std::optional<Nest> nest = p.split([](Products &p, IndexExpr, IndexExpr j) {
    p.m.store(p.s, {j}, p.m.add(p.m.load(p.s, {j}), p.m.load(p.a, {j})));
    p.m.store(p.b, {j}, p.m.load(p.a, {j}));
    p.m.assign(p.sum, p.m.add(p.m.read(p.sum), p.m.load(p.a, {j})));
  });
  ASSERT_TRUE(nest);
  EXPECT_EQ(nest->loops.size(), 3u);
  EXPECT_EQ(nest->splitLoops, "j in 2 loops");
}

TEST(Fission, WhatIsReadAheadStaysInFront) {
  Products p;
  EXPECT_FALSE(p.split([](Products &p, IndexExpr, IndexExpr j) {
    p.m.store(p.s, {j}, p.m.load(p.a, {j}));
    p.m.assign(p.sum, p.m.add(p.m.read(p.sum), p.m.load(p.s, {j + 1})));
  }));
}

TEST(Fission, OneKindAloneIsNotSplit) {
  Products p;
  EXPECT_FALSE(p.split([](Products &p, IndexExpr, IndexExpr j) {
    p.m.store(p.s, {j}, p.m.load(p.a, {j}));
    p.m.store(p.b, {j}, p.m.load(p.a, {j + 1}));
  }));
}

} // namespace
