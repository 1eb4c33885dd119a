// The one iteration of a loop that writes what all of them read.
#include "NestMaker.h"
#include "vecify/Nest/Pivots.h"
#include "gtest/gtest.h"

using namespace vecify;

namespace {

/// for i in [0, n): a[written(i)] = a[read(i)] + 1
struct Update : NestMaker {
  IndexExpr n, p, i;
  ArrayId a;
  Update() : NestMaker(ScalarType::F32) {
    n = param("n");
    p = param("p");
    a = array("a");
    i = loop("i", 0, n);
  }
  std::optional<IndexExpr> pivot(const IndexExpr &written, const IndexExpr &read) {
    store(a, {written}, add(load(a, {read}), number(1)));
    end();
    const Nest nest = take();
    Edge edge;
    for (AccessId id = 0; id < nest.accesses.size(); ++id)
      (nest.accesses[id].isWrite ? edge.source : edge.sink) = id;
    return pivotOf(nest, edge);
  }
};

} // namespace

TEST(Pivots, ThePlaceItself) {
  Update u;
  EXPECT_EQ(u.pivot(u.i, u.p), u.p);
}

TEST(Pivots, FromTheEnd) {
  Update u;
  EXPECT_EQ(u.pivot(u.n - u.i, u.p), u.n - u.p);
}

TEST(Pivots, StepsThatCertainlyMeet) {
  Update u;
  EXPECT_EQ(u.pivot(u.i * 2 + 4, u.p * 2), u.p - 2);
}

TEST(Pivots, StepsThatMayMiss) {
  Update u;
  EXPECT_EQ(u.pivot(u.i * 2, u.p), std::nullopt);
}

TEST(Pivots, PlacesThatMove) {
  Update u;
  EXPECT_EQ(u.pivot(u.i, u.n - u.i), std::nullopt);
}
