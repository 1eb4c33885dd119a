#include "vecify/Nest/IndirectEnds.h"
#include "CountInBlocks.h"
#include "Extremes.h"
#include "vecify/Nest/Periods.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {
namespace {

/// least <= value <= greatest
struct Ends {
  IndexExpr least, greatest;
};

class EndsFinder {
public:
  EndsFinder(Nest &nest, bool signedWraps) : N(nest), SignedWraps(signedWraps), OnEntry(nest) {
    learnThatItRuns(nest, 0, OnEntry);
  }

  std::optional<std::pair<IndexExpr, IndexExpr>> of(const Access &access) {
    Ends bytes{IndexExpr(access.offsetBytes), IndexExpr(access.offsetBytes)};
    for (size_t d = 0; d < access.subs.size(); ++d) {
      const bool isComputed = d < access.indirect.size() && access.indirect[d] != NoId;
      const std::optional<Ends> sub =
          isComputed ? ofValue(access.indirect[d]) : overAll({access.subs[d], access.subs[d]});
      const std::optional<Ends> part = sub ? times(*sub, access.strideBytes[d]) : std::nullopt;
      if (!part)
        return std::nullopt;
      bytes.least += part->least;
      bytes.greatest += part->greatest;
    }
    if (bytes.least.isPoisoned() || bytes.greatest.isPoisoned())
      return std::nullopt;
    return std::pair(bytes.least, bytes.greatest);
  }

private:
  Range rangeOfParams(const IndexExpr &expr) const { return OnEntry.of(expr); }

  /// Without counters.
  std::optional<Ends> overAll(const Ends &ends) const {
    const auto least = extremes(N, ends.least, End::Lower, OnEntry),
               greatest = extremes(N, ends.greatest, End::Upper, OnEntry);
    if (!least || !greatest || least->size() != 1 || greatest->size() != 1)
      return std::nullopt;
    return Ends{least->front(), greatest->front()};
  }

  std::optional<Ends> times(const Ends &a, const IndexExpr &factor) const {
    if (rangeOfParams(factor).lo < 0)
      return std::nullopt;
    return Ends{a.least * factor, a.greatest * factor};
  }

  static std::optional<IndexExpr> invariant(const Ends &ends) {
    return ends.least == ends.greatest ? std::optional(ends.least) : std::nullopt;
  }

  /// Of a value that C rounds down: one that is not negative.
  std::optional<IndexExpr> quotient(const IndexExpr &value, int64_t divisor) {
    if (rangeOfParams(value).lo < 0)
      return std::nullopt;
    if (const std::optional<int64_t> constant = value.asConstant())
      return IndexExpr(*constant / divisor);
    return IndexExpr::symbol(quotientParam(N, value, divisor));
  }

  std::optional<Ends> ofValue(ExprId id, unsigned depth = 0) {
    const Expr e = N.exprs[id];
    if (depth > 8 || !isInteger(e.type) || e.type == ScalarType::I1)
      return std::nullopt;
    if (const std::optional<IndexExpr> exact = exactPolynomial(N, id, SignedWraps))
      return overAll({*exact, *exact});
    switch (e.kind) {
    case Expr::IntConst:
      return Ends{IndexExpr(e.intValue), IndexExpr(e.intValue)};
    case Expr::Param: {
      const Symbol &symbol = N.symbols[e.symbol];
      if (e.type != symbol.type || symbol.isOpaque)
        return std::nullopt;
      return Ends{IndexExpr::symbol(e.symbol), IndexExpr::symbol(e.symbol)};
    }
    case Expr::Cast: {
      const bool keepsAll =
          isInteger(N.exprs[e.operands[0]].type) && bitsOf(e.type) > bitsOf(N.exprs[e.operands[0]].type);
      const std::optional<Ends> ends = ofValue(e.operands[0], depth + 1);
      const bool isWhole = ends && (isSignedInteger(e.type) || rangeOfParams(ends->least).lo >= 0);
      return keepsAll && isWhole ? ends : std::nullopt;
    }
    case Expr::Binary:
      break;
    default:
      return std::nullopt;
    }
    if (const std::optional<int64_t> divisor = constantDivisor(N, e)) {
      const std::optional<Ends> dividend = ofValue(e.operands[0], depth + 1);
      if (!dividend || rangeOfParams(dividend->least).lo < 0)
        return std::nullopt;
      if (e.binary == BinaryOp::Rem || e.binary == BinaryOp::And)
        return Ends{IndexExpr(0), IndexExpr(*divisor - 1)};
      const std::optional<IndexExpr> least = quotient(dividend->least, *divisor),
                                     greatest = quotient(dividend->greatest, *divisor);
      return least && greatest ? std::optional(Ends{*least, *greatest}) : std::nullopt;
    }
    const bool mayWrap = SignedWraps || !isSignedInteger(e.type);
    if (mayWrap && bitsOf(e.type) < 64)
      return std::nullopt;
    if (e.binary != BinaryOp::Add && e.binary != BinaryOp::Sub && e.binary != BinaryOp::Mul)
      return std::nullopt;
    const std::optional<Ends> a = ofValue(e.operands[0], depth + 1), b = ofValue(e.operands[1], depth + 1);
    if (!a || !b)
      return std::nullopt;
    if (e.binary == BinaryOp::Add)
      return Ends{a->least + b->least, a->greatest + b->greatest};
    if (e.binary == BinaryOp::Sub)
      return Ends{a->least - b->greatest, a->greatest - b->least};
    if (const std::optional<IndexExpr> factor = invariant(*b))
      return times(*a, *factor);
    if (const std::optional<IndexExpr> factor = invariant(*a))
      return times(*b, *factor);
    return std::nullopt;
  }

  Nest &N;
  const bool SignedWraps;
  ParamRanges OnEntry;
};

} // namespace

/// C promises nothing that keeps it apart from what else is accessed.
static bool mayOverlap(const Nest &nest, ArrayId id) {
  const Array &array = nest.arrays[id];
  if (array.kind != Array::Pointer || array.isRestrict || array.isRows() || array.bytes)
    return false;
  const bool isWritten = llvm::any_of(nest.accesses, [&](const Access &a) { return a.isWrite && a.array == id; });
  return llvm::any_of(nest.accesses, [&](const Access &a) { return a.array != id && (isWritten || a.isWrite); });
}

void boundIndirect(Nest &nest, bool signedWraps) {
  for (ArrayId array = 0; array < nest.arrays.size(); ++array) {
    const auto isComputed = [&](const Access &access) { return access.array == array && !access.isAffine(); };
    if (llvm::none_of(nest.accesses, isComputed) || !mayOverlap(nest, array))
      continue;
    // Params are added only where they say all of an array.
    Nest bounded = nest;
    bool isKnown = true;
    for (Access &access : bounded.accesses)
      if (isKnown && isComputed(access))
        isKnown = (access.ends = EndsFinder(bounded, signedWraps).of(access)).has_value();
    if (isKnown)
      nest = std::move(bounded);
  }
}

} // namespace vecify
