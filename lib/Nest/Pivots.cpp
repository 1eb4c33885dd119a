#include "vecify/Nest/Pivots.h"

namespace vecify {

std::optional<IndexExpr> pivotOf(const Nest &nest, const Edge &edge) {
  const Access &write = nest.accesses[edge.source], &read = nest.accesses[edge.sink];
  if (edge.kind != Edge::Flow || !write.isAffine() || !read.isAffine() || bytesOf(write.type) != bytesOf(read.type))
    return std::nullopt;
  const SymbolId counter = nest.rootIterator();
  const IndexExpr written = nest.byteAddress(write), place = nest.byteAddress(read);
  if (place.uses(counter) || written.degreeIn(counter) != 1)
    return std::nullopt;
  // written = start + step * counter; less than a whole step apart they do not meet, for steps are whole elements.
  const std::optional<int64_t> step = written.coefficientOf(counter).asConstant();
  if (!step || *step % int64_t(bytesOf(write.type)) != 0)
    return std::nullopt;
  const std::optional<IndexExpr> pivot = (place - written.substitute(counter, IndexExpr(0))).dividedBy(*step);
  return pivot && !pivot->isPoisoned() ? pivot : std::nullopt;
}

} // namespace vecify
