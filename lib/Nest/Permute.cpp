// See Permute.h. Source of the legality condition: Allen & Kennedy, Optimizing Compilers for Modern Architectures, 5.2.
#include "vecify/Nest/Permute.h"
#include "vecify/Nest/Exposed.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

llvm::SmallVector<LoopId, 4> perfectBand(const Nest &nest, LoopId outermost) {
  llvm::SmallVector<LoopId, 4> band = {outermost};
  for (;;) {
    const std::vector<NodeId> &body = nest.nodes[nest.loops[band.back()].node].body;
    if (body.size() != 1 || nest.nodes[body[0]].kind != Node::Loop)
      return band;
    band.push_back(nest.nodes[body[0]].loop);
  }
}

unsigned depthOf(const Nest &nest, LoopId loop) {
  unsigned depth = 0;
  for (LoopId outer = nest.loops[loop].parent; outer != NoId; outer = nest.loops[outer].parent)
    ++depth;
  return depth;
}

/// The distance is zero along the loops around its carrier and positive along that; what is further in may be anything.
/// The first loop of the new order along which it is not zero must be one along which it is positive.
static bool staysForward(const Edge &edge, llvm::ArrayRef<LoopId> band, llvm::ArrayRef<LoopId> order, unsigned depth) {
  const auto *carrier = llvm::find(band, edge.carriedBy);
  if (carrier == band.end())
    return true;
  for (LoopId loop : order) {
    if (loop == edge.carriedBy)
      return true;
    const auto *place = llvm::find(band, loop);
    if (place < carrier)
      continue;
    const size_t component = depth + (place - band.begin());
    const std::optional<int64_t> distance = component < edge.distance.size() ? edge.distance[component] : std::nullopt;
    if (!distance || *distance < 0)
      return false;
    if (*distance > 0)
      return true;
  }
  return true;
}

bool hasBoundsInOrder(const Nest &nest, llvm::ArrayRef<LoopId> order) {
  for (size_t p = 0; p < order.size(); ++p)
    for (LoopId inner : order.drop_front(p)) {
      const SymbolId counter = nest.loops[inner].iterator;
      if (nest.loops[order[p]].lower.uses(counter) || nest.loops[order[p]].upper.uses(counter))
        return false;
    }
  return true;
}

/// Every scalar that an iteration of the innermost loop assigns is its own.
static bool keepsScalars(const Nest &nest, LoopId innermost) {
  const std::vector<NodeId> &body = nest.nodes[nest.loops[innermost].node].body;
  const llvm::BitVector exposed = exposedLocals(nest, body), assigned = assignedLocals(nest, body);
  for (LocalId l = 0; l < nest.locals.size(); ++l)
    if (assigned.test(l) && (exposed.test(l) || nest.locals[l].isLiveOut))
      return false;
  return true;
}

bool mayPermute(const Nest &nest, const Facts &facts, llvm::ArrayRef<LoopId> band, llvm::ArrayRef<LoopId> order) {
  const unsigned depth = depthOf(nest, band[0]);
  return hasBoundsInOrder(nest, order) && keepsScalars(nest, band.back()) &&
         llvm::all_of(facts.edges, [&](const Edge &edge) { return staysForward(edge, band, order, depth); });
}

Nest permuted(const Nest &nest, llvm::ArrayRef<LoopId> band, llvm::ArrayRef<LoopId> order) {
  Nest result = nest;
  if (!result.reordered)
    result.reordered = Nest::Reordered{nest.tripCount(0), nest.symbols[nest.rootIterator()].name, nest.root().name};
  for (size_t p = 0; p < band.size(); ++p) {
    const Loop &from = nest.loops[order[p]];
    Loop &to = result.loops[band[p]];
    to.iterator = from.iterator;
    to.lower = from.lower;
    to.upper = from.upper;
    to.likelyMost = from.likelyMost;
    to.name = from.name;
    to.loc = from.loc;
    result.symbols[to.iterator].loop = band[p];
  }
  return result;
}

} // namespace vecify
