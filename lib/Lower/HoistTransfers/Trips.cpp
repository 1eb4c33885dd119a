// See Trips.h.
#include "Trips.h"
#include "NarrowIntegers/Ranges.h"

namespace vecify {

IndexExpr polynomialOf(const Function &f, ValueId v) {
  if (const Op *index = definedBy(f, v, OpKind::IndexValue)) {
    if (!isInteger(f.typeOf(v).element) || bitsOf(f.typeOf(v).element) != 64)
      return IndexExpr::symbol(v);
    return index->index.substituteAll([&](SymbolId s) { return polynomialOf(f, s); });
  }
  if (const Op *constant = definedBy(f, v, OpKind::Constant))
    return IndexExpr(constant->intValue);
  return IndexExpr::symbol(v);
}

static bool followsFromGuard(const Function &f, const IndexExpr &expr) {
  for (const RuntimeGuard &guard : f.guards) {
    if (guard.kind != RuntimeGuard::NonNegative)
      continue;
    std::optional<int64_t> slack = (expr - guard.expr).asConstant();
    if (slack && *slack >= 0)
      return true;
  }
  return false;
}

static bool followsFromRanges(const Function &f, const IndexExpr &expr) {
  ValueRange sum(0, 0);
  for (const IndexExpr::Term &term : expr.terms()) {
    ValueRange product = ValueRange::of(term.coefficient);
    for (SymbolId symbol : term.symbols)
      product = product.times(rangeOf(f, symbol));
    sum = sum.plus(product);
  }
  return sum.lo >= 0;
}

/// x & -m with m = 2^k is at least m where x is.
static bool followsFromRounding(const Function &f, const IndexExpr &expr) {
  for (SymbolId symbol : expr.symbols()) {
    const Op *rounded = definedBy(f, symbol, OpKind::And);
    if (!rounded || expr.degreeIn(symbol) != 1 || !(expr.coefficientOf(symbol) == IndexExpr(1)))
      continue;
    std::optional<int64_t> mask = splatInt(f, rounded->operands[1]);
    if (!mask || *mask >= 0 || !log2Exact(-*mask))
      continue;
    IndexExpr count = polynomialOf(f, rounded->operands[0]);
    IndexExpr atLeast = expr - IndexExpr::symbol(symbol) + IndexExpr(-*mask);
    std::optional<int64_t> rest = atLeast.asConstant();
    if (rest && *rest >= 0 && isNonNegative(f, count + IndexExpr(*mask)))
      return true;
  }
  return false;
}

bool isNonNegative(const Function &f, const IndexExpr &expr) {
  if (std::optional<int64_t> constant = expr.asConstant())
    return *constant >= 0;
  return followsFromGuard(f, expr) || followsFromRanges(f, expr) || followsFromRounding(f, expr);
}

bool runsAtLeastOnce(const Function &f, ValueId lower, ValueId upper) {
  return isNonNegative(f, polynomialOf(f, upper) - polynomialOf(f, lower) - IndexExpr(1));
}

} // namespace vecify
