// Time tiles run every dependence forward: checked against the enumeration of all pairs that conflict.
#include "RandomNest.h"
#include "vecify/Poly/TimeTiles.h"
#include "gtest/gtest.h"

using namespace vecify;

namespace {

llvm::Expected<std::optional<Variant>> tiled(const Nest &nest) {
  llvm::Expected<Scop> scop = buildScop(nest);
  EXPECT_TRUE(bool(scop));
  llvm::Expected<Facts> facts = analyse(*scop);
  EXPECT_TRUE(bool(facts));
  return timeTiledVariant(nest, *facts);
}

/// What a refusal says; "" where there are tiles.
std::string refusal(const Nest &nest) {
  llvm::Expected<std::optional<Variant>> variant = tiled(nest);
  std::string text;
  if (!variant)
    llvm::handleAllErrors(variant.takeError(), [&](const Decline &d) { text = d.text(); });
  return text;
}

/// "skews 2; parts (0), (1)".
std::string summary(const Nest &nest) {
  llvm::Expected<std::optional<Variant>> variant = tiled(nest);
  if (!variant) {
    llvm::consumeError(variant.takeError());
    return "refused";
  }
  if (!*variant)
    return "none";
  std::string text = "skews";
  for (int64_t skew : (*variant)->time->skews)
    text += " " + std::to_string(skew);
  text += "; parts";
  for (const TimeTiling::Part &part : (*variant)->time->parts) {
    text += " (";
    for (size_t d = 0; d < part.shifts.size(); ++d)
      text += (d ? ", " : "") + std::to_string(part.shifts[d]);
    text += ")";
  }
  return text;
}

/// A part over i: to[i] = sum of from[i + offset].
void sweep(NestMaker &m, IndexExpr n, ArrayId to, ArrayId from, std::vector<int64_t> offsets) {
  const IndexExpr i = m.loop("i", 5, n);
  ExprId sum = m.load(from, {i + offsets[0]});
  for (int64_t offset : llvm::drop_begin(offsets))
    sum = m.add(sum, m.load(from, {i + offset}));
  m.store(to, {i}, sum);
  m.end();
}

/// for t: b from a at these offsets, a from b at those.
Nest pingPong(std::vector<int64_t> first, std::vector<int64_t> second) {
  NestMaker m;
  const IndexExpr steps = m.param("steps", 1), n = m.param("n", 1);
  const ArrayId a = m.array("a"), b = m.array("b");
  m.loop("t", 0, steps);
  sweep(m, n, b, a, first);
  sweep(m, n, a, b, second);
  m.end();
  return m.take();
}

TEST(TimeTiles, MoveBackAsFarAsNeighboursReach) {
  EXPECT_EQ(summary(pingPong({-1, 0, 1}, {-1, 0, 1})), "skews 2; parts (0) (1)");
  // The second part follows the reads of a[i - 2], the next step the second part's stores up to three ahead.
  EXPECT_EQ(summary(pingPong({-2, 3}, {-1, 1})), "skews 5; parts (0) (2)");
  EXPECT_EQ(summary(pingPong({0, 1}, {0})), "skews 1; parts (0) (0)");
}

TEST(TimeTiles, StepsThatStayInTheirPlaceNeedNone) { EXPECT_EQ(summary(pingPong({0}, {0})), "none"); }

TEST(TimeTiles, StepsThatReadEverythingAreRefused) {
  NestMaker m;
  const IndexExpr steps = m.param("steps", 1), n = m.param("n", 1);
  const ArrayId a = m.array("a"), b = m.array("b");
  m.loop("t", 0, steps);
  IndexExpr i = m.loop("i", 0, n);
  m.store(b, {i}, m.load(a, {n - 1 - i}));
  m.end();
  i = m.loop("i", 0, n);
  m.store(a, {i}, m.load(b, {i}));
  m.end();
  m.end();
  EXPECT_NE(refusal(m.take()).find("is not bounded"), std::string::npos);
}

TEST(TimeTiles, ScalarsThatAreHandedOnForbidThem) {
  NestMaker m;
  const IndexExpr steps = m.param("steps", 1), n = m.param("n", 1);
  const ArrayId a = m.array("a");
  const LocalId s = m.local("s", ScalarType::F32);
  m.loop("t", 0, steps);
  const IndexExpr i = m.loop("i", 1, n);
  m.assign(s, m.add(m.read(s), m.load(a, {i + 1})));
  m.store(a, {i}, m.read(s));
  m.end();
  m.end();
  EXPECT_NE(refusal(m.take()).find("'s' is carried"), std::string::npos);
}

TEST(TimeTiles, APartWithFewerLoopsHasAPlaceOfItsOwn) {
  // The finite-difference time domain method: a boundary row, then three fields.
  NestMaker m;
  const IndexExpr steps = m.param("steps", 1), n = m.param("n", 2);
  const ArrayId ex = m.array("ex"), ey = m.array("ey"), hz = m.array("hz");
  m.loop("t", 0, steps);
  IndexExpr j = m.loop("j", 0, n);
  m.store(ey, {0, j}, m.number(1));
  m.end();
  const auto field = [&](ArrayId to, IndexExpr i0, IndexExpr j0, IndexExpr ends, auto value) {
    const IndexExpr i = m.loop("i", i0, ends), jj = m.loop("j", j0, ends);
    m.store(to, {i, jj}, value(i, jj));
    m.end();
    m.end();
  };
  field(ey, 1, 0, n, [&](IndexExpr i, IndexExpr j) { return m.add(m.load(hz, {i, j}), m.load(hz, {i - 1, j})); });
  field(ex, 0, 1, n, [&](IndexExpr i, IndexExpr j) { return m.add(m.load(hz, {i, j}), m.load(hz, {i, j - 1})); });
  field(hz, 0, 0, n - 1, [&](IndexExpr i, IndexExpr j) {
    return m.add(m.add(m.load(ex, {i, j + 1}), m.load(ex, {i, j})), m.add(m.load(ey, {i + 1, j}), m.load(ey, {i, j})));
  });
  m.end();
  EXPECT_EQ(summary(m.take()), "skews 1 1; parts (0, 0) (0, 0) (0, 0) (1, 1)");
}

/// In place, one row behind the other: columns inside a row go back, so only rows are tiled.
TEST(TimeTiles, ADistanceThatGoesBackInsideAStepKeepsTheInnerLoopWhole) {
  NestMaker m;
  const IndexExpr steps = m.param("steps", 1), n = m.param("n", 2);
  const ArrayId a = m.array("a");
  m.loop("t", 0, steps);
  const IndexExpr i = m.loop("i", 1, n), j = m.loop("j", 1, n);
  m.store(a, {i, j}, m.add(m.load(a, {i - 1, j + 1}), m.load(a, {i + 1, j})));
  m.end();
  m.end();
  m.end();
  EXPECT_EQ(summary(m.take()), "skews 1; parts (0)");
}

/// Parts over one or two loops, with a few statements and neighbours at random.
class RandomSteps {
public:
  explicit RandomSteps(uint64_t seed) : random(seed) {}

