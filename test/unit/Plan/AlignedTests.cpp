// Which plans' vector loops begin with a cache line.
#include "Aligned.h"
#include "PlanTesting.h"

using namespace vecify;

namespace {

Plan maskedPlan() {
  Plan plan;
  plan.lanes = 16;
  plan.registerBits = 512;
  plan.tail = Tail::Mask;
  plan.cost.perIteration = 1.1 / 16;
  return plan;
}

std::optional<AccessId> aligned(const Nest &nest, const Plan &plan, const Legality &legality = {},
                                const char *target = "avx512") {
  llvm::Expected<Target> parsed = parseTarget(target);
  return accessToAlign(nest, freeFacts(nest), legality, plan, *parsed);
}

TEST(Aligned, StoresComeFirst) {
  const Nest nest = adds(unknownTrip);
  const std::optional<AccessId> access = aligned(nest, maskedPlan());
  ASSERT_TRUE(access);
  EXPECT_TRUE(nest.accesses[*access].isWrite);
}

TEST(Aligned, OnlyWhereTheLinesAreWhatTakesTime) {
  Plan slow = maskedPlan();
  slow.cost.perIteration = 1;
  EXPECT_FALSE(aligned(adds(unknownTrip), slow));
  Plan half = maskedPlan();
  half.lanes = 8;
  EXPECT_FALSE(aligned(adds(unknownTrip), half)) << "vectors of half a line";
  EXPECT_FALSE(aligned(adds(constantTrip<100>), maskedPlan()));
}

TEST(Aligned, OnlyWithMasksOfTheTarget) {
  Plan plan = maskedPlan();
  EXPECT_FALSE(aligned(adds(unknownTrip), plan, {}, "avx2"));
  Legality legality;
  legality.wholeVectors = true;
  EXPECT_FALSE(aligned(adds(unknownTrip), plan, legality));
}

TEST(Aligned, NotWhereTheOrderMattersOrNothingMayBeLeft) {
  const Nest nest = adds(unknownTrip);
  Legality few, last;
  few.maxLanes = 32;
  last.needsLastIteration = true;
  EXPECT_FALSE(aligned(nest, maskedPlan(), few));
  EXPECT_FALSE(aligned(nest, maskedPlan(), last));
  Plan exact = maskedPlan();
  exact.tail = Tail::None;
  EXPECT_FALSE(aligned(nest, exact));
  Facts facts = freeFacts(nest);
  facts.locals.resize(1);
  facts.locals[0].kind = ScalarFacts::Place;
  Nest withLocal = nest;
  withLocal.locals.resize(1);
  llvm::Expected<Target> target = parseTarget("avx512");
  EXPECT_FALSE(accessToAlign(withLocal, facts, {}, maskedPlan(), *target));
}

TEST(Aligned, DeclaredArraysMayBeSoAlready) {
  Nest nest = adds(unknownTrip);
  for (Array &array : nest.arrays)
    array.alignment = 64;
  EXPECT_FALSE(aligned(nest, maskedPlan()));
}

} // namespace
