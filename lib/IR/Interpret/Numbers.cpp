// See Numbers.h.
#include "Interpret/Numbers.h"
#include <algorithm>

namespace vecify {

uint16_t roundToSmall(double value, int mantissa, int exponent) {
  const uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  const uint16_t infinity = ((1 << exponent) - 1) << mantissa;
  const int bias = (1 << (exponent - 1)) - 1;
  value = std::fabs(value);
  if (std::isnan(value)) {
    const uint64_t payload =
        (std::bit_cast<uint64_t>(value) & 0x000fffffffffffff) >>
        (52 - mantissa);
    return sign | infinity | 1 << (mantissa - 1) | uint16_t(payload);
  }
  if (value == 0)
    return sign;
  if (std::isinf(value))
    return sign | infinity;
  // Count in units of the last place: of the value's binade, or of the smallest
  // normal one below it.
  const int binade = std::max(std::ilogb(value), 1 - bias);
  const double ulps = std::rint(std::ldexp(value, mantissa - binade));
  // Adding instead of or-ing lets a mantissa that was rounded up carry into the
  // exponent.
  const uint32_t bits =
      (uint32_t(binade + bias - 1) << mantissa) + uint32_t(ulps);
  return sign | uint16_t(std::min<uint32_t>(bits, infinity));
}

float smallToFloat(uint16_t bits, int mantissa, int exponent) {
  const int bias = (1 << (exponent - 1)) - 1;
  const uint32_t sign = uint32_t(bits & 0x8000) << 16;
  const int biased = (bits & 0x7fff) >> mantissa;
  const uint32_t fraction = bits & ((1 << mantissa) - 1);
  if (biased == (1 << exponent) - 1)
    return std::bit_cast<float>(sign | 0x7f800000 |
                                fraction << (23 - mantissa));
  const float magnitude = biased == 0
                              ? std::ldexp(float(fraction), 1 - bias - mantissa)
                              : std::ldexp(float(fraction | 1 << mantissa),
                                           biased - bias - mantissa);
  return sign ? -magnitude : magnitude;
}

double fmaRoundedToOdd(double a, double b, double c) {
  const double product = a * b, sum = product + c;
  if (!std::isfinite(sum))
    return sum;
  // Knuth's TwoSum: sum + error == product + c exactly.
  const double back = sum - product;
  const double error = (product - (sum - back)) + (c - back);
  if (error == 0 || (std::bit_cast<uint64_t>(sum) & 1))
    return sum;
  return std::nextafter(sum, error > 0 ? INFINITY : -INFINITY);
}

double roundedToOdd(uint64_t magnitude) {
  const int excess = 64 - std::countl_zero(magnitude | 1) - 53;
  if (excess <= 0)
    return double(magnitude);
  const uint64_t lost = magnitude & ((uint64_t(1) << excess) - 1);
  return std::ldexp(double(magnitude >> excess | (lost != 0)), excess);
}

} // namespace vecify
