// When do two accesses of one array touch a common byte?
#pragma once
#include "Model.h"

namespace vecify {

/// The pairs of instances (x of a, y of b) with common bytes and with equal counters of the first `shared` loops.
struct Conflict {
  /// Domains, knowledge and the equations.
  LinearSystem system;
  /// The part about addresses alone; a superset of the common bytes where not `isExact`.
  std::vector<IndexExpr> equations, inequalities;
  /// Some part of the address is not known: not affine, or a product that could not be taken apart.
  bool isExact = true;
  /// Certainly no common byte.
  bool isImpossible = false;
  /// Parameters that do not cancel decide.
  bool dependsOnParams = false;
};

/// Bases are taken as equal, also those of two arrays. shared <= number of common loops.
Conflict conflictOf(const Scop::Impl &scop, const Occurrence &a, const Occurrence &b, unsigned shared);

} // namespace vecify
