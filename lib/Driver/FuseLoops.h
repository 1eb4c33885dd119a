// Loops of the source that stand one behind the other, run as one where that is faster.
#pragma once
#include "VectorizeNest.h"

namespace vecify {

/// Neighbours among `decisions`, which are in the source's order, give way to one decision for both, again and again.
void fuseNeighbours(std::vector<LoopDecision> &decisions, const PlanningContext &context);

} // namespace vecify
