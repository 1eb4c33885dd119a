// Which arrays may overlap, whether equal bases are fine, and parameters that live in memory.
#include "../Nest/NestMaker.h"
#include "RandomNest.h"
#include "vecify/Poly/Scop.h"
#include "gtest/gtest.h"

using namespace vecify;

namespace {

Facts factsOf(const Nest &nest) {
  llvm::Expected<Scop> scop = buildScop(nest);
  llvm::Expected<Facts> facts = analyse(*scop);
  EXPECT_TRUE(bool(facts)) << llvm::toString(facts.takeError());
  return std::move(*facts);
}

/// a[i] = b[i + offset] with arrays of these kinds.
struct Copy : NestMaker {
  IndexExpr n = param("n"), i;
  ArrayId a = array("a", false), b = array("b", false);
  explicit Copy(int64_t offset = 0) {
    i = loop("i", 0, n);
    store(a, {i}, load(b, {i + offset}));
    end();
  }
  std::vector<Facts::AliasPair> pairs() { return factsOf(nest).mayAlias; }
};

TEST(Aliases, TwoPointersMayOverlap) {
  Copy m;
  const auto pairs = m.pairs();
  ASSERT_EQ(pairs.size(), 1u);
  EXPECT_EQ(pairs[0].a, m.b); // what a leads
  EXPECT_EQ(pairs[0].b, m.a);
  EXPECT_TRUE(pairs[0].equalIsFine);
  EXPECT_FALSE(pairs[0].needsNoGuard);
}

TEST(Aliases, OneRestrictPointerIsEnough) {
  Copy m;
  m.nest.arrays[m.b].isRestrict = true;
  EXPECT_TRUE(m.pairs().empty());
}

TEST(Aliases, PlainPointerMayBeBasedOnTheRestrictOne) {
  // void f(float *restrict b) { float *a = b + 1; for (...) a[i] = b[i]; }
  Copy m;
  m.nest.arrays[m.b].isRestrict = true;
  m.nest.arrays[m.a].mayBeDerived = true;
  EXPECT_EQ(m.pairs().size(), 1u);
  m.nest.arrays[m.a].isRestrict = true;
  EXPECT_TRUE(m.pairs().empty());
}

TEST(Aliases, ObjectIsNotReachedThroughARestrictPointer) {
  Copy m;
  m.nest.arrays[m.a].kind = Array::Object;
  m.nest.arrays[m.a].mayBeDerived = true;
  EXPECT_EQ(m.pairs().size(), 1u);
  m.nest.arrays[m.b].isRestrict = true;
  EXPECT_TRUE(m.pairs().empty());
}

TEST(Aliases, ObjectsAreDistinctButPointersPointIntoThem) {
  Copy m;
  m.nest.arrays[m.a].kind = Array::Object;
  EXPECT_EQ(m.pairs().size(), 1u);
  m.nest.arrays[m.b].kind = Array::Object;
  EXPECT_TRUE(m.pairs().empty());
}

TEST(Aliases, LocalsWhoseAddressStaysMeetNothing) {
  Copy m;
  m.nest.arrays[m.a].kind = Array::LocalObject;
  EXPECT_TRUE(m.pairs().empty());
}

TEST(Aliases, PromiseCountsInBothDirections) {
  for (bool first : {false, true}) {
    Copy m;
    m.nest.arrays[first ? m.a : m.b].noalias = {first ? m.b : m.a};
    EXPECT_TRUE(m.pairs().empty());
  }
}

TEST(Aliases, ReadOnlyArraysMayOverlap) {
  NestMaker m;
  const IndexExpr n = m.param("n");
  const ArrayId a = m.array("a", false), b = m.array("b", false), c = m.array("c");
  const IndexExpr i = m.loop("i", 0, n);
  m.store(c, {i}, m.add(m.load(a, {i}), m.load(b, {i})));
  m.end();
  EXPECT_TRUE(factsOf(m.nest).mayAlias.empty());
}

TEST(Aliases, EqualBasesAreFineOnlyWithinAnIteration) {
  EXPECT_FALSE(Copy(1).pairs()[0].equalIsFine);
  EXPECT_FALSE(Copy(-1).pairs()[0].equalIsFine);
}

TEST(Aliases, AReaderMayComeFirst) {
  // a[i] = b[i + 1]: harm is done by a store to what later lanes of the block read, a = b + 2 elements and so on.
  const auto pairs = Copy(1).pairs();
  ASSERT_TRUE(pairs[0].harmfulLead);
  Copy m;
  EXPECT_EQ(pairs[0].a, m.b);
  EXPECT_EQ(pairs[0].b, m.a);
  EXPECT_EQ(pairs[0].harmfulLead->above, IndexExpr(4));
  EXPECT_EQ(pairs[0].harmfulLead->below, IndexExpr(4));
  EXPECT_EQ(pairs[0].harmfulLead->perLane, 4);
}

TEST(Aliases, HarmInBothDirectionsHasNoLead) {
  NestMaker m;
  const IndexExpr n = m.param("n");
  const ArrayId a = m.array("a", false), b = m.array("b", false), c = m.array("c");
  const IndexExpr i = m.loop("i", 0, n);
  m.store(a, {i}, m.load(b, {i}));
  m.store(c, {i}, m.load(b, {i + 1}));
  m.end();
  EXPECT_FALSE(factsOf(m.nest).mayAlias[0].harmfulLead);
}

TEST(Aliases, ARowIsNotUpdatedInPlaceOfItsMatrix) {
  for (int64_t rows : {1, 4}) {
    NestMaker m;
    const ArrayId row = m.array("row", false), matrix = m.array("matrix", false);
    const IndexExpr i = m.loop("i", 0, 8), s = m.loop("s", 0, rows);
    m.store(row, {i}, m.load(matrix, {i + s * 8}));
    m.end();
    m.end();
    EXPECT_EQ(factsOf(m.nest).mayAlias[0].equalIsFine, rows == 1);
  }
}

TEST(Aliases, AccumulatorMakesEqualBasesWrong) {
  NestMaker m(ScalarType::I32);
  const IndexExpr n = m.param("n");
  const ArrayId a = m.array("a", false), b = m.array("b", false);
  const IndexExpr i = m.loop("i", 1, n);
  m.store(a, {0}, m.add(m.load(a, {0}), m.load(b, {i})));
  m.end();
  EXPECT_FALSE(factsOf(m.nest).mayAlias[0].equalIsFine);
}

TEST(Aliases, IndependentIterationsNeedNoGuard) {
  Copy m(1);
  m.nest.clauses.independent = true;
  EXPECT_TRUE(m.pairs()[0].needsNoGuard);
}

/// s->n is read on entry at s + 0; the loop stores to `array` + offset.
struct LengthInMemory : NestMaker {
  ArrayId s = array("s", false), data = array("s->data", false);
  IndexExpr n = param("s->n"), i;
  LengthInMemory(bool intoStruct, int64_t offset) {
    nest.symbols[*n.asSymbol()].reads = {access(s, {})};
    i = loop("i", 0, n);
    const AccessId target = access(intoStruct ? s : data, {i});
    nest.accesses[target].offsetBytes = offset;
    store(target, number(0));
    end();
  }
};

TEST(ParamsInMemory, StoreToTheSameObjectDeclines) {
  LengthInMemory m(true, 0);
  llvm::Expected<Scop> scop = buildScop(m.nest);
  llvm::Expected<Facts> facts = analyse(*scop);
  ASSERT_FALSE(bool(facts));
  llvm::handleAllErrors(facts.takeError(), [](const Decline &d) {
    EXPECT_EQ(d.reason, Reason::ParamInMemory);
    EXPECT_EQ(d.args, std::vector<std::string>{"s->n"});
    EXPECT_EQ(d.loc.line, 2u);
  });
}

TEST(ParamsInMemory, StoreToAnotherMemberIsFine) {
  LengthInMemory m(true, 8);
  EXPECT_TRUE(factsOf(m.nest).mayAlias.empty());
}

TEST(ParamsInMemory, OtherArraysAreGuardedAndNeverEqual) {
  LengthInMemory m(false, 0);
  const Facts facts = factsOf(m.nest);
  ASSERT_EQ(facts.mayAlias.size(), 1u);
  EXPECT_FALSE(facts.mayAlias[0].equalIsFine);
}

TEST(Aliases, EqualBasesThatAreFineKeepTheResult) {
  unsigned fine = 0;
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    RandomNest made = randomNest(seed, {.arrays = 2, .maxDepth = 2});
    for (Array &array : made.nest.arrays)
      array.isRestrict = false;
    const Facts facts = factsOf(made.nest);
    if (facts.mayAlias.empty() || !facts.mayAlias[0].equalIsFine || !facts.loops[0].anyLanes)
      continue;
    ++fine;
    made.world.bases[1] = made.world.bases[0];
    const auto expected = run(made.nest, made.world, {});
    for (int64_t lanes : {2, 3, 16})
      ASSERT_EQ(run(made.nest, made.world, {0, lanes, 0, false}), expected) << "seed " << seed;
  }
  EXPECT_GT(fine, 10u);
}

