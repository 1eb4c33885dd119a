// Which plans are tried and which is taken.
#include "PlanTesting.h"

using namespace vecify;

namespace {

Candidates plansOf(const Nest &nest, const Facts &facts, const PlanOptions &options = planOptions()) {
  return planRoot(nest, facts, {}, planTarget(), options);
}
Candidates plansOf(const Nest &nest, const PlanOptions &options = planOptions()) {
  return plansOf(nest, freeFacts(nest), options);
}

std::vector<const Plan *> legalPlans(const Candidates &candidates) {
  std::vector<const Plan *> plans;
  for (const Plan &plan : candidates.plans)
    if (plan.code)
      plans.push_back(&plan);
  return plans;
}

TEST(Plans, LeavingItAloneIsAlwaysTheLast) {
  const Nest nest = adds(unknownTrip);
  const Candidates candidates = plansOf(nest);
  ASSERT_GT(candidates.plans.size(), 2u);
  EXPECT_TRUE(candidates.plans.back().leaveAlone);
  EXPECT_EQ(candidates.plans.back().cost.price, candidates.rival);
  Facts facts = freeFacts(nest);
  facts.loops[0].anyLanes = false;
  const Candidates none = plansOf(nest, facts);
  ASSERT_EQ(none.plans.size(), 1u);
  EXPECT_TRUE(none.best().leaveAlone);
  EXPECT_EQ(none.reason->reason, Reason::CarriedDependence);
}

TEST(Plans, TheCheapestIsTaken) {
  const Nest nest = adds(unknownTrip);
  const Candidates candidates = plansOf(nest);
  for (const Plan *plan : legalPlans(candidates))
    EXPECT_GE(plan->cost.price, candidates.best().cost.price) << plan->summary;
}

TEST(Plans, NoneHasMoreLanesThanTheDependencesAllow) {
  const Nest nest = adds(unknownTrip);
  Facts facts = freeFacts(nest);
  facts.loops[0].anyLanes = false;
  facts.loops[0].maxLanes = 16;
  const Candidates candidates = plansOf(nest, facts);
  ASSERT_FALSE(legalPlans(candidates).empty());
  for (const Plan *plan : legalPlans(candidates))
    EXPECT_LE(plan->lanes * plan->unroll, 16u) << plan->summary;
}

TEST(Plans, AShapeIsTakenAtItsWord) {
  Nest nest = adds(unknownTrip);
  nest.clauses.annotated = true;
  nest.clauses.shape = {{"i", 16, false}};
  const Candidates candidates = plansOf(nest);
  ASSERT_FALSE(legalPlans(candidates).empty());
  for (const Plan *plan : legalPlans(candidates))
    EXPECT_EQ(plan->lanes * plan->unroll, 16u) << plan->summary;
  EXPECT_TRUE(candidates.forced);
  EXPECT_FALSE(candidates.best().leaveAlone);
  nest.clauses.shape = {{"i", 2, true}}; // native vectors of eight floats
  EXPECT_EQ(plansOf(nest).best().lanes * plansOf(nest).best().unroll, 16u);
}

TEST(Plans, ImpossibleShapesAreRefused) {
  Nest nest = adds(unknownTrip);
  nest.clauses.shape = {{"i", 12, false}};
  EXPECT_EQ(refusal(plansOf(nest).reason),
            "ShapeNotLegal: the requested plan is not possible: the size 12 is not a power of two");
  nest.clauses.shape = {{"i", 4, false}, {"j", 4, false}};
  EXPECT_EQ(refusal(plansOf(nest).reason), "ShapeNotSupported: the shape i:4, j:4 is not rows of a loop and lanes of the one inside it");
  nest.clauses.shape = {{"i", 16, false}};
  Facts facts = freeFacts(nest);
  facts.loops[0].anyLanes = false;
  facts.loops[0].maxLanes = 8;
  EXPECT_EQ(plansOf(nest, facts).reason->reason, Reason::ShapeNotLegal);
}

TEST(Plans, TailsAreOnlyThoseThatHold) {
  Nest nest = adds(unknownTrip);
  const auto has = [](const Candidates &candidates, Tail tail) {
    return llvm::any_of(legalPlans(candidates), [&](const Plan *plan) { return plan->tail == tail; });
  };
  EXPECT_FALSE(has(plansOf(nest), Tail::None)) << "n may be anything";
  EXPECT_FALSE(has(plansOf(nest), Tail::Overlap)) << "y = y + x must not run twice";
  EXPECT_TRUE(has(plansOf(nest), Tail::Mask));
  nest.symbols[0].multiple = 8;
  EXPECT_TRUE(has(plansOf(nest), Tail::None));
  nest.clauses.tail = Clauses::MaskTail;
  const Candidates masked = plansOf(nest);
  for (const Plan *plan : legalPlans(masked))
    EXPECT_EQ(plan->tail, Tail::Mask);
}

TEST(Plans, GrowthIsBounded) {
  const Nest nest = adds(unknownTrip);
  PlanOptions options = planOptions();
  options.maxGrowthPercent = 1;
  const Candidates none = plansOf(nest, options);
  EXPECT_TRUE(none.best().leaveAlone);
  EXPECT_EQ(none.reason->reason, Reason::TooMuchGrowth);
  const Candidates all = plansOf(nest);
  unsigned least = ~0u, most = 0;
  for (const Plan *plan : legalPlans(all)) {
    least = std::min(least, plan->cost.bytes);
    most = std::max(most, plan->cost.bytes);
  }
  options.maxGrowthPercent = 100 * (least + most) / 2 / all.scalar.bytes;
  const Candidates some = plansOf(nest, options);
  ASSERT_FALSE(legalPlans(some).empty());
  for (const Plan *plan : legalPlans(some))
    EXPECT_LE(100 * plan->cost.bytes, options.maxGrowthPercent * some.scalar.bytes) << plan->summary;
  EXPECT_LT(legalPlans(some).size(), legalPlans(all).size());
}

TEST(Plans, HugeBodiesAreNotPlanned) {
  const Nest nest = adds(unknownTrip, 2000);
  EXPECT_EQ(refusal(plansOf(nest).reason), "TooDeep: the nest is too large to analyse (6000 expressions)");
  const Candidates large = plansOf(adds(unknownTrip, 400));
  ASSERT_FALSE(legalPlans(large).empty());
  for (const Plan *plan : legalPlans(large))
    EXPECT_LE(plan->unroll, 2u) << "1200 expressions are unrolled a little, not a lot";
}

TEST(Plans, ABugOfOursIsToldAsOne) {
  PlanOptions options = planOptions();
  options.lower = [](Function, const Target &, unsigned) -> llvm::Expected<Function> {
    return llvm::createStringError("after step 'planted': a bug");
  };
  EXPECT_EQ(refusal(plansOf(adds(unknownTrip), options).reason),
            "InternalError: internal error, the nest is left untouched: after step 'planted': a bug");
}

TEST(Plans, ASeedAlwaysTakesTheSameLegalPlan) {
  const Nest nest = adds(unknownTrip);
  PlanOptions options = planOptions();
  std::set<std::string> taken;
  for (uint64_t seed = 0; seed < 12; ++seed) {
    options.randomSeed = seed;
    const Candidates candidates = plansOf(nest, options);
    EXPECT_TRUE(candidates.best().code.has_value());
    EXPECT_EQ(candidates.chosen, plansOf(nest, options).chosen);
    taken.insert(candidates.best().summary);
  }
  EXPECT_GT(taken.size(), 3u);
}

TEST(Plans, APlanCanBeAskedForByNumber) {
  const Nest nest = adds(unknownTrip);
  PlanOptions options = planOptions();
  for (unsigned number : {0u, 3u}) {
    options.forcedPlan = number;
    const Candidates candidates = plansOf(nest, options);
    EXPECT_TRUE(candidates.forced);
    EXPECT_EQ(candidates.best().number, number) << "every candidate of this nest is legal";
  }
}

} // namespace
