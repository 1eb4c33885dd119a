// How an odd number of registers is taken apart lane by lane, or put together.
#pragma once
#include "vecify/Target/Target.h"

namespace vecify {

/// Shuffles of registers of one type.
struct Shuffles {
  struct Step {
    unsigned x, y; ///< inputs first, then the results of the steps before
    llvm::SmallVector<int64_t, 64> lanes;
  };
  std::vector<Step> steps;
  llvm::SmallVector<unsigned, 8> results; ///< counted likewise
};

/// Lanes first, first + n.. of `n` registers, `n` odd: the cheapest way on the target.
Shuffles shufflesApart(const VectorType &type, int64_t n, int64_t first, const Target &target);

/// `n` registers lane by lane, `n` odd: likewise.
Shuffles shufflesTogether(const VectorType &type, int64_t n, const Target &target);

} // namespace vecify
