// Which dot product of a target computes a sum of products.
#pragma once
#include "NarrowProducts.h"

namespace vecify {

/// `group` products at a time, x's of the element `x` and y's of `y`.
struct DotForm {
  unsigned group = 4;
  ScalarType x = ScalarType::I8, y = ScalarType::I8;
  bool xFirst = true;   ///< the target multiplies bytes of certain signs in one order only
  bool movesY = false;  ///< y's are moved by 128 into the other sign: the sum is then too large by that often x
  bool byPairs = false; ///< mul_add_pairs and a sum, in place of dot_acc
};

/// The form for sums in `lanes` lanes, which takes most products at a time; nullopt where there is none.
std::optional<DotForm> dotFormOf(const Function &function, llvm::ArrayRef<NarrowProduct> products, int64_t lanes,
                                 const Target &target, RangeTable &ranges);

} // namespace vecify
