// Trip counts that are no polynomials: quotients and minima become one parameter with the C text.
//
//     for (i = 0; i < n; i += s)           s > 0 ? (n + s - 1) / s : 0 times
//     for (i = 0; i < n && i < m; i++)     (n) < (m) ? (n) : (m) times
//     for (i = 0; i < n && on; i++)        on ? n : 0 times
#include "NestExtractor.h"
#include "vecify/Nest/TextInC.h"

using namespace clang;

namespace vecify {

/// ceil(count / step) for step >= 1; not positive where `count` is not.
IndexExpr NestExtractor::ceilDivide(const IndexExpr &count, const IndexExpr &step, SourceLocation place) {
  const std::optional<int64_t> constant = step.asConstant();
  if (constant == 1)
    return count;
  if (constant) {
    // All but the constant term may be divisible: ceil((4*n - 1) / 4) is n.
    const IndexExpr varying = count - IndexExpr(count.constantTerm());
    if (const std::optional<IndexExpr> quotient = varying.dividedBy(*constant)) {
      const int64_t rest = count.constantTerm();
      const int64_t rounded = rest >= 0 ? (rest + *constant - 1) / *constant : -(-rest / *constant);
      return *quotient + IndexExpr(rounded);
    }
  }
  if (!Result.isOverParams(count) || !Result.isOverParams(step)) {
    noTrip(place, "it varies with an outer loop and is not a multiple of the step");
    return IndexExpr();
  }
  Invariant trip;
  const auto operand = [&](const IndexExpr &poly) {
    const std::string text = wideText(poly);
    return llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_'; }) ? text : "(" + text + ")";
  };
  const std::string numerator = operand(count + step - 1), divisor = operand(step);
  trip.text = numerator + " / " + divisor;
  if (!constant)
    trip.text = divisor + " > 0 ? " + trip.text + " : 0";
  inheritReads(trip, count);
  inheritReads(trip, step);
  const SymbolId id = paramFor(trip, typeOfTexts({count + step - 1, step}));
  if (isNonNegative(count))
    Result.symbols[id].lo = 0;
  noteRange(id, {count + step - 1});
  return IndexExpr::symbol(id);
}

/// That of C's result where it computes with these texts: int where none is widened.
ScalarType NestExtractor::typeOfTexts(llvm::ArrayRef<IndexExpr> exprs) const {
  const bool areInts = llvm::all_of(exprs, [&](const IndexExpr &expr) {
    const std::optional<SymbolId> symbol = expr.asSymbol();
    const std::optional<int64_t> constant = expr.asConstant();
    if (constant)
      return *constant >= minValue(ScalarType::I32) && *constant <= maxValue(ScalarType::I32);
    return symbol && isSignedInteger(Result.symbols[*symbol].type) && bitsOf(Result.symbols[*symbol].type) < 64;
  });
  return areInts ? ScalarType::I32 : ScalarType::I64;
}

/// The parameter lies between 0 and each of `exprs`, or is one of them. Compilers know that of what was widened, and
/// complain of guards that it cannot fail.
void NestExtractor::noteRange(SymbolId id, llvm::ArrayRef<IndexExpr> exprs) {
  Symbol &symbol = Result.symbols[id];
  for (int64_t most : {maxValue(ScalarType::U32), maxValue(ScalarType::I32), maxValue(ScalarType::U16),
                       maxValue(ScalarType::I16), maxValue(ScalarType::U8), maxValue(ScalarType::I8)})
    if (llvm::all_of(exprs, [&](const IndexExpr &expr) { return isNonNegative(IndexExpr(most) - expr); }))
      symbol.hi = std::min(symbol.hi.value_or(most), most);
  for (int64_t least : {minValue(ScalarType::I32), minValue(ScalarType::I16), minValue(ScalarType::I8), int64_t(0)})
    if (llvm::all_of(exprs, [&](const IndexExpr &expr) { return isNonNegative(expr - IndexExpr(least)); }))
      symbol.lo = std::max(symbol.lo.value_or(least), least);
}

/// As textInC, but a lone parameter is widened too unless C does so by itself.
std::string NestExtractor::wideText(const IndexExpr &poly) const {
  const std::string text = textInC(Result, poly);
  const std::optional<SymbolId> symbol = poly.asSymbol();
  if (!symbol || isSignedInteger(Result.symbols[*symbol].type))
    return text;
  return Result.symbols[*symbol].name.find(' ') == std::string::npos ? "(ptrdiff_t)" + text
                                                                     : "(ptrdiff_t)(" + text + ")";
}

/// `a && b` runs as often as the shorter of the two.
std::optional<NestExtractor::Trip> NestExtractor::shorterTrip(const Trip &left, const Trip &right,
                                                              SourceLocation place) {
  Trip trip;
  trip.needs = left.needs;
  llvm::append_range(trip.needs, right.needs);
  trip.endsAtBound = left.endsAtBound && right.endsAtBound;
  if (isNonNegative(right.count - left.count)) {
    trip.count = left.count;
    return trip;
  }
  // Where the left half fails from the start, the right one is not evaluated.
  const bool needsLeft = !isNonNegative(left.count - 1) && llvm::any_of(right.count.symbols(), [&](SymbolId id) {
    return Result.symbols[id].needsIteration;
  });
  if (!needsLeft && isNonNegative(left.count - right.count)) {
    trip.count = right.count;
    return trip;
  }
  if (!Result.isOverParams(left.count) || !Result.isOverParams(right.count)) {
    noTrip(place, "its condition has several parts that vary with an outer loop");
    return std::nullopt;
  }
  Invariant shorter;
  const std::string a = wideText(left.count), b = wideText(right.count);
  shorter.text = "(" + a + ") < (" + b + ") ? (" + a + ") : (" + b + ")";
  inheritReads(shorter, right.count);
  if (needsLeft) {
    shorter.text = "(" + a + ") <= 0 ? 0 : " + shorter.text;
    shorter.needsIteration = !IsEntry;
  }
  inheritReads(shorter, left.count);
  const SymbolId id = paramFor(shorter, typeOfTexts({left.count, right.count}));
  noteRange(id, {left.count, right.count});
  trip.count = IndexExpr::symbol(id);
  return trip;
}

/// A comparison of variables that nothing changes in the nest, or several: it may be asked at any time.
bool NestExtractor::isFixedOnEntry(const clang::Expr *condition) const {
  condition = condition->IgnoreParenImpCasts();
  if (isa<IntegerLiteral, CharacterLiteral>(condition))
    return true;
  if (const VarDecl *var = asVariable(condition))
    return !isOfCallee(var) && var->hasLocalStorage() && var->getType()->isIntegralOrEnumerationType() &&
           !var->getType().isVolatileQualified() && !Facts.escapes(var) && !Facts.isChangedIn(var, Root) &&
           !Facts.isDeclaredIn(var, Root);
  if (const auto *negated = dyn_cast<UnaryOperator>(condition))
    return negated->getOpcode() == UO_LNot && isFixedOnEntry(negated->getSubExpr());
  const auto *both = dyn_cast<BinaryOperator>(condition);
  return both && (both->isComparisonOp() || both->isLogicalOp() || both->getOpcode() == BO_And) &&
         isFixedOnEntry(both->getLHS()) && isFixedOnEntry(both->getRHS());
}

/// `trip` if the condition holds, else none.
std::optional<NestExtractor::Trip> NestExtractor::gatedTrip(const clang::Expr *gate, Trip trip) {
  const Value holds = eval(gate);
  if (failed())
    return std::nullopt;
  if (!holds.invariant || !Result.isOverParams(trip.count)) {
    noTrip(gate->getExprLoc(), "its condition has several parts that vary with an outer loop");
    return std::nullopt;
  }
  Invariant count = *holds.invariant;
  count.text = (count.isPrimary ? count.text : "(" + count.text + ")") + " ? " + wideText(trip.count) + " : 0";
  count.isPrimary = false;
  inheritReads(count, trip.count);
  const SymbolId id = paramFor(count, typeOfTexts({trip.count}));
  noteRange(id, {trip.count, IndexExpr()});
  Trip result;
  result.count = IndexExpr::symbol(id);
  result.needs = trip.needs;
  return result;
}

/// A text made of `poly`'s params reads what they read.
void NestExtractor::inheritReads(Invariant &invariant, const IndexExpr &poly) const {
  for (SymbolId id : poly.symbols()) {
    const Symbol &symbol = Result.symbols[id];
    llvm::append_range(invariant.reads, symbol.reads);
    invariant.needsIteration |= symbol.needsIteration;
  }
}

} // namespace vecify
