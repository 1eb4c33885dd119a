// Loop distribution: statements that may run in lanes apart from those that run one iteration after the other.
//
//     for i                                     in strips of a few hundred iterations:
//       s = s * 0.9f + (x[i] * x[i] + 1);         for i: s_in[i] = x[i] * x[i] + 1        lanes
//       y[i] = sqrtf(s);                          for i: s = s * 0.9f + s_in[i]; s_strip[i] = s
//                                                 for i: y[i] = sqrtf(s_strip[i])         lanes
//
// The statements are the nodes of a graph whose edges say what must come first: dependences through memory at any
// distance, and through scalars. Cycles stay together; their order is a topological one. A scalar that one part sets
// and another reads lives in a buffer of one strip, so that its values of different iterations are different places.
// Source: Allen & Kennedy, Optimizing Compilers for Modern Architectures, 2.4 and 5.3.
#pragma once
#include "vecify/Nest/Facts.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace vecify {

struct Distribution {
  /// Statements of the root's body that share a loop.
  struct Part {
    std::vector<NodeId> body;
    bool hasLanes = false;      ///< else one iteration after the other
    std::vector<LocalId> takes; ///< set by a part before and read here
    std::vector<LocalId> gives; ///< set here and read by a part behind
  };
  std::vector<Part> parts; ///< in the order in which they run
  int64_t maxLanes = INT64_MAX;
  bool needsLastIteration = false; ///< as Legality's
};

/// The nest with more and smaller statements in the root's body: of statements that lie on a cycle of dependences, what
/// does not take part in it is computed by a statement of its own before them; a scalar of the iteration before that
/// others read is copied for them. Each new statement computes what C would have, just before C would have.
Nest withCyclesSplit(const Nest &nest, const Facts &facts);

/// The statements of the root's body that must share a loop, each group and all of them in an order that keeps every
/// dependence.
std::vector<std::vector<NodeId>> statementGroups(const Nest &nest, const Facts &facts);

/// Groups side by side in one part, as few parts as the order allows; `hasLanes`: of each group.
///
/// nullopt where a scalar that one part sets and another reads cannot lie in memory.
std::optional<std::vector<Distribution::Part>> partsOf(const Nest &nest, const Facts &facts,
                                                       llvm::ArrayRef<std::vector<NodeId>> groups,
                                                       llvm::ArrayRef<bool> hasLanes);

/// The nest of one part alone, for analysis: what parts before it set, its iterations begin with.
Nest nestOfPart(const Nest &nest, llvm::ArrayRef<NodeId> body);

} // namespace vecify
