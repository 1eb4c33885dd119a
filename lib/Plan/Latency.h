// What a block of native ops waits for: values carried from step to step, stores that are read again.
#pragma once
#include "vecify/IR/Function.h"
#include "vecify/Target/Target.h"
#include <map>

namespace vecify {

/// Cycles that a load waits for a store of some of its bytes, which has to leave the pipeline first.
inline constexpr double StoreForwardStall = 20;

/// Cycles by which one block's latencies bound its steps.
class Latency {
public:
  Latency(const Function &code, const Target &target, BlockId block) : F(code), T(target), Body(code.blocks[block]) {}

  /// The longest path from a carried value at the top of the body to its next value.
  double carried() const;

  /// Steps that follow each other overlap as far as the core can hold what waits in them: a long chain of operations
  /// takes its latency, shared by the steps that wait at once. `waiting`: uops that are neither loads nor stores.
  double window(double waiting) const;

  /// The longest path from what an iteration reads to what a later one reads of it, by the iterations between. `step`:
  /// of the loop's counter.
  double throughMemory(int64_t step) const;

  /// Loads of what a masked store has left just before in the same iteration, which wait until that has left the
  /// pipeline, while others go on.
  double behindMasks() const;

  /// Vectors some of whose bytes a store of less has just written wait as well, others aside.
  double behindParts() const;

private:
  using Reach = std::map<ValueId, double>; ///< cycles by which it depends on the path's start
  Reach pathsFrom(ValueId start) const;
  void goThrough(const Block &body, Reach &reach) const;

  const Function &F;
  const Target &T;
  const Block &Body;
};

} // namespace vecify
