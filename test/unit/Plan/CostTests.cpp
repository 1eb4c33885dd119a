// Prices are comparable: more work never costs less.
#include "PlanTesting.h"

using namespace vecify;

namespace {

Cost costOf(const Nest &nest, unsigned lanes, unsigned unroll, Tail tail = Tail::Epilogue) {
  const Target target = planTarget();
  Plan plan;
  plan.lanes = lanes;
  plan.unroll = unroll;
  plan.registerBits = 256;
  plan.tail = tail;
  const Facts facts = freeFacts(nest);
  llvm::Expected<Function> code = buildSuperVectors(nest, facts, *checkLegality(nest, facts), plan, planOptions());
  EXPECT_TRUE(bool(code)) << llvm::toString(code.takeError());
  return estimateCost(*code, target, plan, nest, scalarCost(nest, facts, target).price);
}

TEST(Cost, UnknownTripsAreExpectedToBeLong) {
  const Nest unknown = adds(unknownTrip), constant = adds(constantTrip<40>), none = adds(constantTrip<-3>);
  EXPECT_EQ(expectedTrip(unknown, 0), 256);
  EXPECT_EQ(expectedTrip(constant, 0), 40);
  EXPECT_EQ(expectedTrip(none, 0), 0);
}

TEST(Cost, MoreStatementsCostMore) {
  Cost before;
  for (unsigned statements = 1; statements <= 6; ++statements) {
    const Cost cost = costOf(adds(unknownTrip, statements), 8, 1);
    EXPECT_GT(cost.price, before.price) << statements;
    EXPECT_GT(cost.perIteration, before.perIteration) << statements;
    EXPECT_GT(cost.bytes, before.bytes) << statements;
    before = cost;
  }
}

TEST(Cost, ScalarCodeGrowsWithItsStatementsToo) {
  Cost before;
  for (unsigned statements = 1; statements <= 6; ++statements) {
    const Nest nest = adds(unknownTrip, statements);
    const Cost cost = scalarCost(nest, freeFacts(nest), planTarget());
    EXPECT_GT(cost.bytes, before.bytes) << statements;
    EXPECT_GE(cost.price, before.price) << statements;
    before = cost;
  }
}

TEST(Cost, LongerRunsSpreadTheEntry) {
  EXPECT_GT(costOf(adds(constantTrip<32>), 8, 1).price, costOf(adds(constantTrip<256>), 8, 1).price);
  EXPECT_GT(costOf(adds(constantTrip<256>), 8, 1).price, costOf(adds(constantTrip<4096>), 8, 1).price);
}

TEST(Cost, AnIterationLeftOverIsScalar) {
  EXPECT_GT(costOf(adds(constantTrip<33>), 8, 1).price, costOf(adds(constantTrip<32>), 8, 1).price);
}

TEST(Cost, UnrolledCodeHasASecondLoop) {
  EXPECT_GT(costOf(adds(unknownTrip), 8, 4).bytes, costOf(adds(unknownTrip), 8, 1).bytes);
}

} // namespace
