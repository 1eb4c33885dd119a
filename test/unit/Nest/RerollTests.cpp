// Loops that were unrolled by hand.
#include "NestMaker.h"
#include "vecify/Nest/Reroll.h"
#include "gtest/gtest.h"

using namespace vecify;

namespace {

/// for t in [0, n), with arrays a and b, a sum and two temporaries.
struct Unrolled : NestMaker {
  IndexExpr n = param("n"), t;
  ArrayId a = array("a"), b = array("b");
  LocalId sum = local("sum", ScalarType::F32), one = local("one", ScalarType::F32, 0),
          two = local("two", ScalarType::F32, 0);
  Unrolled() { t = loop("t", 0, n); }

  void copy(const IndexExpr &written, const IndexExpr &read) { store(a, {written}, add(load(b, {read}), number(1))); }
  std::optional<Nest> rolled() {
    end();
    return rerolled(take());
  }
};

IndexExpr times(const IndexExpr &t, int64_t factor, int64_t more = 0) {
  return t * IndexExpr(factor) + IndexExpr(more);
}

} // namespace

TEST(Reroll, CopiesBecomeIterations) {
  Unrolled u;
  for (int64_t c = 0; c < 3; ++c)
    u.copy(times(u.t, 3, c), times(u.t, 6, 2 * c + 1));
  const std::optional<Nest> nest = u.rolled();
  ASSERT_TRUE(nest);
  EXPECT_EQ(nest->rolled, 3);
  EXPECT_EQ(nest->root().upper, u.n * IndexExpr(3));
  EXPECT_EQ(nest->sourceTrip(), u.n);
  ASSERT_EQ(nest->nodes[nest->root().node].body.size(), 1u);
  // Those of the copies that are left over as well.
  for (const Access &access : nest->accesses)
    EXPECT_EQ(access.subs[0], access.isWrite ? u.t : times(u.t, 2, 1));
}

TEST(Reroll, CopiesStatementByStatementAreInterleaved) {
  Unrolled u;
  for (int64_t c = 0; c < 3; ++c)
    u.copy(times(u.t, 3, c), times(u.t, 3, c));
  for (int64_t c = 0; c < 3; ++c)
    u.store(u.b, {times(u.t, 3, c)}, u.add(u.load(u.a, {times(u.t, 3, c)}), u.number(2)));
  const std::optional<Nest> nest = u.rolled();
  ASSERT_TRUE(nest);
  EXPECT_EQ(nest->rolled, 3);
  EXPECT_TRUE(nest->isRearranged);
  EXPECT_EQ(nest->nodes[nest->root().node].body.size(), 2u);
}

TEST(Reroll, WhatWaitsForAnotherCopyIsNotInterleaved) {
  Unrolled u;
  for (int64_t c = 0; c < 3; ++c)
    u.copy(times(u.t, 3, c), times(u.t, 3, c));
  // Reads what the next copy of the first statement stores.
  for (int64_t c = 0; c < 3; ++c)
    u.store(u.b, {times(u.t, 3, c)}, u.add(u.load(u.a, {times(u.t, 3, c + 1)}), u.number(2)));
  EXPECT_FALSE(u.rolled());
}

TEST(Reroll, TheCountersStartMovesAlong) {
  Unrolled u;
  u.nest.loops[0].lower = IndexExpr(2);
  for (int64_t c = 0; c < 2; ++c)
    u.copy(times(u.t, 2, c), times(u.t, 2, c));
  EXPECT_EQ(u.rolled()->root().lower, IndexExpr(4));
}

TEST(Reroll, PromisesOfIterationsSayNothingOfCopies) {
  Unrolled u;
  u.nest.clauses.independent = u.nest.clauses.ivdep = true;
  for (int64_t c = 0; c < 2; ++c)
    u.copy(times(u.t, 2, c), times(u.t, 2, c));
  const std::optional<Nest> nest = u.rolled();
  ASSERT_TRUE(nest);
  EXPECT_FALSE(nest->clauses.independent || nest->clauses.ivdep);
}

