// Dependences between two accesses, and which of them lock-step lanes would reverse.
#pragma once
#include "Conflict.h"
#include "vecify/Nest/Facts.h"

namespace vecify {

/// An edge with what it means for lanes of the loop that carries it.
struct Dependence {
  Edge edge;
  /// Smallest distance along the carrying loop of a pair whose phases do not go forward; nullopt: none, so any
  /// number of lanes keeps the order.
  std::optional<int64_t> blockedAt;
  /// The pair it was found for, in the order of the search, not of execution.
  const Occurrence *a = nullptr, *b = nullptr;
};

/// Appends every dependence between the two (in both directions, carried by each common loop or by none). `a` and `b`
/// may be the same occurrence. At least one must write.
void findDependences(const Scop::Impl &scop, const Occurrence &a, const Occurrence &b, std::vector<Dependence> &result);

/// The accesses touch common bytes in different iterations of one of the `depth` outermost loops around both, if their
/// bases are equal.
bool conflictAcrossIterations(const Scop::Impl &scop, const Occurrence &a, const Occurrence &b, unsigned depth);

} // namespace vecify
