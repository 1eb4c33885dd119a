// What values an integer can have, as an interval of exact integers.
//
// Loop-carried values have the range of their type, and what may wrap has the range of its type: that is enough for
// what C's promotions hide, arithmetic on u8 and i16 operands, constants, masks and shifts.
#pragma once
#include "Match.h"
#include <algorithm>
#include <array>

namespace vecify {

/// [lo, hi] in Z; ends beyond int64 saturate, which only makes the interval larger.
struct ValueRange {
  __int128 lo = 0, hi = 0;
  ValueRange() = default;
  ValueRange(__int128 lo, __int128 hi) : lo(lo), hi(hi) {}
  static ValueRange of(int64_t value) { return {value, value}; }
  /// All values of a type.
  static ValueRange ofType(ScalarType type);

  bool fits(ScalarType type) const;
  bool isConstant() const { return lo == hi; }
  ValueRange plus(const ValueRange &other) const { return {saturated(lo + other.lo), saturated(hi + other.hi)}; }
  ValueRange minus(const ValueRange &other) const { return {saturated(lo - other.hi), saturated(hi - other.lo)}; }
  ValueRange times(const ValueRange &other) const;
  ValueRange joined(const ValueRange &other) const;
  bool operator==(const ValueRange &) const = default;

private:
  /// Far beyond any type, and so that two ends can be added.
  static __int128 saturated(__int128 end) {
    constexpr __int128 Far = __int128(1) << 125;
    return std::clamp(end, -Far, Far);
  }
};

/// Range of an integer value, scalar or per lane, from the ops not too far above it. For patterns.
ValueRange rangeOf(const Function &f, ValueId v);

/// The four weights of each lane, where `v` holds the same ones in all lanes: bytes of a constant.
std::optional<std::array<int64_t, 4>> byteWeights(const Function &f, ValueId v);
/// w0*a + w1*b and w2*c + w3*d fit 16 bits for all a to d in `data`.
bool pairSumsFit(const ValueRange &data, const std::array<int64_t, 4> &weights);

/// Ranges of all values of one function, computed once each.
class RangeTable {
public:
  explicit RangeTable(const Function &function);
  const ValueRange &operator[](ValueId v);

private:
  const Function &F;
  std::vector<std::optional<ValueRange>> Known;
};

/// The narrowest integer type of at most `bits` bits that holds the range, unsigned if it is not negative.
std::optional<ScalarType> narrowestType(const ValueRange &range);

} // namespace vecify