TEST(Aliases, EqualBasesThatAreFineInTilesKeepTheResultOfInnerLanes) {
  unsigned fine = 0, rootOnly = 0;
  for (uint64_t seed = 1; seed <= 800; ++seed) {
    RandomNest made = randomNest(seed, {.arrays = 2, .maxDepth = 2});
    for (Array &array : made.nest.arrays)
      array.isRestrict = false;
    const Facts facts = factsOf(made.nest);
    if (facts.mayAlias.empty() || made.nest.loops.size() == 1)
      continue;
    const Facts::AliasPair &pair = facts.mayAlias[0];
    rootOnly += pair.equalIsFine && !pair.equalIsFineInTiles;
    ASSERT_TRUE(pair.equalIsFine || !pair.equalIsFineInTiles);
    if (!pair.equalIsFineInTiles)
      continue;
    made.world.bases[1] = made.world.bases[0];
    const auto expected = run(made.nest, made.world, {});
    for (LoopId loop = 0; loop < made.nest.loops.size(); ++loop)
      for (int64_t lanes : {2, 3, 16}) {
        if (!facts.loops[loop].anyLanes)
          continue;
        ++fine;
        ASSERT_EQ(run(made.nest, made.world, {loop, lanes, 0, false}), expected) << "seed " << seed;
      }
  }
  EXPECT_GT(fine, 10u);
  EXPECT_GT(rootOnly, 0u);
}