  RandomNest make() {
    const IndexExpr steps = param("steps", pick(0, 5)), n = param("n", pick(1, 9));
    const unsigned depth = unsigned(pick(1, 2));
    for (int64_t a = pick(1, 3); a > 0; --a) {
      arrays.push_back(m.array(std::string(1, char('a' + a))));
      world.bases.push_back(int64_t(arrays.size()) << 32);
    }
    m.loop("t", pick(0, 2), steps);
    for (int64_t p = pick(1, 3); p > 0; --p)
      part(chance(85) ? depth : 1, depth, n);
    m.end();
    return {m.take(), std::move(world)};
  }

private:
  int64_t pick(int64_t lo, int64_t hi) { return lo + int64_t(random() % uint64_t(hi - lo + 1)); }
  bool chance(unsigned percent) { return random() % 100 < percent; }
  ArrayId array() { return arrays[pick(0, arrays.size() - 1)]; }

  IndexExpr param(const char *name, int64_t value) {
    const IndexExpr p = m.param(name);
    world.params[*p.asSymbol()] = value;
    return p;
  }

  void part(unsigned loops, unsigned depth, const IndexExpr &n) {
    std::vector<IndexExpr> place;
    for (unsigned l = 0; l < loops; ++l)
      place.push_back(m.loop(l == 0 ? "i" : "j", pick(-1, 3), n + pick(-2, 2)));
    if (loops < depth)
      place.insert(place.begin(), IndexExpr(pick(0, 2)));
    const auto near = [&](int64_t reach) {
      std::vector<IndexExpr> subs;
      for (const IndexExpr &at : place)
        subs.push_back(at + (chance(50) ? 0 : pick(-reach, reach)));
      return subs;
    };
    for (int64_t s = pick(1, 2); s > 0; --s) {
      ExprId value = m.load(array(), near(2));
      for (int64_t more = pick(0, 2); more > 0; --more)
        value = m.binary(BinaryOp::CopySign, value, m.load(array(), near(2)));
      m.store(array(), near(1), value);
    }
    for (unsigned l = 0; l < loops; ++l)
      m.end();
  }

