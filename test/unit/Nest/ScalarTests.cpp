// Private, reduction, carried: the forms of C that are recognised, and those that must not be.
#include "NestMaker.h"
#include "vecify/Nest/Facts.h"
#include "gtest/gtest.h"

using namespace vecify;

namespace {

constexpr FpFlags Reassoc{.reassoc = true}, NoSignedZeros{.nsz = true}, NoNaNs{.nnan = true},
    FiniteMath{.nnan = true, .nsz = true};

/// for i in [0, n) with arrays x, y and a scalar s of type `type` outside of the loop.
struct OneLoop : NestMaker {
  ArrayId x, y;
  LocalId s;
  IndexExpr n, i;
  explicit OneLoop(ScalarType type = ScalarType::F32) : NestMaker(type) {
    n = param("n");
    x = array("x");
    y = array("y");
    s = local("s", type);
    nest.locals[s].isLiveOut = true;
    i = loop("i", 0, n);
  }
  ExprId xi() { return load(x, {i}); }
  ExprId sum() { return read(s); }

  /// Facts of the loop, of which one line is looked at: "s: reduction +, any order at 2".
  std::string line(const std::string &start = "s:") {
    end();
    Nest done = take();
    Facts facts;
    classifyScalars(done, facts);
    std::string text;
    llvm::raw_string_ostream os(text);
    print(done, facts, os);
    llvm::SmallVector<llvm::StringRef> lines;
    llvm::StringRef(text).split(lines, '\n');
    for (llvm::StringRef l : lines)
      if (l.trim().starts_with(start))
        return l.trim().str();
    return "";
  }
};

TEST(ClassifyScalars, AssignedBeforeItIsReadIsPrivate) {
  OneLoop m;
  m.assign(m.s, m.xi());
  m.store(m.y, {m.i}, m.add(m.sum(), m.sum()));
  EXPECT_EQ(m.line(), "s: private");
}

TEST(ClassifyScalars, AssignedOnOneSideOnlyIsCarried) {
  OneLoop m;
  m.branch(m.unknown(m.xi()));
  m.assign(m.s, m.xi());
  m.end();
  m.store(m.y, {m.i}, m.sum());
  EXPECT_EQ(m.line(), "s: carried at 3");
}

TEST(ClassifyScalars, AssignedOnBothSidesIsPrivate) {
  OneLoop m;
  m.branch(m.unknown(m.xi()));
  m.assign(m.s, m.xi());
  m.otherwise();
  m.assign(m.s, m.number(0));
  m.end();
  m.store(m.y, {m.i}, m.sum());
  EXPECT_EQ(m.line(), "s: private");
}

TEST(ClassifyScalars, AssignedOnlyAndNeverReadIsPrivate) {
  OneLoop m;
  m.branch(m.unknown(m.xi()));
  m.assign(m.s, m.xi());
  m.end();
  EXPECT_EQ(m.line(), "s: private");
}

TEST(ClassifyScalars, InnerLoopThatMayBeEmptyAssignsNothing) {
  OneLoop m;
  m.loop("k", 0, m.n);
  m.assign(m.s, m.xi());
  m.end();
  m.store(m.y, {m.i}, m.sum());
  EXPECT_EQ(m.line(), "s: carried at 3");
}

TEST(ClassifyScalars, InnerLoopThatRunsAssigns) {
  OneLoop m;
  m.loop("k", 0, 4);
  m.assign(m.s, m.xi());
  m.end();
  m.store(m.y, {m.i}, m.sum());
  EXPECT_EQ(m.line(), "s: private");
}

TEST(ClassifyScalars, SumRestartedInEveryIterationIsPrivate) {
  OneLoop m;
  m.assign(m.s, m.number(0));
  const IndexExpr k = m.loop("k", 0, m.n);
  m.assign(m.s, m.add(m.sum(), m.load(m.x, {k})));
  m.end();
  m.store(m.y, {m.i}, m.sum());
  EXPECT_EQ(m.line(), "s: private");
}

TEST(ClassifyScalars, ReadThroughAnIndirectSubscriptCounts) {
  OneLoop m(ScalarType::I32);
  m.store(m.y, {m.i}, m.load(m.indirect(m.x, m.sum())));
  m.assign(m.s, m.xi());
  EXPECT_EQ(m.line(), "s: carried at 3");
}

TEST(Reductions, SumsOfIntegersMayBeReordered) {
  OneLoop m(ScalarType::I32);
  m.assign(m.s, m.add(m.xi(), m.sum()));
  m.assign(m.s, m.binary(BinaryOp::Sub, m.sum(), m.xi()));
  EXPECT_EQ(m.line(), "s: reduction +, any order at 2");
}

TEST(Reductions, SumOfFloatsNeedsPermission) {
  OneLoop strict;
  strict.assign(strict.s, strict.add(strict.sum(), strict.xi()));
  EXPECT_EQ(strict.line(), "s: reduction +, strict order at 2");

  OneLoop fast;
  fast.assign(fast.s, fast.add(fast.sum(), fast.xi(), Reassoc));
  EXPECT_EQ(fast.line(), "s: reduction +, any order at 2");

  OneLoop promised;
  promised.nest.locals[promised.s].promisedReduction = true;
  promised.assign(promised.s, promised.add(promised.sum(), promised.xi()));
  EXPECT_EQ(promised.line(), "s: reduction +, any order at 2");
}

TEST(Reductions, PromiseOfAnotherOperatorIsNoPermission) {
  OneLoop m;
  m.nest.locals[m.s].promisedReduction = true;
  m.nest.locals[m.s].promisedKind = ReductionKind::Mul;
  m.assign(m.s, m.add(m.sum(), m.xi()));
  EXPECT_EQ(m.line(), "s: reduction +, strict order at 2");
}

TEST(Reductions, EveryOperationOfTheChainMustPermit) {
  OneLoop m;
  m.assign(m.s, m.add(m.add(m.sum(), m.xi()), m.xi(), Reassoc));
  EXPECT_EQ(m.line(), "s: reduction +, strict order at 2");
}

TEST(Reductions, RemarksPointToTheStrictUpdate) {
  OneLoop m;
  m.assign(m.s, m.add(m.sum(), m.xi(), Reassoc));
  m.assign(m.s, m.add(m.sum(), m.xi()));
  EXPECT_EQ(m.line(), "s: reduction +, strict order at 3");
}

TEST(Reductions, FusedProductIsASum) {
  OneLoop m;
  m.assign(m.s, m.mulAdd(m.xi(), m.xi(), m.sum(), Reassoc));
  EXPECT_EQ(m.line(), "s: reduction +, any order at 2");
}

TEST(Reductions, SubtractedFromIsNoSum) {
  OneLoop m(ScalarType::I32);
  m.assign(m.s, m.binary(BinaryOp::Sub, m.xi(), m.sum()));
  EXPECT_EQ(m.line(), "s: carried at 2");
}

TEST(Reductions, TwiceInOneUpdateIsCarried) {
  OneLoop m(ScalarType::I32);
  m.assign(m.s, m.add(m.sum(), m.sum()));
  EXPECT_EQ(m.line(), "s: carried at 2");
}

TEST(Reductions, ReadBehindTheUpdateIsAScan) {
  OneLoop m(ScalarType::I32);
  m.assign(m.s, m.add(m.sum(), m.xi()));
  m.store(m.y, {m.i}, m.sum());
  EXPECT_EQ(m.line(), "s: scan at 2");
}

TEST(Reductions, FloatsReadBehindTheUpdateAreCarried) {
  OneLoop m(ScalarType::F32);
  m.assign(m.s, m.add(m.sum(), m.xi()));
  m.store(m.y, {m.i}, m.sum());
  EXPECT_EQ(m.line(), "s: carried at 2");
}

TEST(Reductions, ReadBetweenTwoUpdatesIsCarried) {
  OneLoop m(ScalarType::I32);
  m.assign(m.s, m.add(m.sum(), m.xi()));
  m.store(m.y, {m.i}, m.sum());
  m.assign(m.s, m.add(m.sum(), m.xi()));
  EXPECT_EQ(m.line(), "s: carried at 2");
}

TEST(Reductions, ReadBeforeTheUpdateIsCarried) {
  OneLoop m(ScalarType::I32);
  m.store(m.y, {m.i}, m.sum());
  m.assign(m.s, m.add(m.sum(), m.xi()));
  EXPECT_EQ(m.line(), "s: carried at 3");
}

TEST(Reductions, MixedOperatorsAreCarried) {
  OneLoop m(ScalarType::I32);
  m.assign(m.s, m.add(m.sum(), m.xi()));
  m.assign(m.s, m.binary(BinaryOp::Mul, m.sum(), m.xi()));
  EXPECT_EQ(m.line(), "s: carried at 2");
}

TEST(Reductions, ConditionOnTheSumIsCarried) {
  OneLoop m(ScalarType::I32);
  m.branch(m.unknown(m.sum()));
  m.assign(m.s, m.add(m.sum(), m.xi()));
  m.end();
  EXPECT_EQ(m.line(), "s: carried at 3");
}

TEST(Reductions, ConditionalSum) {
  OneLoop under(ScalarType::I32);
  under.branch(under.unknown(under.xi()));
  under.assign(under.s, under.add(under.sum(), under.xi()));
  under.end();
  EXPECT_EQ(under.line(), "s: reduction +, conditional, any order at 3");

  OneLoop select(ScalarType::I32);
  select.assign(select.s,
                select.select(select.unknown(select.xi()), select.add(select.sum(), select.xi()), select.sum()));
  EXPECT_EQ(select.line(), "s: reduction +, any order at 2");

  OneLoop reset(ScalarType::I32);
  reset.assign(reset.s, reset.select(reset.unknown(reset.xi()), reset.add(reset.sum(), reset.xi()), reset.number(0)));
  EXPECT_EQ(reset.line(), "s: carried at 2");
}

TEST(Reductions, SumInAnInnerLoopCounts) {
  OneLoop m(ScalarType::I32);
  const IndexExpr k = m.loop("k", 0, m.n);
  m.assign(m.s, m.add(m.sum(), m.load(m.x, {m.i + k})));
  m.end();
  EXPECT_EQ(m.line(), "s: reduction +, any order at 3");
}

TEST(Reductions, PromotedSumOfNarrowIntegers) {
  OneLoop m(ScalarType::U8);
  m.assign(m.s, m.cast(ScalarType::U8, m.add(m.cast(ScalarType::I32, m.sum()), m.cast(ScalarType::I32, m.xi()))));
  EXPECT_EQ(m.line(), "s: reduction +, any order at 2");
}

TEST(Reductions, SumCutToFewerBitsIsCarried) {
  OneLoop m(ScalarType::I32);
  m.assign(m.s, m.cast(ScalarType::I32, m.cast(ScalarType::U8, m.add(m.sum(), m.xi()))));
  EXPECT_EQ(m.line(), "s: carried at 2");
}

TEST(Reductions, BitwiseAndProduct) {
  for (const auto &[op, name] :
       {std::pair(BinaryOp::Mul, "*"), {BinaryOp::And, "&"}, {BinaryOp::Or, "|"}, {BinaryOp::Xor, "^"}}) {
    OneLoop m(ScalarType::U32);
    m.assign(m.s, m.binary(op, m.sum(), m.xi()));
    EXPECT_EQ(m.line(), std::string("s: reduction ") + name + ", any order at 2");
  }
  OneLoop shift(ScalarType::U32);
  shift.assign(shift.s, shift.binary(BinaryOp::Shl, shift.sum(), shift.xi()));
  EXPECT_EQ(shift.line(), "s: carried at 2");
}

TEST(Reductions, MinimumOfIntegersInEverySpelling) {
  OneLoop guard(ScalarType::I32);
  guard.branch(guard.compare(guard.xi(), Predicate::Lt, guard.sum()));
  guard.assign(guard.s, guard.xi());
  guard.end();
  EXPECT_EQ(guard.line(), "s: reduction min, conditional, any order at 3");

  OneLoop ternary(ScalarType::I32);
  ternary.assign(ternary.s, ternary.select(ternary.compare(ternary.xi(), Predicate::Gt, ternary.sum()), ternary.sum(),
                                           ternary.xi()));
  EXPECT_EQ(ternary.line(), "s: reduction min, any order at 2");

  OneLoop mirrored(ScalarType::I32);
  mirrored.assign(mirrored.s, mirrored.select(mirrored.compare(mirrored.sum(), Predicate::Ge, mirrored.xi()),
                                              mirrored.xi(), mirrored.sum()));
  EXPECT_EQ(mirrored.line(), "s: reduction min, any order at 2");

  OneLoop op(ScalarType::I32);
  op.assign(op.s, op.binary(BinaryOp::Min, op.sum(), op.xi()));
  EXPECT_EQ(op.line(), "s: reduction min, any order at 2");
}

TEST(Reductions, MaximumOfPromotedBytes) {
  OneLoop m(ScalarType::U8);
  const auto wide = [&](ExprId e) { return m.cast(ScalarType::I32, e); };
  m.branch(m.compare(wide(m.xi()), Predicate::Gt, wide(m.sum())));
  m.assign(m.s, m.xi());
  m.end();
  EXPECT_EQ(m.line(), "s: reduction max, conditional, any order at 3");
}

TEST(Reductions, MaximumThatDoesNotFitIsCarried) {
  OneLoop m(ScalarType::I32);
  const LocalId narrow = m.local("t", ScalarType::I8);
  m.branch(m.compare(m.xi(), Predicate::Gt, m.cast(ScalarType::I32, m.read(narrow))));
  m.assign(narrow, m.cast(ScalarType::I8, m.xi()));
  m.end();
  EXPECT_EQ(m.line("t:"), "t: carried at 3");
}

TEST(Reductions, UnsignedComparisonOfASignedMaximumIsCarried) {
  OneLoop m(ScalarType::I32);
  m.branch(m.compare(m.cast(ScalarType::U32, m.xi()), Predicate::Gt, m.cast(ScalarType::U32, m.sum())));
  m.assign(m.s, m.xi());
  m.end();
  EXPECT_EQ(m.line(), "s: carried at 3");
}

TEST(Reductions, AnotherValueThanTheComparedIsCarried) {
  OneLoop m(ScalarType::I32);
  m.branch(m.compare(m.xi(), Predicate::Gt, m.sum()));
  m.assign(m.s, m.load(m.x, {m.i + 1}));
  m.end();
  EXPECT_EQ(m.line(), "s: carried at 3");
}

TEST(Reductions, MaximumWithCompanionIsCarried) {
  OneLoop m(ScalarType::I32);
  const LocalId where = m.local("k", ScalarType::I32);
  m.branch(m.compare(m.xi(), Predicate::Gt, m.sum()));
  m.assign(m.s, m.xi());
  m.assign(where, m.number(1));
  m.end();
  EXPECT_EQ(m.line(), "s: carried at 3");
}

/// m = x > m ? x : m in a form, with permissions.
std::string floatMaximum(bool skipsNaN, FpFlags fp) {
  OneLoop m;
  if (skipsNaN)
    m.assign(m.s, m.select(m.compare(m.xi(), Predicate::Gt, m.sum(), fp), m.xi(), m.sum()));
  else
    m.assign(m.s, m.select(m.compare(m.sum(), Predicate::Gt, m.xi(), fp), m.sum(), m.xi()));
  return m.line();
}

TEST(Reductions, FloatMaximumThatSkipsNaNsNeedsOnlyUnsignedZeros) {
  EXPECT_EQ(floatMaximum(true, {}), "s: reduction cmax, strict order for the sign of zero at 2");
  EXPECT_EQ(floatMaximum(true, NoSignedZeros), "s: reduction cmax, any order at 2");
}

TEST(Reductions, FloatMaximumThatTakesNaNsNeedsFiniteMath) {
  EXPECT_EQ(floatMaximum(false, {}), "s: reduction cmax, strict order for NaN and the sign of zero at 2");
  EXPECT_EQ(floatMaximum(false, NoSignedZeros), "s: reduction cmax, strict order for NaN and the sign of zero at 2");
  EXPECT_EQ(floatMaximum(false, NoNaNs), "s: reduction cmax, strict order for the sign of zero at 2");
  EXPECT_EQ(floatMaximum(false, FiniteMath), "s: reduction cmax, any order at 2");
}

TEST(Reductions, NegatedComparisonTakesNaNs) {
  OneLoop m;
  m.branch(m.not_(m.compare(m.xi(), Predicate::Le, m.sum(), NoSignedZeros)));
  m.assign(m.s, m.xi());
  m.end();
  EXPECT_EQ(m.line(), "s: reduction cmax, conditional, strict order for NaN and the sign of zero at 3");
}

TEST(Reductions, OperandOrderOfCMaxMatters) {
  OneLoop skips;
  skips.assign(skips.s, skips.binary(BinaryOp::CMax, skips.xi(), skips.sum(), NoSignedZeros));
  EXPECT_EQ(skips.line(), "s: reduction cmax, any order at 2");
  OneLoop takes;
  takes.assign(takes.s, takes.binary(BinaryOp::CMax, takes.sum(), takes.xi(), NoSignedZeros));
  EXPECT_EQ(takes.line(), "s: reduction cmax, strict order for NaN and the sign of zero at 2");
}

/// if (x[i] < 3) s = value, where value is made by `value`.
static std::string setWhere(llvm::function_ref<ExprId(OneLoop &)> value) {
  OneLoop m(ScalarType::I32);
  m.branch(m.compare(m.xi(), Predicate::Lt, m.number(3)));
  m.assign(m.s, value(m));
  m.end();
  return m.line();
}

TEST(Places, OfAStrictMinimum) {
  const auto line = [](Predicate predicate, bool hasOtherUpdate, const char *of = "k:") {
    OneLoop m(ScalarType::I32);
    m.nest.loops[0].upper = m.param("few", 0, 1000);
    const LocalId k = m.local("k", ScalarType::I32);
    m.nest.locals[k].isLiveOut = true;
    Expr counter;
    counter.kind = Expr::Index;
    counter.type = ScalarType::I32;
    counter.index = m.i;
    m.branch(m.compare(m.xi(), predicate, m.sum()));
    m.assign(m.s, m.xi());
    m.assign(k, m.nest.add(std::move(counter)));
    m.end();
    if (hasOtherUpdate)
      m.assign(m.s, m.binary(BinaryOp::Min, m.sum(), m.load(m.y, {m.i})));
    return m.line(of);
  };
  EXPECT_EQ(line(Predicate::Lt, false), "k: place of s at 4");
  EXPECT_EQ(line(Predicate::Le, false), "k: place (the last) of s at 4");
  EXPECT_EQ(line(Predicate::Ne, false), "k: place (the last) at 4");
  EXPECT_EQ(line(Predicate::Ne, false, "s:").substr(0, 10), "s: carried") << "and no lanes for that";
  EXPECT_EQ(line(Predicate::Lt, true), "k: place (the last) at 4");
  EXPECT_EQ(line(Predicate::Lt, true, "s:").substr(0, 10), "s: carried") << "better values that leave k alone";
}

TEST(Places, TheLastIterationThatMeetsACondition) {
  const auto counter = [](int64_t step) {
    return setWhere([&](OneLoop &m) {
      m.nest.loops[0].upper = m.param("few", 0, 1000);
      Expr value;
      value.kind = Expr::Index;
      value.type = ScalarType::I32;
      value.index = m.i * step;
      return m.nest.add(std::move(value));
    });
  };
  EXPECT_EQ(counter(2), "s: place (the last) at 3");
  EXPECT_EQ(counter(-1), "s: private") << "which falls";
}

TEST(Latches, AConstantSetByACondition) {
  EXPECT_EQ(setWhere([](OneLoop &m) { return m.number(1); }), "s: latch at 3");
  EXPECT_EQ(setWhere([](OneLoop &m) { return m.xi(); }), "s: private") << "and live-out: the last one counts";
}

TEST(Latches, OneValueOnly) {
  OneLoop m(ScalarType::I32);
  for (int64_t value : {1, 2}) {
    m.branch(m.compare(m.xi(), Predicate::Lt, m.number(value)));
    m.assign(m.s, m.number(value));
    m.end();
  }
  EXPECT_EQ(m.line(), "s: private");
}

TEST(Latches, TruthValuesAreOredAndAnded) {
  for (BinaryOp op : {BinaryOp::Or, BinaryOp::And}) {
    OneLoop m(ScalarType::I32);
    m.assign(m.s, m.binary(op, m.sum(), m.cast(ScalarType::I32, m.compare(m.xi(), Predicate::Lt, m.number(3)))));
    EXPECT_EQ(m.line(), "s: latch at 2");
  }
  // Other bits are not just true or false.
  OneLoop m(ScalarType::I32);
  m.assign(m.s, m.binary(BinaryOp::Or, m.sum(), m.xi()));
  EXPECT_EQ(m.line(), "s: reduction |, any order at 2");
}

TEST(Latches, AndKeepsTheLowestBitOnlyWhereEveryIterationRuns) {
  OneLoop m(ScalarType::I32);
  const auto isSmall = [&] { return m.compare(m.xi(), Predicate::Lt, m.number(3)); };
  m.branch(isSmall());
  m.assign(m.s, m.binary(BinaryOp::And, m.sum(), m.cast(ScalarType::I32, isSmall())));
  m.end();
  EXPECT_EQ(m.line(), "s: reduction &, conditional, any order at 3");
}

TEST(Latches, AreNotReadElsewhere) {
  OneLoop m(ScalarType::I32);
  m.branch(m.compare(m.xi(), Predicate::Lt, m.number(3)));
  m.assign(m.s, m.number(1));
  m.end();
  m.store(m.y, {m.i}, m.sum());
  EXPECT_EQ(m.line(), "s: carried at 3");
}

TEST(Cells, UpdateOfAnInvariantElement) {
  OneLoop m(ScalarType::I32);
  const IndexExpr r = m.param("r");
  m.store(m.y, {r}, m.add(m.load(m.y, {r}), m.xi()));
  EXPECT_EQ(m.line("y[r]"), "y[r]: reduction +, any order at 2");
}

TEST(Cells, NeighboursAreCellsOfTheirOwn) {
  OneLoop m(ScalarType::I32);
  for (int64_t c : {0, 1})
    m.store(m.y, {c}, m.add(m.load(m.y, {c}), m.xi()));
  m.end();
  Nest nest = m.take();
  Facts facts;
  classifyScalars(nest, facts);
  EXPECT_EQ(facts.cells.size(), 2u);
}

TEST(Cells, HitByAnotherAccessIsNoCell) {
  OneLoop m(ScalarType::I32);
  m.store(m.y, {0}, m.add(m.load(m.y, {0}), m.load(m.y, {m.i})));
  EXPECT_EQ(m.line("y[0]:"), "");
}

TEST(Cells, OthersBehindItDoNotHit) {
  OneLoop m(ScalarType::I32);
  m.store(m.y, {0}, m.add(m.load(m.y, {0}), m.load(m.y, {m.i + 1})));
  EXPECT_EQ(m.line("y[0]:"), "y[0]: reduction +, any order at 2");
}

TEST(Cells, InALoopThatMayBeEmptyIsConditional) {
  OneLoop m(ScalarType::I32);
  m.loop("k", 0, m.n);
  m.store(m.y, {0}, m.add(m.load(m.y, {0}), m.xi()));
  m.end();
  EXPECT_EQ(m.line("y[0]:"), "y[0]: reduction +, conditional, any order at 3");
}

TEST(Cells, AddressOfAnInnerLoopIsNoCell) {
  OneLoop m(ScalarType::I32);
  const IndexExpr k = m.loop("k", 0, m.n);
  m.store(m.y, {k}, m.add(m.load(m.y, {k}), m.xi()));
  m.end();
  EXPECT_EQ(m.line("y[k]:"), "");
}

} // namespace
