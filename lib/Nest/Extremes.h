// The least and greatest values of a polynomial over all iterations, as polynomials over the parameters.
//
//     for i in [0, n) for j in [0, i]:   2*j + 1   least: 1   greatest: 2*n - 1
//
// A polynomial that is linear in a counter is extreme at one of the counter's ends, so counters are substituted from
// the innermost out. Where the sign of the coefficient depends on parameters, both ends are alternatives. A counter's
// bounds use outer counters only, and the outer range covers every iteration, also those in which the inner loop is
// empty: the range can only be too wide.
#pragma once
#include "vecify/Nest/Range.h"

namespace vecify {

/// Alternatives beyond this make a guard longer than it is worth.
inline constexpr size_t MaxAlternatives = 12;

enum class End { Lower, Upper };

/// Eliminates all counters; the least (greatest) of the alternatives is the end. nullopt if `expr` is not linear in a
/// counter or has too many alternatives.
std::optional<std::vector<IndexExpr>> extremes(const Nest &nest, const IndexExpr &expr, End end,
                                               const ParamRanges &ranges);

/// Drops every alternative that another one, or the one or the other of two, beats whatever the params are.
void prune(std::vector<IndexExpr> &ends, End end, const ParamRanges &ranges);

/// What holds of the params if the loop runs at all.
inline void learnThatItRuns(const Nest &nest, LoopId loop, ParamRanges &ranges) {
  const IndexExpr atLeastOne = nest.tripCount(loop) - 1;
  if (nest.isOverParams(atLeastOne))
    ranges.learn(atLeastOne);
}

} // namespace vecify
