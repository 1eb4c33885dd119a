// Functions that return through pointers: where they are inlined, what follows such a pointer names the caller's
// variable.
//
//     static void square(float a, float *out) { *out = a * a; }
//
//     float t;
//     square(x[i], &t);          t = x[i] * x[i]
//     y[i] = t + 1;              y[i] = t + 1
//
// So the variable need not live in memory. It may be a part of a struct or an array that is held in parts, or such an
// array as a whole, of which the function names elements; and the pointer may be handed on. Whatever else is done with
// it has no value, which ends the extraction; so does a call that is not inlined.
#include "Constants.h"
#include "NestExtractor.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace vecify {

/// Somebody may get at the variable by its address. Not those that it is lent to in what is extracted: they are inlined
/// whole, or all is declined. But nobody else may keep the address of a variable that lives on.
bool NestExtractor::escapes(const VarDecl *var) const {
  const FunctionFacts &facts = factsOf(var);
  const llvm::ArrayRef<const ParmVarDecl *> parameters = facts.lentTo(var);
  if (!facts.escapes(var) || parameters.empty())
    return facts.escapes(var);
  if (isOfCallee(var) || facts.isDeclaredIn(var, Root))
    return false;
  return !scalarType(var->getType()) ||
         !llvm::all_of(parameters, [&](const ParmVarDecl *parameter) { return isOnlyFollowed(parameter); });
}

/// `*pointer` is all that its function uses it for, or to hand it on to functions of which that is true.
bool NestExtractor::isOnlyFollowed(const ParmVarDecl *pointer) const {
  const auto [known, isNew] = OnlyFollowed.try_emplace(pointer, false);
  if (!isNew)
    return known->second;
  const auto *function = cast<FunctionDecl>(pointer->getDeclContext());
  const bool isKnown = !function->isWeak() && !function->hasAttr<IFuncAttr>();
  const bool isOnly = isKnown && !doesMoreThanFollow(function->getBody(), pointer);
  return OnlyFollowed[pointer] = isOnly;
}

bool NestExtractor::doesMoreThanFollow(const Stmt *stmt, const ParmVarDecl *pointer) const {
  if (!stmt)
    return false;
  if (isa<BlockExpr, CapturedStmt>(stmt))
    return true;
  if (const auto *ref = dyn_cast<DeclRefExpr>(stmt))
    return ref->getDecl() == pointer;
  const auto *unary = dyn_cast<UnaryOperator>(stmt);
  if (unary && unary->getOpcode() == UO_Deref && asVariable(plainPointer(unary->getSubExpr())) == pointer)
    return false;
  if (unary && unary->getOpcode() == UO_AddrOf) // &*pointer
    return llvm::any_of(factsOf(pointer).referencesTo(pointer),
                        [&](const DeclRefExpr *ref) { return factsOf(pointer).contains(unary, ref); });
  const auto *call = dyn_cast<CallExpr>(stmt);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  const FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
  return llvm::any_of(stmt->children(), [&](const Stmt *child) {
    const auto *argument = dyn_cast_or_null<clang::Expr>(child);
    if (!argument || !definition || asVariable(plainPointer(argument)) != pointer)
      return doesMoreThanFollow(child, pointer);
    const size_t number = llvm::find(call->arguments(), argument) - call->arg_begin();
    return number >= definition->getNumParams() || !isOnlyFollowed(definition->getParamDecl(number));
  });
}

/// What the parameter points to all the time, if that is a variable that does not live in memory, or a part of one.
std::optional<LentPlace> NestExtractor::lentTarget(const ParmVarDecl *parameter, const clang::Expr *argument) {
  const QualType type = parameter->getType();
  const FunctionFacts &facts = factsOf(parameter);
  if (!type->isPointerType() || type->getPointeeType().isVolatileQualified() || !facts.changesOf(parameter).empty() ||
      facts.escapes(parameter) || !(scalarType(type->getPointeeType()) || isOfParts(type->getPointeeType())))
    return std::nullopt;
  const clang::Expr *pointer = plainPointer(argument);
  if (!File.ast.hasSameUnqualifiedType(pointer->getType()->getPointeeType(), type->getPointeeType()))
    return std::nullopt;
  if (const VarDecl *other = asVariable(pointer)) {
    const auto lent = Lent.find(dyn_cast<ParmVarDecl>(other));
    return lent == Lent.end() ? std::nullopt : std::optional(lent->second);
  }
  const auto held = [&](const clang::Expr *lvalue) {
    std::optional<Target> part = partTarget(lvalue);
    return part ? part : followedTarget(lvalue);
  };
  if (const clang::Expr *row = decayedArray(pointer)) {
    std::optional<Target> target = held(row);
    return target ? std::optional(LentPlace{std::move(*target), true}) : std::nullopt;
  }
  const auto *address = dyn_cast<UnaryOperator>(pointer);
  if (!address || address->getOpcode() != UO_AddrOf)
    return std::nullopt;
  if (const VarDecl *var = asVariable(address->getSubExpr()); var && !isInMemory(var))
    return LentPlace{{var, "", nullptr}};
  std::optional<Target> target = held(address->getSubExpr());
  return target ? std::optional(LentPlace{std::move(*target)}) : std::nullopt;
}

/// What an lvalue names that follows a pointer to such a variable: *p, p[0], p->pos.x.
std::optional<Target> NestExtractor::followedTarget(const clang::Expr *lvalue) {
  auto [whole, path] = partOf(lvalue, File.ast);
  const clang::Expr *pointer = nullptr;
  const clang::Expr *subscript = nullptr;
  if (const auto *unary = dyn_cast<UnaryOperator>(whole); unary && unary->getOpcode() == UO_Deref) {
    pointer = unary->getSubExpr();
  } else if (const auto *element = dyn_cast<ArraySubscriptExpr>(whole)) {
    pointer = element->getBase();
    subscript = element->getIdx();
  } else if (const auto *member = dyn_cast<MemberExpr>(whole); member && member->isArrow()) {
    pointer = member->getBase();
    path = memberPath(member->getMemberDecl()) + path;
  }
  const auto *parameter = pointer ? dyn_cast_or_null<ParmVarDecl>(asVariable(plainPointer(pointer))) : nullptr;
  const auto lent = parameter ? Lent.find(parameter) : Lent.end();
  if (lent == Lent.end())
    return std::nullopt;
  auto [target, isRow] = lent->second;
  const std::optional<int64_t> element = !subscript ? 0
                                         : isRow    ? numberOfElement(subscript)
                                                    : constantInt(subscript, File.ast);
  if (!element || (!isRow && *element != 0))
    return std::nullopt;
  target.path += (isRow ? "[" + std::to_string(*element) + "]" : "") + path;
  const std::optional<std::vector<Part>> parts = partsOf(target.var->getType());
  const bool isThere = !isRow || (parts && llvm::any_of(*parts, [&](const Part &part) {
                                    return llvm::StringRef(part.path).starts_with(target.path);
                                  }));
  return isThere ? std::optional(target) : std::nullopt;
}

/// What a loop changes by it would not be known of the loop. Elements of arrays are variables of the nest anyway.
bool NestExtractor::isFollowedInLoop(const ParmVarDecl *parameter) const {
  const FunctionFacts &facts = factsOf(parameter);
  return llvm::any_of(facts.referencesTo(parameter), [&](const DeclRefExpr *ref) {
    const Stmt *outer = ref;
    while (outer && (!isa<ForStmt, WhileStmt, DoStmt>(outer) || CopiedLoops.contains(outer)))
      outer = facts.parentOf(outer);
    return outer != nullptr;
  });
}

} // namespace vecify
