// Products of integers, each factor in the narrow type it comes from.
#pragma once
#include "NarrowIntegers/Ranges.h"

namespace vecify {

/// Exact factors of a product: `y` differs from lane to lane, `x` is a scalar or a constant where it is the same in all
/// of them.
struct NarrowProduct {
  ValueId x, y;
  ValueId term;              ///< what they are the factors of
  bool isSubtracted = false; ///< only where `x` is a constant
};

/// A factor that all lanes share.
inline bool isShared(const Function &f, ValueId v) { return f.typeOf(v).isScalar() || splatInt(f, v); }

/// Recognizes them: exact, as ranges say, or where 32 bits are summed modulo 2^32.
class NarrowProducts {
public:
  NarrowProducts(const Function &function, RangeTable &ranges) : F(function), Ranges(ranges) {}
  /// The factors of a value that sums of `sumBits` add up, which is their product.
  std::optional<NarrowProduct> factorsOf(ValueId v, unsigned sumBits);

private:
  ValueId withoutCasts(ValueId v);
  ValueId factor(ValueId v);

  const Function &F;
  RangeTable &Ranges;
};

} // namespace vecify