TEST(Reroll, StepsThatDifferAreNoCopies) {
  for (const auto &[written, read] : {std::pair(2, 1), std::pair(1, 2), std::pair(0, 0), std::pair(1, 0)}) {
    Unrolled u;
    u.copy(times(u.t, 2), times(u.t, 2));
    u.copy(times(u.t, 2, written), times(u.t, 2, read));
    EXPECT_FALSE(u.rolled()) << written << " " << read;
  }
}

TEST(Reroll, OfASlowerCounterThereIsNoPart) {
  Unrolled u;
  u.copy(times(u.t, 3), u.t);
  u.copy(times(u.t, 3, 1), u.t);
  EXPECT_FALSE(u.rolled()) << "3 is no multiple of 2";
}

TEST(Reroll, TheSameTwiceIsNoLoop) {
  Unrolled u;
  u.copy(IndexExpr(5), IndexExpr(6));
  u.copy(IndexExpr(5), IndexExpr(6));
  EXPECT_FALSE(u.rolled());
}

TEST(Reroll, OtherConstantsAreNoCopies) {
  Unrolled u;
  u.store(u.a, {times(u.t, 2)}, u.add(u.load(u.b, {times(u.t, 2)}), u.number(1)));
  u.store(u.a, {times(u.t, 2, 1)}, u.add(u.load(u.b, {times(u.t, 2, 1)}), u.number(2)));
  EXPECT_FALSE(u.rolled());
}

TEST(Reroll, SumsInOneExpressionAreTakenApart) {
  Unrolled u;
  ExprId value = u.read(u.sum);
  for (int64_t c = 0; c < 4; ++c)
    value = u.mulAdd(u.load(u.a, {times(u.t, 4, c)}), u.load(u.b, {times(u.t, 4, c)}), value);
  u.assign(u.sum, value);
  const std::optional<Nest> nest = u.rolled();
  ASSERT_TRUE(nest);
  EXPECT_EQ(nest->rolled, 4);
  const Expr &once = nest->exprs[nest->nodes[nest->nodes[nest->root().node].body[0]].value];
  EXPECT_EQ(once.kind, Expr::MulAdd);
  EXPECT_EQ(nest->exprs[once.operands[2]].kind, Expr::Local);
}

TEST(Reroll, ASumThatIsReadElsewhereStays) {
  Unrolled u;
  ExprId value = u.add(u.read(u.sum), u.load(u.a, {times(u.t, 2)}));
  u.assign(u.sum, u.add(value, u.add(u.read(u.sum), u.load(u.a, {times(u.t, 2, 1)}))));
  EXPECT_FALSE(u.rolled());
}

TEST(Reroll, CopiesMayHaveTemporariesOfTheirOwn) {
  Unrolled u;
  u.assign(u.one, u.load(u.b, {times(u.t, 2)}));
  u.store(u.a, {times(u.t, 2)}, u.add(u.read(u.one), u.read(u.one)));
  u.assign(u.two, u.load(u.b, {times(u.t, 2, 1)}));
  u.store(u.a, {times(u.t, 2, 1)}, u.add(u.read(u.two), u.read(u.two)));
  EXPECT_TRUE(u.rolled());
}

TEST(Reroll, TemporariesThatStandForTwoAreNoCopies) {
  Unrolled u;
  const auto statements = [&](int64_t c, LocalId first, LocalId second) {
    u.assign(first, u.load(u.b, {times(u.t, 2, c)}));
    u.assign(second, u.load(u.a, {times(u.t, 2, c)}));
    u.store(u.a, {times(u.t, 2, c)}, u.add(u.read(first), u.read(second)));
  };
  statements(0, u.one, u.two);
  statements(1, u.one, u.one);
  EXPECT_FALSE(u.rolled());
}

