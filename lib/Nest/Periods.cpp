#include "vecify/Nest/Periods.h"
#include "vecify/Nest/Range.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace vecify {

std::optional<int64_t> constantDivisor(const Nest &nest, const Expr &e) {
  if (e.kind != Expr::Binary || !isInteger(e.type))
    return std::nullopt;
  const Expr &right = nest.exprs[e.operands[1]];
  if (right.kind != Expr::IntConst || right.intValue <= 0)
    return std::nullopt;
  switch (e.binary) {
  case BinaryOp::Shr:
    return right.intValue < 30 ? std::optional(int64_t(1) << right.intValue) : std::nullopt;
  case BinaryOp::Div:
  case BinaryOp::Rem:
    return right.intValue;
  case BinaryOp::And:
    return right.intValue < INT64_MAX && llvm::isPowerOf2_64(uint64_t(right.intValue) + 1)
               ? std::optional(right.intValue + 1)
               : std::nullopt;
  default:
    return std::nullopt;
  }
}

bool fitsType(const Nest &nest, const IndexExpr &value, ScalarType type) {
  if (!isInteger(type))
    return false;
  const Range range = rangeOf(nest, value);
  const bool isWide = bitsOf(type) == 64;
  return (range.lo >= minValue(type) || (isWide && isSignedInteger(type))) && (isWide || range.hi <= maxValue(type));
}

std::optional<IndexExpr> exactPolynomial(const Nest &nest, ExprId id, bool signedWraps) {
  const Expr &e = nest.exprs[id];
  std::optional<IndexExpr> value;
  if (e.kind == Expr::Index)
    value = e.index;
  else if (e.kind == Expr::Cast)
    value = exactPolynomial(nest, e.operands[0], signedWraps);
  if (e.kind == Expr::Index && isSignedInteger(e.type) && bitsOf(e.type) >= 32 && !signedWraps)
    return value->isPoisoned() ? std::nullopt : value;
  return value && !value->isPoisoned() && e.type != ScalarType::I1 && fitsType(nest, *value, e.type) ? value
                                                                                                     : std::nullopt;
}

std::optional<Steps> stepsInPeriod(const Nest &nest, const Expr &e, const CounterBlock &block, bool signedWraps) {
  const std::optional<int64_t> divisor = constantDivisor(nest, e);
  const std::optional<IndexExpr> dividend = divisor ? exactPolynomial(nest, e.operands[0], signedWraps) : std::nullopt;
  if (!dividend || dividend->degreeIn(block.counter) != 1)
    return std::nullopt;
  const bool roundsDown = e.binary == BinaryOp::Shr || e.binary == BinaryOp::And;
  const std::optional<int64_t> step = dividend->coefficientOf(block.counter).asConstant();
  if (!step || *step <= 0 || *step > *divisor || (!roundsDown && rangeOf(nest, *dividend).lo < 0))
    return std::nullopt;
  // The dividend grows by this in a block; periods end where blocks do.
  const int64_t grows = *step * block.count;
  if (*divisor % grows != 0)
    return std::nullopt;
  const IndexExpr first = dividend->substitute(block.counter, IndexExpr(block.first));
  const int64_t beyond = ((first.constantTerm() % grows) + grows) % grows;
  if (beyond >= *step || !(first - IndexExpr(beyond)).dividedBy(grows))
    return std::nullopt;
  const bool isQuotient = e.binary == BinaryOp::Div || e.binary == BinaryOp::Shr;
  if (isQuotient)
    return Steps();
  return Steps{*step, grows == *divisor ? std::optional(beyond) : std::nullopt};
}

bool hasPeriods(const Nest &nest, SymbolId counter) {
  return llvm::any_of(nest.exprs, [&](const Expr &e) {
    const std::optional<IndexExpr> dividend =
        constantDivisor(nest, e) ? exactPolynomial(nest, e.operands[0], /*signedWraps=*/false) : std::nullopt;
    return dividend && dividend->uses(counter);
  });
}

} // namespace vecify
