// See OddShuffles.h. Two ways:
//
// - from two registers what they have, then from each further one what it adds: general shuffles of two registers;
// - no place has the lanes of a result in two of the registers, for n and the number of lanes have no common divisor.
// So
//   blends bring them together, and one shuffle puts them in order. Where that is cheap only within blocks of 128 bits,
//   each of the two blocks of a register is made to hold what one does elsewhere.
#include "OddShuffles.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

namespace vecify {
namespace {

using Lanes = llvm::SmallVector<int64_t, 64>;

class ShuffleWay {
public:
  ShuffleWay(const VectorType &type, int64_t n, const Target &target)
      : Type(type), N(n), L(type.lanes()), T(target), Count(unsigned(n)) {}

  unsigned shuffle(unsigned x, unsigned y, Lanes lanes) {
    const Row *row = T.find(shuffleKey(Type, lanes));
    Cost += row ? row->effort() : std::numeric_limits<double>::infinity();
    All.steps.push_back({x, y, std::move(lanes)});
    return Count++;
  }

  /// Place p of register source(p), for every place.
  unsigned blend(llvm::ArrayRef<unsigned> registers, llvm::function_ref<int64_t(int64_t)> source) {
    unsigned result = registers[0];
    for (int64_t r = 1; r < int64_t(registers.size()); ++r) {
      Lanes lanes;
      for (int64_t p = 0; p < L; ++p)
        lanes.push_back(source(p) == r ? L + p : p);
      result = shuffle(result, registers[r], std::move(lanes));
    }
    return result;
  }

  /// Lanes from(p) of one register.
  unsigned permute(unsigned x, llvm::function_ref<int64_t(int64_t)> from) {
    Lanes lanes;
    for (int64_t p = 0; p < L; ++p)
      lanes.push_back(from(p));
    return shuffle(x, x, std::move(lanes));
  }

  /// Half `i` of x and half `j` of y; halves are numbered through a sequence of registers.
  unsigned halves(unsigned x, int64_t i, unsigned y, int64_t j) {
    Lanes lanes;
    for (int64_t p = 0; p < L; ++p)
      lanes.push_back(p % (L / 2) + L / 2 * (p < L / 2 ? i % 2 : 2 + j % 2));
    return shuffle(x, y, std::move(lanes));
  }

  Shuffles take(llvm::ArrayRef<unsigned> results) && {
    All.results.assign(results.begin(), results.end());
    return std::move(All);
  }

  const VectorType &Type;
  const int64_t N, L;
  const Target &T;
  double Cost = 0;

private:
  Shuffles All;
  unsigned Count;
};

/// One way to a result.
struct Candidate {
  Shuffles shuffles;
  double cost;
};

Candidate apartByPairs(ShuffleWay way, int64_t first) {
  unsigned result = 0;
  for (int64_t v = 1; v < way.N; ++v) {
    Lanes from;
    for (int64_t l = 0; l < way.L; ++l) {
      const int64_t at = first + l * way.N, vector = at / way.L;
      from.push_back(vector == v ? way.L + at % way.L : v == 1 && vector == 0 ? at : l);
    }
    result = way.shuffle(result, unsigned(v), std::move(from));
  }
  return {std::move(way).take({result}), way.Cost};
}

/// In `blocks` blocks, each of which is done like a register of its own.
Candidate apartByBlends(ShuffleWay way, int64_t first, int64_t blocks) {
  const int64_t n = way.N, size = way.L / blocks;
  assert(first < n && n % 2 && llvm::isPowerOf2_64(uint64_t(size)));
  llvm::SmallVector<unsigned, 8> registers;
  for (int64_t r = 0; r < n; ++r)
    registers.push_back(blocks == 1 ? unsigned(r) : way.halves(unsigned(r / 2), r, unsigned((n + r) / 2), n + r));
  // The halves are there for all n results.
  way.Cost /= double(n);
  const auto registerAt = [&](int64_t place) {
    int64_t r = 0;
    while ((r * size + place) % n != first)
      ++r;
    return r;
  };
  const unsigned together = way.blend(registers, [&](int64_t p) { return registerAt(p % size); });
  const unsigned result =
      way.permute(together, [&](int64_t p) { return p / size * size + (first + p % size * n) % size; });
  const double cost = way.Cost;
  return {std::move(way).take({result}), cost};
}

Candidate togetherByPairs(ShuffleWay way) {
  llvm::SmallVector<unsigned, 8> results;
  for (int64_t part = 0; part < way.N; ++part) {
    unsigned result = 0;
    for (int64_t v = 1; v < way.N; ++v) {
      Lanes from;
      for (int64_t l = 0; l < way.L; ++l) {
        const int64_t at = part * way.L + l, vector = at % way.N;
        from.push_back(vector == v ? way.L + at / way.N : v == 1 && vector == 0 ? at / way.N : l);
      }
      result = way.shuffle(result, unsigned(v), std::move(from));
    }
    results.push_back(result);
  }
  const double cost = way.Cost;
  return {std::move(way).take(results), cost};
}

Candidate togetherByBlends(ShuffleWay way, int64_t blocks) {
  const int64_t n = way.N, size = way.L / blocks;
  llvm::SmallVector<unsigned, 8> spread, inBlocks, results;
  for (int64_t v = 0; v < n; ++v)
    spread.push_back(way.permute(unsigned(v), [&](int64_t p) {
      int64_t lane = 0;
      while ((lane * n + v) % size != p % size)
        ++lane;
      return p / size * size + lane;
    }));
  for (int64_t r = 0; r < n; ++r)
    inBlocks.push_back(way.blend(spread, [&](int64_t p) { return (r * size + p % size) % n; }));
  for (int64_t q = 0; q < n; ++q) {
    const int64_t low = 2 * q, high = low + 1;
    results.push_back(blocks == 1 ? inBlocks[q] : way.halves(inBlocks[low % n], low / n, inBlocks[high % n], high / n));
  }
  const double cost = way.Cost;
  return {std::move(way).take(results), cost};
}

Shuffles cheapest(Candidate best, std::initializer_list<Candidate> others) {
  for (const Candidate &other : others)
    if (other.cost < best.cost)
      best = other;
  return std::move(best.shuffles);
}

/// How many blocks of 128 bits a register has, where it has two; else one.
int64_t blocksOf(const VectorType &type) { return type.bits() == 256 ? 2 : 1; }

} // namespace

Shuffles shufflesApart(const VectorType &type, int64_t n, int64_t first, const Target &target) {
  const ShuffleWay way(type, n, target);
  return cheapest(apartByPairs(way, first), {apartByBlends(way, first, 1), apartByBlends(way, first, blocksOf(type))});
}

Shuffles shufflesTogether(const VectorType &type, int64_t n, const Target &target) {
  const ShuffleWay way(type, n, target);
  return cheapest(togetherByPairs(way), {togetherByBlends(way, 1), togetherByBlends(way, blocksOf(type))});
}

} // namespace vecify
