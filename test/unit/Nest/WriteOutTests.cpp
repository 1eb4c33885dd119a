// Quotients and remainders of the counter, iterations written out.
#include "NestMaker.h"
#include "vecify/Nest/WriteOut.h"
#include "gtest/gtest.h"

using namespace vecify;

namespace {

/// for i in [from, n), n an int.
struct Periodic : NestMaker {
  IndexExpr n = param("n", INT32_MIN, INT32_MAX), i;
  ArrayId a = array("a"), b = array("b");
  explicit Periodic(IndexExpr from = 0) { i = loop("i", from, n); }

  ExprId counter(const IndexExpr &poly, ScalarType type = ScalarType::I32) {
    Expr e;
    e.kind = Expr::Index;
    e.type = type;
    e.index = poly;
    return nest.add(std::move(e));
  }
  ExprId constant(int64_t value) {
    Expr e;
    e.kind = Expr::IntConst;
    e.intValue = value;
    return nest.add(std::move(e));
  }
  ExprId of(BinaryOp op, int64_t right) { return binary(op, counter(i), constant(right)); }
  void copyFrom(ExprId index) { store(a, {i}, load(indirect(b, index))); }

  std::optional<Nest> written() {
    end();
    return writtenOut(take());
  }
  /// Where the iterations read b; empty: nothing is written out.
  std::vector<std::string> reads(ExprId index) {
    copyFrom(index);
    const std::optional<Nest> nest = written();
    std::vector<std::string> result;
    if (nest)
      for (const Access &access : nest->accesses)
        if (!access.isWrite)
          result.push_back(access.isAffine() ? access.subs[0].print([&](SymbolId s) { return nest->symbols[s].name; })
                                             : "?");
    return result;
  }
};

using Texts = std::vector<std::string>;

} // namespace

TEST(WriteOut, QuotientsBecomeCounters) {
  Periodic p;
  p.copyFrom(p.of(BinaryOp::Shr, 1));
  const std::optional<Nest> nest = p.written();
  ASSERT_TRUE(nest);
  EXPECT_EQ(nest->writtenOut->count, 2);
  EXPECT_EQ(nest->sourceTrip(), p.n);
  EXPECT_EQ(nest->rootsInSource(), 0.5);
  const std::optional<SymbolId> half = nest->root().upper.asSymbol();
  ASSERT_TRUE(half);
  EXPECT_EQ(nest->symbols[*half].name, "n / 2");
  EXPECT_EQ(nest->nodes[nest->root().node].body.size(), 2u);
}

TEST(WriteOut, EachIterationHasItsPlace) {
  EXPECT_EQ(Periodic().reads(NoId), Texts()) << "no subscript";
  const auto reads = [](BinaryOp op, int64_t right) {
    Periodic p;
    return p.reads(p.of(op, right));
  };
  EXPECT_EQ(reads(BinaryOp::Shr, 1), (Texts{"i_by2", "i_by2"}));
  EXPECT_EQ(reads(BinaryOp::Div, 3), (Texts{"i_by3", "i_by3", "i_by3"}));
  EXPECT_EQ(reads(BinaryOp::And, 1), (Texts{"0", "1"}));
  EXPECT_EQ(reads(BinaryOp::Rem, 3), (Texts{"0", "1", "2"}));
  EXPECT_EQ(reads(BinaryOp::And, 2), Texts()) << "no remainder";
  EXPECT_EQ(reads(BinaryOp::Div, 17), Texts()) << "too many";
}

TEST(WriteOut, OffsetsAndFactorsCount) {
  Periodic p;
  EXPECT_EQ(p.reads(p.binary(BinaryOp::Shr, p.counter(p.i + 1), p.constant(1))), (Texts{"i_by2", "i_by2 + 1"}));
  Periodic q;
  EXPECT_EQ(q.reads(q.binary(BinaryOp::Shr, q.counter(q.i * IndexExpr(2) + 1), q.constant(2))),
            (Texts{"i_by2", "i_by2"}));
  Periodic r;
  EXPECT_EQ(r.reads(r.add(r.of(BinaryOp::Shr, 1), r.constant(3))), (Texts{"i_by2 + 3", "i_by2 + 3"}));
}

TEST(WriteOut, TheStartMustBeKnown) {
  Periodic odd(3);
  EXPECT_EQ(odd.reads(odd.of(BinaryOp::Div, 2)), (Texts{"i_by2 + 1", "i_by2 + 2"}));
  NestMaker m;
  const IndexExpr from = m.param("from", 0, 100), n = m.param("n", 0, 100);
  const ArrayId a = m.array("a"), b = m.array("b");
  const IndexExpr i = m.loop("i", from, n);
  Expr counter, two;
  counter.kind = Expr::Index;
  counter.index = i;
  two.intValue = 2;
  m.store(a, {i}, m.load(m.indirect(b, m.binary(BinaryOp::Div, m.nest.add(counter), m.nest.add(two)))));
  m.end();
  EXPECT_FALSE(writtenOut(m.take()));
}

TEST(WriteOut, DivisionsOfNegativeNumbersRoundUp) {
  Periodic p(-4);
  EXPECT_EQ(p.reads(p.of(BinaryOp::Div, 2)), Texts());
  Periodic q(-4);
  EXPECT_EQ(q.reads(q.of(BinaryOp::Shr, 1)), (Texts{"i_by2 - 2", "i_by2 - 2"}));
}

TEST(WriteOut, CountersThatMayWrapHaveNoQuotient) {
  Periodic p;
  EXPECT_EQ(p.reads(p.binary(BinaryOp::Shr, p.counter(p.i, ScalarType::U8), p.constant(1))), Texts());
}

TEST(WriteOut, ConditionsThatAreKnownGo) {
  Periodic p;
  p.branch(p.compare(p.of(BinaryOp::And, 1), Predicate::Ne, p.constant(0)));
  p.store(p.a, {p.i}, p.load(p.b, {p.i}));
  p.end();
  const std::optional<Nest> nest = p.written();
  ASSERT_TRUE(nest);
  ASSERT_EQ(nest->nodes[nest->root().node].body.size(), 1u);
  EXPECT_EQ(nest->nodes[nest->nodes[nest->root().node].body[0]].kind, Node::Assign);
  for (const Access &access : nest->accesses)
    EXPECT_EQ(access.subs[0], p.i * IndexExpr(2) + 1) << "no access of the loop as it was is left";
}
