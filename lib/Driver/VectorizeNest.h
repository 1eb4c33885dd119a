// The pipeline for one tree of loops: which regions are rewritten, by which plans.
#pragma once
#include "vecify/Driver/Driver.h"

namespace vecify {

/// What was decided for one loop of the source.
struct LoopDecision {
  const LoopEntry *entry = nullptr;
  std::optional<Facts> facts;             ///< of its nest
  std::optional<Remark> decline;          ///< why there is no nest, no facts, or no plan
  std::vector<Candidates> candidates;     ///< per target; empty when declined before planning
  bool vectorized = false;                ///< this very loop is rewritten
  std::vector<LoopDecision> inner;
  double cyclesPerRun = 0;                ///< as decided, on the first target
};

struct PlanningContext {
  const std::vector<Target> &targets;
  PlanOptions plan;
  const Options &options;
};

/// A shape clause that names an inner loop belongs to that loop: hands it down.
void passShapesDown(LoopEntry &entry);

/// Decides for `entry` and the loops inside it: the root vectorized, or some of the inner ones, or nothing.
LoopDecision decide(const LoopEntry &entry, const PlanningContext &context);

/// True if this loop or one inside it is rewritten.
bool anyVectorized(const LoopDecision &decision);

} // namespace vecify
