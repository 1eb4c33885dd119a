// What is known of the values of polynomials, and what has to be checked on entry because it is not.
//
//     unsigned i, off;   for (i = 0; i < n; i++) a[i + off]
//     i + off is largest for i = n - 1:    assume 4294967295 - (n - 1 + off) >= 0
#include "NestExtractor.h"
#include "vecify/Nest/Range.h"

using namespace clang;

namespace vecify {

/// Closed interval in 128 bits; an end that is not known is as far out as 128 bits let us compute safely.
struct NestExtractor::Interval {
  __int128 lo = -limit(), hi = limit();
  static __int128 limit() { return __int128(1) << 120; }

  static __int128 clamp(__int128 value) { return std::max(-limit(), std::min(limit(), value)); }
  Interval operator+(const Interval &other) const { return {clamp(lo + other.lo), clamp(hi + other.hi)}; }
  Interval operator*(const Interval &other) const {
    __int128 ends[4];
    unsigned count = 0;
    for (__int128 a : {lo, hi})
      for (__int128 b : {other.lo, other.hi}) {
        __int128 product;
        if (__builtin_mul_overflow(a, b, &product))
          product = (a < 0) == (b < 0) ? limit() : -limit();
        ends[count++] = clamp(product);
      }
    return {*std::min_element(ends, ends + 4), *std::max_element(ends, ends + 4)};
  }
};

NestExtractor::Interval NestExtractor::intervalOf(const IndexExpr &poly) const {
  Interval sum{0, 0};
  for (const IndexExpr::Term &term : poly.terms()) {
    Interval product{term.coefficient, term.coefficient};
    for (SymbolId id : term.symbols) {
      const Symbol &symbol = Result.symbols[id];
      Interval range;
      if (symbol.kind == Symbol::Param) {
        range.lo = symbol.lo ? *symbol.lo : std::numeric_limits<int64_t>::min();
        range.hi = symbol.hi ? *symbol.hi : std::numeric_limits<int64_t>::max();
      } else if (symbol.loop < Result.loops.size()) {
        const Loop &loop = Result.loops[symbol.loop];
        range.lo = intervalOf(loop.lower).lo;
        range.hi = std::max(range.lo, intervalOf(loop.upper).hi - 1);
      }
      product = product * range;
    }
    sum = sum + product;
  }
  return sum;
}

/// What is known of n is known of n / 2 and n >> 1; n % 8 and n & 7 are below 8 whatever n is.
void NestExtractor::noteRange(SymbolId id, BinaryOperatorKind opcode, const Value &left, const Value &right) {
  Symbol &symbol = Result.symbols[id];
  const auto constantOf = [](const Value &value) {
    return value.index && value.index->isExact ? value.index->poly.asConstant() : std::nullopt;
  };
  const std::optional<int64_t> divisor = constantOf(right);
  Interval range{minValue(symbol.type), maxValue(symbol.type)};
  if (symbol.type == ScalarType::U64)
    range = {0, UINT64_MAX};
  // intervalOf takes parameters for counts, which stay below 2^63; as values they may be anything.
  const auto isWholeU64 = [&](SymbolId s) {
    const Symbol &param = Result.symbols[s];
    return param.kind == Symbol::Param && param.type == ScalarType::U64 && !param.hi;
  };
  if (left.index && left.index->isExact && left.index->needs.empty() &&
      llvm::none_of(left.index->poly.symbols(), isWholeU64)) {
    const Interval known = intervalOf(left.index->poly);
    range = {std::max(range.lo, known.lo), std::min(range.hi, known.hi)};
  }
  if (opcode == BO_Div && divisor && *divisor > 0)
    range = {range.lo / *divisor, range.hi / *divisor};
  else if (opcode == BO_Shr && divisor && *divisor >= 0 && *divisor < 64)
    range = {range.lo >> *divisor, range.hi >> *divisor};
  else if (opcode == BO_Rem && divisor && *divisor > 0)
    range = {range.lo >= 0 ? 0 : 1 - *divisor, range.hi <= 0 ? 0 : *divisor - 1};
  else if (const std::optional<int64_t> mask = divisor ? divisor : constantOf(left);
           opcode == BO_And && mask && *mask >= 0)
    range = {0, *mask};
  else
    return;
  if (range.lo >= INT64_MIN)
    symbol.lo = std::max(symbol.lo.value_or(INT64_MIN), int64_t(range.lo));
  if (range.hi <= INT64_MAX)
    symbol.hi = std::min(symbol.hi.value_or(INT64_MAX), int64_t(range.hi));
}

bool NestExtractor::isNonNegative(const IndexExpr &poly) const {
  return !poly.isPoisoned() && intervalOf(poly).lo >= 0;
}

bool NestExtractor::fitsType(const IndexExpr &poly, ScalarType type) const {
  if (poly.isPoisoned())
    return false;
  const Interval range = intervalOf(poly);
  return range.lo >= minValue(type) && range.hi <= maxValue(type);
}

void NestExtractor::needRange(const IndexExpr &poly, ScalarType type, std::string why,
                              llvm::SmallVectorImpl<Need> &needs) const {
  if (isUnsignedInteger(type) || bitsOf(type) < 64) {
    const IndexExpr aboveMin = poly - IndexExpr(minValue(type));
    if (!isNonNegative(aboveMin))
      needs.push_back({aboveMin, why});
  }
  // Nothing that is computed in practice comes near 2^63.
  if (bitsOf(type) < 64) {
    const IndexExpr belowMax = IndexExpr(maxValue(type)) - poly;
    if (!isNonNegative(belowMax))
      needs.push_back({belowMax, why});
  }
}

/// Replaces the iterators, innermost first, by the end of their range that makes `poly` smallest. Where the sign of
/// an iterator's coefficient is not known both ends are taken, so the result may be too careful, never too bold.
std::optional<std::vector<IndexExpr>> NestExtractor::lowerCorners(const IndexExpr &poly) const {
  std::vector<IndexExpr> corners = {poly};
  for (size_t l = Result.loops.size(); l-- > 0;) {
    const Loop &loop = Result.loops[l];
    std::vector<IndexExpr> next;
    for (const IndexExpr &corner : corners) {
      if (loop.iterator == NoId || !corner.uses(loop.iterator)) {
        next.push_back(corner);
        continue;
      }
      if (corner.degreeIn(loop.iterator) > 1)
        return std::nullopt;
      const IndexExpr slope = corner.coefficientOf(loop.iterator);
      if (!isNonNegative(-slope))
        next.push_back(corner.substitute(loop.iterator, loop.lower));
      if (!isNonNegative(slope))
        next.push_back(corner.substitute(loop.iterator, loop.upper - 1));
      if (isNonNegative(slope) && isNonNegative(-slope))
        next.push_back(corner.substitute(loop.iterator, loop.lower));
    }
    corners = std::move(next);
    if (corners.size() > 16)
      return std::nullopt;
  }
  for (const IndexExpr &corner : corners)
    if (corner.isPoisoned() || !Result.isOverParams(corner))
      return std::nullopt;
  return corners;
}

bool NestExtractor::assume(llvm::ArrayRef<Need> needs) {
  for (const Need &need : needs) {
    if (isNonNegative(need.expr))
      continue;
    const auto corners = lowerCorners(need.expr);
    if (!corners)
      return false;
    for (const IndexExpr &corner : *corners)
      if (!isNonNegative(corner)) {
        if (intervalOf(corner).hi < 0)
          return false; // never true
        if (!IsProbing)
          vecify::assume(Result, corner, need.why);
      }
  }
  return true;
}

/// 0 <= dividend - divisor * quotient < divisor, where the division rounds down: also towards zero if the quotient is
/// positive, as it is in a loop that runs up to it.
void NestExtractor::settleQuotients() {
  for (const Quotient &q : Quotients) {
    const std::optional<int64_t> slack = (IndexExpr::symbol(q.quotient) - Result.tripCount(0)).asConstant();
    if (!q.floors && !(slack && *slack >= 0))
      continue;
    const IndexExpr rest = q.dividend - IndexExpr::symbol(q.quotient) * IndexExpr(q.divisor);
    Result.known.push_back(rest);
    Result.known.push_back(IndexExpr(q.divisor - 1) - rest);
  }
}

} // namespace vecify
