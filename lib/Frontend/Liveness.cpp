// Is the value that a variable has when a loop ends ever read?
//
//     for (j = 0; j < m; j++) ...;        here j is dead: the next loop sets it before it reads it
//     for (j = 0; j < n; j++) ...;
//
// A walk over what may run after the region, from the inside out, by structure: the rest of each enclosing block,
// another iteration of each enclosing loop. Where the structure says too little (goto, break) the answer is yes.
#include "FunctionFacts.h"
#include "NestExtractor.h"

using namespace clang;

namespace vecify {
namespace {

enum class Effect : uint8_t { None, Kills, Uses };

/// What running a statement does first to the variable: read it, or overwrite it on every way through.
class FirstEffect {
public:
  explicit FirstEffect(const VarDecl *var) : Var(var) {}
  /// A break, continue or goto was met, so what follows may not run.
  bool mayJump = false;

  Effect sequence(llvm::ArrayRef<const Stmt *> stmts) {
    for (const Stmt *stmt : stmts) {
      const Effect effect = of(stmt);
      if (effect == Effect::Uses)
        return effect;
      if (effect == Effect::Kills && !mayJump)
        return effect;
    }
    return Effect::None;
  }

  Effect of(const Stmt *stmt) {
    if (!stmt || isa<UnaryExprOrTypeTraitExpr>(stmt))
      return Effect::None;
    if (const auto *ref = dyn_cast<DeclRefExpr>(stmt))
      return ref->getDecl() == Var ? Effect::Uses : Effect::None;
    if (isa<BreakStmt, ContinueStmt, GotoStmt, IndirectGotoStmt>(stmt)) {
      mayJump = true;
      return Effect::None;
    }
    if (const auto *exit = dyn_cast<ReturnStmt>(stmt))
      return of(exit->getRetValue()) == Effect::Uses ? Effect::Uses : Effect::Kills;
    if (const auto *declaration = dyn_cast<DeclStmt>(stmt)) {
      const Effect effect = all(stmt);
      const bool isHere = llvm::is_contained(declaration->getDeclGroup(), Var);
      return effect == Effect::None && isHere ? Effect::Kills : effect;
    }
    if (const auto *binary = dyn_cast<BinaryOperator>(stmt)) {
      if (binary->getOpcode() == BO_Assign && asVariable(binary->getLHS()) == Var)
        return of(binary->getRHS()) == Effect::Uses ? Effect::Uses : Effect::Kills;
      if (binary->getOpcode() == BO_Comma)
        return sequence({binary->getLHS(), binary->getRHS()});
      if (binary->isLogicalOp())
        return either(of(binary->getLHS()), {binary->getRHS(), nullptr});
    }
    if (const auto *select = dyn_cast<ConditionalOperator>(stmt))
      return either(of(select->getCond()), {select->getTrueExpr(), select->getFalseExpr()});
    if (const auto *conditional = dyn_cast<IfStmt>(stmt))
      return either(of(conditional->getCond()), {conditional->getThen(), conditional->getElse()});
    if (const auto *block = dyn_cast<CompoundStmt>(stmt))
      return sequence(llvm::SmallVector<const Stmt *, 8>(block->body_begin(), block->body_end()));
    if (const auto *loop = dyn_cast<ForStmt>(stmt))
      return loopEffect(sequence({loop->getInit(), loop->getCond()}), {loop->getBody(), loop->getInc()});
    if (const auto *loop = dyn_cast<WhileStmt>(stmt))
      return loopEffect(of(loop->getCond()), {loop->getBody()});
    if (const auto *loop = dyn_cast<DoStmt>(stmt)) {
      FirstEffect inside(Var);
      return inside.sequence({loop->getBody(), loop->getCond()});
    }
    if (const auto *selection = dyn_cast<SwitchStmt>(stmt)) {
      FirstEffect inside(Var);
      inside.mayJump = true;
      return loopEffect(of(selection->getCond()), {selection->getBody()});
    }
    if (isa<clang::Expr>(stmt))
      return all(stmt);
    // Labels, cases, attributes: the statement below.
    llvm::SmallVector<const Stmt *, 4> children(stmt->children());
    return sequence(children);
  }

private:
  /// Operands in no particular order.
  Effect all(const Stmt *stmt) {
    Effect result = Effect::None;
    for (const Stmt *child : stmt->children()) {
      const Effect effect = of(child);
      if (effect == Effect::Uses)
        return effect;
      if (effect == Effect::Kills)
        result = effect;
    }
    return result;
  }

  Effect either(Effect condition, std::pair<const Stmt *, const Stmt *> branches) {
    if (condition != Effect::None)
      return condition;
    const Effect a = of(branches.first), b = of(branches.second);
    if (a == Effect::Uses || b == Effect::Uses)
      return Effect::Uses;
    return a == b ? a : Effect::None;
  }

  /// The body may not run at all; its jumps stay inside.
  Effect loopEffect(Effect before, llvm::ArrayRef<const Stmt *> body) {
    if (before != Effect::None)
      return before;
    FirstEffect inside(Var);
    return inside.sequence(body) == Effect::Uses ? Effect::Uses : Effect::None;
  }

  const VarDecl *Var;
};

} // namespace

bool isLiveAfter(const VarDecl *var, const Stmt *region, const FunctionFacts &facts) {
  const bool isReadOutside = llvm::any_of(facts.referencesTo(var), [&](const DeclRefExpr *ref) {
    return !facts.contains(region, ref);
  });
  if (!isReadOutside || facts.hasGoto())
    return isReadOutside;

  FirstEffect next(var);
  const Stmt *inner = region;
  for (const Stmt *outer = facts.parentOf(region); outer; inner = outer, outer = facts.parentOf(outer)) {
    llvm::SmallVector<const Stmt *, 8> after, again;
    if (const auto *block = dyn_cast<CompoundStmt>(outer)) {
      const auto *self = llvm::find(block->body(), inner);
      after.assign(std::next(self), block->body_end());
      if (isa_and_nonnull<SwitchStmt>(facts.parentOf(outer)))
        next.mayJump = true;
    } else if (const auto *loop = dyn_cast<ForStmt>(outer)) {
      after = {loop->getInc(), loop->getCond()};
      again = {loop->getBody()};
      next.mayJump = false; // continue comes here, break to what follows the loop
    } else if (const auto *loop = dyn_cast<WhileStmt>(outer)) {
      after = {loop->getCond()};
      again = {loop->getBody()};
      next.mayJump = false;
    } else if (const auto *loop = dyn_cast<DoStmt>(outer)) {
      after = {loop->getCond()};
      again = {loop->getBody()};
      next.mayJump = false;
    } else if (isa<SwitchStmt>(outer)) {
      next.mayJump = false;
    }
    const bool mayLeave = next.mayJump;
    const Effect effect = next.sequence(after);
    if (effect == Effect::Uses)
      return true;
    if (effect == Effect::Kills && !mayLeave) {
      // A break out of an enclosing loop leads past what kills it.
      return false;
    }
    if (!again.empty()) {
      FirstEffect repeated(var);
      if (repeated.sequence(again) == Effect::Uses)
        return true;
      next.mayJump = false;
    }
  }
  return false;
}

} // namespace vecify
