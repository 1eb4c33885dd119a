// See LaneValues.h.
#include "LaneValues.h"
#include <algorithm>
#include <cmath>

namespace vecify::conformance {

uint64_t Random::next() {
  uint64_t z = State += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

unsigned widthOf(ScalarType type) { return type == ScalarType::I1 ? 1 : bitsOf(type); }

uint64_t canonical(ScalarType type, uint64_t bits) {
  // 48 bits of which sums of some products use no more; IR's lanes have 64.
  const unsigned unused = type == ScalarType::Acc48 ? 64 - 46 : 64 - widthOf(type);
  if (isMask(type) && type != ScalarType::I1)
    return bits & 1 ? ~uint64_t(0) : 0;
  if (isSignedInteger(type))
    return uint64_t(int64_t(bits << unused) >> unused);
  return bits << unused >> unused;
}

namespace {
/// How a float format lays out its bits.
struct Format {
  unsigned mantissa, exponent;
};
} // namespace

static Format formatOf(ScalarType type) {
  switch (type) {
  case ScalarType::F16:
    return {10, 5};
  case ScalarType::BF16:
    return {7, 8};
  case ScalarType::F32:
  case ScalarType::AccFloat:
    return {23, 8};
  default:
    return {52, 11};
  }
}

double toDouble(ScalarType type, uint64_t bits) {
  const Format format = formatOf(type);
  const uint64_t mantissa = bits & ((uint64_t(1) << format.mantissa) - 1);
  const int exponent = int(bits >> format.mantissa & ((1u << format.exponent) - 1)),
            bias = (1 << (format.exponent - 1)) - 1;
  const bool isNegative = bits >> (format.mantissa + format.exponent) & 1;
  double value;
  if (exponent == (1 << format.exponent) - 1)
    value = mantissa ? NAN : INFINITY;
  else if (exponent == 0)
    value = std::ldexp(double(mantissa), 1 - bias - int(format.mantissa));
  else
    value = std::ldexp(double(mantissa | uint64_t(1) << format.mantissa), exponent - bias - int(format.mantissa));
  return isNegative ? -value : value;
}

static bool isNan(ScalarType type, uint64_t bits) { return isFloat(type) && std::isnan(toDouble(type, bits)); }

/// Zeros, denormals, what is near the integers, halves and powers where roundings and conversions turn, infinities,
/// NaN.
static std::vector<uint64_t> floatEdges(ScalarType type) {
  const Format format = formatOf(type);
  const uint64_t one = uint64_t((1 << (format.exponent - 1)) - 1) << format.mantissa;
  const uint64_t unit = uint64_t(1) << format.mantissa, sign = uint64_t(1) << (format.mantissa + format.exponent);
  const uint64_t infinity = ((uint64_t(1) << format.exponent) - 1) << format.mantissa;
  std::vector<uint64_t> edges{0,
                              1,
                              unit - 1,
                              unit,
                              one,
                              one + 1,
                              one - 1,
                              one - unit,
                              one - unit - 1,
                              one - unit + 1,
                              one + unit / 2,
                              one + unit + unit / 4,
                              one + unit * 3 / 2,
                              one + unit,
                              infinity - 1,
                              infinity,
                              infinity + unit / 2,
                              one + unit * format.mantissa + 1,
                              one + unit * (format.mantissa - 1) + 1};
  for (unsigned power : {7u, 8u, 15u, 16u, 30u, 31u, 32u, 62u, 63u})
    if (power < (1u << (format.exponent - 1)))
      for (int delta : {-1, 0, 1})
        edges.push_back(one + unit * power + delta);
  const size_t half = edges.size();
  for (size_t i = 0; i < half; ++i)
    edges.push_back(edges[i] | sign);
  return edges;
}

std::vector<uint64_t> edgesOf(ScalarType type) {
  if (isFloat(type))
    return floatEdges(type);
  if (isMask(type))
    return {canonical(type, 0), canonical(type, ~uint64_t(0))};
  std::vector<uint64_t> edges;
  const unsigned bits = widthOf(type);
  for (uint64_t base :
       {uint64_t(0), uint64_t(1) << (bits - 1), uint64_t(1) << (bits / 2), uint64_t(1) << (bits / 2 - 1)})
    for (int64_t delta : {-2, -1, 0, 1, 2})
      edges.push_back(canonical(type, base + uint64_t(delta)));
  edges.push_back(canonical(type, 0x5555555555555555));
  return edges;
}

uint64_t randomLane(ScalarType type, Random &random) {
  const uint64_t bits = random.next();
  if (isFloat(type) && random.below(2)) {
    // Of a size that ordinary code has: exponents around zero.
    const Format format = formatOf(type);
    const uint64_t bias = (1u << (format.exponent - 1)) - 1;
    const uint64_t exponent =
        bias - std::min<uint64_t>(bias - 1, 12) + random.below(std::min<uint64_t>(2 * bias - 2, 48));
    const uint64_t mantissa = bits & ((uint64_t(1) << format.mantissa) - 1);
    return canonical(type,
                     (bits >> 63) << (format.mantissa + format.exponent) | exponent << format.mantissa | mantissa);
  }
  if (isInteger(type) && random.below(2))
    return canonical(type, uint64_t(int64_t(bits) >> random.below(64)));
  return canonical(type, bits);
}

uint64_t quieted(ScalarType type, uint64_t bits) {
  return isNan(type, bits) ? bits | uint64_t(1) << (formatOf(type).mantissa - 1) : bits;
}

} // namespace vecify::conformance
