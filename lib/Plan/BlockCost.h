// What a block of native ops costs: a walk over exactly the ops that would be printed.
#pragma once
#include "vecify/Plan/Plan.h"
#include <optional>
#include <vector>

namespace vecify {

/// Of lanes that leave a loop at different times: how much longer the last one is in it, for each doubling of lanes. As
/// many as leave in each iteration with the same probability: the harmonic numbers.
constexpr double DivergencePerDoubling = 0.62;
/// How often some lane of a block takes a branch that lanes may jump over together.
constexpr double TakenByAny = 0.5;
/// Whether the condition is that of such a branch.
bool isOfAnyLane(const Function &code, ValueId condition);

/// A branch by which its loop stops: what it yields first is true, and nothing else happens there.
bool isExit(const Function &code, const Op &branch);

struct BlockCost {
  double cycles = 0;          ///< of one pass, loops inside included
  double uops = 0;            ///< issue slots, loops inside not included
  unsigned bytes = 0;         ///< of code, estimated
  unsigned liveRegisters = 0; ///< most vector registers alive at once, loops inside included
  bool lowersClock = false;   ///< Target::widestSlowdown counts
  Limit limit = Limit::Unknown;
};

/// One pass through `block`; when it `repeats`, the latency of carried values and the loop's own branch bound it too.
///
/// The bounds are the issue slots, the busiest set of ports (loads and stores are ports as well), the latency of what
/// is carried, in registers or through memory, and a taken branch a cycle. They are joined by a high power mean: code
/// near two limits meets neither. Registers beyond the file cost a store and a load each. (A sum of latencies would say
/// 10 cycles for a 6x16 sgemm step; the truth is 6.)
/// `leastStep`: Target::leastStep, where that can be seen. `columns`: what loops of unknown length run; else
/// UnknownTrip iterations, with any remainder.
BlockCost costOf(const Function &code, BlockId block, bool repeats, const Target &target, double leastStep = 1,
                 std::optional<double> columns = std::nullopt);

} // namespace vecify
