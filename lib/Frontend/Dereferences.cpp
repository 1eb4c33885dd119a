// Pointers that surely lead somewhere when the region starts, so that what they point to may be read in front of it.
//
//     int taps = f->taps;                  f is followed before the loop
//     for (i = 0; i < n; i++)
//       for (k = 0; k < taps; k++)         g is followed if both loops run
//         y[i] += f->coef[k] * g->x[i + k];
#include "NestExtractor.h"

using namespace clang;

namespace vecify {

/// Evaluating `stmt` reads or writes a member of what `pointer` points to, whatever the values are.
static bool follows(const Stmt *stmt, const VarDecl *pointer) {
  if (!stmt)
    return false;
  const auto isMember = [&](const clang::Expr *lvalue) {
    const auto *member = dyn_cast<MemberExpr>(lvalue->IgnoreParens());
    while (member && !member->isArrow())
      member = dyn_cast<MemberExpr>(member->getBase()->IgnoreParens());
    return member && asVariable(member->getBase()->IgnoreParenImpCasts()) == pointer;
  };
  if (const auto *declaration = dyn_cast<DeclStmt>(stmt))
    return llvm::any_of(declaration->decls(), [&](const Decl *decl) {
      const auto *var = dyn_cast<VarDecl>(decl);
      return var && var->hasLocalStorage() && follows(var->getInit(), pointer);
    });
  if (const auto *conditional = dyn_cast<IfStmt>(stmt))
    return follows(conditional->getCond(), pointer);
  if (const auto *loop = dyn_cast<ForStmt>(stmt))
    return follows(loop->getInit(), pointer) || follows(loop->getCond(), pointer);
  if (const auto *loop = dyn_cast<WhileStmt>(stmt))
    return follows(loop->getCond(), pointer);
  const auto *expr = dyn_cast<clang::Expr>(stmt);
  if (!expr)
    return false;
  if (const auto *cast = dyn_cast<ImplicitCastExpr>(expr);
      cast && cast->getCastKind() == CK_LValueToRValue && isMember(cast->getSubExpr()))
    return true;
  if (const auto *binary = dyn_cast<BinaryOperator>(expr)) {
    if (binary->isAssignmentOp() && isMember(binary->getLHS()))
      return true;
    if (binary->isLogicalOp())
      return follows(binary->getLHS(), pointer);
  } else if (const auto *conditional = dyn_cast<AbstractConditionalOperator>(expr)) {
    return follows(conditional->getCond(), pointer);
  } else if (isa<UnaryExprOrTypeTraitExpr, StmtExpr, GenericSelectionExpr, ChooseExpr>(expr)) {
    return false;
  }
  return llvm::any_of(expr->children(), [&](const Stmt *child) { return follows(child, pointer); });
}

/// On every way to the root.
bool NestExtractor::isFollowedBefore(const VarDecl *pointer) const {
  return !isInMemory(pointer) && Facts.changesOf(pointer).empty() &&
         anyBefore([&](const Stmt *stmt, const Stmt *partAround) {
           // The condition of a do statement comes behind its body.
           return (!partAround || isa<IfStmt, ForStmt, WhileStmt>(stmt)) && follows(stmt, pointer);
         });
}

/// What `array` points to is there before the region: true if its root loop runs, false always, nothing if that is
/// not known.
std::optional<bool> NestExtractor::dereferenced(ArrayId array) const {
  if (const auto known = Dereferenced.find(array); known != Dereferenced.end())
    return known->second;
  const VarDecl *pointer = array < PointerOf.size() ? PointerOf[array] : nullptr;
  return pointer && !isOfCallee(pointer) && isFollowedBefore(pointer) ? std::optional(false) : std::nullopt;
}

/// Each loop between the root and what is extracted runs at least once; `mayAssume`: under an assumption, too.
bool NestExtractor::innerLoopsRun(bool mayAssume) {
  Needs needs;
  for (LoopId id : llvm::ArrayRef(LoopStack).drop_front(LoopStack.empty() ? 0 : 1)) {
    const Loop &loop = Result.loops[id];
    if (Divergent && Divergent->loop == id)
      return false;
    const IndexExpr others = loop.upper - loop.lower - 1;
    if (isNonNegative(others))
      continue;
    if (!mayAssume || !lowerCorners(others))
      return false;
    needs.push_back({others, "the loop '" + loop.name + "' inside runs"});
  }
  return assume(needs);
}

} // namespace vecify
