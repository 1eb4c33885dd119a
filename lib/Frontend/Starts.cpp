// Pointers that walk over the same memory, since one was set to another before the loop.
//
//     sp = row;
//     dp = row;
//     while (sp < end) {       row[i] = row[2 * i], where dp and sp by themselves are two pointers that may overlap,
//       *dp++ = *sp;           and always do
//       sp += 2;
//     }
#include "NestExtractor.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace vecify {
namespace {

/// Variables of an expression that has nothing but them, numbers, casts and sums: a pointer's value, or part of it.
bool isPlain(const clang::Expr *expr, llvm::SmallVectorImpl<const VarDecl *> &used) {
  expr = expr->IgnoreParenCasts();
  if (const VarDecl *var = asVariable(expr)) {
    used.push_back(var);
    return true;
  }
  const auto *binary = dyn_cast<BinaryOperator>(expr);
  return isa<IntegerLiteral>(expr) || (binary && (binary->isAdditiveOp() || binary->getOpcode() == BO_Mul) &&
                                       isPlain(binary->getLHS(), used) && isPlain(binary->getRHS(), used));
}

/// What the statement sets the variable to, if that is all that it does to it.
const clang::Expr *setBy(const Stmt *stmt, const VarDecl *var) {
  if (const auto *declaration = dyn_cast<DeclStmt>(stmt))
    return llvm::is_contained(declaration->decls(), var) ? var->getInit() : nullptr;
  const auto *binary = dyn_cast<BinaryOperator>(stmt);
  if (binary && binary->getOpcode() == BO_Comma) {
    const clang::Expr *last = setBy(binary->getRHS(), var);
    return last ? last : setBy(binary->getLHS(), var);
  }
  return binary && binary->getOpcode() == BO_Assign && asVariable(binary->getLHS()) == var ? binary->getRHS() : nullptr;
}

/// The local pointer variables in the region, in source order; those in lvalues that it assigns in `stored` too.
void appendPointers(const Stmt *region, bool isStored, llvm::SetVector<const VarDecl *> &all,
                    llvm::DenseSet<const VarDecl *> &stored) {
  if (!region)
    return;
  if (const auto *ref = dyn_cast<DeclRefExpr>(region))
    if (const auto *var = dyn_cast<VarDecl>(ref->getDecl()); var && var->getType()->isPointerType()) {
      all.insert(var);
      if (isStored)
        stored.insert(var);
    }
  const clang::Expr *lvalue = assignedLValue(region);
  if (lvalue && asVariable(lvalue))
    lvalue = nullptr;
  for (const Stmt *child : region->children())
    appendPointers(child, isStored || (lvalue && child == lvalue), all, stored);
}

} // namespace

/// What `var` was last set to before the root, in statements that all run, where what that is made of still has the
/// same value when the root starts; else null.
const clang::Expr *NestExtractor::valueAtRoot(const VarDecl *var) const { return lastValue(var, true); }

/// The same, whatever has become of what it is made of.
const clang::Expr *NestExtractor::setBeforeRoot(const VarDecl *var) const { return lastValue(var, false); }

const clang::Expr *NestExtractor::lastValue(const VarDecl *var, bool mustStillHold) const {
  if (Facts.hasGoto() || isInMemory(var) || isOfCallee(var))
    return nullptr;
  llvm::SmallVector<const Stmt *, 8> since;
  const auto ifStillTrue = [&](const clang::Expr *value) -> const clang::Expr * {
    llvm::SmallVector<const VarDecl *, 4> used;
    const auto keeps = [&](const VarDecl *other) {
      const bool isChanged = llvm::any_of(since, [&](const Stmt *stmt) { return Facts.isChangedIn(other, stmt); });
      return !isInMemory(other) && !isChanged && !Facts.isHiddenAt(other, Root) &&
             (other->getType()->isPointerType() || !Facts.isChangedIn(other, Root));
    };
    return !mustStillHold || (value && isPlain(value, used) && llvm::all_of(used, keeps)) ? value : nullptr;
  };
  // The assignment itself is no reason to doubt it, but for what else it changes.
  const auto setOnceBy = [&](const Stmt *stmt) -> const clang::Expr * {
    const auto changes =
        llvm::count_if(Facts.changesOf(var), [&](const Stmt *change) { return Facts.contains(stmt, change); });
    return changes <= 1 ? ifStillTrue(setBy(stmt, var)) : nullptr;
  };
  if (const Stmt *init = hoistedInit()) {
    since.push_back(init);
    if (Facts.isChangedIn(var, init) || Facts.isDeclaredIn(var, init))
      return setOnceBy(init);
  }
  for (const Stmt *inner = Root;;) {
    const Stmt *outer = Facts.parentOf(inner);
    if (const auto *conditional = dyn_cast_or_null<IfStmt>(outer)) {
      since.push_back(conditional->getCond());
      inner = outer;
      continue;
    }
    const auto *block = dyn_cast_or_null<CompoundStmt>(outer);
    if (!block || isa_and_nonnull<SwitchStmt>(Facts.parentOf(block)))
      return nullptr;
    const auto end = llvm::find(block->body(), inner);
    for (const Stmt *stmt : llvm::reverse(llvm::make_range(block->body_begin(), end))) {
      if (holdsCase(stmt))
        return nullptr;
      since.push_back(stmt);
      if (Facts.isChangedIn(var, stmt) || Facts.isDeclaredIn(var, stmt))
        return setOnceBy(stmt);
    }
    inner = block;
  }
}

