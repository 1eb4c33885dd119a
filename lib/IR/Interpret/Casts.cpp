// Conversions of C lane by lane, and bits seen as another type.
#include "Interpret/Lanes.h"
#include "Interpret/Numbers.h"

namespace vecify {
namespace {

/// An integer or truth value as a float, rounded once.
uint64_t fromInteger(ScalarType from, ScalarType to, uint64_t lane) {
  const bool isNegative = isSignedInteger(from) && int64_t(lane) < 0;
  if (to == ScalarType::F64)
    return std::bit_cast<uint64_t>(isNegative ? double(int64_t(lane))
                                              : double(lane));
  if (to == ScalarType::F32)
    return std::bit_cast<uint32_t>(isNegative ? float(int64_t(lane))
                                              : float(lane));
  const double magnitude = roundedToOdd(isNegative ? -lane : lane);
  return withFormat(to, [&](auto format) {
    return format.fromDouble(isNegative ? -magnitude : magnitude);
  });
}

/// Truncates. C leaves values out of range undefined; here they saturate, and
/// NaN gives 0.
uint64_t toInteger(double value, ScalarType to) {
  const unsigned bits = bitsOf(to);
  const bool isSigned = isSignedInteger(to);
  const double least = isSigned ? -std::ldexp(1.0, bits - 1) : 0.0;
  const double past = std::ldexp(1.0, bits - isSigned);
  value = std::trunc(value);
  if (std::isnan(value))
    return 0;
  if (value < least)
    return isSigned ? ~uint64_t(0) << (bits - 1) : 0;
  if (value >= past)
    return ~uint64_t(0) >> (64 - bits + isSigned);
  return isSigned ? uint64_t(int64_t(value)) : uint64_t(value);
}

} // namespace

void cast(ScalarType from, ScalarType to, Lanes a, MutableLanes out) {
  const auto map = [&](auto f) {
    for (size_t l = 0; l < out.size(); ++l)
      out[l] = f(a[l]);
  };
  if (isFloat(from)) {
    withFormat(from, [&](auto format) {
      const auto number = [&](uint64_t lane) {
        return double(format.load(lane));
      };
      if (to == ScalarType::I1)
        map([&](uint64_t lane) { return uint64_t(number(lane) != 0); });
      else if (isFloat(to))
        withFormat(to, [&](auto target) {
          map([&](uint64_t lane) { return target.fromDouble(number(lane)); });
        });
      else
        map([&](uint64_t lane) { return toInteger(number(lane), to); });
    });
  } else if (isFloat(to)) {
    map([&](uint64_t lane) { return fromInteger(from, to, lane); });
  } else if (to == ScalarType::I1) {
    map([&](uint64_t lane) { return uint64_t(lane != 0); });
  } else {
    map([&](uint64_t lane) { return canonical(to, lane); });
  }
}

void bitcast(ScalarType from, ScalarType to, Lanes a, MutableLanes out) {
  const unsigned fromBits = bitsOf(from), toBits = bitsOf(to);
  if (fromBits == toBits) {
    for (size_t l = 0; l < out.size(); ++l)
      out[l] = canonical(to, a[l]);
    return;
  }
  // Widths are powers of two, so one divides the other.
  if (fromBits > toBits) {
    const unsigned parts = fromBits / toBits;
    for (size_t l = 0; l < out.size(); ++l)
      out[l] = canonical(to, a[l / parts] >> (l % parts * toBits));
    return;
  }
  const unsigned parts = toBits / fromBits;
  for (size_t l = 0; l < out.size(); ++l) {
    uint64_t bits = 0;
    for (unsigned p = 0; p < parts; ++p)
      bits |= (a[l * parts + p] & (~uint64_t(0) >> (64 - fromBits)))
              << (p * fromBits);
    out[l] = canonical(to, bits);
  }
}

} // namespace vecify
