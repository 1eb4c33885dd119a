// A loop of the source becomes a loop of the nest: counter from lower to upper, everything else that moves a
// polynomial of it.
//
//     for (int i = 0; i < n; i++)             i = 0 to n
//     for (int i = n - 1; i >= 0; i -= 2)     i_t = 0 to (n + 1) / 2       i is n - 1 - 2*i_t
//     while (n--)                             while_t = 0 to n
#include "Constants.h"
#include "LoopShape.h"
#include "TypeNames.h"
#include "vecify/Support/Mentions.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace vecify {

const Stmt *stripToLoop(const Stmt *stmt) {
  while (stmt) {
    if (const auto *attributed = dyn_cast<AttributedStmt>(stmt))
      stmt = attributed->getSubStmt();
    else if (const auto *captured = dyn_cast<CapturedStmt>(stmt))
      stmt = captured->getCapturedStmt();
    else if (const auto *directive = dyn_cast<OMPLoopBasedDirective>(stmt))
      stmt = directive->getAssociatedStmt();
    else if (const auto *canonical = dyn_cast<OMPCanonicalLoop>(stmt))
      stmt = canonical->getLoopStmt();
    else
      break;
  }
  return stmt;
}

std::optional<LoopParts> loopParts(const Stmt *stmt, const ASTContext &ast) {
  if (!stmt)
    return std::nullopt;
  LoopParts parts;
  if (const auto *loop = dyn_cast<ForStmt>(stmt)) {
    parts = {LoopParts::For, loop->getInit(), loop->getCond(), loop->getInc(), loop->getBody(), loop->getForLoc()};
    return parts;
  }
  if (const auto *loop = dyn_cast<WhileStmt>(stmt)) {
    parts = {LoopParts::While, nullptr, loop->getCond(), nullptr, loop->getBody(), loop->getWhileLoc()};
    return parts;
  }
  if (const auto *loop = dyn_cast<DoStmt>(stmt)) {
    clang::Expr::EvalResult constant;
    if (loop->getCond()->EvaluateAsInt(constant, ast) && constant.Val.getInt() == 0)
      return std::nullopt;
    parts = {LoopParts::Do, nullptr, loop->getCond(), nullptr, loop->getBody(), loop->getDoLoc()};
    return parts;
  }
  return std::nullopt;
}

/// The counter's name for remarks: the variable of the increment or the condition; "while" or "do" without one.
std::string loopName(const LoopParts &parts) {
  if (parts.kind == LoopParts::While)
    return "while";
  if (parts.kind == LoopParts::Do)
    return "do";
  const clang::Expr *step = parts.increment ? parts.increment->IgnoreParenImpCasts() : nullptr;
  while (const auto *comma = dyn_cast_or_null<BinaryOperator>(step)) {
    if (comma->getOpcode() != BO_Comma)
      break;
    step = comma->getLHS()->IgnoreParenImpCasts();
  }
  if (step)
    if (const clang::Expr *target = assignedLValue(step))
      if (const VarDecl *var = asVariable(target))
        return var->getNameAsString();
  // for (i = n; i-- > 0;)
  const auto *compare = dyn_cast_or_null<BinaryOperator>(parts.condition);
  if (compare)
    for (const clang::Expr *side : {compare->getLHS(), compare->getRHS()}) {
      const clang::Expr *target = assignedLValue(side->IgnoreParenImpCasts());
      if (const VarDecl *var = asVariable(target ? target : side->IgnoreParenImpCasts()))
        return var->getNameAsString();
    }
  return "for";
}

/// Binds each induction to its value after `completed` iterations, plus what `part` adds within one.
void NestExtractor::bindInductions(const LoopShape &shape, const IndexExpr &completed, bool isAfterBody) {
  for (const BoundInduction &induction : shape.inductions) {
    IndexValue move;
    move.poly = induction.step.total() * completed;
    if (isAfterBody)
      move.poly += induction.step.body;
    move.needs = induction.step.needs;
    Value value;
    value.type = induction.var->getType().getUnqualifiedType();
    if (induction.entry.place) {
      value.place = move.poly.isZero() ? induction.entry.place : shiftedBy(*induction.entry.place, move);
    } else {
      IndexValue index = *induction.entry.index;
      index.poly += move.poly;
      llvm::append_range(index.needs, move.needs);
      const ScalarType type = *scalarType(value.type);
      const bool mayWrap = !index.isExact || wraps(induction.step, type);
      index.isExact = induction.isExact || !mayWrap || fitsType(index.poly, type);
      value.index = std::move(index);
    }
    if (!value.place && !value.index)
      Environment[induction.var] = unsupportedText(shape.parts.keyword, induction.var->getNameAsString());
    else
      Environment[induction.var] = std::move(value);
  }
}

