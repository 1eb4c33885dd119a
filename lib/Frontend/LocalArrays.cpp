// Small arrays of the loop body are held in parts like structs, one scalar each, where every subscript is a constant,
// or made of the counters of loops that run a constant number of times. Those loops are written out.
//
//     int t[4];                                        t_0 = x[4*i] - x[4*i + 1]
//     for (int k = 0; k < 4; k += 2)                   t_2 = x[4*i + 2] - x[4*i + 3]
//       t[k] = x[4*i + k] - x[4*i + k + 1];
//
// So are arrays of the function that only this region uses, if each iteration sets what it reads. Of a region that is
// itself such a loop it is noted: compilers write it out and keep the array in registers, unless lanes are made of it.
#include "Constants.h"
#include "NestExtractor.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/SaveAndRestore.h"
#include <functional>

using namespace clang;

namespace vecify {
namespace {
constexpr size_t maxElements = 32;
/// Statements that one loop, and those around it, may be written out as.
constexpr size_t maxCopies = 64;
/// Functions that hand a pointer on to each other.
constexpr unsigned maxHandedOn = 4;

/// `break`, `continue`, `return`, `goto`, a label: no plain sequence.
bool leavesOrder(const Stmt *stmt) {
  return stmt && (isa<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt, IndirectGotoStmt, LabelStmt, SwitchStmt>(stmt) ||
                  llvm::any_of(stmt->children(), leavesOrder));
}

/// Arrays of the function that are declared or used in the statement.
void appendArrays(const Stmt *stmt, llvm::SetVector<const VarDecl *> &arrays) {
  if (!stmt)
    return;
  const auto append = [&](const Decl *decl) {
    if (const auto *var = dyn_cast<VarDecl>(decl);
        var && var->getType()->isConstantArrayType() && var->isLocalVarDecl())
      arrays.insert(var);
  };
  if (const auto *declaration = dyn_cast<DeclStmt>(stmt))
    llvm::for_each(declaration->decls(), append);
  if (const auto *ref = dyn_cast<DeclRefExpr>(stmt))
    append(ref->getDecl());
  for (const Stmt *child : stmt->children())
    appendArrays(child, arrays);
}

/// Loops that do nothing but assign elements that they read.
bool onlyCopies(const Stmt *stmt) {
  if (const auto *loop = dyn_cast_or_null<ForStmt>(stmt))
    return onlyCopies(loop->getBody());
  if (const auto *all = dyn_cast_or_null<CompoundStmt>(stmt))
    return llvm::all_of(all->body(), onlyCopies);
  const auto *assignment = dyn_cast_or_null<BinaryOperator>(stmt);
  return assignment && assignment->getOpcode() == BO_Assign &&
         isa<ArraySubscriptExpr>(assignment->getRHS()->IgnoreParenCasts());
}
} // namespace

/// The loop's control where the loop does nothing else to its counter.
std::optional<CountedLoop> NestExtractor::countedLoop(const ForStmt &loop, const VarDecl *counter) const {
  const std::optional<LoopParts> parts = loopParts(&loop, File.ast);
  const FunctionFacts &facts = factsOf(counter);
  const clang::Expr *start = startOf(counter, *parts);
  if (!parts->init || !parts->increment || !parts->condition || !start || !counter->getType()->isIntegerType() ||
      isInMemory(counter) || facts.isChangedIn(counter, parts->body) || facts.isChangedIn(counter, parts->condition) ||
      leavesOrder(parts->body))
    return std::nullopt;
  const auto *step = dyn_cast<clang::Expr>(parts->increment)->IgnoreParens();
  // i++, p += stride
  while (const auto *comma = dyn_cast<BinaryOperator>(step)) {
    if (comma->getOpcode() != BO_Comma ||
        facts.isChangedIn(counter, comma->getRHS()) == facts.isChangedIn(counter, comma->getLHS()))
      break;
    step = (facts.isChangedIn(counter, comma->getRHS()) ? comma->getRHS() : comma->getLHS())->IgnoreParens();
  }
  const clang::Expr *changed = assignedLValue(step);
  if (!changed || asVariable(changed) != counter)
    return std::nullopt;
  return CountedLoop{counter, start, parts->condition, step};
}

/// The subscript is a constant once the loops that it names the counters of are written out; those are added.
bool NestExtractor::isConstantInside(const Stmt *subscript, const Stmt *scope, CountedLoops &loops) const {
  if (const auto *expr = dyn_cast<clang::Expr>(subscript); expr && constantInt(expr, File.ast))
    return true;
  if (const auto *ref = dyn_cast<DeclRefExpr>(subscript)) {
    const auto *counter = dyn_cast<VarDecl>(ref->getDecl());
    const FunctionFacts &facts = counter ? factsOf(counter) : Facts;
    for (const Stmt *outer = facts.parentOf(ref); counter && outer && outer != scope; outer = facts.parentOf(outer))
      if (const auto *loop = dyn_cast<ForStmt>(outer))
        if (const std::optional<CountedLoop> counted = countedLoop(*loop, counter)) {
          if (!loops.try_emplace(loop, *counted).second)
            return true;
          const auto *assignment = dyn_cast<BinaryOperator>(counted->step);
          return isConstantInside(counted->start, scope, loops) && isConstantInside(counted->condition, scope, loops) &&
                 (!assignment || isConstantInside(assignment->getRHS(), scope, loops));
        }
    return false;
  }
  if (!isa<ParenExpr, IntegerLiteral, ImplicitCastExpr, CStyleCastExpr, UnaryOperator, BinaryOperator>(subscript) ||
      assignedLValue(subscript))
    return false;
  return llvm::all_of(subscript->children(), [&](const Stmt *child) { return isConstantInside(child, scope, loops); });
}

/// All uses of the array are elements by subscripts that are constant in `scope` once `loops` are written out.
bool NestExtractor::hasConstantSubscripts(const VarDecl *array, const Stmt *scope, CountedLoops &loops) const {
  const auto isElement = [&](const DeclRefExpr *ref) {
    const Stmt *lvalue = ref;
    for (const Stmt *outer = Facts.parentOf(ref);; lvalue = outer, outer = Facts.parentOf(outer)) {
      const auto *decay = dyn_cast_or_null<ImplicitCastExpr>(outer);
      const auto *subscript = dyn_cast_or_null<ArraySubscriptExpr>(outer);
      const auto *member = dyn_cast_or_null<MemberExpr>(outer);
      if (subscript && subscript->getBase() == lvalue) {
        if (!isConstantInside(subscript->getIdx(), scope, loops))
          return false;
      } else if (!(member && !member->isArrow()) && !isa_and_nonnull<ParenExpr>(outer) &&
                 !(decay && decay->getCastKind() == CK_ArrayToPointerDecay)) {
        const auto *whole = cast<clang::Expr>(lvalue);
        const QualType type = whole->getType();
        return isa<ImplicitCastExpr>(whole) ? isLentForElements(whole, Facts, loops)
                                            : type->isScalarType() || isOfParts(type);
      }
    }
  };
  const bool isLent = !Facts.lentTo(array).empty() && Facts.isDeclaredIn(array, Root);
  return !array->hasGlobalStorage() && (isLent || !Facts.escapes(array)) && !array->getType().isVolatileQualified() &&
         partsOf(array->getType()) && llvm::all_of(Facts.referencesTo(array), isElement);
}

/// int16_t block[16]; .. block[4 * i + j] = x[i * stride + j]; .. transform(block): all that the region does is to fill
/// the array, and others get it that are inlined. Vectors in memory would be taken apart there.
bool NestExtractor::isFilledForCallees(const VarDecl *array, const Stmt *scope, CountedLoops &loops) const {
  const auto isFilledOrLent = [&](const DeclRefExpr *ref) {
    const Stmt *outer = Facts.parentOf(ref);
    const auto *decay = dyn_cast_or_null<ImplicitCastExpr>(outer);
    if (!decay || decay->getCastKind() != CK_ArrayToPointerDecay)
      return false;
    while (isa_and_nonnull<ImplicitCastExpr>(outer))
      outer = Facts.parentOf(outer);
    if (Facts.contains(Root, ref)) {
      const auto *subscript = dyn_cast_or_null<ArraySubscriptExpr>(outer);
      return subscript && isConstantInside(subscript->getIdx(), scope, loops);
    }
    const auto *call = dyn_cast_or_null<CallExpr>(outer);
    const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    return callee && callee->getDefinition() && (!callee->isExternallyVisible() || callee->isInlined());
  };
  return !array->hasGlobalStorage() && onlyCopies(Root) && llvm::all_of(Facts.referencesTo(array), isFilledOrLent) &&
         loops.contains(Root);
}

/// `facts`: of the function that the pointer stands in, which hands it to one that uses it for nothing but elements by
/// subscripts that are constant once `loops` are written out, or hands it on to such ones.
bool NestExtractor::isLentForElements(const clang::Expr *pointer, const FunctionFacts &facts, CountedLoops &loops,
                                      unsigned depth) const {
  const Stmt *outer = facts.parentOf(pointer);
  const auto isConversion = [](const Stmt *stmt) { return isa_and_nonnull<ParenExpr, ImplicitCastExpr>(stmt); };
  for (; isConversion(outer); outer = facts.parentOf(outer))
    pointer = cast<clang::Expr>(outer);
  const auto *call = dyn_cast_or_null<CallExpr>(outer);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  const FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
  const unsigned number = call ? unsigned(llvm::find(call->arguments(), pointer) - call->arg_begin()) : 0;
  if (!definition || number >= definition->getNumParams() || depth > maxHandedOn)
    return false;
  const ParmVarDecl *parameter = definition->getParamDecl(number);
  const FunctionFacts &inside = factsOf(definition);
  const auto isElement = [&](const DeclRefExpr *ref) {
    const clang::Expr *followed = ref;
    const Stmt *user = inside.parentOf(ref);
    for (; isConversion(user); user = inside.parentOf(user))
      followed = cast<clang::Expr>(user);
    const auto *subscript = dyn_cast_or_null<ArraySubscriptExpr>(user);
    const auto *unary = dyn_cast_or_null<UnaryOperator>(user);
    const bool isFirst = unary && unary->getOpcode() == UO_Deref;
    if (!isFirst && !(subscript && subscript->getBase() == followed))
      return isLentForElements(ref, inside, loops, depth + 1);
    const QualType type = cast<clang::Expr>(user)->getType();
    return (isFirst || isConstantInside(subscript->getIdx(), definition->getBody(), loops)) &&
           (type->isScalarType() || isOfParts(type));
  };
  return inside.changesOf(parameter).empty() && !inside.escapes(parameter) &&
         llvm::all_of(inside.referencesTo(parameter), isElement);
}

/// None of the loops runs more than `most` times, those in others once for each of their iterations.
bool NestExtractor::canCopy(const CountedLoops &loops, size_t most) const {
  llvm::SmallDenseMap<const Stmt *, llvm::SmallVector<const Stmt *, 2>> inside;
  for (const auto &[loop, counted] : loops) {
    const FunctionFacts &facts = factsOf(counted.counter);
    const Stmt *outer = facts.parentOf(loop);
    while (outer && !loops.count(outer))
      outer = facts.parentOf(outer);
    inside[outer].push_back(loop);
  }
  CounterValues values(File.ast);
  llvm::SmallDenseMap<const Stmt *, size_t> copies;
  const std::function<bool(const Stmt *)> canRunInside = [&](const Stmt *outer) {
    return llvm::all_of(inside.lookup(outer), [&](const Stmt *loop) {
      const CountedLoop &counted = loops.find(loop)->second;
      if (!values.enter(counted))
        return false;
      std::optional<bool> runs;
      while ((runs = values.runs(counted)) && *runs)
        if (++copies[loop] > most || !canRunInside(loop) || !values.advance(counted))
          return false;
      values.leave();
      return runs.has_value();
    });
  };
  return canRunInside(nullptr);
}

/// The block that declares the array; null where nobody uses it.
const Stmt *NestExtractor::scopeOf(const VarDecl *array) const {
  const Stmt *scope = Facts.referencesTo(array).empty() ? nullptr : Facts.referencesTo(array).front();
  while (scope && !(isa<CompoundStmt>(scope) && Facts.isDeclaredIn(array, scope)))
    scope = Facts.parentOf(scope);
  return scope;
}

/// Decides which arrays are held in parts, and which loops are written out for that.
void NestExtractor::findLocalArrays() {
  llvm::SetVector<const VarDecl *> arrays;
  appendArrays(Root, arrays);
  for (const VarDecl *array : arrays) {
    const bool isInside = Facts.isDeclaredIn(array, Root);
    const Stmt *scope = scopeOf(array);
    CountedLoops loops;
    if (!scope || !hasConstantSubscripts(array, isInside ? scope : Root, loops)) {
      if (loops.clear(); scope && !isInside && hasConstantSubscripts(array, scope, loops) && loops.contains(Root) &&
                         canCopy(loops, maxCopies * maxCopies))
        Result.arrayInRegisters = array->getNameAsString();
      if (loops.clear(); scope && !isInside && isFilledForCallees(array, scope, loops) && canCopy(loops, maxCopies))
        Result.arrayInRegisters = array->getNameAsString();
      continue;
    }
    const bool isListed = !array->hasInit() || isa<InitListExpr>(array->getInit());
    const bool isOwn = isInside || (!array->hasInit() && Facts.isPartChangedIn(array, Root) &&
                                    llvm::all_of(Facts.referencesTo(array),
                                                 [&](const DeclRefExpr *ref) { return Facts.contains(Root, ref); }));
    if (!isListed || !isOwn || partsOf(array->getType())->size() > maxElements)
      continue;
    loops.insert(CopiedLoops.begin(), CopiedLoops.end());
    if (!canCopy(loops, maxCopies))
      continue;
    HeldArrays.insert(array);
    Result.hasLoopsByLoops |= llvm::any_of(loops, [&](const auto &loop) { return !canCopy({loop}, maxCopies); });
    CopiedLoops = std::move(loops);
  }
}

/// One copy of the body for each iteration; the counter is a constant in each.
void NestExtractor::copyLoop(const ForStmt &loop) {
  const llvm::SaveAndRestore<std::optional<DivergentBody>> ownBreaks(Divergent, std::nullopt);
  const CountedLoop &counted = CopiedLoops.find(&loop)->second;
  extractStmt(loop.getInit());
  Counters.enter(counted);
  size_t trips = 0;
  for (CounterValues ahead = Counters; ahead.runs(counted).value_or(false) && ahead.advance(counted);)
    ++trips;
  const size_t outer = std::exchange(CopiedTrips, std::max(trips, CopiedTrips));
  while (!failed() && Counters.runs(counted).value_or(false)) {
    extractStmt(loop.getBody());
    if (!failed())
      extractEffects(loop.getInc());
    if (!Counters.advance(counted))
      break;
  }
  Counters.leave();
  CopiedTrips = outer;
}

} // namespace vecify