TEST(Aliases, HarmlessLeadsKeepTheResult) {
  unsigned found = 0, harmful = 0;
  for (uint64_t seed = 1; seed <= 500; ++seed) {
    RandomNest made =
        randomNest(seed, {.linearized = false, .triangles = false, .maxParam = 12, .arrays = 2, .maxDepth = 1});
    for (Array &array : made.nest.arrays)
      array.isRestrict = false;
    const Facts facts = factsOf(made.nest);
    if (facts.mayAlias.empty() || !facts.mayAlias[0].harmfulLead || !facts.loops[0].anyLanes)
      continue;
    ++found;
    const Facts::AliasPair &pair = facts.mayAlias[0];
    const auto value = [&](const IndexExpr &expr) {
      return *expr.substituteAll([&](SymbolId s) { return IndexExpr(made.world.params[s]); }).asConstant();
    };
    const int64_t above = value(pair.harmfulLead->above);
    for (int64_t lanes : {2, 4}) {
      const int64_t below = value(pair.harmfulLead->below) + lanes * pair.harmfulLead->perLane;
      for (int64_t lead = above - 20; lead <= below + 20; ++lead) {
        made.world.bases[pair.b] = made.world.bases[pair.a] + lead;
        const bool isSame = run(made.nest, made.world, {}) == run(made.nest, made.world, {0, lanes, 0, true});
        harmful += !isSame;
        ASSERT_TRUE(isSame || (above < lead && lead < below)) << "seed " << seed << ", lead " << lead;
      }
    }
  }
  EXPECT_GT(found, 30u);
  EXPECT_GT(harmful, 100u);
}

} // namespace
