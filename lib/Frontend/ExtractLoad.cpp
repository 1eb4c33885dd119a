// Reading variables and memory.
//
//     a parameter where nothing changes it, its polynomial where that is known, a local or a load otherwise
#include "Constants.h"
#include "NestExtractor.h"

using namespace clang;

namespace vecify {

/// Its value is that of its initializer, always.
static bool isConstant(const VarDecl *var) {
  const QualType type = var->getType();
  return type.isConstQualified() && !type.isVolatileQualified() && type->isIntegerType() && var->hasInit() &&
         !var->isWeak();
}

/// `const int plane = n * n`, and another name of `n`: what a subscript's strides are compared by.
std::optional<IndexValue> NestExtractor::namedProduct(const VarDecl *var) {
  if (!var->getType()->isIntegerType() || !var->isLocalVarDecl() || !var->hasInit() || isInMemory(var) ||
      !Facts.changesOf(var).empty() || KnownFacts.contains(var) ||
      scalarType(var->getType()) != scalarType(var->getInit()->getType()) || !keepsItsValue(var->getInit()))
    return std::nullopt;
  const Value value = eval(var->getInit());
  if (!value.index || !value.index->isExact || !value.index->needs.empty())
    return std::nullopt;
  const auto isProduct = [](const IndexExpr::Term &term) { return term.symbols.size() > 1; };
  if (!value.index->poly.asSymbol() && llvm::none_of(value.index->poly.terms(), isProduct))
    return std::nullopt;
  return value.index;
}

Value NestExtractor::evalVariable(const VarDecl *var, const clang::Expr *syntax) {
  const QualType type = syntax->getType();
  const auto known = Environment.find(var);
  if (known != Environment.end()) {
    Value value = known->second;
    value.type = type;
    // An index that rests on needs is used as data by its variable's own value; names of a callee are no variables.
    if (value.index && !value.index->needs.empty() && value.expr == NoId && scalarType(type) &&
        !ActiveInductions.contains(var) && !isName(var)) {
      Expr read;
      read.kind = Expr::Local;
      read.type = *scalarType(type);
      read.local = localFor(var);
      read.loc = locOf(syntax->getExprLoc());
      value.expr = add(std::move(read));
    }
    return value;
  }

  if (isInvariant(var)) {
    if (const auto number = isConstant(var) ? constantInt(var->getInit(), File.ast) : std::nullopt)
      return integerValue(*number, type);
    Value value;
    value.type = type;
    if (mayBeHidden(var) || NamesUsed.try_emplace(var->getNameAsString(), var).first->second != var)
      return unsupported(syntax);
    const Invariant invariant{var->getNameAsString(), true, {}, false};
    if (std::optional<IndexValue> product = namedProduct(var)) {
      value.index = std::move(product);
      value.invariant = invariant;
      return value;
    }
    if (!type->isPointerType())
      return invariantValue(invariant, type, syntax, var);
    value.invariant = invariant;
    value.place = pointerBase(var, var->getType());
    return value;
  }

  if (isName(var)) // its value differs by the way taken, or it has none
    return unsupported(syntax);
  const std::optional<ScalarType> scalar = scalarType(type);
  if (type->isPointerType())
    return problem(syntax->getExprLoc(), Reason::CarriedScalar,
                   {Result.loops.empty() ? "" : Result.loops[0].name, var->getNameAsString()});
  if (!scalar)
    return problem(syntax->getExprLoc(), Reason::UnsupportedType, {type.getUnqualifiedType().getAsString()});
  Expr read;
  read.kind = Expr::Local;
  read.type = *scalar;
  read.local = localFor(var);
  read.loc = locOf(syntax->getExprLoc());
  return dataValue(add(std::move(read)), type);
}

/// A scalar that does not change: a parameter.
Value NestExtractor::invariantValue(const Invariant &invariant, QualType type, const clang::Expr *syntax,
                                    const VarDecl *var) {
  Value value;
  value.type = type;
  value.invariant = invariant;
  const std::optional<ScalarType> scalar = scalarType(type);
  if (type->isPointerType()) {
    value.place = pointerBase(invariant, type, nullptr);
  } else if (!scalar) {
    return problem(syntax->getExprLoc(), Reason::UnsupportedType, {type.getUnqualifiedType().getAsString()});
  } else if (isInteger(*scalar)) {
    value.index = IndexValue{var ? symbolOf(var) : IndexExpr::symbol(paramFor(invariant, *scalar)), true, {}};
  } else {
    Expr param;
    param.kind = Expr::Param;
    param.type = *scalar;
    param.symbol = paramFor(invariant, *scalar);
    param.loc = locOf(syntax->getExprLoc());
    value.expr = add(std::move(param));
  }
  return value;
}

/// A member of a struct variable, or a part of a complex one, that nothing in the region changes.
std::optional<Invariant> NestExtractor::invariantPart(const Place &place, const clang::Expr *lvalue) const {
  const VarDecl *var = rootVariable(lvalue);
  if (!var || var->hasGlobalStorage() || !isOfParts(var->getType()) || Facts.escapes(var) ||
      Result.arrays[place.array].kind != Array::LocalObject || !place.needs.empty() || !isInvariant(var) ||
      Facts.isPartChangedIn(var, Root) || place.type.isVolatileQualified() || var->getType().isVolatileQualified())
    return std::nullopt;
  for (size_t d = 0; d < place.subs.size(); ++d)
    if (place.indirect[d] != NoId || !place.subs[d].asConstant())
      return std::nullopt;
  return Invariant{textOf(place), true, {}, false};
}

/// Why the pointer in memory at `place` is no base of an array.
Value NestExtractor::changingPointer(const Place &place, const clang::Expr *lvalue) const {
  const std::string text = File.source.text(*lvalue);
  for (const IndexExpr &sub : place.subs)
    for (SymbolId id : sub.symbols())
      if (Result.symbols[id].kind == Symbol::Iterator)
        return problem(lvalue->getExprLoc(), Reason::PointerPerRow, {text, Result.loops[Result.symbols[id].loop].name});
  if (llvm::any_of(place.indirect, [](ExprId id) { return id != NoId; }))
    return unsupported(lvalue);
  return problem(lvalue->getExprLoc(), Reason::PointerUnread, {text});
}

Value NestExtractor::evalLoad(const clang::Expr *lvalue) {
  const QualType type = lvalue->getType();
  if (const VarDecl *var = asVariable(lvalue)) {
    if (!isInMemory(var) || Environment.contains(var) || (isConstant(var) && isInvariant(var)))
      return evalVariable(var, lvalue);
  }
  if (const std::optional<Target> part = partTarget(lvalue))
    return readPart(part->var, part->path, type, lvalue);
  if (const std::optional<Target> followed = followedTarget(lvalue))
    return readTarget(*followed, lvalue);
  if (const auto *member = dyn_cast<MemberExpr>(lvalue->IgnoreParens()); member && !member->isLValue()) // f(x).y
    return sameBits(memberOf(evalStruct(member->getBase()), memberPath(member->getMemberDecl()), member), type,
                    member->getExprLoc());
  if (const std::optional<Value> part = partOfLiteral(lvalue))
    return sameBits(*part, type, lvalue->getExprLoc());
  Value why;
  const std::shared_ptr<const Place> place = placeOf(lvalue, why);
  if (!place)
    return why.problem ? why : unsupported(lvalue);
  if (const std::optional<Invariant> part = invariantPart(*place, lvalue))
    return invariantValue(*part, type, lvalue);
  if (place->type->isPointerType()) {
    // A pointer in memory: the base of an array, if it is the same all the time.
    Place asInteger = *place;
    asInteger.type = File.ast.getUIntPtrType();
    if (place->type.isVolatileQualified())
      return problem(lvalue->getExprLoc(), Reason::Volatile, {File.source.text(*lvalue)});
    const AccessId access = accessTo(asInteger, /*isWrite=*/false, lvalue);
    if (access == NoId)
      return unsupported(lvalue);
    Value value;
    value.type = type;
    value.invariant = invariantRead(*place, access);
    value.place = value.invariant ? pointerBase(*value.invariant, place->type, nullptr) : rowsBehind(*place, access);
    return value.place ? value : changingPointer(*place, lvalue);
  }
  const AccessId access = accessTo(*place, /*isWrite=*/false, lvalue);
  if (access == NoId)
    return unsupported(lvalue);
  Expr load;
  load.kind = Expr::Load;
  load.type = Result.accesses[access].type;
  load.access = access;
  load.loc = locOf(lvalue->getExprLoc());
  Value value = dataValue(add(std::move(load)), type);
  if (type->isIntegralOrEnumerationType()) {
    value.invariant = invariantRead(*place, access);
    attachParam(value);
  }
  return value;
}

} // namespace vecify
