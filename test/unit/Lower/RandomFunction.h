// Random super-vector functions of the kind the planner builds: reads, C-like arithmetic with promotions, writes, loops
// with carried accumulators, masked tails.
#pragma once
#include "vecify/IR/Builder.h"
#include <random>

namespace vecify {

struct RandomOptions {
  int64_t lanes = 16;
  bool loops = true;       ///< a loop with carried accumulators, reduced at the end
  bool masks = false;      ///< a masked block behind it
  bool otherAccess = true; ///< reversed, strided, uniform and indirect accesses beside contiguous ones
  unsigned ops = 12;       ///< per block
};

Function randomFunction(uint64_t seed, const RandomOptions &options);

} // namespace vecify
