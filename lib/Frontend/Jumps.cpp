// The statements of a block one after the other, and the jumps among them: `continue` and forward gotos become
// branches.
//
//     if (a) goto L20;         if (a) {
//     B;                         C;
//     goto L30;                } else {
//   L20: C;                      B;
//   L30: D;                    }
//                              D;
//
// An if that jumps is a region up to the first statement that all ways through it reach, its *join*: the furthest label
// that anything in the region jumps to, or the end of the list. Inside, each branch is followed by the rest of the
// region and a goto drops what lies before its label. A `continue` joins at the end of the iteration, and so does a
// `break` that ends a loop by the data (Divergence.cpp).
#include "LoopShape.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace vecify {
namespace {

/// The jumps that leave `stmt` itself: no loop's own `continue`, nothing from inside an inner loop.
void collectJumps(const Stmt *stmt, llvm::SmallVectorImpl<const Stmt *> &jumps) {
  if (!stmt || isa<ForStmt, WhileStmt, DoStmt, clang::Expr>(stmt))
    return;
  if (isa<ContinueStmt, GotoStmt>(stmt))
    jumps.push_back(stmt);
  for (const Stmt *child : stmt->children())
    collectJumps(child, jumps);
}

llvm::SmallVector<const Stmt *, 4> jumpsOf(const Stmt *stmt) {
  llvm::SmallVector<const Stmt *, 4> jumps;
  collectJumps(stmt, jumps);
  return jumps;
}

/// `L1: L2: statement` has two.
llvm::SmallVector<const LabelDecl *, 2> labelsOf(const Stmt *stmt) {
  llvm::SmallVector<const LabelDecl *, 2> labels;
  for (; const auto *label = dyn_cast<LabelStmt>(stmt); stmt = label->getSubStmt())
    labels.push_back(label->getDecl());
  return labels;
}

llvm::SmallVector<const Stmt *, 16> concat(llvm::ArrayRef<const Stmt *> first, llvm::ArrayRef<const Stmt *> rest) {
  llvm::SmallVector<const Stmt *, 16> list(first);
  llvm::append_range(list, rest);
  return list;
}

} // namespace

bool holdsJump(const Stmt *stmt) { return !jumpsOf(stmt).empty(); }

/// Where a label stands in the list; behind the list for what its end is labelled with; nothing if it is elsewhere.
std::optional<size_t> NestExtractor::positionOf(const LabelDecl *label, llvm::ArrayRef<const Stmt *> stmts) const {
  for (size_t i = 0; i < stmts.size(); ++i)
    if (llvm::is_contained(labelsOf(stmts[i]), label))
      return i;
  return llvm::is_contained(EndLabels, label) ? std::optional(stmts.size()) : std::nullopt;
}

/// The join of the region that begins at the list's front; nothing if something in it jumps elsewhere.
std::optional<size_t> NestExtractor::joinOf(llvm::ArrayRef<const Stmt *> stmts) const {
  size_t join = 1;
  for (size_t i = 0; i < join; ++i) {
    if (isInDivergentBody(/*orBranch=*/true) && holdsLeave(stmts[i]))
      return stmts.size();
    for (const Stmt *jump : jumpsOf(stmts[i])) {
      const auto *exit = dyn_cast<GotoStmt>(jump);
      const std::optional<size_t> target = exit ? positionOf(exit->getLabel(), stmts) : stmts.size();
      if (!target || *target <= i)
        return std::nullopt;
      join = std::max(join, *target);
    }
  }
  return join;
}

void NestExtractor::extractList(llvm::ArrayRef<const Stmt *> stmts) {
  while (!stmts.empty() && !failed()) {
    const Stmt *stmt = stmts.front();
    const llvm::ArrayRef<const Stmt *> rest = stmts.drop_front();
    if (isa<ContinueStmt>(stmt))
      return; // what follows is dead
    if (isInDivergentBody(/*orBranch=*/true) && emitLeaveOf(stmt))
      return;
    if (const auto *jump = dyn_cast<GotoStmt>(stmt)) {
      const std::optional<size_t> target = positionOf(jump->getLabel(), rest);
      if (!target)
        return fail(stmt->getBeginLoc(), Reason::EarlyExit, {"goto"});
      stmts = rest.drop_front(*target);
      continue;
    }
    if (const auto *label = dyn_cast<LabelStmt>(stmt)) {
      if (!Inlining.empty() || !Facts.isReachedByForwardJumpsOnly(label))
        return fail(stmt->getBeginLoc(), Reason::LabelInside, {"the label '" + std::string(label->getName()) + "'"});
      return extractList(concat(label->getSubStmt(), rest));
    }
    if (const auto *attributed = dyn_cast<AttributedStmt>(stmt))
      return extractList(concat(attributed->getSubStmt(), rest));
    const auto *conditional = dyn_cast<IfStmt>(stmt);
    if (const std::optional<bool> side = conditional && isInRootBody() ? leavingSide(conditional) : std::nullopt) {
      emitExit(conditional->getCond(), *side, conditional->getIfLoc());
      return extractList(concat(statementsOf(*side ? conditional->getElse() : conditional->getThen()), rest));
    }
    if (const std::optional<bool> side =
            conditional && isInDivergentBody() ? breakingSide(conditional) : std::nullopt) {
      extractBreak(conditional, *side);
      return extractList(concat(statementsOf(*side ? conditional->getElse() : conditional->getThen()), rest));
    }
    const bool isPlain = jumpsOf(stmt).empty() && !(isInDivergentBody(/*orBranch=*/true) && holdsLeave(stmt));
    if (isPlain || (!conditional && !isa<CompoundStmt>(stmt))) {
      const llvm::SaveAndRestore nested(EndLabels, {});
      extractStmt(stmt);
      stmts = rest;
      continue;
    }
    if (!conditional)
      return extractList(concat(statementsOf(stmt), rest));
    if (isInDivergentBody() && holdsLeave(stmt))
      return extractBreaks(stmts);
    const std::optional<size_t> join = joinOf(stmts);
    if (!join)
      return fail(stmt->getBeginLoc(), Reason::EarlyExit, {"goto"});
    const llvm::ArrayRef<const Stmt *> region = stmts.slice(1, *join - 1);
    stmts = stmts.drop_front(*join);
    const llvm::SaveAndRestore ends(EndLabels, stmts.empty() ? EndLabels : labelsOf(stmts.front()));
    extractIf(conditional->getCond(), concat(statementsOf(conditional->getThen()), region),
              concat(statementsOf(conditional->getElse()), region), conditional->getIfLoc());
  }
}

} // namespace vecify
