// Ways out of the root loop before its count is up.
//
//     for (i = 0; i < n && x[i] != end; i++) {     exit if !(x[i] != end)
//       if (x[i] == bad) { report(i); return -1; } exit if x[i] == bad
//       s += x[i];                                 s = s + x[i]
//     }
//
// The vector part stops in front of the iteration, or of the block of iterations, that leaves; the source's loop
// resumes there and does whatever the exit does. So nothing is looked at but the condition.
#include "LoopShape.h"

using namespace clang;

namespace vecify {
namespace {

/// Jumps to elsewhere, loops and selections inside aside.
bool holdsOwnJump(const Stmt *stmt) {
  return stmt && !isa<ForStmt, WhileStmt, DoStmt, SwitchStmt, clang::Expr>(stmt) &&
         (isa<ContinueStmt, GotoStmt, LabelStmt>(stmt) || llvm::any_of(stmt->children(), holdsOwnJump));
}

bool isPlaceInMemory(const Stmt *stmt) {
  const auto *unary = dyn_cast<UnaryOperator>(stmt);
  const auto *member = dyn_cast<MemberExpr>(stmt);
  return isa<ArraySubscriptExpr>(stmt) || (unary && unary->getOpcode() == UO_Deref) || (member && member->isArrow());
}

/// It may fault where it is not evaluated in C.
bool mayFault(const Stmt *stmt) {
  if (!stmt)
    return false;
  const auto *binary = dyn_cast<BinaryOperator>(stmt);
  const bool divides = binary && (binary->isMultiplicativeOp() && binary->getOpcode() != BO_Mul);
  return divides || isa<CallExpr>(stmt) || isPlaceInMemory(stmt) || llvm::any_of(stmt->children(), mayFault);
}

/// Memory whose place depends on one of the variables.
bool readsAlong(const Stmt *stmt, llvm::ArrayRef<const VarDecl *> variables, bool isPlace = false) {
  if (!stmt)
    return false;
  if (const auto *ref = dyn_cast<DeclRefExpr>(stmt))
    return isPlace && llvm::is_contained(variables, ref->getDecl());
  isPlace |= isPlaceInMemory(stmt);
  return llvm::any_of(stmt->children(), [&](const Stmt *child) { return readsAlong(child, variables, isPlace); });
}

} // namespace

bool holdsWayOut(const Stmt *stmt, bool isInside) {
  if (!stmt || isa<clang::Expr>(stmt))
    return false;
  if (isa<ReturnStmt, GotoStmt>(stmt) || (isa<BreakStmt>(stmt) && !isInside))
    return true;
  isInside |= isa<ForStmt, WhileStmt, DoStmt, SwitchStmt>(stmt);
  return llvm::any_of(stmt->children(), [&](const Stmt *child) { return holdsWayOut(child, isInside); });
}

void collectConjuncts(const clang::Expr *condition, llvm::SmallVectorImpl<const clang::Expr *> &conjuncts) {
  const auto *binary = dyn_cast<BinaryOperator>(condition->IgnoreParens());
  if (!binary || binary->getOpcode() != BO_LAnd) {
    conjuncts.push_back(condition);
    return;
  }
  collectConjuncts(binary->getLHS(), conjuncts);
  collectConjuncts(binary->getRHS(), conjuncts);
}

bool neverRuns(const Stmt *stmt) {
  if (!stmt)
    return false;
  if (const auto *expr = dyn_cast<clang::Expr>(stmt)) {
    expr = expr->IgnoreParenCasts();
    if (const auto *cleanups = dyn_cast<FullExpr>(expr))
      return neverRuns(cleanups->getSubExpr());
    if (const auto *binary = dyn_cast<BinaryOperator>(expr); binary && binary->getOpcode() == BO_Comma)
      return neverRuns(binary->getLHS());
    if (const auto *statements = dyn_cast<StmtExpr>(expr))
      return neverRuns(statements->getSubStmt());
    const auto *call = dyn_cast<CallExpr>(expr);
    return call && call->getBuiltinCallee() == Builtin::BI__builtin_unreachable;
  }
  if (const auto *loop = dyn_cast<DoStmt>(stmt))
    return neverRuns(loop->getBody());
  // What is before it may not come to it.
  const auto *block = dyn_cast<CompoundStmt>(stmt);
  return block && !block->body_empty() && neverRuns(block->body_front());
}

bool neverRuns(llvm::ArrayRef<const Stmt *> part) { return !part.empty() && neverRuns(part.front()); }

/// Of an `if`, the side that never runs: then (true) or else (false).
std::optional<bool> NestExtractor::unreachableSide(const clang::Expr *condition, llvm::ArrayRef<const Stmt *> thenPart,
                                                   llvm::ArrayRef<const Stmt *> elsePart) const {
  const bool then = neverRuns(thenPart), otherwise = neverRuns(elsePart);
  return then == otherwise || condition->HasSideEffects(File.ast) ? std::nullopt : std::optional(then);
}

/// Whoever runs this leaves the root loop, or the program; wherever it stands in it, all of it has run before.
bool NestExtractor::leaves(const Stmt *stmt) const {
  if (!stmt || neverRuns(stmt))
    return false;
  if (isa<BreakStmt, ReturnStmt>(stmt))
    return true;
  if (const auto *jump = dyn_cast<GotoStmt>(stmt))
    return !Facts.contains(Root, jump->getLabel()->getStmt());
  if (const auto *attributed = dyn_cast<AttributedStmt>(stmt))
    return leaves(attributed->getSubStmt());
  if (const auto *expr = dyn_cast<clang::Expr>(stmt)) {
    const auto *call = dyn_cast<CallExpr>(expr->IgnoreParenCasts());
    const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    return callee && callee->isNoReturn();
  }
  if (const auto *conditional = dyn_cast<IfStmt>(stmt))
    return leaves(conditional->getThen()) && leaves(conditional->getElse());
  if (!isa<CompoundStmt>(stmt))
    return false;
  for (const Stmt *child : stmt->children()) {
    if (leaves(child))
      return true;
    if (holdsOwnJump(child))
      return false;
  }
  return false;
}

/// The side of the `if` that leaves the root loop, where the other one stays in it: the then side (true), the else side
/// (false).
std::optional<bool> NestExtractor::leavingSide(const IfStmt *conditional) const {
  const bool then = leaves(conditional->getThen()), otherwise = leaves(conditional->getElse());
  return then == otherwise ? std::nullopt : std::optional(then);
}

/// Statements are extracted that stand in the root loop itself.
bool NestExtractor::isInRootBody() const {
  return LoopStack.size() == 1 && Branches == 0 && Conditions.empty() && Inlining.empty() && !IsProbing &&
         loopParts(Root, File.ast)->kind != LoopParts::Do;
}

/// What the root's iterations leave in the variable may be read where one of them leaves it.
bool NestExtractor::isReadOnWayOut(const VarDecl *var) const {
  if (Facts.isDeclaredIn(var, Root))
    return false;
  return llvm::any_of(Facts.referencesTo(var), [&](const DeclRefExpr *ref) {
    if (!Facts.contains(Root, ref))
      return false;
    const Stmt *inner = ref;
    for (const Stmt *outer = Facts.parentOf(ref); outer && inner != Root; inner = outer, outer = Facts.parentOf(outer))
      if (const auto *conditional = dyn_cast<IfStmt>(outer))
        if (const std::optional<bool> side = leavingSide(conditional))
          if (inner == (*side ? conditional->getThen() : conditional->getElse()))
            return true;
    return false;
  });
}

/// The root's condition, or something in its body, may end it before it is counted out.
bool NestExtractor::mayLeaveEarly(const LoopShape &shape) const {
  if (shape.diverges)
    return true;
  return shape.isRoot && (!shape.exits.empty() || holdsWayOut(shape.parts.body));
}

/// What counts of the root's condition; conjuncts that look at the data are noted in `shape.exits`. Nothing may count
/// where the data alone ends the loop.
llvm::SmallVector<const clang::Expr *, 4> NestExtractor::countingConjuncts(LoopShape &shape) const {
  if (shape.diverges)
    return {shape.common.begin(), shape.common.end()};
  const clang::Expr *condition = shape.parts.condition;
  llvm::SmallVector<const clang::Expr *, 4> all, counting;
  if (condition)
    collectConjuncts(condition, all);
  shape.exits.clear();
  const llvm::SmallVector<const clang::Expr *, 4> asItStands(condition ? 1 : 0, condition);
  if (!mayLeaveEarly(shape) && llvm::none_of(all, [&](const clang::Expr *e) { return readsAlong(e, shape.changed); }))
    return asItStands;
  if (!shape.isRoot || shape.parts.kind == LoopParts::Do)
    return asItStands;
  for (const clang::Expr *conjunct : all) {
    clang::Expr::EvalResult constant;
    if (conjunct->HasSideEffects(File.ast) || !readsAlong(conjunct, shape.changed)) {
      // What is not asked once the data has ended the loop is not asked before the loop.
      if (!shape.exits.empty() && mayFault(conjunct)) {
        shape.exits.clear();
        return asItStands;
      }
      if (conjunct->isValueDependent() || !conjunct->EvaluateAsInt(constant, File.ast) || constant.Val.getInt() == 0)
        counting.push_back(conjunct);
    } else {
      shape.exits.push_back(conjunct);
    }
  }
  return counting.size() == all.size() ? asItStands : counting;
}

/// Of a loop in which nothing counts: as many iterations as its counters can tell apart.
std::optional<NestExtractor::Trip> NestExtractor::uncountedTrip(const LoopShape &shape) {
  Trip trip;
  trip.count = IndexExpr(Uncounted);
  if (shape.diverges) {
    // The first that counts up from a number, which does not wrap around.
    for (const BoundInduction &induction : shape.inductions)
      if (const std::optional<int64_t> from =
              induction.entry.index ? induction.entry.index->poly.asConstant() : std::nullopt;
          from && !trip.counter && induction.step.total().asConstant() == 1 && shape.parts.kind != LoopParts::Do) {
        trip.counter = induction.var;
        if (const ScalarType type = *scalarType(induction.var->getType()); bitsOf(type) < 64)
          trip.count = IndexExpr(maxValue(type)) - IndexExpr(*from);
      }
    return trip;
  }
  for (const BoundInduction &induction : shape.inductions) {
    const std::optional<ScalarType> type = scalarType(induction.var->getType());
    const std::optional<int64_t> step = induction.step.total().asConstant();
    if (!step || std::abs(*step) > 1024) {
      noTrip(shape.parts.keyword, "it has no condition that counts");
      return std::nullopt;
    }
    if (!type || !induction.entry.index || bitsOf(*type) == 64)
      continue;
    if (trip.counter || *step != 1) {
      noTrip(shape.parts.keyword, "it has no condition that counts");
      return std::nullopt;
    }
    trip.counter = induction.var;
    trip.count = IndexExpr(maxValue(*type)) - induction.entry.index->poly;
  }
  return trip;
}

void NestExtractor::emitExit(const clang::Expr *condition, bool leavesWhen, SourceLocation place) {
  const Truth truth = evalTruth(condition);
  if (truth.always == leavesWhen)
    return fail(place, Reason::EarlyExit, {"a condition that always holds"});
  if (truth.id == NoId)
    return;
  emitLeave(leavesWhen ? truth.id : negated(truth.id, place), place);
}

/// The loop at hand is left where the condition holds.
void NestExtractor::emitLeave(ExprId condition, SourceLocation place) {
  Node node;
  node.kind = Node::If;
  node.leaves = true;
  node.loc = locOf(place);
  node.condition = condition;
  emit(std::move(node));
  HasLeft |= LoopStack.size() == 1;
}

} // namespace vecify
