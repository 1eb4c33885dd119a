// See RunTogether.h.
//
// A tile runs statement by statement, in each the rows one after the other; loops inside run for all rows at once, but
// for iterations which only some rows have. Those before what all have run first, those behind it last, row by row.
//
// In lock step, source and sink of a dependence between two rows are in the same phase or in the order of phases, and
// no loop inside runs backwards from source to sink (LoopFacts::anyLanes). In an innermost loop a later row may also
// read what the same statement, or one before it, has written for an earlier row in the same iteration.
#include "vecify/Nest/RunTogether.h"
#include "vecify/Nest/Occurrences.h"
#include "vecify/Nest/Permute.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

/// Both ends are in the same iteration of one innermost loop right inside of `rows`, and the sink in no statement
/// further up. Of a branch all is one statement.
static bool goesDown(const Nest &nest, LoopId rows, const std::vector<Occurrence> &all, const Edge &edge) {
  const auto endOf = [&](AccessId access) {
    return llvm::find_if(all, [&](const Occurrence &o) { return o.access == access; });
  };
  const auto source = endOf(edge.source), sink = endOf(edge.sink);
  const size_t depth = depthOf(nest, rows) + 1;
  if (source == all.end() || sink == all.end() || source->loops != sink->loops || source->loops.size() != depth + 1 ||
      depth >= edge.distance.size() || edge.distance[depth] != 0)
    return false;
  const LoopId loop = source->loops.back();
  const std::vector<NodeId> &body = nest.nodes[nest.loops[loop].node].body;
  if (llvm::any_of(nest.loops, [&](const Loop &inner) { return inner.parent == loop; }))
    return false;
  const auto statementOf = [&](const Occurrence &o) {
    return llvm::find_if(body, [&](NodeId id) {
      return id == o.node || llvm::any_of(o.branches, [&](const auto &branch) { return branch.first == id; });
    });
  };
  return statementOf(*source) <= statementOf(*sink) && statementOf(*sink) != body.end();
}

bool mayRunTogether(const Nest &nest, const Facts &facts, LoopId rows, LoopId lanes) {
  const LoopFacts &row = facts.loops[rows], &lane = facts.loops[lanes];
  if (row.updatesCells)
    return false;
  if (row.parallel)
    return true;
  if (!lane.parallel || lane.updatesCells || nest.loops[lanes].parent != rows)
    return false;
  const size_t depth = depthOf(nest, lanes);
  const auto staysInLane = [&](const Edge &edge) { return depth < edge.distance.size() && edge.distance[depth] == 0; };
  const bool isLockStep = row.anyLanes && perfectBand(nest, rows).size() > 1;
  const std::vector<Occurrence> all = isLockStep ? std::vector<Occurrence>() : occurrences(nest);
  return llvm::all_of(facts.edges, [&](const Edge &edge) {
    return edge.carriedBy != rows || (isLockStep ? staysInLane(edge) : goesDown(nest, rows, all, edge));
  });
}

} // namespace vecify
