// The polynomial side of integer values: i*n + 2 as a polynomial, and when that polynomial is what C computes.
//
//     int      i*n + 2    exact in Z: overflow is undefined
//     unsigned i*n + 2    the polynomial modulo 2^32; exact where it stays in range, which is proved or needed
//     size_t   i*n + 2    modulo 2^64: exact enough for addresses, which are modulo 2^64 themselves
//
// What does not change while the region runs and is no polynomial (n / 2, s->len, an unsigned n - 1 that might wrap)
// becomes one parameter with the C text, evaluated on entry as C does.
#include "NestExtractor.h"

using namespace clang;

namespace vecify {

bool NestExtractor::wraps(ScalarType type) const {
  // Arithmetic happens in int or wider types; narrower ones are met as the target of a conversion only.
  return isUnsignedInteger(type) || bitsOf(type) < 32 || File.ast.getLangOpts().isSignedOverflowDefined();
}

std::optional<IndexValue> NestExtractor::combineIndex(BinaryOperatorKind opcode, const Value &left, const Value &right,
                                                      QualType type) const {
  const std::optional<ScalarType> scalar = scalarType(type);
  if (!left.index || !right.index || !scalar || !isInteger(*scalar))
    return std::nullopt;
  const IndexExpr &a = left.index->poly, &b = right.index->poly;
  IndexValue result;
  switch (opcode) {
  case BO_Add:
    result.poly = a + b;
    break;
  case BO_Sub:
    result.poly = a - b;
    break;
  case BO_Mul:
    result.poly = a * b;
    break;
  case BO_Shl: {
    const std::optional<int64_t> count = b.asConstant();
    if (!count || !right.index->isExact || *count < 0 || *count >= std::min<int64_t>(bitsOf(*scalar), 62))
      return std::nullopt;
    result.poly = a * IndexExpr(int64_t(1) << *count);
    break;
  }
  case BO_Div:
  case BO_Rem:
  case BO_Shr: {
    // Without a rest: (2 * i) / 2.
    const std::optional<int64_t> amount = right.index->isExact ? b.asConstant() : std::nullopt;
    if (!left.index->isExact || !amount || *amount < 1 || (opcode == BO_Shr && *amount > 30))
      return std::nullopt;
    const std::optional<IndexExpr> quotient = a.dividedBy(opcode == BO_Shr ? int64_t(1) << *amount : *amount);
    if (!quotient)
      return std::nullopt;
    result.poly = opcode == BO_Rem ? IndexExpr(0) : *quotient;
    break;
  }
  default:
    return std::nullopt;
  }
  if (result.poly.isPoisoned() || result.poly.terms().size() > 32)
    return std::nullopt;
  result.needs = left.index->needs;
  llvm::append_range(result.needs, right.index->needs);
  const bool operandsAreExact = left.index->isExact && right.index->isExact;
  result.isExact = operandsAreExact && (!wraps(*scalar) || fitsType(result.poly, *scalar));
  return result;
}

/// The polynomial of `from` after C's conversion to `type`.
void NestExtractor::convertIndex(const Value &from, Value &to, QualType type) {
  const std::optional<ScalarType> source = scalarType(from.type), target = scalarType(type);
  if (!from.index || !source || !target || !isInteger(*source) || !isInteger(*target))
    return;
  if (bitsOf(*target) > bitsOf(*source)) {
    // Widening keeps the value, so it must be known, not just its residue.
    to.index = exactIndex(from);
    if (to.index)
      to.index->isExact = !isUnsignedInteger(*target) || isUnsignedInteger(*source) || isNonNegative(to.index->poly);
    return;
  }
  to.index = from.index;
  to.index->isExact = from.index->isExact && (*source == *target || fitsType(from.index->poly, *target));
}

std::optional<IndexValue> NestExtractor::exactIndex(const Value &value) {
  const std::optional<ScalarType> type = scalarType(value.type);
  if (!value.index || !type || !isInteger(*type))
    return std::nullopt;
  if (value.index->isExact || (!isUnsignedInteger(*type) && bitsOf(*type) == 64))
    return value.index;
  IndexValue result = *value.index;
  result.isExact = true;
  if (fitsType(result.poly, *type))
    return result;
  if (const std::optional<int64_t> constant = result.poly.asConstant()) {
    if (bitsOf(*type) == 64)
      return std::nullopt;
    const uint64_t bits = uint64_t(*constant) & llvm::maskTrailingOnes<uint64_t>(bitsOf(*type));
    result.poly = isUnsignedInteger(*type) ? int64_t(bits) : llvm::SignExtend64(bits, bitsOf(*type));
    return result;
  }
  // 64-bit values that wrap around are mistakes; to keep the polynomial is worth the check.
  if (value.invariant && bitsOf(*type) < 64) {
    result.poly = IndexExpr::symbol(paramFor(*value.invariant, *type));
    result.needs.clear();
    return result;
  }
  // A cast to a narrow type is there to cut values off; to guard against that would always fail.
  return bitsOf(*type) < 32 ? std::nullopt : withoutWrapping(value);
}

std::optional<IndexValue> NestExtractor::withoutWrapping(const Value &value) {
  const ScalarType type = *scalarType(value.type);
  IndexValue result = *value.index;
  result.isExact = true;
  const std::string why = "the " + value.type.getUnqualifiedType().getAsString() + " index " +
                          result.poly.print([&](SymbolId id) { return symbolName(id); }) + " does not wrap";
  Needs added;
  needRange(result.poly, type, why, added);
  for (const Need &need : added)
    if (!lowerCorners(need.expr))
      return std::nullopt;
  llvm::append_range(result.needs, added);
  return result;
}

std::optional<IndexValue> NestExtractor::addressIndex(const Value &value) {
  const std::optional<ScalarType> type = scalarType(value.type);
  if (value.index && type && isInteger(*type) && bitsOf(*type) == 64)
    return value.index;
  return exactIndex(value);
}

SymbolId NestExtractor::paramFor(const Invariant &invariant, ScalarType type) {
  const auto [it, isNew] = ParamIds.try_emplace({invariant.text, type}, SymbolId(Result.symbols.size()));
  if (!isNew) {
    Symbol &symbol = Result.symbols[it->second];
    symbol.needsIteration &= invariant.needsIteration;
    return it->second;
  }
  Symbol symbol;
  symbol.kind = Symbol::Param;
  symbol.name = invariant.text;
  symbol.type = type;
  symbol.needsIteration = invariant.needsIteration;
  symbol.reads.assign(invariant.reads.begin(), invariant.reads.end());
  if (isInteger(type) && bitsOf(type) < 64) {
    symbol.lo = minValue(type);
    symbol.hi = maxValue(type);
  }
  applyPromises(symbol);
  Result.symbols.push_back(std::move(symbol));
  return it->second;
}

/// An integer that is invariant but no polynomial is a parameter.
void NestExtractor::attachParam(Value &value) {
  const std::optional<ScalarType> type = scalarType(value.type);
  if (value.index || !value.invariant || !type || !isInteger(*type))
    return;
  value.index = IndexValue{IndexExpr::symbol(paramFor(*value.invariant, *type)), true, {}};
}

void NestExtractor::attachTruth(Value &value) {
  attachParam(value);
  if (!value.index)
    return;
  Symbol &symbol = Result.symbols[*value.index->poly.asSymbol()];
  symbol.lo = 0;
  symbol.hi = 1;
}

static std::string operand(const Invariant &invariant) {
  return invariant.isPrimary ? invariant.text : "(" + invariant.text + ")";
}

std::optional<Invariant> NestExtractor::combineInvariant(llvm::StringRef op, const Value &left,
                                                         const Value &right) const {
  if (!left.invariant || !right.invariant)
    return std::nullopt;
  Invariant result;
  result.text = operand(*left.invariant) + " " + op.str() + " " + operand(*right.invariant);
  result.needsIteration = left.invariant->needsIteration || right.invariant->needsIteration;
  result.reads = left.invariant->reads;
  llvm::append_range(result.reads, right.invariant->reads);
  if (result.text.size() > 400)
    return std::nullopt;
  return result;
}

} // namespace vecify