TEST(Reroll, AccumulatorsOfTheirOwnAreNoCopies) {
  Unrolled u;
  const LocalId other = u.local("other", ScalarType::F32);
  u.assign(u.sum, u.add(u.read(u.sum), u.load(u.a, {times(u.t, 2)})));
  u.assign(other, u.add(u.read(other), u.load(u.a, {times(u.t, 2, 1)})));
  EXPECT_FALSE(u.rolled());
}

TEST(Reroll, CopiesInRowsBecomeALoopInside) {
  Unrolled u;
  const IndexExpr w = u.param("w");
  for (int64_t c = 0; c < 4; ++c)
    u.copy(w * u.t + IndexExpr(c), times(u.t, 8, 7 - 2 * c));
  const std::optional<Nest> nest = u.rolled();
  ASSERT_TRUE(nest);
  EXPECT_EQ(nest->rolled, 1);
  EXPECT_EQ(nest->root().upper, u.n);
  ASSERT_EQ(nest->loops.size(), 2u);
  const Loop &inner = nest->loops[1];
  EXPECT_EQ(inner.upper, IndexExpr(4));
  EXPECT_EQ(nest->nodes[nest->root().node].body, std::vector<NodeId>{inner.node});
  EXPECT_EQ(nest->nodes[inner.node].body.size(), 1u);
  const IndexExpr copy = IndexExpr::symbol(inner.iterator);
  for (const Access &access : nest->accesses)
    EXPECT_EQ(access.subs[0], access.isWrite ? w * u.t + copy : times(u.t, 8, 7) - IndexExpr(2) * copy);
}

TEST(Reroll, FewCopiesInRowsStay) {
  Unrolled u;
  const IndexExpr w = u.param("w");
  for (int64_t c = 0; c < 3; ++c)
    u.copy(w * u.t + IndexExpr(c), times(u.t, 8, c));
  EXPECT_FALSE(u.rolled());
}

TEST(Reroll, UnequalDistancesStay) {
  Unrolled u;
  const IndexExpr w = u.param("w");
  for (int64_t c : {0, 1, 2, 4})
    u.copy(w * u.t + IndexExpr(c), times(u.t, 8, c));
  EXPECT_FALSE(u.rolled());
}

TEST(Reroll, DistancesThatTheCounterChangesStay) {
  Unrolled u;
  for (int64_t c = 0; c < 4; ++c)
    u.copy(u.t * u.n + u.t * IndexExpr(c), times(u.t, 8, c));
  EXPECT_FALSE(u.rolled());
}

TEST(Reroll, LoopsInsideGetMoreIterations) {
  NestMaker m(ScalarType::I32);
  const IndexExpr n = m.param("n");
  const ArrayId a = m.array("a"), b = m.array("b");
  const LocalId sum = m.local("sum", ScalarType::I32);
  const IndexExpr i = m.loop("i", 0, n), j = m.loop("j", 0, 4);
  const auto element = [&](int64_t copy) { return m.load(a, {i * IndexExpr(8) + times(j, 2, copy)}); };
  // sum += a0 + a1
  m.assign(sum, m.add(m.read(sum), m.add(element(0), element(1))));
  m.end();
  m.store(b, {i}, m.read(sum));
  m.end();
  const std::optional<Nest> nest = rerolled(m.take());
  ASSERT_TRUE(nest);
  EXPECT_EQ(nest->rolled, 1);
  EXPECT_EQ(nest->root().upper, n);
  EXPECT_EQ(nest->loops[1].upper, IndexExpr(8));
  EXPECT_EQ(nest->nodes[nest->loops[1].node].body.size(), 1u);
}

TEST(Reroll, StrictSumsKeepTheirOrder) {
  Unrolled u;
  u.assign(u.sum, u.add(u.read(u.sum), u.add(u.load(u.b, {times(u.t, 2)}), u.load(u.b, {times(u.t, 2, 1)}))));
  EXPECT_FALSE(u.rolled());
}
