// What makes lock step illegal, from facts written by hand.
#include "PlanTesting.h"

using namespace vecify;

namespace {

/// for (i) { s = s + x[i] } with s declared outside.
struct SumNest {
  NestMaker m;
  Nest nest;
  Facts facts;

  explicit SumNest(bool isLiveOut = true) {
    const IndexExpr n = m.param("n");
    const ArrayId x = m.array("x");
    const LocalId s = m.local("s", ScalarType::F32);
    m.nest.locals[s].isLiveOut = isLiveOut;
    const IndexExpr i = m.loop("i", 0, n);
    m.assign(s, m.add(m.read(s), m.load(x, {i})));
    m.end();
    nest = m.take();
    facts = freeFacts(nest);
  }
};

TEST(Legal, NoEdgesAllowAnyLanes) {
  const Nest nest = adds(unknownTrip);
  llvm::Expected<Legality> legality = checkLegality(nest, freeFacts(nest));
  ASSERT_TRUE(bool(legality));
  EXPECT_GE(legality->maxLanes, 1024u);
  EXPECT_FALSE(legality->needsLastIteration);
  EXPECT_FALSE(legality->idempotent) << "y is read and written";
}

TEST(Legal, ADistanceLimitsTheLanes) {
  const Nest nest = adds(unknownTrip);
  Facts facts = freeFacts(nest);
  facts.loops[0].anyLanes = facts.loops[0].parallel = false;
  facts.loops[0].maxLanes = 4;
  EXPECT_EQ(checkLegality(nest, facts)->maxLanes, 4u);
}

TEST(Legal, ABlockingEdgeIsNamedWithBothEnds) {
  const Nest nest = adds(unknownTrip);
  Facts facts = freeFacts(nest);
  facts.loops[0].anyLanes = facts.loops[0].parallel = false;
  const AccessId store = 2, read = 0;
  ASSERT_TRUE(nest.accesses[store].isWrite);
  facts.edges.push_back({Edge::Flow, store, read, {1}, RemovableBy::Promise, 0, false});
  facts.loops[0].blocking = {0};
  EXPECT_EQ(refusal(checkLegality(nest, facts)),
            "CarriedDependence: loop 'i' carries a dependence from the store to y0[i]"
            " (line 2) to the read of y0[i] (line 2) at distance 1");
}

TEST(Legal, SafelenLimitsAPromise) {
  Nest nest = adds(unknownTrip);
  nest.clauses.independent = true;
  nest.clauses.safelen = 8;
  EXPECT_EQ(checkLegality(nest, freeFacts(nest))->maxLanes, 8u);
}

TEST(Legal, SwitchedOffSaysByWhat) {
  Nest nest = adds(unknownTrip);
  nest.clauses.off = true;
  nest.clauses.offBy = "#pragma vecify off";
  EXPECT_EQ(refusal(checkLegality(nest, freeFacts(nest))), "SwitchedOff: switched off by #pragma vecify off");
}

TEST(Legal, ReductionsNeedPermissionToReassociate) {
  SumNest sum;
  sum.facts.locals[0].kind = ScalarFacts::Reduction;
  EXPECT_EQ(refusal(checkLegality(sum.nest, sum.facts)),
            "FloatReduction: vectorizing 'i' reorders the float sum in 's'");
  sum.facts.locals[0].mayReassociate = true;
  EXPECT_EQ(refusal(checkLegality(sum.nest, sum.facts)), "");
  EXPECT_FALSE(checkLegality(sum.nest, sum.facts)->idempotent) << "a block must not be added twice";
}

TEST(Legal, CarriedScalarsAreRefused) {
  SumNest sum;
  sum.facts.locals[0].kind = ScalarFacts::Carried;
  // s + x[i] is a sum so far, in an order that is not free; x[i] - s is none.
  EXPECT_EQ(refusal(checkLegality(sum.nest, sum.facts)),
            "FloatReduction: vectorizing 'i' reorders the float sum in 's'");
  for (Expr &e : sum.nest.exprs)
    if (e.kind == Expr::Binary) {
      e.binary = BinaryOp::Sub;
      std::swap(e.operands[0], e.operands[1]);
    }
  EXPECT_EQ(refusal(checkLegality(sum.nest, sum.facts)),
            "CarriedScalar: the value of 's' is carried from one iteration of 'i' to the next");
}

TEST(Legal, ALiveOutPrivateLeavesTheLastIterationToTheScalarLoop) {
  EXPECT_TRUE(checkLegality(SumNest().nest, SumNest().facts)->needsLastIteration);
  EXPECT_FALSE(checkLegality(SumNest(false).nest, SumNest(false).facts)->needsLastIteration);
}

TEST(Legal, ALiveOutThatSomeIterationsDoNotAssignIsCarried) {
  NestMaker m;
  const IndexExpr n = m.param("n");
  const ArrayId x = m.array("x");
  const LocalId last = m.local("last", ScalarType::F32);
  m.nest.locals[last].isLiveOut = true;
  const IndexExpr i = m.loop("i", 0, n);
  m.branch(m.unknown(m.load(x, {i})));
  m.assign(last, m.load(x, {i}));
  m.end();
  m.end();
  const Nest nest = m.take();
  EXPECT_EQ(refusal(checkLegality(nest, freeFacts(nest))),
            "CarriedScalar: the value of 'last' is carried from one iteration of 'i' to the next");
}

TEST(Legal, InnerTripCountsMustAgreeBetweenLanes) {
  NestMaker m;
  const IndexExpr n = m.param("n");
  const ArrayId y = m.array("y");
  const IndexExpr i = m.loop("i", 0, n), j = m.loop("j", 0, i);
  m.store(y, {j}, m.number(0));
  m.end();
  m.end();
  const Nest nest = m.take();
  EXPECT_EQ(refusal(checkLegality(nest, freeFacts(nest))),
            "InnerVarying: the trip count of the inner loop 'j' varies between the lanes of 'i'");
}

TEST(Legal, AnOverlapCheckNeedsBothRanges) {
  NestMaker m;
  const IndexExpr n = m.param("n");
  const ArrayId x = m.array("x", false), y = m.array("y", false);
  const IndexExpr i = m.loop("i", 0, n);
  m.store(y, {i}, m.load(m.indirect(x, m.load(x, {i}))));
  m.end();
  const Nest nest = m.take();
  Facts facts = freeFacts(nest);
  EXPECT_EQ(refusal(checkLegality(nest, facts)), "");
  facts.mayAlias.emplace_back();
  facts.mayAlias[0].a = x;
  facts.mayAlias[0].b = y;
  EXPECT_EQ(refusal(checkLegality(nest, facts)),
            "MayAlias: 'x' and 'y' may overlap, and their ranges cannot be computed for a run-time check");
  facts.mayAlias[0].needsNoGuard = true;
  EXPECT_EQ(refusal(checkLegality(nest, facts)), "");
}

TEST(Legal, CellsAreReductionsToo) {
  const Nest nest = adds(unknownTrip);
  Facts facts = freeFacts(nest);
  facts.cells.push_back({{0}, {}});
  facts.cells[0].facts.kind = ScalarFacts::Reduction;
  EXPECT_EQ(refusal(checkLegality(nest, facts)), "FloatReduction: vectorizing 'i' reorders the float sum in 'y0[i]'");
  facts.cells[0].facts.mayReassociate = true;
  EXPECT_EQ(refusal(checkLegality(nest, facts)), "");
  // Lanes of a sum start from nothing where no iteration may touch the cell; those of a float minimum cannot.
  facts.cells[0].facts.isConditional = true;
  EXPECT_EQ(refusal(checkLegality(nest, facts)), "");
  facts.cells[0].facts.reduction = ReductionKind::FMin;
  EXPECT_EQ(refusal(checkLegality(nest, facts)),
            "CarriedScalar: the value of 'y0[i]' is carried from one iteration of 'i' to the next");
}

} // namespace
