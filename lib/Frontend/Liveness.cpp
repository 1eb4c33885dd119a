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
  explicit FirstEffect(const VariablePart &part) : Part(part), Var(part.var) {}
  /// A break or a continue was met, so what follows up to the end of its switch or loop may not run.
  bool mayBreak = false, mayContinue = false;
  bool mayJump() const { return mayBreak || mayContinue; }

  Effect sequence(llvm::ArrayRef<const Stmt *> stmts) {
    for (const Stmt *stmt : stmts) {
      const Effect effect = of(stmt);
      if (effect == Effect::Uses)
        return effect;
      if (effect == Effect::Kills && !mayJump())
        return effect;
    }
    return Effect::None;
  }

  Effect of(const Stmt *stmt) {
    if (!stmt)
      return Effect::None;
    // What is not evaluated kills nothing; where a type's size is computed, it reads.
    if (const auto *size = dyn_cast<UnaryExprOrTypeTraitExpr>(stmt))
      return size->getTypeOfArgument()->isVariablyModifiedType() ? reads(stmt) : Effect::None;
    if (const auto *call = dyn_cast<CallExpr>(stmt); call && call->getBuiltinCallee() != 0)
      return reads(stmt);
    if (const auto *choose = dyn_cast<ChooseExpr>(stmt))
      return of(choose->getChosenSubExpr());
    if (const auto *generic = dyn_cast<GenericSelectionExpr>(stmt))
      return of(generic->getResultExpr());
    if (const auto *ref = dyn_cast<DeclRefExpr>(stmt))
      return ref->getDecl() == Var ? Effect::Uses : Effect::None;
    if (isPartOfVar(stmt))
      return isApart(llvm::cast<clang::Expr>(stmt)) ? Effect::None : Effect::Uses;
    if (isa<BreakStmt, ContinueStmt>(stmt)) {
      mayBreak |= isa<BreakStmt>(stmt);
      mayContinue |= isa<ContinueStmt>(stmt);
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
      if (binary->getOpcode() == BO_Assign && isPartOfVar(binary->getLHS())) {
        const Effect right = of(binary->getRHS());
        return right == Effect::Uses || !covers(binary->getLHS()) ? std::max(right, of(binary->getLHS()))
                                                                  : Effect::Kills;
      }
      if (binary->getOpcode() == BO_Comma)
        return sequence({binary->getLHS(), binary->getRHS()});
      if (binary->isLogicalOp())
        return either(of(binary->getLHS()), {binary->getRHS(), nullptr});
    }
    if (const auto *select = dyn_cast<ConditionalOperator>(stmt))
      return either(of(select->getCond()), {select->getTrueExpr(), select->getFalseExpr()});
    if (const auto *select = dyn_cast<BinaryConditionalOperator>(stmt))
      return either(of(select->getCommon()), {select->getFalseExpr(), nullptr});
    if (const auto *conditional = dyn_cast<IfStmt>(stmt))
      return either(of(conditional->getCond()), {conditional->getThen(), conditional->getElse()});
    if (const auto *block = dyn_cast<CompoundStmt>(stmt))
      return sequence(llvm::SmallVector<const Stmt *, 8>(block->body_begin(), block->body_end()));
    if (const auto *loop = dyn_cast<ForStmt>(stmt))
      return loopEffect(sequence({loop->getInit(), loop->getCond()}), {loop->getBody(), loop->getInc()});
    if (const auto *loop = dyn_cast<WhileStmt>(stmt))
      return loopEffect(of(loop->getCond()), {loop->getBody()});
    if (const auto *loop = dyn_cast<DoStmt>(stmt)) {
      FirstEffect inside(Part);
      return inside.sequence({loop->getBody(), loop->getCond()});
    }
    if (const auto *selection = dyn_cast<SwitchStmt>(stmt)) {
      const Effect effect = of(selection->getCond());
      if (effect != Effect::None)
        return effect;
      // The body may be entered behind what kills; its break ends here, its continue does not.
      FirstEffect inside(Part);
      const Effect body = inside.of(selection->getBody());
      mayContinue |= inside.mayContinue;
      return body == Effect::Uses ? Effect::Uses : Effect::None;
    }
    if (isa<clang::Expr>(stmt))
      return all(stmt);
    // Labels, cases, attributes: the statement below.
    llvm::SmallVector<const Stmt *, 4> children(stmt->children());
    return sequence(children);
  }

