// Substitution of counters from the innermost out.
#include "Extremes.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

/// c is never beyond both a and b, whatever the params are: c == (m*a + n*b) / (m + n) for some positive m and n.
/// `fromA` is c - a, `fromB` is c - b.
static bool isBetween(const IndexExpr &fromA, const IndexExpr &fromB) {
  const auto &x = fromA.terms(), &y = fromB.terms();
  if (x.empty() || x.size() != y.size() || (x[0].coefficient < 0) == (y[0].coefficient < 0))
    return false;
  for (size_t t = 0; t < x.size(); ++t)
    if (x[t].symbols != y[t].symbols ||
        __int128(x[t].coefficient) * y[0].coefficient != __int128(y[t].coefficient) * x[0].coefficient)
      return false;
  return true;
}

void prune(std::vector<IndexExpr> &ends, End end, const ParamRanges &ranges) {
  const auto beats = [&](const IndexExpr &a, const IndexExpr &b) {
    return ranges.of(end == End::Lower ? b - a : a - b).lo >= 0;
  };
  std::vector<IndexExpr> kept;
  for (const IndexExpr &candidate : ends) {
    if (llvm::any_of(kept, [&](const IndexExpr &other) { return beats(other, candidate); }))
      continue;
    llvm::erase_if(kept, [&](const IndexExpr &other) { return beats(candidate, other); });
    kept.push_back(candidate);
  }
  for (size_t c = kept.size(); c-- > 0;) {
    std::vector<IndexExpr> from;
    for (const IndexExpr &other : kept)
      from.push_back(kept[c] - other);
    if (llvm::any_of(from, [&](const IndexExpr &a) {
          return llvm::any_of(from, [&](const IndexExpr &b) { return isBetween(a, b); });
        }))
      kept.erase(kept.begin() + c);
  }
  ends = std::move(kept);
}

std::optional<std::vector<IndexExpr>> extremes(const Nest &nest, const IndexExpr &expr, End end,
                                               const ParamRanges &ranges) {
  std::vector<IndexExpr> current = {expr};
  for (LoopId l = nest.loops.size(); l-- > 0;) {
    const Loop &loop = nest.loops[l];
    std::vector<IndexExpr> next;
    for (const IndexExpr &each : current) {
      if (each.isPoisoned() || each.degreeIn(loop.iterator) > 1)
        return std::nullopt;
      if (!each.uses(loop.iterator)) {
        next.push_back(each);
        continue;
      }
      const Range sign = ranges.of(each.coefficientOf(loop.iterator));
      if (end == End::Lower ? sign.hi > 0 : sign.lo < 0)
        next.push_back(each.substitute(loop.iterator, loop.lower));
      if (end == End::Lower ? sign.lo < 0 : sign.hi > 0)
        next.push_back(each.substitute(loop.iterator, loop.upper - 1));
      if (sign.lo == 0 && sign.hi == 0)
        next.push_back(each.substitute(loop.iterator, loop.lower));
    }
    // Low and high ends with an unknown sign: both extremes of both.
    prune(next, end, ranges);
    if (next.size() > MaxAlternatives)
      return std::nullopt;
    current = std::move(next);
  }
  if (llvm::any_of(current, [](const IndexExpr &e) { return e.isPoisoned(); }))
    return std::nullopt;
  return current;
}

} // namespace vecify
