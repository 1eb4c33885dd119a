// See CountInBlocks.h.
#include "CountInBlocks.h"
#include "vecify/Nest/Range.h"
#include "vecify/Nest/TextInC.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

static SymbolId quotientOfTrip(Nest &nest, const IndexExpr &trip, int64_t count) {
  Symbol quotient;
  quotient.kind = Symbol::Param;
  quotient.name = operandInC(textInC(nest, trip)) + " / " + std::to_string(count);
  const std::optional<SymbolId> lone = trip.asSymbol();
  quotient.type = lone ? nest.symbols[*lone].type : ScalarType::I64;
  const Range range = rangeOf(nest, trip);
  if (range.hasLo())
    quotient.lo = range.lo / count;
  if (range.hasHi())
    quotient.hi = range.hi / count;
  for (SymbolId id : trip.symbols()) {
    quotient.needsIteration |= nest.symbols[id].needsIteration;
    llvm::append_range(quotient.reads, nest.symbols[id].reads);
  }
  nest.symbols.push_back(std::move(quotient));
  const SymbolId id = SymbolId(nest.symbols.size() - 1);
  // The loop runs, so this is rounded down.
  const IndexExpr rest = trip - IndexExpr::symbol(id) * IndexExpr(count);
  nest.known.push_back(rest);
  nest.known.push_back(IndexExpr(count - 1) - rest);
  return id;
}

void countInBlocks(Nest &nest, int64_t count) {
  const IndexExpr trip = nest.tripCount(0);
  Symbol &counter = nest.symbols[nest.rootIterator()];
  nest.writtenOut = Nest::WrittenOut{count, trip, counter.name};
  counter.name += "_by" + std::to_string(count);
  Loop &root = nest.loops[0];
  root.lower = IndexExpr(0);
  if (const std::optional<int64_t> constant = trip.asConstant())
    root.upper = IndexExpr(std::max<int64_t>(0, *constant) / count);
  else
    root.upper = IndexExpr::symbol(quotientOfTrip(nest, trip, count));
  if (root.likelyMost != INT64_MAX)
    root.likelyMost = std::max<int64_t>(1, root.likelyMost / count);
}

} // namespace vecify
