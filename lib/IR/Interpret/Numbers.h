// One lane as 64 bits, and the arithmetic of C on it.
//
// Canonical lanes: signed integers sign-extended, unsigned ones zero-extended,
// floats as their IEEE bits, truth values as 0 or 1 (I1) and 0 or -1 (M8..M64).
// f16 and bf16 compute in float and round to their own format: with 24 bits
// against 11 and 8 the second rounding is harmless for + - * / and sqrt
// (Figueroa 1995); fma is done exactly.
#pragma once
#include "vecify/Support/ScalarType.h"
#include <bit>
#include <cmath>
#include <cstdint>

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif

namespace vecify {

/// The canonical form of the low bits of `bits`.
inline uint64_t canonical(ScalarType type, uint64_t bits) {
  if (type == ScalarType::I1)
    return bits & 1;
  const unsigned unused = 64 - bitsOf(type);
  if (isMask(type))
    return (bits << unused) != 0 ? ~uint64_t(0) : 0;
  if (isSignedInteger(type))
    return uint64_t(int64_t(bits << unused) >> unused);
  return bits << unused >> unused;
}

/// Rounds to nearest even into a binary format of `mantissa` stored bits and
/// `exponent` bits; 16 bits in all.
uint16_t roundToSmall(double value, int mantissa, int exponent);
float smallToFloat(uint16_t bits, int mantissa, int exponent);
/// a*b + c with a sticky last bit: rounds correctly to every format of at most
/// 24 bits. Products must be exact.
double fmaRoundedToOdd(double a, double b, double c);
/// `magnitude` with a sticky last bit.
double roundedToOdd(uint64_t magnitude);

/// How lanes of a float type become numbers to compute with, and back.
struct Binary64 {
  using Number = double;
  static Number load(uint64_t bits) { return std::bit_cast<double>(bits); }
  static uint64_t keep(Number x) { return std::bit_cast<uint64_t>(x); }
  /// The result of arithmetic: one NaN for all, for payloads depend on the
  /// machine.
  static uint64_t store(Number x) {
    return std::isnan(x) ? 0x7ff8000000000000 : keep(x);
  }
  static uint64_t fromDouble(double x) { return store(x); }
  static uint64_t fma(Number a, Number b, Number c) {
    return store(std::fma(a, b, c));
  }
};

struct Binary32 {
  using Number = float;
  static Number load(uint64_t bits) {
    return std::bit_cast<float>(uint32_t(bits));
  }
  static uint64_t keep(Number x) { return std::bit_cast<uint32_t>(x); }
  static uint64_t store(Number x) {
    return std::isnan(x) ? 0x7fc00000 : keep(x);
  }
  static uint64_t fromDouble(double x) { return store(float(x)); }
  static uint64_t fma(Number a, Number b, Number c) {
    return store(std::fma(a, b, c));
  }
};

template <int Mantissa, int Exponent> struct BinarySmall {
  using Number = float;
  static Number load(uint64_t bits) {
    return smallToFloat(uint16_t(bits), Mantissa, Exponent);
  }
  static uint64_t keep(Number x) { return roundToSmall(x, Mantissa, Exponent); }
  static uint64_t store(Number x) { return fromDouble(x); }
  static uint64_t fromDouble(double x) {
    return std::isnan(x) ? ((1u << (Exponent + 1)) - 1) << (Mantissa - 1)
                         : roundToSmall(x, Mantissa, Exponent);
  }
  static uint64_t fma(Number a, Number b, Number c) {
    return fromDouble(fmaRoundedToOdd(a, b, c));
  }
};
using Binary16 = BinarySmall<10, 5>;
using BFloat16 = BinarySmall<7, 8>;

/// Calls `body` with the format of the float type.
template <class Body> auto withFormat(ScalarType type, Body body) {
  switch (type) {
  case ScalarType::F64:
    return body(Binary64());
  case ScalarType::F16:
    return body(Binary16());
  case ScalarType::BF16:
    return body(BFloat16());
  default:
    return body(Binary32());
  }
}

} // namespace vecify
