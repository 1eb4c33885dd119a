// What a run costs by the bytes it moves between the caches.
#pragma once
#include "vecify/Plan/Plan.h"

namespace vecify {

/// Bytes that come from the second-level cache, and from the third. Data that fits into a level as a whole is taken to
/// be there already. `trip`: the root's expected iterations; `isKnown`: they are no guess.
MemoryLoad memoryLoad(const Function &code, const Target &target, double trip, bool isKnown);

} // namespace vecify
