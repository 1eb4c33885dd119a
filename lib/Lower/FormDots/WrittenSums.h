// Sums of products that stand in one block: a*x + b*y + c*z + d, as filters with a known number of taps have them.
#pragma once
#include "NarrowProducts.h"

namespace vecify {

/// What one add or sub of 32-bit lanes amounts to, modulo 2^32.
struct WrittenSum {
  OpId root = 0;
  std::vector<NarrowProduct> products;
  struct Addend {
    ValueId value;
    bool isSubtracted;
  };
  std::vector<Addend> others;
};

/// Sums of two products at least; none is part of another one.
std::vector<WrittenSum> writtenSums(const Function &function, RangeTable &ranges, llvm::ArrayRef<unsigned> uses);

} // namespace vecify
