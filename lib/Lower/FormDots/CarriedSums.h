// Sums of products that a loop carries: s + x0 * y0 + x1 * y1 + .., each factor in the narrow type it comes from.
#pragma once
#include "NarrowProducts.h"

namespace vecify {

/// One carried value of a loop, of 32 or 64 bits, which wraps.
struct CarriedSum {
  unsigned carried = 0; ///< which
  std::vector<NarrowProduct> products;
  std::vector<OpId> adds; ///< of the chain; the last one gives the yielded value
};

/// What `loop`, a For, carries as nothing but a sum of products of integers.
std::vector<CarriedSum> carriedSums(const Function &function, const Op &loop, RangeTable &ranges,
                                    llvm::ArrayRef<unsigned> uses);

} // namespace vecify
