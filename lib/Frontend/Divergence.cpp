// Inner loops that end by the data, for each iteration of the root at another time.
//
//     for (k = 0; k < most && x * x + y * y < 4; k++)    k = 0 to most     exit if !(x * x + y * y < 4)
//     while (lo < hi) { .. }                             while_t = 0 to .. exit if !(lo < hi)
//     for (;;) { if (c) { found = j; break; } .. }       if c: found = j   exit if c
//
// The counter is common to all iterations of the root that are still in the loop. What it was when one of them left is
// kept by a scalar, where it may be read behind the loop.
#include "LoopShape.h"

using namespace clang;

namespace vecify {

bool holdsOwnBreak(const Stmt *stmt) {
  return stmt && !isa<ForStmt, WhileStmt, DoStmt, SwitchStmt, clang::Expr>(stmt) &&
         (isa<BreakStmt>(stmt) || llvm::any_of(stmt->children(), holdsOwnBreak));
}

/// The trip count by what of the condition is the same for all iterations of the root, if there is such a thing; all
/// else is noted in `shape.exits`.
std::optional<NestExtractor::Trip> NestExtractor::divergentTrip(LoopShape &shape) {
  const clang::Expr *condition = shape.parts.condition;
  shape.diverges = true;
  shape.exits.clear();
  // One that wraps around may do so before the data ends the loop.
  llvm::erase_if(shape.inductions, [&](const BoundInduction &induction) {
    const std::optional<ScalarType> type = scalarType(induction.var->getType());
    if (induction.entry.place || (type && (bitsOf(*type) == 64 || !wraps(*type))))
      return false;
    Environment.erase(induction.var);
    return true;
  });
  llvm::SmallVector<const clang::Expr *, 4> all;
  if (condition)
    collectConjuncts(condition, all);
  if (condition && shape.parts.kind != LoopParts::Do && !condition->HasSideEffects(File.ast))
    for (const clang::Expr *conjunct : all) {
      shape.common = {conjunct};
      const std::optional<Trip> trip = tripCount(shape);
      const bool isWrong = failed();
      Failure.reset();
      if (isWrong || !trip || !Result.isOverParams(trip->count) || trip->count.isPoisoned() || !isCommon(*trip, shape))
        continue;
      llvm::copy_if(all, std::back_inserter(shape.exits), [&](const clang::Expr *e) { return e != conjunct; });
      return trip;
    }
  shape.common.clear();
  llvm::append_range(shape.exits, all);
  return tripCount(shape);
}

/// Where the counter starts is the same for all iterations of the root.
bool NestExtractor::isCommon(const Trip &trip, const LoopShape &shape) const {
  const auto counter = llvm::find_if(shape.inductions, [&](const BoundInduction &i) { return i.var == trip.counter; });
  return counter == shape.inductions.end() || Result.isOverParams(counter->entry.index->poly);
}

/// Statements are extracted that stand in the body of such a loop itself, `orBranch`: or in an if of it.
bool NestExtractor::isInDivergentBody(bool orBranch) const {
  return Divergent && LoopStack.back() == Divergent->loop && (orBranch || Branches == Divergent->branches) &&
         Conditions.size() == Divergent->conditions && Inlining.size() == Divergent->inlining && !IsProbing;
}

/// A `break` of the loop stands in the statement, or a `return` that leaves it.
bool NestExtractor::holdsLeave(const Stmt *stmt) const {
  if (!stmt || isa<ForStmt, WhileStmt, DoStmt, clang::Expr>(stmt))
    return false;
  if (Returns && Returns->depth == LoopStack.size() && isa<ReturnStmt>(stmt))
    return true;
  return (isa<BreakStmt>(stmt) || llvm::any_of(stmt->children(), [&](const Stmt *s) { return holdsLeave(s); })) &&
         !isa<SwitchStmt>(stmt);
}

/// `break` and `return` in branches: what is noted of them, if the loop may be left there.
bool NestExtractor::emitLeaveOf(const Stmt *jump) {
  const SourceLocation place = jump->getBeginLoc();
  const auto *exit = dyn_cast<ReturnStmt>(jump);
  if (exit ? !Returns || Returns->depth != LoopStack.size() || !exit->getRetValue()
           : !isa<BreakStmt>(jump) || Divergent->leaves == NoId)
    return false;
  if (exit) {
    const ExprId value = exprOf(eval(exit->getRetValue()), place);
    if (failed() || value == NoId)
      return false;
    emitAssign(Returns->value, value, place);
    emitAssign(Returns->isDone, intConst(1, ScalarType::I32), place);
  }
  if (Divergent->leaves != NoId)
    emitAssign(Divergent->leaves, intConst(1, ScalarType::I32), place);
  return true;
}

ExprId NestExtractor::isSet(LocalId flag, SourceLocation place) {
  Expr read;
  read.kind = Expr::Local;
  read.type = ScalarType::I32;
  read.local = flag;
  Expr isSet;
  isSet.kind = Expr::Compare;
  isSet.type = ScalarType::I1;
  isSet.predicate = Predicate::Ne;
  isSet.operands = {add(std::move(read)), intConst(0, ScalarType::I32)};
  isSet.loc = locOf(place);
  return add(std::move(isSet));
}

/// The side of the `if` that ends with a `break` of the loop, or a `return`, where nothing else in it leaves: the then
/// side (true), the else side (false).
std::optional<bool> NestExtractor::breakingSide(const IfStmt *conditional) const {
  const auto breaks = [&](const Stmt *side) {
    const llvm::SmallVector<const Stmt *, 8> list = statementsOf(side);
    return !list.empty() && isa<BreakStmt, ReturnStmt>(list.back()) && holdsLeave(list.back()) &&
           llvm::none_of(llvm::ArrayRef(list).drop_back(),
                         [](const Stmt *s) { return holdsWayOut(s) || holdsJump(s); });
  };
  const bool then = breaks(conditional->getThen()), otherwise = breaks(conditional->getElse());
  return then == otherwise ? std::nullopt : std::optional(then);
}

/// What is done on the way out, and the way out. What follows is done by those that go on.
void NestExtractor::extractBreak(const IfStmt *conditional, bool side) {
  const SourceLocation place = conditional->getIfLoc();
  const llvm::SmallVector<const Stmt *, 8> list = statementsOf(side ? conditional->getThen() : conditional->getElse());
  // What is returned is computed on the way out.
  const llvm::ArrayRef<const Stmt *> before =
      isa<BreakStmt>(list.back()) ? llvm::ArrayRef(list).drop_back() : llvm::ArrayRef(list);
  if (before.empty())
    return emitExit(conditional->getCond(), side, place);
  const Truth truth = evalTruth(conditional->getCond());
  if (failed())
    return;
  if (truth.id == NoId)
    return fail(place, Reason::EarlyExit, {"a condition that always holds, or never,"});
  const ExprId leaves = temporaryOf(side ? truth.id : negated(truth.id, place), "leaves", place);
  extractBranches(leaves, before, {}, place);
  emitLeave(leaves, place);
}

/// An if with breaks inside, and what follows: each notes that it leaves, and the iteration ends.
void NestExtractor::extractBreaks(llvm::ArrayRef<const Stmt *> stmts) {
  const auto *conditional = cast<IfStmt>(stmts.front());
  const SourceLocation place = conditional->getIfLoc();
  Divergent->leaves = temporaryLocal("leaves", ScalarType::I32, place);
  emitAssign(Divergent->leaves, intConst(0, ScalarType::I32), place);
  const llvm::ArrayRef<const Stmt *> rest = stmts.drop_front();
  const auto behind = [&](const Stmt *side) {
    llvm::SmallVector<const Stmt *, 16> list;
    llvm::append_range(list, statementsOf(side));
    llvm::append_range(list, rest);
    return list;
  };
  extractIf(conditional->getCond(), behind(conditional->getThen()), behind(conditional->getElse()), place);
  if (failed())
    return;
  emitLeave(isSet(Divergent->leaves, place), place);
}

} // namespace vecify