/// The counters that a hoisted init sets to constants, and to nothing else.
void NestExtractor::bindConstants(const Stmt *init) {
  const auto *binary = dyn_cast_or_null<BinaryOperator>(init);
  if (!binary)
    return;
  if (binary->getOpcode() == BO_Comma) {
    bindConstants(binary->getLHS()->IgnoreParens());
    bindConstants(binary->getRHS()->IgnoreParens());
    return;
  }
  const VarDecl *var = binary->getOpcode() == BO_Assign ? asVariable(binary->getLHS()) : nullptr;
  const std::optional<int64_t> constant = constantInt(binary->getRHS(), File.ast);
  if (!constant || !var || isInMemory(var) || !var->getType()->isIntegerType())
    return;
  if (llvm::count_if(Facts.changesOf(var), [&](const Stmt *s) { return Facts.contains(hoistedInit(), s); }) != 1)
    return;
  Value value;
  value.type = var->getType().getUnqualifiedType();
  value.index = IndexValue{IndexExpr(*constant), true, {}};
  Environment[var] = std::move(value);
}

/// It has run when the root starts.
const Stmt *NestExtractor::hoistedInit() const { return HoistsInit ? cast<ForStmt>(Root)->getInit() : nullptr; }

/// When the root starts, every variable of the function still has the value that it had on entry.
void NestExtractor::bindEntryValues() {
  bindCommonStarts();
  for (const VarDecl *var : Facts.changedIn(Root)) {
    const QualType type = var->getType().getUnqualifiedType();
    if (isInMemory(var) || Facts.isDeclaredIn(var, Root) || Environment.contains(var))
      continue;
    Value value;
    value.type = type;
    if (type->isPointerType())
      value.place = pointerBase(var, var->getType());
    else if (const auto scalar = scalarType(type); scalar && isInteger(*scalar))
      value.index = IndexValue{entryValue(var), true, {}};
    if (value.place || value.index)
      Environment[var] = std::move(value);
  }
}

/// When the root starts, the variable is as its declaration has left it.
bool NestExtractor::isAsDeclared(const VarDecl *var) const {
  const bool isSetByInit = HoistsInit && Facts.isChangedIn(var, hoistedInit());
  const bool isChangedElsewhere =
      llvm::any_of(Facts.changesOf(var), [&](const Stmt *change) { return !Facts.contains(Root, change); });
  if (isa<ParmVarDecl>(var) || Facts.hasGoto() || isSetByInit || isChangedElsewhere)
    return false;
  // The root may have run before: no loop may be around it inside the variable's scope, which a for statement that
  // declares it is as well.
  for (const Stmt *outer = Facts.parentOf(Root); outer; outer = Facts.parentOf(outer)) {
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(outer))
      break;
    if (Facts.isDeclaredIn(var, outer))
      return true;
  }
  return false;
}

/// The value of a variable when the root starts: its constant initializer if nothing has changed it since, else a
/// parameter.
IndexExpr NestExtractor::entryValue(const VarDecl *var) {
  const bool isInitial = var->hasInit() && isAsDeclared(var);
  const std::optional<int64_t> constant = isInitial ? constantInt(var->getInit(), File.ast) : std::nullopt;
  return constant ? IndexExpr(*constant) : symbolOf(var);
}

