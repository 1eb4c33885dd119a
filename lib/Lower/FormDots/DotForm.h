// Which dot product of a target computes a sum of products.
#pragma once
#include "NarrowProducts.h"

namespace vecify {

/// `group` products at a time, x's of the element `x` and y's of `y`.
struct DotForm {
  unsigned group = 4;
  ScalarType x = ScalarType::I8, y = ScalarType::I8;
  bool xFirst = true;  ///< the target multiplies bytes of certain signs in one order only
  bool movesY = false; ///< y's are moved by 128 into the other sign: the sum is then too large by that often x
  OpKind kind = OpKind::DotAccumulate; ///< or MulAddPairs, MulAddQuads and a sum

  ScalarType sum() const { return kind == OpKind::MulAddQuads ? ScalarType::I64 : ScalarType::I32; }
};

/// The form for sums of `bits` in `lanes` lanes, which takes most products at a time; nullopt where there is none.
std::optional<DotForm> dotFormOf(const Function &function, llvm::ArrayRef<NarrowProduct> products, unsigned bits,
                                 int64_t lanes, const Target &target, RangeTable &ranges);

} // namespace vecify
