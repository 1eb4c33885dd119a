// Which scalars are another one of the iteration before, and what has to move for it.
#include "NestMaker.h"
#include "vecify/Nest/Delays.h"
#include "gtest/gtest.h"

using namespace vecify;

namespace {

/// for i in [0, n): y[i] = last; last = x[i]; with `last` and `older` outside of the loop.
struct DelayLine : NestMaker {
  ArrayId x, y;
  LocalId last, older;
  IndexExpr n, i;
  DelayLine() : NestMaker(ScalarType::F32) {
    n = param("n");
    x = array("x");
    y = array("y");
    last = local("last", ScalarType::F32);
    older = local("older", ScalarType::F32);
    i = loop("i", 0, n);
  }
  Nest formed() {
    end();
    Nest nest = take();
    formDelays(nest);
    return nest;
  }
};

std::string nameOf(const Nest &nest, std::optional<LocalId> local) { return local ? nest.locals[*local].name : ""; }

bool readsEarly(const Nest &nest) {
  for (const Access &access : nest.accesses)
    if (access.isEarly)
      return true;
  return false;
}

TEST(Delays, ValueMovesUpOverTheStore) {
  DelayLine m;
  m.store(m.y, {m.i}, m.read(m.last));
  m.assign(m.last, m.load(m.x, {m.i}));
  const Nest nest = m.formed();
  EXPECT_EQ(nameOf(nest, delayOf(nest, m.last)), "last_next");
  EXPECT_TRUE(readsEarly(nest)) << "y must not be x";
}

TEST(Delays, NothingPassesAStoreThatFollows) {
  DelayLine m;
  const LocalId sum = m.local("sum", ScalarType::F32, 0);
  m.assign(sum, m.read(m.last));
  m.assign(m.last, m.load(m.x, {m.i}));
  m.store(m.y, {m.i}, m.read(sum));
  const Nest nest = m.formed();
  EXPECT_EQ(nameOf(nest, delayOf(nest, m.last)), "last_next");
  EXPECT_FALSE(readsEarly(nest));
}

TEST(Delays, ChainOfTwo) {
  DelayLine m;
  m.store(m.y, {m.i}, m.read(m.older));
  m.assign(m.older, m.read(m.last));
  m.assign(m.last, m.load(m.x, {m.i}));
  const Nest nest = m.formed();
  EXPECT_EQ(nameOf(nest, delayOf(nest, m.older)), "older_next");
  EXPECT_EQ(nameOf(nest, delayOf(nest, m.last)), "last_next");
}

TEST(Delays, StoreToTheSameArrayInBetween) {
  DelayLine m;
  m.store(m.x, {m.i}, m.read(m.last));
  m.assign(m.last, m.load(m.x, {m.i}));
  const Nest nest = m.formed();
  EXPECT_FALSE(delayOf(nest, m.last));
}

TEST(Delays, RecurrenceIsNone) {
  DelayLine m;
  m.store(m.y, {m.i}, m.read(m.last));
  m.assign(m.last, m.add(m.read(m.last), m.load(m.x, {m.i})));
  const Nest nest = m.formed();
  EXPECT_FALSE(delayOf(nest, m.last));
}

} // namespace