/// All that the root does with the pointer is to compare it with others, or to take their difference.
bool NestExtractor::isOnlyCompared(const VarDecl *pointer) const {
  return llvm::all_of(Facts.referencesTo(pointer), [&](const DeclRefExpr *ref) {
    if (!Facts.contains(Root, ref))
      return true;
    const Stmt *user = Facts.parentOf(ref);
    while (isa_and_nonnull<CastExpr, ParenExpr>(user))
      user = Facts.parentOf(user);
    const auto *binary = dyn_cast_or_null<BinaryOperator>(user);
    return binary && (binary->isComparisonOp() ||
                      (binary->getOpcode() == BO_Sub && binary->getLHS()->getType()->isPointerType() &&
                       binary->getRHS()->getType()->isPointerType()));
  });
}

/// Binds pointers that the root walks, stores through, and has set to one another, to places behind the first of them.
void NestExtractor::bindCommonStarts() {
  llvm::SetVector<const VarDecl *> pointers;
  llvm::DenseSet<const VarDecl *> stored;
  appendPointers(Root, false, pointers, stored);
  struct Start {
    const VarDecl *base;
    llvm::SmallVector<const VarDecl *, 2> chain; ///< from the base's first follower to the pointer itself
  };
  llvm::MapVector<const VarDecl *, llvm::SmallVector<Start, 2>> groups;
  for (const VarDecl *pointer : pointers) {
    if (isInMemory(pointer) || isOfCallee(pointer) || Facts.isDeclaredIn(pointer, Root))
      continue;
    Start start = {pointer, {}};
    constexpr size_t longest = 8;
    while (start.chain.size() < longest) {
      const clang::Expr *value = valueAtRoot(start.base);
      llvm::SmallVector<const VarDecl *, 4> used;
      if (!value || !isPlain(value, used))
        break;
      // How far apart they are must be known: parts of one block, `u = y + width * height`, do not meet as a rule.
      const bool isKnown = used.size() == 1 || isOnlyCompared(pointer);
      llvm::erase_if(used, [](const VarDecl *var) { return !var->getType()->isPointerType(); });
      if (!isKnown || used.size() != 1)
        break;
      start.chain.insert(start.chain.begin(), start.base);
      start.base = used.front();
    }
    groups[start.base].push_back(std::move(start));
  }
  for (const auto &[base, starts] : groups) {
    const auto last = [base = base](const Start &start) { return start.chain.empty() ? base : start.chain.back(); };
    const bool isBaseWalked = Facts.isChangedIn(base, Root);
    const bool isWalked =
        llvm::any_of(starts, [&](const Start &start) { return Facts.isChangedIn(last(start), Root); });
    const bool isStored = llvm::any_of(starts, [&](const Start &start) { return stored.contains(last(start)); });
    if (starts.size() < 2 || isBaseWalked || !isWalked || !isStored)
      continue;
    for (const Start &start : starts)
      for (const VarDecl *pointer : start.chain) {
        if (Environment.contains(pointer))
          continue;
        const Value value = eval(valueAtRoot(pointer));
        if (!value.place || failed())
          break;
        Environment[pointer] = value;
        Environment[pointer].type = pointer->getType().getUnqualifiedType();
      }
  }
}

} // namespace vecify