/// Init, inductions and trip count of a loop, entered in `Result.loops`. Nothing of the body is looked at but what
/// changes variables.
NestExtractor::LoopShape NestExtractor::prepareLoop(const Stmt *stmt, bool isRoot) {
  LoopShape shape;
  shape.stmt = stmt;
  shape.parts = *loopParts(stmt, File.ast);
  shape.isRoot = isRoot;
  for (const Stmt *part :
       std::initializer_list<const Stmt *>{shape.parts.condition, shape.parts.body, shape.parts.increment})
    if (part)
      for (const VarDecl *var : factsHere().changedIn(part))
        if (!llvm::is_contained(shape.changed, var))
          shape.changed.push_back(var);
  IsEntry = isRoot;
  if (isRoot)
    bindEntryValues();
  if (isRoot && HoistsInit) {
    bindConstants(shape.parts.init);
    shape.parts.init = nullptr; // a statement before the region
  }
  if (shape.parts.init)
    extractStmt(shape.parts.init);
  if (failed())
    return shape;

  // Steps are judged with nothing known of what the loop changes.
  const FunctionFacts &facts = factsHere();
  Env atEntry = Environment;
  for (const VarDecl *var : shape.changed)
    Environment.erase(var);
  for (auto &[var, step] : computeSteps(stmt)) {
    BoundInduction induction;
    induction.var = var;
    induction.step = step;
    induction.isSetByInit =
        shape.parts.init && (facts.isChangedIn(var, shape.parts.init) || facts.isDeclaredIn(var, shape.parts.init));
    induction.isDeclaredByInit = shape.parts.init && facts.isDeclaredIn(var, shape.parts.init);
    if (const auto known = atEntry.find(var); known != atEntry.end())
      induction.entry = known->second;
    if (induction.entry.place || induction.entry.index)
      shape.inductions.push_back(std::move(induction));
  }

  Loop loop;
  loop.parent = LoopStack.empty() ? NoId : LoopStack.back();
  loop.name = loopName(shape.parts);
  loop.loc = locOf(shape.parts.keyword);
  loop.upper = IndexExpr(int64_t(1) << 62); // as good as unknown, until the trip count is
  loop.iterator = SymbolId(Result.symbols.size());
  shape.id = LoopId(Result.loops.size());
  Symbol symbol;
  symbol.kind = Symbol::Iterator;
  symbol.name = loop.name + "_t";
  symbol.type = ScalarType::Index;
  symbol.loop = shape.id;
  Result.symbols.push_back(std::move(symbol));
  Result.loops.push_back(std::move(loop));

  for (const VarDecl *var : shape.changed)
    Environment.erase(var);
  for (const auto &[var, value] : atEntry) // what init set and the loop leaves alone
    Environment.try_emplace(var, value);
  for (const VarDecl *var : shape.changed)
    if (!shape.find(var))
      Environment.erase(var);
  findTripCount(shape);
  IsEntry = false;
  return shape;
}

void NestExtractor::findTripCount(LoopShape &shape) {
  Loop &loop = Result.loops[shape.id];
  const SymbolId iterator = loop.iterator;
  std::optional<Trip> trip;
  const bool mayReturn = Returns && Returns->depth == LoopStack.size() + 1;
  if (shape.isRoot || !(holdsOwnBreak(shape.parts.body) || mayReturn))
    trip = tripCount(shape);
  if (!trip && !shape.isRoot) {
    const std::optional<Remark> why = std::exchange(Failure, std::nullopt);
    trip = divergentTrip(shape);
    if (!trip && why)
      Failure = why;
  }
  if (!trip || failed()) {
    if (!failed())
      noTrip(shape.parts.keyword, "its condition is not understood");
    return;
  }
  shape.trip = trip->count;
  if (trip->count.isPoisoned())
    return noTrip(shape.parts.keyword, "it overflows");
  for (SymbolId id : trip->count.symbols())
    if (id == iterator)
      return noTrip(shape.parts.keyword, "its condition is not understood");
  const auto movesWithOuter = [&](const IndexExpr &expr) {
    return llvm::any_of(LoopStack, [&](LoopId outer) { return expr.uses(Result.loops[outer].iterator); });
  };
  // `i = row * w; i < (row + 1) * w` has as many iterations in each row.
  const bool isWindow =
      trip->counter && movesWithOuter(shape.find(trip->counter)->entry.index->poly) && !movesWithOuter(trip->count);
  if (trip->counter && !isWindow) {
    const BoundInduction *counter = shape.find(trip->counter);
    loop.lower = counter->entry.index->poly;
    loop.upper = loop.lower + trip->count;
    Result.symbols[iterator].name = trip->counter->getNameAsString();
    shape.completed = IndexExpr::symbol(iterator) - loop.lower;
  } else {
    loop.lower = IndexExpr();
    loop.upper = trip->count;
    shape.completed = IndexExpr::symbol(iterator);
  }
  if (loop.upper.isPoisoned())
    return noTrip(shape.parts.keyword, "it overflows");
  Needs needs = trip->needs;
  if (shape.parts.kind == LoopParts::Do && !shape.diverges) // the body runs once before the condition is asked
    needs.push_back({trip->count - 1, "the body runs at least once by its condition too"});
  if (!assume(needs))
    noTrip(shape.parts.keyword, "the counter may wrap around");
}

