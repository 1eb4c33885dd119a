// What quotients and remainders of a counter are in blocks of its values.
#include "NestMaker.h"
#include "vecify/Nest/Periods.h"
#include "gtest/gtest.h"

using namespace vecify;

namespace {

/// for i in [0, n), n an int.
struct Periods : NestMaker {
  IndexExpr n = param("n", INT32_MIN, INT32_MAX), m = param("m", 0, 1000), i;
  Periods() { i = loop("i", 0, n); }

  ExprId index(const IndexExpr &poly) {
    Expr e;
    e.kind = Expr::Index;
    e.type = ScalarType::I32;
    e.index = poly;
    return nest.add(std::move(e));
  }
  ExprId constant(int64_t value) {
    Expr e;
    e.kind = Expr::IntConst;
    e.intValue = value;
    return nest.add(std::move(e));
  }
  std::optional<Steps> steps(BinaryOp op, const IndexExpr &poly, int64_t right, int64_t count, int64_t first = 0,
                             bool signedWraps = false) {
    const ExprId e = binary(op, index(poly), constant(right));
    return stepsInPeriod(nest, nest.exprs[e], {*i.asSymbol(), count, first}, signedWraps);
  }
};

} // namespace

TEST(Periods, QuotientsAreTheSameInABlock) {
  Periods p;
  for (int64_t count : {4, 8, 16, 32})
    EXPECT_EQ(p.steps(BinaryOp::Div, p.i, 32, count)->step, 0) << count;
  EXPECT_EQ(p.steps(BinaryOp::Shr, p.i, 5, 16)->step, 0);
  EXPECT_FALSE(p.steps(BinaryOp::Div, p.i, 32, 64));
  EXPECT_FALSE(p.steps(BinaryOp::Div, p.i, 48, 32));
}

TEST(Periods, RemaindersCountUp) {
  Periods p;
  EXPECT_EQ(p.steps(BinaryOp::Rem, p.i, 48, 16)->step, 1);
  EXPECT_FALSE(p.steps(BinaryOp::Rem, p.i, 48, 16)->first);
  EXPECT_EQ(p.steps(BinaryOp::And, p.i, 15, 16)->first, 0);
  EXPECT_EQ(p.steps(BinaryOp::Rem, p.i * 2 + 1, 32, 16)->step, 2);
  EXPECT_EQ(p.steps(BinaryOp::Rem, p.i * 2 + 1, 32, 16)->first, 1);
}

TEST(Periods, BlocksThatBeginElsewhereCrossThem) {
  Periods p;
  EXPECT_FALSE(p.steps(BinaryOp::Div, p.i, 32, 16, 1));
  EXPECT_FALSE(p.steps(BinaryOp::Div, p.i + 5, 32, 16));
  EXPECT_TRUE(p.steps(BinaryOp::Div, p.i + 64, 32, 16));
  EXPECT_TRUE(p.steps(BinaryOp::Div, p.i - 1 + 1, 32, 16, 16));
  EXPECT_TRUE(p.steps(BinaryOp::Div, p.i, 32, 16, 96));
  // Nothing is known of m.
  EXPECT_FALSE(p.steps(BinaryOp::Div, p.i + p.m, 32, 16));
  EXPECT_TRUE(p.steps(BinaryOp::Div, p.i + p.m * 16, 32, 16));
}

TEST(Periods, OnlyShiftsAndMasksRoundNegativeNumbersDown) {
  Periods p;
  EXPECT_FALSE(p.steps(BinaryOp::Div, p.i - 64, 32, 16));
  EXPECT_FALSE(p.steps(BinaryOp::Rem, p.i - 64, 32, 16));
  EXPECT_TRUE(p.steps(BinaryOp::Shr, p.i - 64, 5, 16));
  EXPECT_TRUE(p.steps(BinaryOp::And, p.i - 64, 31, 16));
}

TEST(Periods, WhatMayWrapIsNoPolynomial) {
  Periods p;
  EXPECT_TRUE(p.steps(BinaryOp::Div, p.i * 4, 32, 8));
  EXPECT_FALSE(p.steps(BinaryOp::Div, p.i * 4, 32, 8, 0, /*signedWraps=*/true));
  EXPECT_TRUE(p.steps(BinaryOp::Div, p.i, 32, 8, 0, /*signedWraps=*/true));
}
