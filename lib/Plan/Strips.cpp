#include "Strips.h"
#include "Enumerate.h"
#include "vecify/Nest/Range.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

/// Iterations of a strip: many enough for the loops to be long, few enough for the buffers to stay in the first cache.
static constexpr int64_t StripSize = 256;

static int64_t bytesPerIteration(const Variant &variant) {
  int64_t bytes = 0;
  for (const Distribution::Part &part : variant.distribution->parts)
    for (LocalId l : part.gives)
      bytes += bytesOf(variant.nest.locals[l].type);
  return bytes;
}

Legality enumerateStrips(const Variant &variant, const Target &target, const PlanOptions &options, bool isDrawn,
                         std::vector<Plan> &plans) {
  Legality legality;
  legality.maxLanes = unsigned(std::min<int64_t>(legality.maxLanes, variant.distribution->maxLanes));
  legality.needsLastIteration = variant.distribution->needsLastIteration;
  if (target.aie)
    return legality;
  for (Plan &plan : enumerate(variant.nest, variant.facts, legality, target, 0)) {
    const int64_t lanes = int64_t(plan.lanes) * plan.unroll;
    if (plan.tail != Tail::Epilogue || plan.unroll > 4 || lanes > StripSize)
      continue;
    // Tiny strips: what a test's short loops have several of.
    for (const int64_t size : {StripSize, 2 * lanes}) {
      if ((size != StripSize && !isDrawn) || size * bytesPerIteration(variant) > int64_t(options.stackBytes))
        continue;
      plan.number = unsigned(plans.size());
      plan.strips = Strips{*variant.distribution, size};
      plans.push_back(plan);
    }
  }
  return legality;
}

} // namespace vecify
