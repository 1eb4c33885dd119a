// Byte ranges of arrays over a whole region.
#include "NestMaker.h"
#include "vecify/Nest/Facts.h"
#include "vecify/Nest/Range.h"
#include "gtest/gtest.h"

using namespace vecify;

namespace {

std::string rangeOfX(NestMaker &m, bool writesOnly = false) {
  while (true) {
    const Footprint range = footprint(m.nest, 0, writesOnly);
    if (!range.isKnown)
      return "unknown";
    std::string text = "[";
    const auto names = [&](const std::vector<IndexExpr> &ends) {
      for (const IndexExpr &end : ends)
        text += (&end == &ends.front() ? "" : " | ") + m.text(end);
    };
    names(range.lower);
    text += ", ";
    names(range.upper);
    return text + ")";
  }
}

struct Example : NestMaker {
  ArrayId x = array("x");
  IndexExpr n = param("n"), w = param("w", 0, 1000);
  void touch(IndexExpr sub) { store(x, {std::move(sub)}, number(0)); }
};

TEST(Footprint, ContiguousLoop) {
  Example m;
  const IndexExpr i = m.loop("i", 0, m.n);
  m.touch(i);
  EXPECT_EQ(rangeOfX(m), "[0, 4*n)");
}

TEST(Footprint, OffsetsAndReverse) {
  Example m;
  const IndexExpr i = m.loop("i", 1, m.n);
  m.touch(i - 1);
  m.touch(m.n - i + 3);
  EXPECT_EQ(rangeOfX(m), "[0, 4*n + 12)");
}

TEST(Footprint, TriangleUsesTheOuterRange) {
  Example m;
  const IndexExpr i = m.loop("i", 0, m.n), j = m.loop("j", 0, i + 1);
  m.touch(j * 2 + 1);
  EXPECT_EQ(rangeOfX(m), "[4, 8*n)");
}

TEST(Footprint, RowsAnyDistanceApart) {
  Example m;
  const IndexExpr pitch = m.param("pitch"), i = m.loop("i", 0, m.n);
  for (int row = -3; row <= 4; ++row)
    m.touch(pitch * row + i);
  EXPECT_EQ(rangeOfX(m), "[-12*pitch | 16*pitch, 4*n - 12*pitch | 4*n + 16*pitch)");
}

TEST(Footprint, StrideOfKnownSign) {
  Example m;
  const IndexExpr i = m.loop("i", 0, m.n), j = m.loop("j", 0, 8);
  m.touch(i * m.w + j);
  EXPECT_EQ(rangeOfX(m), "[0, 4*n*w - 4*w + 32)");
}

TEST(Footprint, StrideOfUnknownSignHasAlternatives) {
  Example m;
  const IndexExpr i = m.loop("i", 0, m.w);
  m.touch(i * m.n);
  EXPECT_EQ(rangeOfX(m), "[0 | -4*n + 4*n*w, 4 | -4*n + 4*n*w + 4)");
}

TEST(Footprint, LoopsThatRunTellSigns) {
  // n >= 3 where a[i*n + j] is reached, so rows do not run backwards.
  Example m;
  const IndexExpr i = m.loop("i", 1, m.n - 1), j = m.loop("j", 1, m.n - 1);
  m.store(m.x, {i * m.n + j}, m.add(m.load(m.x, {i * m.n + j - m.n}), m.load(m.x, {i * m.n + j + 1})));
  EXPECT_EQ(rangeOfX(m), "[4, -4*n + 4*n*n)");
}

TEST(Footprint, KnownFactsTellSigns) {
  Example m;
  m.nest.known.push_back(m.n - 1);
  const IndexExpr i = m.loop("i", 0, m.w);
  m.touch(i * m.n);
  EXPECT_EQ(rangeOfX(m), "[0, -4*n + 4*n*w + 4)");
}

TEST(Footprint, IndirectIsUnknownUnlessTheObjectIs) {
  Example m;
  m.loop("i", 0, m.n);
  m.store(m.indirect(m.x, m.number(0)), m.number(0));
  EXPECT_EQ(rangeOfX(m), "unknown");
  m.nest.arrays[m.x].bytes = 256;
  EXPECT_EQ(rangeOfX(m), "[0, 256)");
}

TEST(Footprint, QuadraticIsUnknown) {
  Example m;
  const IndexExpr i = m.loop("i", 0, m.n);
  m.touch(i * i);
  EXPECT_EQ(rangeOfX(m), "unknown");
}

TEST(Footprint, WritesOnly) {
  Example m;
  const IndexExpr i = m.loop("i", 0, m.n);
  m.store(m.x, {i}, m.load(m.x, {i + 5}));
  EXPECT_EQ(rangeOfX(m, true), "[0, 4*n)");
  EXPECT_EQ(rangeOfX(m), "[0, 4*n + 20)");
}

TEST(Range, InfinityTimesZeroIsZero) {
  Example m;
  EXPECT_EQ(rangeOf(m.nest, m.w).hi, 1000);
  EXPECT_EQ(rangeOf(m.nest, IndexExpr(3) - m.w * 2).lo, -1997);
  EXPECT_FALSE(rangeOf(m.nest, m.w - m.n).hasLo());
  EXPECT_EQ(rangeOf(m.nest, m.n * 0).hi, 0);
}

TEST(Range, TripCounts) {
  Example m;
  const IndexExpr i = m.loop("i", 0, m.w);
  m.loop("j", i, i + 4);
  EXPECT_EQ(maxTripCount(m.nest, 0), 1000);
  EXPECT_FALSE(alwaysRuns(m.nest, 0));
  EXPECT_EQ(maxTripCount(m.nest, 1), 4);
  EXPECT_TRUE(alwaysRuns(m.nest, 1));
}

TEST(Range, TrianglesRunInEveryRow) {
  Example m;
  const IndexExpr n = m.n, i = m.loop("i", 0, n);
  m.loop("j", i, n);
  m.end();
  m.loop("k", 0, i);
  m.end();
  const IndexExpr l = m.loop("l", i + IndexExpr(1), n + IndexExpr(1));
  m.loop("o", l, n + IndexExpr(2));
  EXPECT_TRUE(alwaysRuns(m.nest, 1));
  EXPECT_FALSE(alwaysRuns(m.nest, 2)) << "not in the first row";
  EXPECT_TRUE(alwaysRuns(m.nest, 3));
  EXPECT_TRUE(alwaysRuns(m.nest, 4));
}

TEST(Footprint, RowsBehindPointers) {
  Example m;
  m.nest.arrays[m.x].rows = {"x[{0}]", 8};
  const IndexExpr distance = m.param("distance");
  const IndexExpr i = m.loop("i", 0, m.n), c = m.loop("c", 2, m.w);
  m.touch(i);
  for (Access &access : m.nest.accesses) {
    access.subs.insert(access.subs.begin(), c + 1);
    access.strideBytes.insert(access.strideBytes.begin(), distance);
    access.indirect.insert(access.indirect.begin(), NoId);
  }
  EXPECT_EQ(rangeOfX(m), "[0, 4*n)"); // of each row
  const Footprint rows = rowsTouched(m.nest, m.x);
  ASSERT_TRUE(rows.isKnown);
  EXPECT_EQ(m.text(rows.lower[0]), "3");
  EXPECT_EQ(m.text(rows.upper[0]), "w + 1");
  EXPECT_FALSE(mayHappenApart(m.nest, m.x));
  EXPECT_EQ(m.nest.rowsChosenBy(0), NoId);
  EXPECT_EQ(m.nest.rowsChosenBy(1), m.x);
}

} // namespace