void NestExtractor::extractLoop(const Stmt *stmt, bool isRoot) {
  const std::optional<LoopParts> parts = loopParts(stmt, File.ast);
  if (LoopStack.size() >= File.options.maxDepth)
    return fail(parts->keyword, Reason::TooDeep,
                {"more than " + std::to_string(File.options.maxDepth) + " nested loops"});
  const auto isInCallee = [&] {
    return fail(parts->keyword, Reason::UnsupportedStmt, {"a loop in a function that is called"});
  };
  if (!Inlining.empty() && (!WithLoops.contains(Inlining.back()) || !Conditions.empty()))
    return isInCallee();
  const LoopShape shape = prepareLoop(stmt, isRoot);
  if (failed())
    return;

  Block body;
  Block *outer = std::exchange(Current, &body);
  LoopStack.push_back(shape.id);
  const llvm::DenseSet<const VarDecl *> outerInductions = ActiveInductions;
  for (const BoundInduction &induction : shape.inductions)
    if (!shape.diverges || !isLiveAfter({induction.var, &File.ast, ""}, shape.stmt, factsHere()))
      ActiveInductions.insert(induction.var);
  bindInductions(shape, shape.completed);
  if (isRoot)
    noteInductions(shape);
  const llvm::SaveAndRestore divergent(Divergent);
  if (shape.diverges)
    Divergent = DivergentBody{shape.id, Branches, Conditions.size(), Inlining.size()};
  extractLoopBody(shape);
  ActiveInductions = outerInductions;
  LoopStack.pop_back();
  Current = outer;
  if (failed())
    return;

  Node node;
  node.kind = Node::Loop;
  node.loc = locOf(parts->keyword);
  node.loop = shape.id;
  node.body = std::move(body);
  Result.loops[shape.id].node = emit(std::move(node));
  if (!isRoot)
    bindAfterLoop(shape);
}

/// One iteration, in C's order; then a check that every induction moved as its step says.
void NestExtractor::extractLoopBody(const LoopShape &shape) {
  const LoopParts &parts = shape.parts;
  const auto sideEffectsOfCondition = [&] {
    if (parts.condition && parts.condition->HasSideEffects(File.ast)) {
      const Value value = eval(parts.condition);
      if (!value.isUsable() && !failed() && !parts.condition->getType()->isPointerType())
        checkConditionEffects(value);
    }
  };
  const auto exits = [&] {
    for (const clang::Expr *exit : shape.exits)
      if (!failed())
        emitExit(exit, /*leavesWhen=*/false, exit->getExprLoc());
  };
  if (parts.kind != LoopParts::Do && !shape.diverges)
    sideEffectsOfCondition();
  if (parts.kind != LoopParts::Do)
    exits();
  if (!failed())
    extractList(parts.body);
  if (parts.increment && !failed())
    extractEffects(parts.increment);
  if (parts.kind == LoopParts::Do && !failed() && !shape.diverges)
    sideEffectsOfCondition();
  if (parts.kind == LoopParts::Do)
    exits();
  if (failed())
    return;

  for (const BoundInduction &induction : shape.inductions) {
    const auto now = Environment.find(induction.var);
    const IndexExpr moved = induction.step.total() * (shape.completed + 1);
    bool isRight = now != Environment.end();
    if (isRight && induction.entry.index)
      isRight = now->second.index && now->second.index->poly == induction.entry.index->poly + moved;
    else if (isRight)
      isRight = now->second.place && now->second.place->array == induction.entry.place->array;
    if (!isRight)
      return fail(parts.keyword, Reason::CarriedScalar,
                  {Result.loops[shape.id].name, induction.var->getNameAsString()});
  }
}

