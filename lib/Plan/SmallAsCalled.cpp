#include "SmallAsCalled.h"
#include "vecify/Nest/Range.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <set>

namespace vecify {

static std::string smallFrom(const Nest &nest, LoopId first) {
  // Of a block compilers write all out; a row alone they make vectors of as well, if with more or less luck.
  constexpr double fewIterations = 64, fewOfRow = 16;
  double iterations = 1;
  std::set<SymbolId> counts;
  for (LoopId loop = first; loop < nest.loops.size(); ++loop) {
    iterations *= double(std::max<int64_t>(1, likelyIterations(nest, loop)));
    const auto symbols = nest.tripCount(loop).symbols();
    counts.insert(symbols.begin(), symbols.end());
  }
  if (iterations > (nest.loops.size() - first > 1 ? fewIterations : fewOfRow))
    return "";
  std::string sizes;
  for (SymbolId id : counts)
    if (const Symbol &symbol = nest.symbols[id]; symbol.likelyMost != INT64_MAX)
      sizes += llvm::formatv("{0}at most {1} as '{2}'", sizes.empty() ? "" : ", ", symbol.likelyMost, symbol.name);
  return sizes;
}

std::string smallAsCalled(const Nest &nest) { return smallFrom(nest, 0); }
std::string smallInsideAsCalled(const Nest &nest) { return smallFrom(nest, 1); }

} // namespace vecify
