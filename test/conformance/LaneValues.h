// Single lane values: edge values of every type, and random ones.
#pragma once
#include "vecify/Support/ScalarType.h"
#include <cstdint>
#include <vector>

namespace vecify::conformance {

/// SplitMix64.
class Random {
public:
  explicit Random(uint64_t seed) : State(seed) {}
  uint64_t next();
  uint64_t below(uint64_t n) { return next() % n; }

private:
  uint64_t State;
};

/// Bits of a lane value; 1 for I1.
unsigned widthOf(ScalarType type);
/// The form in which Interpret holds the low bits of `bits`; of masks the lowest bit says which value.
uint64_t canonical(ScalarType type, uint64_t bits);
/// Value of a float of any format.
double toDouble(ScalarType type, uint64_t bits);
/// A NaN made quiet; anything else as it is.
uint64_t quieted(ScalarType type, uint64_t bits);
/// Zeros, extremes and what is next to them; of floats also denormals, halves, powers at which conversions turn,
/// infinities, NaN.
std::vector<uint64_t> edgesOf(ScalarType type);
/// Half of them of the size that ordinary code has.
uint64_t randomLane(ScalarType type, Random &random);

} // namespace vecify::conformance
