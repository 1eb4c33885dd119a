// What a run costs by the bytes it moves between the caches.
#pragma once
#include "vecify/IR/Function.h"
#include "vecify/Target/Target.h"

namespace vecify {

/// Cycles that one run of the code spends on bringing data from the second-level cache, and from the third, at the
/// expected trip counts. Data that fits into a level as a whole is taken to be there already.
double memoryCycles(const Function &code, const Target &target);

/// Both together: the caches work while the core does, but near two limits code meets neither.
double withMemory(double cycles, double memory);

} // namespace vecify
