#include "vecify/Nest/IndirectEnds.h"
#include "CountInBlocks.h"
#include "Extremes.h"
#include "vecify/Nest/Periods.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

namespace vecify {
namespace {

/// least <= value <= greatest
struct Ends {
  IndexExpr least, greatest;
};

class EndsFinder {
public:
  EndsFinder(Nest &nest, bool signedWraps) : N(nest), SignedWraps(signedWraps), Whole(nest.loops), OnEntry(nest) {
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

  /// Where either may be the value.
  std::optional<Ends> either(const Ends &a, const Ends &b) const {
    const Range low = rangeOfParams(a.least - b.least), high = rangeOfParams(a.greatest - b.greatest);
    if ((low.lo < 0 && low.hi > 0) || (high.lo < 0 && high.hi > 0))
      return std::nullopt;
    return Ends{low.hi <= 0 ? a.least : b.least, high.lo >= 0 ? a.greatest : b.greatest};
  }

  /// Of a local that has no other value than those it is assigned in the nest.
  std::optional<Ends> ofLocal(LocalId local, unsigned depth) {
    std::optional<Ends> all;
    if (N.locals[local].scope == NoId)
      return all;
    // Another iteration may have assigned it.
    const llvm::SaveAndRestore<std::vector<Loop>> whole(N.loops, Whole);
    for (size_t n = 0; n < N.nodes.size(); ++n) {
      if (N.nodes[n].kind != Node::Assign || N.nodes[n].local != local)
        continue;
      const std::optional<Ends> one = ofValue(N.nodes[n].value, depth + 1);
      all = one && all ? either(*all, *one) : one;
      if (!all)
        return std::nullopt;
    }
    return all;
  }

  /// A side of a choice, which its condition may keep from the first or the last iterations of a loop:
  /// i == 0 ? i : i - 1.
  std::optional<Ends> ofSide(ExprId condition, bool isTrue, ExprId value, unsigned depth) {
    const Expr &e = N.exprs[condition];
    if (e.kind == Expr::Not)
      return ofSide(e.operands[0], !isTrue, value, depth);
    const auto part = [&](unsigned side) { return exactPolynomial(N, e.operands[side], SignedWraps); };
    const std::optional<IndexExpr> left = e.kind == Expr::Compare ? part(0) : std::nullopt,
                                   right = left ? part(1) : std::nullopt;
    if (!right)
      return ofValue(value, depth + 1);
    for (LoopId id = 0; id < N.loops.size(); ++id) {
      Loop &loop = N.loops[id];
      const IndexExpr difference = *left - *right;
      const std::optional<int64_t> slope =
          difference.degreeIn(loop.iterator) == 1 ? difference.coefficientOf(loop.iterator).asConstant() : std::nullopt;
      if (slope != 1 && slope != -1)
        continue;
      // iterator `relation` bound
      const IndexExpr counter = IndexExpr::symbol(loop.iterator),
                      bound = slope == 1 ? counter - difference : counter + difference;
      const Predicate asked = slope == 1 ? e.predicate : mirrored(e.predicate);
      const Predicate relation = isTrue ? asked : opposite(asked);
      const Loop whole = loop;
      const auto begins = [&](const IndexExpr &first) {
        if ((first - loop.lower).asConstant().value_or(0) > 0)
          loop.lower = first;
      };
      const auto ends = [&](const IndexExpr &beyond) {
        if ((loop.upper - beyond).asConstant().value_or(0) > 0)
          loop.upper = beyond;
      };
      if (relation == Predicate::Gt || (relation == Predicate::Ne && bound == loop.lower))
        begins(bound + IndexExpr(1));
      else if (relation == Predicate::Ge)
        begins(bound);
      else if (relation == Predicate::Lt || (relation == Predicate::Ne && bound + IndexExpr(1) == loop.upper))
        ends(bound);
      else if (relation == Predicate::Le)
        ends(bound + IndexExpr(1));
      const std::optional<Ends> result = ofValue(value, depth + 1);
      N.loops[id] = whole;
      return result;
    }
    return ofValue(value, depth + 1);
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
    case Expr::Local:
      return ofLocal(e.local, depth);
    case Expr::Select: {
      const std::optional<Ends> yes = ofSide(e.operands[0], true, e.operands[1], depth),
                                no = yes ? ofSide(e.operands[0], false, e.operands[2], depth) : std::nullopt;
      return no ? either(*yes, *no) : std::nullopt;
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
  const std::vector<Loop> Whole; ///< not only the iterations at hand
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