/// What is known once the loop has ended; and its counters' final values for whoever reads them as variables.
void NestExtractor::bindAfterLoop(const LoopShape &shape) {
  for (const VarDecl *var : shape.changed)
    Environment.erase(var);
  if (shape.diverges)
    return;
  const bool mayBeEmpty = !isNonNegative(shape.trip);
  for (const BoundInduction &induction : shape.inductions) {
    if (induction.isDeclaredByInit)
      continue;
    const QualType type = induction.var->getType().getUnqualifiedType();
    // A while or for loop asks its condition once more than it runs.
    IndexValue move;
    move.poly = induction.step.total() * shape.trip;
    if (shape.parts.kind != LoopParts::Do)
      move.poly += induction.step.condition;
    move.needs = induction.step.needs;
    if (mayBeEmpty && !induction.step.total().isZero())
      move.needs.push_back(
          {shape.trip, "the trip count of loop '" + Result.loops[shape.id].name + "' is not negative"});
    Value value;
    value.type = type;
    if (induction.entry.place) {
      value.place = shiftedBy(*induction.entry.place, move);
      if (value.place)
        Environment[induction.var] = std::move(value);
      continue;
    }
    IndexValue index = *induction.entry.index;
    index.poly += move.poly;
    const ScalarType scalar = *scalarType(type);
    ExprId last = indexExpr(index.poly, scalar);
    if (mayBeEmpty && !induction.step.total().isZero()) {
      Expr runs;
      runs.kind = Expr::Compare;
      runs.type = ScalarType::I1;
      runs.predicate = Predicate::Gt;
      runs.operands = {indexExpr(shape.trip, ScalarType::I64), intConst(0, ScalarType::I64)};
      Expr select;
      select.kind = Expr::Select;
      select.type = scalar;
      IndexExpr unmoved = induction.entry.index->poly;
      if (shape.parts.kind != LoopParts::Do)
        unmoved += induction.step.condition;
      select.operands = {add(std::move(runs)), last, indexExpr(unmoved, scalar)};
      last = add(std::move(select));
    }
    if (!ActiveInductions.contains(induction.var))
      emitAssign(localFor(induction.var), last, shape.parts.keyword);
    llvm::append_range(index.needs, move.needs);
    // The trip count says nothing of the condition's last evaluation: `while (n-- > 0)` leaves an unsigned n beyond 0.
    const bool movesOnce = !induction.step.condition.isZero() && shape.parts.kind != LoopParts::Do;
    const bool mayWrap = wraps(induction.step, scalar);
    index.isExact =
        (induction.isExact && !(mayWrap && movesOnce)) || (index.isExact && !mayWrap) || fitsType(index.poly, scalar);
    value.index = std::move(index);
    Environment[induction.var] = std::move(value);
  }
}

/// `for (TYPE a = ..., *b = ...` can be said of these again: all of one type, or pointers to it, each with one star.
bool NestExtractor::isDeclarable(llvm::StringRef name) const {
  const auto stem = [](llvm::StringRef text) { return text.rtrim("*").rtrim(); };
  const bool isPlain = !name.empty() && !name.contains('(') && !name.contains('[');
  return isPlain && llvm::all_of(Result.inductions, [&](const Induction &other) {
           return !other.declaredInInit || (stem(other.cType) == stem(name) && name.count('*') <= 1 &&
                                            llvm::StringRef(other.cType).count('*') <= 1);
         });
}

