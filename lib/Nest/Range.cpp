// Interval arithmetic in int64 with infinite ends; sums and products saturate.
#include "vecify/Nest/Range.h"
#include <algorithm>

namespace vecify {

static constexpr int64_t Lowest = INT64_MIN, Highest = INT64_MAX;

static int64_t saturate(__int128 value) {
  return value <= Lowest ? Lowest : value >= Highest ? Highest : int64_t(value);
}

/// An end's product; an infinite end times zero is zero, for the other factor may be exactly that.
static int64_t multiply(int64_t a, int64_t b) {
  auto isInfinite = [](int64_t v) { return v == Lowest || v == Highest; };
  if (a == 0 || b == 0)
    return 0;
  if (isInfinite(a) || isInfinite(b))
    return (a < 0) == (b < 0) ? Highest : Lowest;
  return saturate(__int128(a) * b);
}

static Range multiply(Range a, Range b) {
  const auto [lo, hi] =
      std::minmax({multiply(a.lo, b.lo), multiply(a.lo, b.hi), multiply(a.hi, b.lo), multiply(a.hi, b.hi)});
  return {lo, hi};
}

static Range add(Range a, Range b) {
  return {a.hasLo() && b.hasLo() ? saturate(__int128(a.lo) + b.lo) : Lowest,
          a.hasHi() && b.hasHi() ? saturate(__int128(a.hi) + b.hi) : Highest};
}

template <typename RangeOfSymbol> static Range rangeOf(const IndexExpr &expr, RangeOfSymbol &&rangeOfSymbol) {
  if (expr.isPoisoned())
    return {};
  Range sum{0, 0};
  for (const IndexExpr::Term &term : expr.terms()) {
    Range product{term.coefficient, term.coefficient};
    for (SymbolId id : term.symbols)
      product = multiply(product, rangeOfSymbol(id));
    sum = add(sum, product);
  }
  return sum;
}

static Range declaredRange(const Symbol &param) { return {param.lo.value_or(Lowest), param.hi.value_or(Highest)}; }

/// A counter between its bounds' ranges.
template <typename RangeOfExpr> static Range counterRange(const Nest &nest, LoopId loop, RangeOfExpr &&rangeOfExpr) {
  const int64_t upper = rangeOfExpr(nest.loops[loop].upper).hi;
  return {rangeOfExpr(nest.loops[loop].lower).lo, upper == Highest || upper == Lowest ? upper : upper - 1};
}

Range rangeOf(const Nest &nest, const IndexExpr &expr) {
  return rangeOf(expr, [&](SymbolId id) {
    const Symbol &symbol = nest.symbols[id];
    if (symbol.kind == Symbol::Param)
      return declaredRange(symbol);
    return counterRange(nest, symbol.loop, [&](const IndexExpr &bound) { return rangeOf(nest, bound); });
  });
}

ParamRanges::ParamRanges(const Nest &nest) : TheNest(&nest) {
  for (const Symbol &symbol : nest.symbols)
    Params.push_back(declaredRange(symbol));
  for (const IndexExpr &known : nest.known)
    learn(known);
}

Range ParamRanges::of(SymbolId id) const {
  const Symbol &symbol = TheNest->symbols[id];
  if (symbol.kind == Symbol::Param)
    return Params[id];
  return counterRange(*TheNest, symbol.loop, [&](const IndexExpr &bound) { return of(bound); });
}

Range ParamRanges::of(const IndexExpr &expr) const {
  return rangeOf(expr, [&](SymbolId id) { return of(id); });
}

/// Rounds to the smaller integer; `divisor` > 0.
static int64_t floorDivide(int64_t value, int64_t divisor) { return value / divisor - (value % divisor < 0 ? 1 : 0); }

void ParamRanges::learn(const IndexExpr &expr) {
  if (expr.isPoisoned())
    return;
  for (SymbolId id : expr.symbols()) {
    if (TheNest->symbols[id].kind != Symbol::Param || expr.degreeIn(id) != 1)
      continue;
    const std::optional<int64_t> coefficient = expr.coefficientOf(id).asConstant();
    const Range rest = of(expr - expr.coefficientOf(id) * IndexExpr::symbol(id));
    // coefficient * param + rest >= 0, where rest <= its upper bound.
    if (!coefficient || !rest.hasHi() || rest.hi == Lowest || std::abs(*coefficient) > (1 << 30))
      continue;
    if (*coefficient > 0)
      Params[id].lo = std::max(Params[id].lo, -floorDivide(rest.hi, *coefficient));
    else
      Params[id].hi = std::min(Params[id].hi, floorDivide(rest.hi, -*coefficient));
  }
}

bool liesInObject(const Nest &nest, const Access &access) {
  // That what a pointer leads to is so long does not say that there is any.
  if (!nest.arrays[access.array].bytes || access.subs.empty() || !access.isAffine())
    return false;
  for (size_t d = 0; d < access.subs.size(); ++d) {
    const Range range = rangeOf(nest, access.subs[d]);
    if (d >= access.lengths.size() || range.lo < 0 || range.hi >= access.lengths[d].sure())
      return false;
  }
  return true;
}

bool isThereAnyway(const Nest &nest, const Access &access) {
  return nest.arrays[access.array].kind == Array::LocalObject && liesInObject(nest, access);
}

int64_t maxTripCount(const Nest &nest, LoopId loop) {
  return std::max<int64_t>(0, rangeOf(nest, nest.tripCount(loop)).hi);
}

bool isEntered(const Nest &nest, LoopId loop) {
  IndexExpr fewest = nest.tripCount(loop);
  // In the iterations of the loops around it that leave the fewest: `n - i` is 1 in the last one of `i < n`.
  for (LoopId outer = loop; rangeOf(nest, fewest).lo < 1;) {
    outer = nest.loops[outer].parent;
    if (outer == NoId)
      return false;
    const Loop &around = nest.loops[outer];
    if (!fewest.uses(around.iterator))
      continue;
    const std::optional<int64_t> slope =
        fewest.degreeIn(around.iterator) == 1 ? fewest.coefficientOf(around.iterator).asConstant() : std::nullopt;
    if (!slope)
      return false;
    fewest = fewest.substitute(around.iterator, *slope > 0 ? around.lower : around.upper - IndexExpr(1));
  }
  return true;
}

bool alwaysRuns(const Nest &nest, LoopId loop) {
  return (loop == 0 || !nest.mayLeaveEarly(loop)) && isEntered(nest, loop);
}

void assume(Nest &nest, const IndexExpr &expr, const std::string &why) {
  const auto implies = [&](const IndexExpr &a, const IndexExpr &b) { return rangeOf(nest, b - a).lo >= 0; };
  if (llvm::any_of(nest.assumptions, [&](const Assumption &other) { return implies(other.expr, expr); }))
    return;
  llvm::erase_if(nest.assumptions, [&](const Assumption &other) { return implies(expr, other.expr); });
  nest.assumptions.push_back({expr, why});
}

} // namespace vecify
