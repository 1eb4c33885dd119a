// One generator, driven by a seed alone.
#include "RandomNest.h"

namespace vecify {
namespace {

class Generator {
public:
  Generator(uint64_t seed, const RandomNestOptions &options) : random(seed), options(options) {}

  RandomNest make() {
    for (unsigned p = 0; options.params && p < 2; ++p) {
      const int64_t value = pick(1, options.maxParam);
      std::optional<int64_t> lo, hi;
      if (chance(50))
        lo = pick(0, value);
      if (chance(20))
        hi = pick(value, options.maxParam + 2);
      params.push_back(maker.param(p == 0 ? "n" : "m", lo, hi));
      world.params[*params.back().asSymbol()] = value;
    }
    if (options.params && chance(50)) {
      const IndexExpr gap = params[0] - params[1];
      const bool isMore = world.params[*params[0].asSymbol()] >= world.params[*params[1].asSymbol()];
      maker.nest.known.push_back(isMore ? gap : -gap);
    }
    for (unsigned a = 0; a < options.arrays; ++a) {
      arrays.push_back(maker.array(std::string(1, char('a' + a))));
      world.bases.push_back(int64_t(a) << 32);
    }
    subscriptForm = pick(0, options.linearized && options.params ? 3 : 2);
    loop(1);
    return {maker.take(), std::move(world)};
  }

private:
  int64_t pick(int64_t lo, int64_t hi) { return lo + int64_t(random() % uint64_t(hi - lo + 1)); }
  bool chance(unsigned percent) { return random() % 100 < percent; }

  void loop(unsigned depth) {
    IndexExpr lower(pick(-1, 1)), upper = options.params && chance(50) ? params[pick(0, 1)] : IndexExpr(pick(2, 5));
    if (options.triangles && !counters.empty() && chance(25))
      (chance(50) ? lower : upper) = counters.back() + pick(-1, 1);
    counters.push_back(maker.loop(std::string(1, char('i' + counters.size())), lower, upper));
    body(depth);
    counters.pop_back();
    maker.end();
  }

  void body(unsigned depth) {
    const unsigned statements = pick(1, depth == options.maxDepth ? 3 : 2);
    for (unsigned s = 0; s < statements; ++s) {
      if (depth < options.maxDepth && chance(45))
        loop(depth + 1);
      else if (options.branches && chance(25))
        branch();
      else
        store();
    }
  }

  void branch() {
    maker.branch(maker.unknown(maker.load(access())));
    for (int64_t s = pick(1, 2); s > 0; --s)
      store();
    if (chance(50)) {
      maker.otherwise();
      store();
    }
    maker.end();
  }

  /// CopySign is never a reduction.
  void store() {
    ExprId value = maker.load(access());
    if (chance(50))
      value = maker.binary(BinaryOp::CopySign, value, maker.load(access()));
    maker.store(access(), value);
  }

  IndexExpr linear() {
    IndexExpr sum(pick(-2, 2));
    for (const IndexExpr &counter : counters)
      if (chance(60))
        sum += counter * IndexExpr(chance(70) ? 1 : pick(-2, 2));
    if (options.params && chance(options.paramOffsets))
      sum += params[pick(0, 1)] * IndexExpr(chance(50) ? 1 : -1);
    return sum;
  }

  IndexExpr oneCounter() {
    return chance(85) ? counters[pick(0, counters.size() - 1)] + pick(-2, 2) : IndexExpr(pick(0, 2));
  }

  AccessId access() {
    const ArrayId array = arrays[pick(0, arrays.size() - 1)];
    AccessId id = NoId;
    switch (subscriptForm) {
    case 0:
      id = maker.access(array, {linear()});
      break;
    case 1:
      id = maker.access(array, {oneCounter(), oneCounter()});
      break;
    case 2: // rows that run into each other
      id = maker.access(array, {oneCounter(), oneCounter()}, false, 6);
      break;
    default:
      if (chance(60)) { // proper rows, of counters or of a parameter, sometimes with a border
        const IndexExpr row = chance(75) ? counters.front() : params[1];
        const IndexExpr pitch = params[0] + (chance(70) ? 0 : pick(-1, 2));
        id = maker.access(array, {(row + pick(-1, 1)) * pitch + counters.back()});
      } else {
        id = maker.access(array, {oneCounter() * params[0] + oneCounter()});
      }
    }
    if (options.mixedSizes && chance(15)) {
      maker.nest.accesses[id].type = ScalarType::U8;
      maker.nest.accesses[id].offsetBytes = pick(0, 3);
    }
    return id;
  }

  std::mt19937_64 random;
  const RandomNestOptions options;
  NestMaker maker;
  World world;
  std::vector<IndexExpr> params, counters;
  std::vector<ArrayId> arrays;
  int64_t subscriptForm = 0;
};

} // namespace

RandomNest randomNest(uint64_t seed, const RandomNestOptions &options) { return Generator(seed, options).make(); }

} // namespace vecify