private:
  /// v.x and v.m[2], where parts are told apart.
  bool isPartOfVar(const Stmt *stmt) const {
    const auto *lvalue = dyn_cast<clang::Expr>(stmt);
    return Part.ast && lvalue &&
           (isa<MemberExpr, ArraySubscriptExpr>(lvalue->IgnoreParens()) || complexOperand(lvalue)) &&
           rootVariable(lvalue) == Var;
  }

  static bool isWithin(llvm::StringRef path, llvm::StringRef outer) {
    return path.consume_front(outer) && (path.empty() || path.front() == '.' || path.front() == '[');
  }

  bool covers(const clang::Expr *lvalue) const {
    const std::optional<std::string> path = partPath(lvalue, *Part.ast);
    return path && isWithin(Part.path, *path);
  }

  bool isApart(const clang::Expr *lvalue) const {
    const std::optional<std::string> path = partPath(lvalue, *Part.ast);
    return path && !isWithin(Part.path, *path) && !isWithin(*path, Part.path);
  }

  /// Only what it reads counts.
  Effect reads(const Stmt *stmt) { return all(stmt) == Effect::Uses ? Effect::Uses : Effect::None; }

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
    FirstEffect inside(Part);
    return inside.sequence(body) == Effect::Uses ? Effect::Uses : Effect::None;
  }

  const VariablePart Part;
  const VarDecl *Var;
};

} // namespace

bool isLiveAfter(const VariablePart &part, const Stmt *region, const FunctionFacts &facts) {
  const VarDecl *var = part.var;
  if (facts.isReadInType(var))
    return true;
  const bool isReadOutside = llvm::any_of(facts.referencesTo(var), [&](const DeclRefExpr *ref) {
    return !facts.contains(region, ref);
  });
  if (!isReadOutside || facts.hasGoto())
    return isReadOutside;

  FirstEffect next(part);
  const Stmt *inner = region;
  for (const Stmt *outer = facts.parentOf(region); outer; inner = outer, outer = facts.parentOf(outer)) {
    if (isa<clang::Expr>(outer))
      return true; // a statement expression: what the rest of the expression reads has no order here
    llvm::SmallVector<const Stmt *, 8> after, again;
    if (const auto *block = dyn_cast<CompoundStmt>(outer)) {
      const auto *self = llvm::find(block->body(), inner);
      after.assign(std::next(self), block->body_end());
    } else if (const auto *loop = dyn_cast<ForStmt>(outer)) {
      after = {loop->getInc(), loop->getCond()};
      again = {loop->getBody()};
    } else if (const auto *loop = dyn_cast<WhileStmt>(outer)) {
      after = {loop->getCond()};
      again = {loop->getBody()};
    } else if (const auto *loop = dyn_cast<DoStmt>(outer)) {
      after = {loop->getCond()};
      again = {loop->getBody()};
    }
    const bool isLoop = !again.empty();
    if (isLoop)
      next.mayContinue = false; // it comes here, whereas a break leads past what comes next
    const Effect effect = next.sequence(after);
    if (effect == Effect::Uses)
      return true;
    if (effect == Effect::Kills)
      return false;
    if (isLoop && FirstEffect(part).sequence(again) == Effect::Uses)
      return true;
    if (isLoop || isa<SwitchStmt>(outer))
      next.mayBreak = false;
    if (isLoop)
      next.mayContinue = false;
  }
  return false;
}

bool readsFirst(const VariablePart &part, const LoopParts &loop) {
  FirstEffect iteration(part);
  const Effect effect = loop.kind == LoopParts::Do ? iteration.sequence({loop.body, loop.condition})
                                                   : iteration.sequence({loop.condition, loop.body, loop.increment});
  return effect == Effect::Uses;
}

} // namespace vecify
