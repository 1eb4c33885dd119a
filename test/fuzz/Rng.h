// The random numbers of the fuzzer: splitmix64, so that a seed names the same
// programs with every standard library.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace vecify::fuzz {

/// Mixes two numbers into one; the seeds of programs and batches come from it.
inline uint64_t mix(uint64_t a, uint64_t b) {
  uint64_t z = a * 0x9E3779B97F4A7C15u + b + 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

class Rng {
public:
  explicit Rng(uint64_t seed) : state(seed) {}

  uint64_t next() { return state = mix(state, 1); }
  /// Uniform in [0, n), n > 0.
  int below(int n) { return int(next() % uint64_t(n)); }
  /// Uniform in [lo, hi].
  int in(int lo, int hi) { return lo + below(hi - lo + 1); }
  bool percent(int p) { return below(100) < p; }

  template <typename T> const T &pick(const std::vector<T> &from) {
    return from[below(int(from.size()))];
  }
  template <typename T> T pick(std::initializer_list<T> from) {
    return from.begin()[below(int(from.size()))];
  }
  /// An index, each with probability weights[index] / sum.
  int weighted(std::initializer_list<int> weights) {
    int sum = 0, at = 0;
    for (int w : weights)
      sum += w;
    int left = below(sum);
    for (int w : weights) {
      if (left < w)
        break;
      left -= w;
      ++at;
    }
    return at;
  }

private:
  uint64_t state;
};

} // namespace vecify::fuzz
