// See RunTogether.h.
//
// A tile runs statement by statement, in each the rows one after the other; loops inside run for all rows at once, but
// for iterations which only some rows have. Those before what all have run first, those behind it last, row by row.
//
// In lock step, source and sink of a dependence between two rows are in the same phase or in the order of phases, and
// no loop inside runs backwards from source to sink (LoopFacts::anyLanes). Without loops inside, a later row may also
// read what the same statement, or one before it, has written for an earlier row.
#include "vecify/Nest/RunTogether.h"
#include "vecify/Nest/Occurrences.h"
#include "vecify/Nest/Permute.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

/// Statement by statement, rows in order: no dependence goes to a statement further up. Of a branch all is one
/// statement.
static bool goesDown(const Nest &nest, LoopId lanes, const Edge &edge) {
  const std::vector<NodeId> &body = nest.nodes[nest.loops[lanes].node].body;
  const std::vector<Occurrence> all = occurrences(nest);
  const auto statementOf = [&](AccessId access) {
    const auto at = llvm::find_if(all, [&](const Occurrence &o) { return o.access == access; });
    const NodeId outermost = at == all.end() ? NoId : at->branches.empty() ? at->node : at->branches.front().first;
    return llvm::find(body, outermost) - body.begin();
  };
  const auto source = statementOf(edge.source), sink = statementOf(edge.sink);
  return source <= sink && sink < ptrdiff_t(body.size());
}

bool mayRunTogether(const Nest &nest, const Facts &facts, LoopId rows, LoopId lanes) {
  const LoopFacts &row = facts.loops[rows], &lane = facts.loops[lanes];
  if (row.updatesCells)
    return false;
  if (row.parallel)
    return true;
  const llvm::SmallVector<LoopId, 4> band = perfectBand(nest, rows);
  if (!lane.parallel || lane.updatesCells || band.size() < 2 || band[1] != lanes)
    return false;
  const bool isInnermost = llvm::none_of(nest.loops, [&](const Loop &loop) { return loop.parent == lanes; });
  if (!row.anyLanes && !isInnermost)
    return false;
  size_t depth = 0;
  for (LoopId outer = nest.loops[lanes].parent; outer != NoId; outer = nest.loops[outer].parent)
    ++depth;
  return llvm::all_of(facts.edges, [&](const Edge &edge) {
    return edge.carriedBy != rows ||
           (depth < edge.distance.size() && edge.distance[depth] == 0 && (row.anyLanes || goesDown(nest, lanes, edge)));
  });
}

} // namespace vecify
