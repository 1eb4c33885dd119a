// Every place where an access is executed, and its phase.
#include "NestMaker.h"
#include "vecify/Nest/Occurrences.h"
#include "gtest/gtest.h"

using namespace vecify;

namespace {

/// "a[i]:0 b[i]:1 ..." with * for writes.
std::string listed(const Nest &nest) {
  std::string text;
  for (const Occurrence &o : occurrences(nest))
    text += (text.empty() ? "" : " ") + nest.accesses[o.access].text + (nest.accesses[o.access].isWrite ? "*" : "") +
            ":" + std::to_string(o.phase);
  return text;
}

struct Example : NestMaker {
  IndexExpr n = param("n");
  ArrayId a = array("a"), b = array("b");
  IndexExpr i = loop("i", 0, n);
};

TEST(Occurrences, ReadsOfAStatementComeBeforeItsWrite) {
  Example m;
  m.store(m.a, {m.i}, m.add(m.load(m.b, {m.i}), m.load(m.a, {m.i})));
  m.store(m.b, {m.i}, m.number(0));
  m.end();
  EXPECT_EQ(listed(m.nest), "b[i]:0 a[i]:0 a[i]*:1 b[i]*:3");
}

TEST(Occurrences, ConditionComesBeforeTheThenSideBeforeTheElseSide) {
  Example m;
  m.branch(m.unknown(m.load(m.a, {m.i})));
  m.store(m.a, {m.i}, m.number(0));
  m.otherwise();
  m.store(m.b, {m.i}, m.number(0));
  m.end();
  m.end();
  EXPECT_EQ(listed(m.nest), "a[i]:0 a[i]*:3 b[i]*:5");
  const auto all = occurrences(m.nest);
  EXPECT_TRUE(areExclusive(all[1], all[2]));
  EXPECT_FALSE(areExclusive(all[0], all[2]));
}

TEST(Occurrences, WhatStandsBehindAWayOutIsConditional) {
  Example m;
  const IndexExpr j = m.loop("j", 0, m.n);
  m.store(m.a, {m.i}, m.number(1));
  m.leave(m.unknown(m.load(m.b, {j})));
  m.store(m.a, {j}, m.number(0));
  m.end();
  m.store(m.b, {m.i}, m.number(0));
  m.end();
  EXPECT_EQ(listed(m.nest), "a[i]*:1 b[j]:2 a[j]*:5 b[i]*:7");
  const auto all = occurrences(m.nest);
  EXPECT_TRUE(all[0].branches.empty());
  EXPECT_TRUE(all[1].branches.empty());
  EXPECT_EQ(all[2].branches.size(), 1u);
  EXPECT_TRUE(all[3].branches.empty());
  EXPECT_FALSE(areExclusive(all[0], all[2]));
}

TEST(Occurrences, IndirectSubscriptsAreReadWhereverTheyStand) {
  Example m;
  const AccessId target = m.indirect(m.a, m.load(m.b, {m.i}));
  m.store(target, m.load(m.indirect(m.a, m.load(m.b, {m.i + 1}))));
  m.end();
  EXPECT_EQ(listed(m.nest), "a[?]:0 b[i + 1]:0 b[i]:0 a[?]*:1");
}

TEST(Occurrences, SharedExpressionsAreReadOncePerStatement) {
  Example m;
  const ExprId x = m.load(m.b, {m.i});
  m.store(m.a, {m.i}, m.add(x, x));
  m.store(m.a, {m.i + 1}, x);
  m.end();
  EXPECT_EQ(listed(m.nest), "b[i]:0 a[i]*:1 b[i]:2 a[i + 1]*:3");
}

TEST(Occurrences, CommonLoopsEndWhereThePathsPart) {
  Example m;
  for (const char *name : {"j", "k"}) {
    const IndexExpr x = m.loop(name, 0, m.n);
    m.store(m.a, {x}, m.number(0));
    m.end();
  }
  m.end();
  const auto all = occurrences(m.nest);
  EXPECT_EQ(commonLoops(all[0], all[0]), 2u);
  EXPECT_EQ(commonLoops(all[0], all[1]), 1u);
}

/// for i: { go = `first`; for k < 6: { leave if go == 0; b[i] = a[i]; } }
size_t touchedIn(int64_t first) {
  NestMaker m(ScalarType::I32);
  const IndexExpr n = m.param("n"), i = m.loop("i", 0, n);
  const ArrayId a = m.array("a"), b = m.array("b");
  const LocalId go = m.local("go", ScalarType::I32, 0);
  m.assign(go, m.number(first));
  m.loop("k", 0, 6);
  m.leave(m.compare(m.read(go), Predicate::Eq, m.number(0)));
  m.store(b, {i}, m.load(a, {i}));
  m.assign(go, m.load(a, {i}));
  m.end();
  m.end();
  return touchedPlaces(m.nest).size();
}

TEST(TouchedPlaces, FirstIterationsOfLoopsInsideCountUpToAnExit) {
  EXPECT_EQ(touchedIn(1), 2u);
  EXPECT_EQ(touchedIn(0), 0u);
}

} // namespace
