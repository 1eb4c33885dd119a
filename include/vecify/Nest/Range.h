// What interval arithmetic can say about a polynomial: constant bounds from the known ranges of its symbols.
#pragma once
#include "vecify/Nest/Nest.h"

namespace vecify {

/// lo <= value <= hi; the extremes of int64 stand for "no bound".
struct Range {
  int64_t lo = INT64_MIN, hi = INT64_MAX;
  bool hasLo() const { return lo != INT64_MIN; }
  bool hasHi() const { return hi != INT64_MAX; }
};

/// Ranges of the params, sharpened by what else is known.
class ParamRanges {
public:
  /// Declared ranges, and what the nest's known facts say.
  explicit ParamRanges(const Nest &nest);
  /// From here on `expr` >= 0: sharpens a param where the rest of the polynomial is bounded.
  void learn(const IndexExpr &expr);
  /// From here on the param is at most that.
  void limit(SymbolId param, int64_t most) { Params[param].hi = std::min(Params[param].hi, most); }
  /// Bounds of `expr` wherever it is evaluated.
  Range of(const IndexExpr &expr) const;

private:
  Range of(SymbolId id) const;
  const Nest *TheNest;
  std::vector<Range> Params; ///< per SymbolId
};

/// Bounds of `expr` wherever it is evaluated: params within their ranges, counters within their loops' bounds.
Range rangeOf(const Nest &nest, const IndexExpr &expr);

/// Adds what is to be asked on entry. Of two such one of which implies the other the stronger is kept; each comes
/// behind those that let its params be read.
void assume(Nest &nest, const IndexExpr &expr, const std::string &why);

/// What an integer operation gives before it is converted to its type, of operands of 32 bits at most; nothing where
/// that is not known.
std::optional<Range> resultRange(BinaryOp op, const Range &a, const Range &b);

/// Bounds of an integer expression of the nest, by the types of what it is made of; none beyond 32 bits.
Range valueRange(const Nest &nest, ExprId id);

/// A float expression that is NaN or at least zero, whatever the data is. Locals of loops count what they are set to.
bool isNeverNegative(const Nest &nest, ExprId id);

/// What is accessed lies within an object that is declared in the file, whatever the subscripts are.
bool liesInObject(const Nest &nest, const Access &access);

/// The same of a variable of the function that nobody else knows: it may be read and written back whether the source
/// does or not.
bool isThereAnyway(const Nest &nest, const Access &access);

/// Most iterations that the loop can run; INT64_MAX if unbounded.
int64_t maxTripCount(const Nest &nest, LoopId loop);

/// Adds to `known` how long loops can be by the lengths of declared arrays that they index, and to loops how long they
/// are likely to be.
void learnExtents(Nest &nest);

/// maxTripCount by all that is known, once the root runs.
int64_t mostIterations(const Nest &nest, LoopId loop);

/// What prices go by: at most mostIterations, and no subscript leaves its declared array.
int64_t likelyIterations(const Nest &nest, LoopId loop);

/// The loop begins an iteration whenever it is reached.
bool isEntered(const Nest &nest, LoopId loop);

/// The loop runs at least once, to the end of the iteration, whenever it is reached.
bool alwaysRuns(const Nest &nest, LoopId loop);

} // namespace vecify
