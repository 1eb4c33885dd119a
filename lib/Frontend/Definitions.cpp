// What variables are when the root starts, as sums of others: how far apart two accesses are may depend on it.
//
//     const int m2 = 2 * m;                        m2 - 2 * m = 0
//     size_t k = m;
//     do { f[m] = f[0] - f[m2]; f++; } while (--k);        k - m = 0
//
// A sum of an unsigned type is what C says if it does not wrap: where it is a small multiple of the number of
// iterations, each of which touches bytes of its own, there is no memory for so many.
#include "Constants.h"
#include "NestExtractor.h"
#include "vecify/Nest/Occurrences.h"

using namespace clang;

namespace vecify {

/// All variables in the expression have one value as long as they live.
static bool neverChanges(const Stmt *expr, const FunctionFacts &facts) {
  if (const auto *ref = dyn_cast<DeclRefExpr>(expr))
    if (const auto *var = dyn_cast<VarDecl>(ref->getDecl()); var && !facts.changesOf(var).empty())
      return false;
  return llvm::all_of(expr->children(), [&](const Stmt *child) { return !child || neverChanges(child, facts); });
}

/// What `var` has been set to when the root starts, made of variables that still have those values; else null.
const clang::Expr *NestExtractor::definitionAtRoot(const VarDecl *var) const {
  if (isInMemory(var) || isa<ParmVarDecl>(var) || var->hasGlobalStorage())
    return nullptr;
  if (const clang::Expr *value = valueAtRoot(var))
    return value;
  return Facts.changesOf(var).empty() && var->hasInit() && neverChanges(var->getInit(), Facts) ? var->getInit()
                                                                                               : nullptr;
}

/// `e` over params that the nest has: what it is, if it is of a signed type; what it is but for a multiple of 2^bits,
/// if of an unsigned one. `onEntry`: variables that the root changes as they are before it does.
std::optional<IndexExpr> NestExtractor::sumOf(const clang::Expr *e, unsigned bits, bool onEntry) const {
  e = e->IgnoreParens();
  const QualType type = e->getType();
  const auto width = [&](QualType t) { return unsigned(File.ast.getTypeSize(t)); };
  if (!type->isIntegerType() || width(type) > bits)
    return std::nullopt;
  if (const std::optional<int64_t> number = constantInt(e, File.ast))
    return IndexExpr(*number);
  if (const auto *cast = dyn_cast<CastExpr>(e)) {
    if (const VarDecl *var = asVariable(cast->getSubExpr()); var && cast->getCastKind() == CK_LValueToRValue) {
      const auto known = SymbolOfVar.find(var);
      const bool isSame = known != SymbolOfVar.end() && !isInMemory(var) &&
                          (onEntry || !Facts.isChangedIn(var, Root)) &&
                          (Facts.changesOf(var).empty() || !var->hasGlobalStorage());
      return isSame ? std::optional(IndexExpr::symbol(known->second)) : std::nullopt;
    }
    const QualType from = cast->getSubExpr()->getType();
    const bool isVariable = isa<CastExpr>(cast->getSubExpr()->IgnoreParens()) &&
                            asVariable(llvm::cast<CastExpr>(cast->getSubExpr()->IgnoreParens())->getSubExpr());
    const bool keeps = (cast->getCastKind() == CK_IntegralCast || cast->getCastKind() == CK_NoOp) &&
                       width(from) <= width(type) &&
                       (from->isSignedIntegerType() ? type->isSignedIntegerType() || width(type) == bits
                        : width(from) < width(type) ? isVariable
                                                    : type->isUnsignedIntegerType());
    return keeps ? sumOf(cast->getSubExpr(), bits, onEntry) : std::nullopt;
  }
  const auto *binary = dyn_cast<BinaryOperator>(e);
  const bool isExact =
      type->isSignedIntegerType() ? !File.ast.getLangOpts().isSignedOverflowDefined() : width(type) == bits;
  if (!binary || !isExact ||
      (binary->getOpcode() != BO_Add && binary->getOpcode() != BO_Sub && binary->getOpcode() != BO_Mul))
    return std::nullopt;
  const std::optional<IndexExpr> left = sumOf(binary->getLHS(), bits, onEntry),
                                 right = sumOf(binary->getRHS(), bits, onEntry);
  if (!left || !right)
    return std::nullopt;
  const IndexExpr result = binary->getOpcode() == BO_Add   ? *left + *right
                           : binary->getOpcode() == BO_Sub ? *left - *right
                                                           : *left * *right;
  return result.isPoisoned() ? std::nullopt : std::optional(result);
}

/// So often the root runs at most, for no object has more bytes than a pointer difference can tell apart.
std::optional<int64_t> NestExtractor::mostTrips() const {
  if (Result.mayLeaveEarly())
    return std::nullopt;
  std::optional<int64_t> most;
  for (const auto &[array, address, bytes] : touchedPlaces(Result)) {
    if (address.degreeIn(Result.rootIterator()) != 1)
      continue;
    const std::optional<int64_t> stride = address.coefficientOf(Result.rootIterator()).asConstant();
    if (stride && *stride != 0 && *stride != INT64_MIN)
      most = std::min(most.value_or(INT64_MAX), INT64_MAX / std::abs(*stride) + 1);
  }
  return most;
}

void NestExtractor::noteDefinitions() {
  IndexExpr trip = Result.tripCount(0);
  const std::optional<int64_t> most = mostTrips();
  const auto note = [&](SymbolId symbol, const IndexExpr &value) {
    Result.known.push_back(IndexExpr::symbol(symbol) - value);
    Result.known.push_back(value - IndexExpr::symbol(symbol));
  };
  struct Definition {
    SymbolId symbol;
    IndexExpr value;
    unsigned bits;
  };
  llvm::SmallVector<Definition, 4> ofUnsigned;
  for (const auto &[var, symbol] : SymbolOfVar) {
    const clang::Expr *definition = definitionAtRoot(var);
    if (!definition || !var->getType()->isIntegerType() || var->getType()->isBooleanType())
      continue;
    const unsigned bits = unsigned(File.ast.getTypeSize(var->getType()));
    const std::optional<IndexExpr> value = sumOf(definition, bits);
    if (!value || value->asConstant() || value->uses(symbol))
      continue;
    const clang::Expr *plain = definition->IgnoreParenImpCasts();
    const bool isCopy = asVariable(plain) && File.ast.hasSameUnqualifiedType(plain->getType(), var->getType());
    if (isCopy || (var->getType()->isSignedIntegerType() && plain->getType()->isSignedIntegerType())) {
      note(symbol, *value);
      trip = trip.substitute(symbol, *value);
    } else if (var->getType()->isUnsignedIntegerType()) {
      ofUnsigned.push_back({symbol, *value, bits});
    }
  }
  constexpr int64_t largestFactor = 64, largestRest = 1 << 20;
  for (const auto &[symbol, value, bits] : ofUnsigned)
    for (int64_t factor = 1; most && factor <= largestFactor; ++factor)
      if (const std::optional<int64_t> rest = (value - trip * IndexExpr(factor)).asConstant();
          rest && *rest >= 0 && *rest <= largestRest && __int128(*most) * factor + *rest < (__int128(1) << bits)) {
        note(symbol, value);
        break;
      }
}

} // namespace vecify
