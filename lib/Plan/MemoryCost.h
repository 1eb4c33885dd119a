// What a run costs by the bytes it moves between the caches.
#pragma once
#include "vecify/Plan/Plan.h"

namespace vecify {

/// Bytes that come from the caches behind the first one, and from DRAM. Data that fits into a level as a whole is taken
/// to be there already. `trip`: the root's expected iterations; `isKnown`: they are no guess. `larger`: how many times
/// as large an unknown trip count may well be. Of what moves into a level only its share counts, if there are shares.
MemoryLoad memoryLoad(const Function &code, const Target &target, double trip, bool isKnown, double larger = 4,
                      llvm::ArrayRef<double> shares = {});

} // namespace vecify
