// See RunTogether.h.
//
// In lock step, source and sink of a dependence between two rows are in the same phase or in the order of phases, and
// no loop inside runs backwards from source to sink (LoopFacts::anyLanes). A tile keeps that order: it runs statement
// by statement, in each the rows one after the other; loops inside run for all rows at once, but for iterations which
// only some rows have. Those before what all have run first, those behind it last, row by row.
#include "vecify/Nest/RunTogether.h"
#include "vecify/Nest/Permute.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

bool mayRunTogether(const Nest &nest, const Facts &facts, LoopId rows, LoopId lanes) {
  const LoopFacts &row = facts.loops[rows], &lane = facts.loops[lanes];
  if (row.updatesCells)
    return false;
  if (row.parallel)
    return true;
  const llvm::SmallVector<LoopId, 4> band = perfectBand(nest, rows);
  if (!row.anyLanes || !lane.parallel || lane.updatesCells || band.size() < 2 || band[1] != lanes)
    return false;
  size_t depth = 0;
  for (LoopId outer = nest.loops[lanes].parent; outer != NoId; outer = nest.loops[outer].parent)
    ++depth;
  return llvm::all_of(facts.edges, [&](const Edge &edge) {
    return edge.carriedBy != rows || (depth < edge.distance.size() && edge.distance[depth] == 0);
  });
}

} // namespace vecify
