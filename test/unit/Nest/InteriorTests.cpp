// What is asked at the ends of a loop, and decided in between.
#include "NestMaker.h"
#include "vecify/Nest/Interior.h"
#include "gtest/gtest.h"

using namespace vecify;

namespace {

/// for i in [0, n): y[i] = x[place]
struct Border : NestMaker {
  IndexExpr n = param("n"), i;
  ArrayId x = array("x"), y = array("y");
  Border() : NestMaker(ScalarType::I32) { i = loop("i", 0, n); }

  std::optional<Nest> insideOf(ExprId place) {
    store(y, {i}, load(indirect(x, place)));
    end();
    return withInterior(take());
  }
  /// What iterations inside read.
  std::string placeIn(const Nest &nest) {
    const Expr &choice = nest.exprs[nest.nodes[nest.nodes[nest.root().node].body[0]].value];
    EXPECT_EQ(choice.kind, Expr::Select);
    EXPECT_EQ(choice.operands[0], nest.interior->condition);
    const Access &read = nest.accesses[nest.exprs[choice.operands[1]].access];
    EXPECT_TRUE(read.isAffine());
    return read.subs[0].print([&](SymbolId id) { return nest.symbols[id].name; });
  }
  ExprId chosen(ExprId a, Predicate predicate, ExprId b, ExprId yes, ExprId no) {
    return select(compare(a, predicate, b), yes, no);
  }
};

} // namespace

TEST(Interior, ClampedAtTheFirst) {
  Border b;
  const auto nest = b.insideOf(b.chosen(b.index(b.i - 2), Predicate::Lt, b.number(0), b.number(0), b.index(b.i - 2)));
  ASSERT_TRUE(nest && nest->interior);
  EXPECT_EQ(nest->interior->first, 2);
  EXPECT_EQ(nest->interior->last, 0);
  EXPECT_EQ(b.placeIn(*nest), "i - 2");
}

TEST(Interior, ClampedAtTheLast) {
  Border b;
  const auto nest =
      b.insideOf(b.chosen(b.index(b.i + 3), Predicate::Ge, b.index(b.n), b.index(b.n - 1), b.index(b.i + 3)));
  ASSERT_TRUE(nest && nest->interior);
  EXPECT_EQ(nest->interior->first, 0);
  EXPECT_EQ(nest->interior->last, 3);
  EXPECT_EQ(b.placeIn(*nest), "i + 3");
}

TEST(Interior, OneIterationIsAnother) {
  Border b;
  const auto nest = b.insideOf(b.chosen(b.index(b.i), Predicate::Eq, b.index(b.n - 1), b.number(0), b.index(b.i + 1)));
  ASSERT_TRUE(nest && nest->interior);
  EXPECT_EQ(nest->interior->last, 1);
  EXPECT_EQ(b.placeIn(*nest), "i + 1");
}

TEST(Interior, RoundTheEnd) {
  Border b;
  const auto nest = b.insideOf(b.binary(BinaryOp::Rem, b.index(b.i + b.n - 1), b.index(b.n)));
  ASSERT_TRUE(nest && nest->interior);
  EXPECT_EQ(nest->interior->first, 1);
  EXPECT_EQ(nest->interior->last, 0);
  EXPECT_EQ(b.placeIn(*nest), "i - 1");
}

TEST(Interior, WhatWrapsIsNotDecided) {
  Border b;
  b.store(b.y, {b.i}, b.load(b.indirect(b.x, b.binary(BinaryOp::Rem, b.index(b.i + b.n - 1), b.index(b.n)))));
  b.end();
  EXPECT_FALSE(withInterior(b.take(), /*signedWraps=*/true));
}

TEST(Interior, EndsThatAreFarAreNone) {
  Border b;
  EXPECT_FALSE(b.insideOf(b.chosen(b.index(b.i - 40), Predicate::Lt, b.number(0), b.number(0), b.index(b.i - 40))));
  Border c;
  const IndexExpr m = c.param("m");
  EXPECT_FALSE(c.insideOf(c.chosen(c.index(c.i), Predicate::Lt, c.index(m), c.number(0), c.index(c.i - m))));
}
