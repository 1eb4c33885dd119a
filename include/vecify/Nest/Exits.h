// The order of a loop that may be left early.
//
//     t = 2 * x[i];              t = 2 * x[i];
//     s = s + t;                 exit if t > most
//     exit if t > most           s = s + t;
//
// A block of iterations runs only if none of them leaves, so what decides that is computed before all else. An
// iteration that leaves is run by the source's loop, as a whole: what stood in front of its exit may move behind it.
#pragma once
#include "vecify/Nest/Nest.h"
#include "vecify/Support/Decline.h"
#include <optional>

namespace vecify {

/// for (i = 0;; i++) { if (i >= n) break; .. }: exits in front of all else that only count become the trip count.
void countExits(Nest &nest);

/// Moves the exits, and the scalars that they need, to the front of the root's body. Reads that move over stores to
/// other arrays become *early*. Why that cannot be, where it cannot.
std::optional<Remark> putExitsFirst(Nest &nest);

/// How many of the root's statements stand in front of its last exit, that included.
size_t statementsOfExits(const Nest &nest);

/// Nothing stands behind the exits: the loop only looks for where it ends.
bool onlySearches(const Nest &nest);

/// Iterations of such a search that are done one by one in front of the first block.
inline constexpr int64_t LookedAtFirst = 8;

/// Iterations of a loop in which nothing counts: no object in memory is so large.
inline constexpr int64_t Uncounted = int64_t(1) << 56;
/// The data alone ends the loop, or a counter that has no end of its own.
bool isUncounted(const Nest &nest, LoopId loop = 0);

} // namespace vecify
