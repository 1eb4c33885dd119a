// Quotients and remainders of a counter by constants. Over 32 iterations from a multiple of 32 on, i / 32 is the same
// and i % 32 counts up.
#pragma once
#include "vecify/Nest/Nest.h"
#include <optional>

namespace vecify {

/// What an integer operation divides by: / and >> by a constant, % and & with one. Nothing for any other.
std::optional<int64_t> constantDivisor(const Nest &nest, const Expr &e);

/// `count` consecutive values of a counter, of which the first is `first` plus some multiple of `count`.
struct CounterBlock {
  SymbolId counter;
  int64_t count, first;
};

/// What a value is in each of these: the same step from each to the next.
struct Steps {
  int64_t step = 0;
  std::optional<int64_t> first; ///< where it is the same in every block
};

/// Of such a quotient or remainder where all of the values lie between two multiples of the divisor, so that nothing
/// wraps. Nothing where that is not known. `signedWraps`: -fwrapv.
std::optional<Steps> stepsInPeriod(const Nest &nest, const Expr &e, const CounterBlock &block, bool signedWraps);

/// Whether some quotient or remainder of that counter by a constant is computed.
bool hasPeriods(const Nest &nest, SymbolId counter);

/// Whether the integer type holds the polynomial wherever it is evaluated; nothing comes near 2^63.
bool fitsType(const Nest &nest, const IndexExpr &value, ScalarType type);

/// The polynomial that an integer expression is, if no conversion or operation in it wraps, or C leaves open what then
/// becomes of it.
std::optional<IndexExpr> exactPolynomial(const Nest &nest, ExprId id, bool signedWraps);

} // namespace vecify