/// Of the root: what the scalar loop needs to resume.
void NestExtractor::noteInductions(const LoopShape &shape) {
  std::vector<std::pair<const VarDecl *, bool>> vars; // and whether init sets it
  const Stmt *init = shape.parts.init;
  if (init)
    for (const VarDecl *var : Facts.changedIn(init))
      vars.push_back({var, true});
  for (const BoundInduction &induction : shape.inductions)
    if (!induction.isSetByInit)
      vars.push_back({induction.var, false});
  for (const auto &[var, isSetByInit] : vars) {
    const auto known = Environment.find(var);
    const QualType type = var->getType().getUnqualifiedType();
    const bool isDeclared = init && Facts.isDeclaredIn(var, init);
    if (known == Environment.end() || !(known->second.place || known->second.index)) {
      if (isDeclared || isSetByInit) {
        WantsHoistedInit = !isDeclared;
        fail(shape.parts.keyword, Reason::UnsupportedStmt,
             {"setting '" + var->getNameAsString() + "' in the for statement"});
      }
      continue;
    }
    Induction induction;
    induction.name = var->getNameAsString();
    induction.cType = nameInFunction(type, File.ast).value_or("");
    induction.declaredInInit = isDeclared;
    if (isDeclared && !isDeclarable(induction.cType))
      return fail(shape.parts.keyword, Reason::UnsupportedStmt,
                  {"declaring '" + induction.name + "' in the for statement"});
    induction.isPointer = type->isPointerType();
    if (induction.isPointer) {
      induction.type = ScalarType::Index;
      const Place &place = *known->second.place;
      const BoundInduction *bound = nullptr;
      for (const BoundInduction &candidate : shape.inductions)
        if (candidate.var == var)
          bound = &candidate;
      if (bound)
        induction.value = bound->step.total() * shape.completed;
      if (isSetByInit) {
        const Value &entry = bound ? bound->entry : known->second;
        const Place &start = bound ? *bound->entry.place : place;
        const bool isAffine = llvm::all_of(start.indirect, [](ExprId id) { return id == NoId; });
        if (!entry.invariant && !isAffine)
          fail(shape.parts.keyword, Reason::UnsupportedStmt, {"setting '" + induction.name + "' in the for statement"});
        else
          induction.base = entry.invariant ? entry.invariant->text : "&" + textOf(start);
        // What a cast alone let change.
        const bool losesConst = Result.arrays[start.array].isConst && !type->getPointeeType().isConstQualified();
        if (llvm::StringRef(induction.base).contains('?') || losesConst) // binds less than the + that follows
          induction.base = "(" + induction.base + ")";
        if (losesConst)
          induction.base = "(" + induction.cType + ")" + induction.base;
      }
      if (!assume(place.needs))
        noTrip(shape.parts.keyword, "'" + induction.name + "' may wrap around");
    } else {
      induction.type = scalarType(type).value_or(ScalarType::I32);
      induction.value = known->second.index->poly;
      if (!assume(known->second.index->needs))
        noTrip(shape.parts.keyword, "'" + induction.name + "' may wrap around");
    }
    Result.inductions.push_back(std::move(induction));
  }
  checkStarts(shape);
}

/// for (j = best; ..) if (..) best = j; - when the loop resumes, what it leaves in `best` is there already.
void NestExtractor::checkStarts(const LoopShape &shape) {
  const auto readsEntry = [&](const IndexExpr &value, llvm::StringRef name) {
    return llvm::any_of(value.symbols(), [&](SymbolId id) {
      return Result.symbols[id].kind == Symbol::Param && mentions(Result.symbols[id].name, name);
    });
  };
  for (const VarDecl *var : Facts.changedIn(Root)) {
    const std::string name = var->getNameAsString();
    const auto isSelf = [&](const Induction &induction) { return induction.name == name; };
    if (Facts.isDeclaredIn(var, Root) || llvm::any_of(Result.inductions, isSelf))
      continue;
    for (const Induction &induction : Result.inductions)
      if (readsEntry(induction.value, name) || mentions(induction.base, name))
        return fail(shape.parts.keyword, Reason::UnsupportedStmt,
                    {"starting '" + induction.name + "' at '" + name + "', which the loop changes,"});
    if (shape.parts.kind == LoopParts::Do && readsEntry(Result.tripCount(0), name))
      return fail(shape.parts.keyword, Reason::UnsupportedStmt,
                  {"counting by '" + name + "', which the loop changes,"});
  }
}

} // namespace vecify
