// What a run costs by the bytes it moves between the caches.
#pragma once
#include "vecify/IR/Function.h"
#include "vecify/Target/Target.h"

namespace vecify {

/// What a run needs beside its instructions.
struct MemoryLoad {
  double expected = 0; ///< cycles for moving data, per iteration of the root, at the expected trip counts
  double large = 0;    ///< the same where all unknown trip counts are four times as many
  double growth = 1;   ///< of the instructions per iteration of the root, there

  /// Cycles of a run of `trip` root iterations whose instructions take `cycles`: the geometric mean over both sizes.
  /// The caches work while the core does, but near two limits code meets neither.
  double with(double cycles, double trip) const;
};

/// Bytes that come from the second-level cache, and from the third. Data that fits into a level as a whole is taken to
/// be there already. `trip`: the root's expected iterations; `isKnown`: they are no guess.
MemoryLoad memoryLoad(const Function &code, const Target &target, double trip, bool isKnown);

} // namespace vecify
