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

using namespace clang;

namespace vecify {
namespace {
constexpr size_t maxElements = 16;
/// Statements that one loop, and those around it, may be written out as.
constexpr size_t maxCopies = 64;

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
} // namespace

/// How often `for (k = 2; k < 8; k += 3)` runs: 0 where its counter, bounds or step are no such constants.
size_t NestExtractor::constantTrips(const ForStmt &loop, const VarDecl *counter) const {
  const std::optional<LoopParts> parts = loopParts(&loop, File.ast);
  const auto *condition =
      dyn_cast_or_null<BinaryOperator>(parts->condition ? parts->condition->IgnoreParens() : nullptr);
  if (!parts->init || !parts->increment || !condition || !counter->getType()->isIntegerType() || isInMemory(counter) ||
      Facts.isChangedIn(counter, parts->body) || leavesOrder(parts->body))
    return 0;
  std::optional<int64_t> value = constantInt(startOf(counter, *parts), File.ast);
  const std::optional<int64_t> bound = constantInt(condition->getRHS(), File.ast);
  std::optional<int64_t> step;
  const auto *increment = dyn_cast<clang::Expr>(parts->increment)->IgnoreParens();
  // i++, p += stride
  while (const auto *comma = dyn_cast<BinaryOperator>(increment)) {
    if (comma->getOpcode() != BO_Comma ||
        Facts.isChangedIn(counter, comma->getRHS()) == Facts.isChangedIn(counter, comma->getLHS()))
      break;
    increment = (Facts.isChangedIn(counter, comma->getRHS()) ? comma->getRHS() : comma->getLHS())->IgnoreParens();
  }
  if (const auto *unary = dyn_cast<UnaryOperator>(increment); unary && unary->isIncrementDecrementOp()) {
    step = unary->isIncrementOp() ? 1 : -1;
    increment = unary->getSubExpr();
  } else if (const auto *compound = dyn_cast<CompoundAssignOperator>(increment);
             compound && (compound->getOpcode() == BO_AddAssign || compound->getOpcode() == BO_SubAssign)) {
    step = constantInt(compound->getRHS(), File.ast);
    if (step && compound->getOpcode() == BO_SubAssign)
      step = -*step;
    increment = compound->getLHS();
  }
  // Small numbers are the same in every type; below zero only in signed ones.
  const auto isSmall = [](std::optional<int64_t> number) { return number && *number > -100 && *number < 100; };
  if (!isSmall(value) || !isSmall(bound) || !isSmall(step) || *step == 0 || asVariable(increment) != counter ||
      asVariable(condition->getLHS()->IgnoreParenImpCasts()) != counter ||
      (*step < 0 && counter->getType()->isUnsignedIntegerType()) ||
      condition->getLHS()->getType()->isUnsignedIntegerType() != counter->getType()->isUnsignedIntegerType())
    return 0;
  const auto runs = [&] {
    switch (condition->getOpcode()) {
    case BO_LT:
      return *value < *bound;
    case BO_LE:
      return *value <= *bound;
    case BO_GT:
      return *value > *bound;
    case BO_GE:
      return *value >= *bound;
    case BO_NE:
      return *value != *bound;
    default:
      return false;
    }
  };
  size_t trips = 0;
  for (; runs() && trips <= maxCopies; ++trips)
    *value += *step;
  return trips <= maxCopies ? trips : 0;
}

/// The subscript is a constant once the loops that it names the counters of are written out; those are added.
bool NestExtractor::isConstantInside(const Stmt *subscript, const Stmt *scope,
                                     llvm::SmallDenseMap<const Stmt *, size_t> &loops) const {
  if (const auto *ref = dyn_cast<DeclRefExpr>(subscript)) {
    if (isa<EnumConstantDecl>(ref->getDecl()))
      return true;
    const auto *counter = dyn_cast<VarDecl>(ref->getDecl());
    for (const Stmt *outer = Facts.parentOf(ref); counter && outer && outer != scope; outer = Facts.parentOf(outer))
      if (const auto *loop = dyn_cast<ForStmt>(outer))
        if (const size_t trips = constantTrips(*loop, counter)) {
          loops[loop] = trips;
          return true;
        }
    return false;
  }
  if (!isa<ParenExpr, IntegerLiteral, ImplicitCastExpr, CStyleCastExpr, UnaryOperator, BinaryOperator>(subscript) ||
      assignedLValue(subscript))
    return false;
  return llvm::all_of(subscript->children(), [&](const Stmt *child) { return isConstantInside(child, scope, loops); });
}

/// All uses of the array are elements by subscripts that are constant in `scope` once `loops` are written out.
bool NestExtractor::hasConstantSubscripts(const VarDecl *array, const Stmt *scope,
                                          llvm::SmallDenseMap<const Stmt *, size_t> &loops) const {
  const auto isElement = [&](const DeclRefExpr *ref) {
    const Stmt *lvalue = ref;
    for (const Stmt *outer = Facts.parentOf(ref);; lvalue = outer, outer = Facts.parentOf(outer)) {
      const auto *decay = dyn_cast_or_null<ImplicitCastExpr>(outer);
      const auto *subscript = dyn_cast_or_null<ArraySubscriptExpr>(outer);
      if (subscript && subscript->getBase() == lvalue) {
        if (!isConstantInside(subscript->getIdx(), scope, loops))
          return false;
      } else if (!isa_and_nonnull<ParenExpr>(outer) && !(decay && decay->getCastKind() == CK_ArrayToPointerDecay)) {
        return !isa<ImplicitCastExpr>(lvalue) && cast<clang::Expr>(lvalue)->getType()->isScalarType();
      }
    }
  };
  return !array->hasGlobalStorage() && !Facts.escapes(array) && !array->getType().isVolatileQualified() &&
         partsOf(array->getType()) && llvm::all_of(Facts.referencesTo(array), isElement);
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
    llvm::SmallDenseMap<const Stmt *, size_t> loops;
    if (!scope || !hasConstantSubscripts(array, isInside ? scope : Root, loops)) {
      if (loops.clear(); scope && !isInside && hasConstantSubscripts(array, scope, loops) && loops.contains(Root))
        Result.arrayInRegisters = array->getNameAsString();
      continue;
    }
    const bool isListed = !array->hasInit() || isa<InitListExpr>(array->getInit());
    const bool isOwn = isInside || (!array->hasInit() && Facts.isPartChangedIn(array, Root) &&
                                    llvm::all_of(Facts.referencesTo(array),
                                                 [&](const DeclRefExpr *ref) { return Facts.contains(Root, ref); }));
    if (!isListed || !isOwn || partsOf(array->getType())->size() > maxElements)
      continue;
    llvm::DenseMap<const Stmt *, size_t> trips = CopiedLoops;
    trips.insert(loops.begin(), loops.end());
    // Nested ones multiply.
    const auto copiesOf = [&](const Stmt *loop) {
      size_t copies = 1;
      for (const Stmt *outer = loop; outer && outer != Root; outer = Facts.parentOf(outer))
        if (const auto known = trips.find(outer); known != trips.end())
          copies *= known->second;
      return copies;
    };
    if (llvm::any_of(loops, [&](const auto &loop) { return copiesOf(loop.first) > maxCopies; }))
      continue;
    HeldArrays.insert(array);
    CopiedLoops = std::move(trips);
  }
}

/// One copy of the body for each iteration; the counter is a constant in each.
void NestExtractor::copyLoop(const ForStmt &loop) {
  extractStmt(loop.getInit());
  const size_t trips = CopiedLoops.lookup(&loop), outer = std::exchange(CopiedTrips, std::max(trips, CopiedTrips));
  for (size_t trip = 0; trip < trips && !failed(); ++trip) {
    extractStmt(loop.getBody());
    if (!failed())
      extractEffects(loop.getInc());
  }
  CopiedTrips = outer;
}

} // namespace vecify