  std::mt19937_64 random;
  NestMaker m;
  World world;
  std::vector<ArrayId> arrays;
};

int64_t counterOf(const TracedAccess &access, LoopId loop) {
  for (const auto &[id, position] : access.loops)
    if (id == loop)
      return access.key[position];
  return 0;
}

/// Where an access runs in tiles of these sizes: the tile, then the source's order.
std::vector<int64_t> placeIn(const Nest &nest, const TimeTiling &time, int64_t steps, int64_t size,
                             const TracedAccess &access) {
  const auto tileOf = [](int64_t place, int64_t by) { return place >= 0 ? place / by : -((by - 1 - place) / by); };
  const int64_t t = counterOf(access, 0), block = tileOf(t, steps);
  std::vector<int64_t> place = {block};
  for (const TimeTiling::Part &part : time.parts) {
    if (nest.nodes[part.node].loop != access.loops[1].first)
      continue;
    for (size_t d = 0; d < time.skews.size(); ++d) {
      const int64_t counter = part.loops[d] == NoId ? 0 : counterOf(access, part.loops[d]);
      place.push_back(tileOf(counter + part.shifts[d] + time.skews[d] * (t - block * steps), size));
    }
  }
  place.insert(place.end(), access.key.begin(), access.key.end());
  return place;
}

TEST(TimeTiles, KeepTheOrderOfWhateverConflicts) {
  unsigned tiledNests = 0, pairs = 0;
  for (uint64_t seed = 0; seed < 800; ++seed) {
    const RandomNest made = RandomSteps(seed).make();
    llvm::Expected<Scop> scop = buildScop(made.nest);
    llvm::Expected<Facts> facts = analyse(*scop);
    ASSERT_TRUE(bool(facts));
    llvm::Expected<std::optional<Variant>> variant = timeTiledVariant(made.nest, *facts);
    if (!variant) {
      llvm::consumeError(variant.takeError());
      continue;
    }
    if (!*variant)
      continue;
    ++tiledNests;
    const std::vector<TracedAccess> all = trace(made.nest, made.world);
    const int64_t steps = 1 + int64_t(seed % 3), size = 1 + int64_t(seed / 3 % 4);
    std::vector<std::vector<int64_t>> places;
    for (const TracedAccess &access : all)
      places.push_back(placeIn(made.nest, *(*variant)->time, steps, size, access));
    for (size_t x = 0; x < all.size(); ++x)
      for (size_t y = 0; y < all.size(); ++y) {
        if (!(all[x].key < all[y].key) || !conflicts(made.nest, all[x], all[y]))
          continue;
        ++pairs;
        ASSERT_LT(places[x], places[y]) << "seed " << seed;
      }
  }
  EXPECT_GT(tiledNests, 50u);
  EXPECT_GT(pairs, 10000u);
}

} // namespace
