// Ground truth by enumeration: every access of a nest with concrete parameters, in C's order, without the library's
// own notions of occurrences and phases.
#pragma once
#include "vecify/Nest/Nest.h"
#include <functional>
#include <map>
#include <random>

namespace vecify {

/// Concrete parameters and bases, and the memory that a run starts from.
struct World {
  std::map<SymbolId, int64_t> params;
  std::vector<int64_t> bases; ///< byte address of each array
};

/// One executed access. The key orders C's execution: counters and textual positions from the root inwards.
struct TracedAccess {
  AccessId access = NoId;
  int64_t address = 0;
  std::vector<int64_t> key;
  /// Loops around it and where in `key` their counters are.
  std::vector<std::pair<LoopId, unsigned>> loops;
};

/// All accesses that are executed if every `if` runs both of its sides.
std::vector<TracedAccess> trace(const Nest &nest, const World &world);

/// x and y touch a common byte and one of them writes.
bool conflicts(const Nest &nest, const TracedAccess &x, const TracedAccess &y);

/// The loop that carries the pair x before y, or NoId if all common counters are equal.
LoopId carrier(const TracedAccess &x, const TracedAccess &y);

/// Smallest distance along `loop` of a conflict that it carries and whose phases do not go forward; 0: none.
int64_t smallestBlocked(const Nest &nest, const std::vector<TracedAccess> &all, LoopId loop);

/// How lanes run: `vectorized` in blocks of `lanes` that begin `peel` iterations after its start.
struct Lanes {
  LoopId vectorized = NoId; ///< NoId: plain C
  int64_t lanes = 1, peel = 0;
  bool mergeStores = false; ///< if (c) p = e; else p = f;  reads e and f before the one store
};

/// Runs the nest on hash-valued memory (what is stored is a hash of what was read) and returns the memory written.
/// Lanes of one phase run in an arbitrary order. `written`: by what ran before.
std::map<int64_t, uint64_t> run(const Nest &nest, const World &world, const Lanes &lanes,
                                std::map<int64_t, uint64_t> written = {});

} // namespace vecify
