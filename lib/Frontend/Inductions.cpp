// By how much a variable moves in one iteration of a loop.
//
//     while (p < end) { sum += *p++; if (c) k++; for (j = 0; j < 4; j++) q++; }      p: +1, q: +4, k: no induction
//
// An induction is an integer or pointer whose every change in the loop is a `v += amount`, with amounts that do not
// change while the region runs, and that adds up to the same on all ways through the body; an inner loop counts as
// often as it runs.
#include "LoopShape.h"

using namespace clang;

namespace vecify {

/// Collects the changes of each variable in one loop, inner loops by their own steps.
struct NestExtractor::StepScan {
  struct Amount {
    const clang::Expr *expr = nullptr; ///< null: 1
    bool isNegative = false;
    const Stmt *innerLoop = nullptr; ///< moves by this loop's step times its trip count instead
    IndexExpr Step::*part = nullptr;
    QualType type = {}; ///< in which `expr` is added; null: the variable's own
  };
  /// What adds up on the way through an iteration. Each choice is an if whose two sides must move the variable alike.
  struct Change {
    std::vector<Amount> amounts;
    std::vector<std::array<Change, 2>> choices;
  };
  struct Variable {
    const VarDecl *var = nullptr;
    bool isRegular = true;
    Change change;
  };

  /// k = v + e, behind so many changes of v: until one of them changes, v = k + f moves v by e + f.
  struct Copy {
    const VarDecl *of = nullptr;
    Amount amount;
    size_t amountsBefore = 0, choicesBefore = 0;
  };

  NestExtractor &extractor;
  std::vector<Variable> variables;
  llvm::DenseMap<const VarDecl *, Copy> copies;
  llvm::DenseMap<const VarDecl *, size_t> numbers;
  IndexExpr Step::*part = &Step::body;
  bool sawJump = false;
  bool isInRoot = false; ///< of what stands in the root loop itself

  explicit StepScan(NestExtractor &extractor) : extractor(extractor) {}

  Variable &of(const VarDecl *var) {
    const auto [it, isNew] = numbers.try_emplace(var, variables.size());
    if (isNew)
      variables.push_back({var, true, {}});
    return variables[it->second];
  }

  /// The amount in `v += e`, `v -= e`, `v++`, `v = v + e`, `v = e + v`, `v = v - e`.
  static std::optional<Amount> amountOf(const Stmt *change, const VarDecl *var) {
    if (const auto *unary = dyn_cast<UnaryOperator>(change))
      return Amount{nullptr, unary->isDecrementOp(), nullptr, nullptr};
    const auto *binary = cast<BinaryOperator>(change);
    if (binary->getOpcode() == BO_AddAssign || binary->getOpcode() == BO_SubAssign)
      return Amount{binary->getRHS(), binary->getOpcode() == BO_SubAssign, nullptr, nullptr,
                    cast<CompoundAssignOperator>(binary)->getComputationResultType()};
    if (binary->getOpcode() != BO_Assign)
      return std::nullopt;
    std::optional<std::pair<const VarDecl *, Amount>> sum = sumIn(change, var);
    return sum && sum->first == var ? std::optional(sum->second) : std::nullopt;
  }

  /// The variable and the amount in `.. = w + e`; of two variables w is `wanted`, if that is one of them.
  static std::optional<std::pair<const VarDecl *, Amount>> sumIn(const Stmt *change, const VarDecl *wanted) {
    const auto *assignment = dyn_cast<BinaryOperator>(change);
    if (!assignment || assignment->getOpcode() != BO_Assign)
      return std::nullopt;
    const auto *sum = dyn_cast<BinaryOperator>(assignment->getRHS()->IgnoreParenImpCasts());
    if (!sum || !sum->isAdditiveOp())
      return std::nullopt;
    const VarDecl *left = asVariable(sum->getLHS()->IgnoreParenImpCasts());
    const VarDecl *right = sum->getOpcode() == BO_Add ? asVariable(sum->getRHS()->IgnoreParenImpCasts()) : nullptr;
    if (right && (right == wanted || !left))
      return std::pair(right, Amount{sum->getLHS(), false, nullptr, nullptr, sum->getType()});
    if (left)
      return std::pair(left, Amount{sum->getRHS(), sum->getOpcode() == BO_Sub, nullptr, nullptr, sum->getType()});
    return std::nullopt;
  }

  /// Whether `change` adds to the variable what a copy of it has more; else what it makes the variable a copy of.
  bool movesByCopy(const Stmt *change, const VarDecl *var) {
    copies.erase(var);
    std::optional<std::pair<const VarDecl *, Amount>> sum = sumIn(change, nullptr);
    if (!sum || sum->first == var || !sum->first->getType()->isIntegerType() || extractor.isInMemory(sum->first) ||
        !extractor.File.ast.hasSameUnqualifiedType(sum->first->getType(), var->getType()))
      return false;
    Amount &amount = sum->second;
    amount.part = part;
    if (const auto copy = copies.find(sum->first); copy != copies.end() && copy->second.of == var) {
      Change &moved = of(var).change;
      if (moved.amounts.size() != copy->second.amountsBefore || moved.choices.size() != copy->second.choicesBefore)
        return false;
      moved.amounts.push_back(copy->second.amount);
      moved.amounts.push_back(amount);
      return true;
    }
    const auto number = numbers.find(sum->first);
    const Change known = number == numbers.end() ? Change() : variables[number->second].change;
    copies[var] = {sum->first, amount, known.amounts.size(), known.choices.size()};
    return false;
  }

  void scanChange(const Stmt *change, const VarDecl *var, bool isConditional) {
    if (extractor.isInMemory(var))
      return;
    if (isConditional)
      copies.erase(var);
    else if (movesByCopy(change, var))
      return;
    Variable &variable = of(var);
    std::optional<Amount> amount = amountOf(change, var);
    if (!amount || isConditional || !(var->getType()->isPointerType() || var->getType()->isIntegerType())) {
      variable.isRegular = false;
      return;
    }
    amount->part = part;
    variable.change.amounts.push_back(*amount);
  }

  void scanInnerLoop(const Stmt *loop, bool isConditional) {
    const LoopParts parts = *loopParts(loop, extractor.File.ast);
    scan(parts.init, isConditional);
    const Steps &steps = extractor.stepsOf(loop);
    for (const VarDecl *var : extractor.factsHere().changedIn(loop)) {
      copies.erase(var);
      if (parts.init && extractor.factsHere().isChangedIn(var, parts.init)) {
        of(var).isRegular = false;
        continue;
      }
      const bool moves = llvm::any_of(steps, [&](const auto &entry) { return entry.first == var; });
      if (!moves || isConditional || extractor.factsHere().isDeclaredIn(var, loop))
        of(var).isRegular = false;
      else
        of(var).change.amounts.push_back({nullptr, false, loop, part});
    }
  }

  /// Of an if that ends in `continue` the other side is all that follows.
  void scanList(llvm::ArrayRef<const Stmt *> stmts, bool isConditional) {
    for (; !stmts.empty(); stmts = stmts.drop_front()) {
      const auto *conditional = dyn_cast<IfStmt>(stmts.front());
      const auto thenPart = statementsOf(conditional ? conditional->getThen() : nullptr);
      if (!thenPart.empty() && isa<ContinueStmt>(thenPart.back()) && !conditional->getElse()) {
        scan(conditional->getCond(), isConditional || sawJump);
        scanSides(llvm::ArrayRef(thenPart).drop_back(), stmts.drop_front(), isConditional || sawJump);
        sawJump = true;
        return;
      }
      scan(stmts.front(), isConditional);
    }
  }

  void scanSides(llvm::ArrayRef<const Stmt *> thenPart, llvm::ArrayRef<const Stmt *> elsePart, bool isConditional) {
    StepScan sides[2] = {StepScan(extractor), StepScan(extractor)};
    for (unsigned side = 0; side < 2; ++side) {
      sides[side].part = part;
      sides[side].scanList(side == 0 ? thenPart : elsePart, isConditional);
      sawJump |= sides[side].sawJump;
    }
    for (unsigned side = 0; side < 2; ++side)
      for (const Variable &mine : sides[side].variables) {
        if (side == 1 && sides[0].numbers.contains(mine.var))
          continue; // done
        Variable &other = sides[1 - side].of(mine.var), &variable = of(mine.var);
        copies.erase(mine.var);
        variable.isRegular &= mine.isRegular && other.isRegular;
        variable.change.choices.push_back({mine.change, other.change});
      }
  }

  /// What the variable grows by, as far as its bits go: `u += i` of an unsigned u and a signed i grows by i and wraps.
  std::optional<IndexValue> amountOf(const clang::Expr *expr, const VarDecl *var) {
    const std::optional<IndexValue> value = extractor.probeIndex(expr);
    const std::optional<ScalarType> type = extractor.scalarType(var->getType());
    const auto *cast = dyn_cast<CastExpr>(expr->IgnoreParens());
    if (!cast || cast->getCastKind() != CK_IntegralCast || !type || !isInteger(*type))
      return value;
    const std::optional<ScalarType> from = extractor.scalarType(cast->getSubExpr()->getType());
    if (!from || !isInteger(*from) || bitsOf(*from) < bitsOf(*type))
      return value;
    std::optional<IndexValue> converted = extractor.probeIndex(cast->getSubExpr());
    if (!converted || (value && value->poly == converted->poly))
      return value;
    converted->isExact = false;
    return converted;
  }

  /// Adds what `change` amounts to; false if that is not known, or not the same on both sides of an if.
  bool add(const Change &change, const VarDecl *var, Step &step) {
    for (const Amount &amount : change.amounts) {
      std::optional<IndexValue> value;
      if (amount.innerLoop)
        value = extractor.innerStep(amount.innerLoop, var);
      else if (amount.expr)
        value = amountOf(amount.expr, var);
      else
        value = IndexValue{IndexExpr(1), true, {}};
      // A step read from memory is none: the resumed loop would read it even where the source's loop never runs.
      const bool isKnown = value && llvm::all_of(value->poly.symbols(), [&](SymbolId id) {
                             const Symbol &symbol = extractor.Result.symbols[id];
                             return symbol.kind == Symbol::Param && symbol.reads.empty();
                           });
      if (!isKnown)
        return false;
      const std::optional<ScalarType> type = extractor.scalarType(var->getType());
      step.isConverted |=
          !value->isExact || (type && !amount.type.isNull() && extractor.scalarType(amount.type) != type);
      step.*amount.part += amount.isNegative ? -value->poly : value->poly;
      llvm::append_range(step.needs, value->needs);
    }
    for (const auto &[mine, other] : change.choices) {
      Step one, another;
      if (!add(mine, var, one) || !add(other, var, another) || one.body != another.body ||
          one.condition != another.condition || one.increment != another.increment)
        return false;
      step.body += one.body;
      step.condition += one.condition;
      step.increment += one.increment;
      step.isConverted |= one.isConverted || another.isConverted;
      llvm::append_range(step.needs, one.needs);
      llvm::append_range(step.needs, another.needs);
    }
    return true;
  }

  void scan(const Stmt *stmt, bool isConditional) {
    if (!stmt)
      return;
    isConditional |= sawJump;
    const Stmt *stripped = stripToLoop(stmt);
    if (loopParts(stripped, extractor.File.ast))
      return scanInnerLoop(stripped, isConditional);
    if (isa<ContinueStmt, GotoStmt>(stmt)) {
      sawJump = true;
      return;
    }
    if (isa<CompoundStmt>(stmt))
      return scanList(statementsOf(stmt), isConditional);
    if (const auto *declaration = dyn_cast<DeclStmt>(stmt))
      for (const Decl *decl : declaration->decls())
        if (const auto *var = dyn_cast<VarDecl>(decl))
          of(var).isRegular = false;
    if (const clang::Expr *target = assignedLValue(stmt))
      if (const VarDecl *var = asVariable(target))
        scanChange(stmt, var, isConditional);
    if (isa<CallExpr>(stmt)) // by an address that it gets
      for (const VarDecl *var : extractor.factsHere().changedIn(stmt))
        if (llvm::is_contained(extractor.factsHere().changesOf(var), stmt)) {
          of(var).isRegular = false;
          copies.erase(var);
        }
    if (const auto *conditional = dyn_cast<IfStmt>(stmt)) {
      scan(conditional->getCond(), isConditional);
      // Where it leaves the root, nothing that changes is seen again.
      if (const std::optional<bool> side = isInRoot ? extractor.leavingSide(conditional) : std::nullopt)
        return scan(*side ? conditional->getElse() : conditional->getThen(), isConditional);
      return scanSides(statementsOf(conditional->getThen()), statementsOf(conditional->getElse()), isConditional);
    }
    if (const auto *select = dyn_cast<AbstractConditionalOperator>(stmt)) {
      scan(select->getCond(), isConditional);
      scan(select->getTrueExpr(), true);
      return scan(select->getFalseExpr(), true);
    }
    if (const auto *binary = dyn_cast<BinaryOperator>(stmt); binary && binary->isLogicalOp()) {
      scan(binary->getLHS(), isConditional);
      return scan(binary->getRHS(), true);
    }
    if (const auto *selection = dyn_cast<SwitchStmt>(stmt)) {
      scan(selection->getCond(), isConditional);
      return scan(selection->getBody(), true);
    }
    for (const Stmt *child : stmt->children())
      scan(child, isConditional);
  }
};

/// The steps under the present environment, which must not know what the loop changes.
NestExtractor::Steps NestExtractor::computeSteps(const Stmt *loop) {
  const LoopParts parts = *loopParts(loop, File.ast);
  StepScan scan(*this);
  scan.part = &Step::condition;
  scan.scan(parts.condition, false);
  scan.part = &Step::body;
  scan.isInRoot = loop == Root && parts.kind != LoopParts::Do;
  scan.scan(parts.body, false);
  scan.part = &Step::increment;
  scan.sawJump = false;
  scan.scan(parts.increment, false);

  Steps steps;
  for (const StepScan::Variable &variable : scan.variables) {
    Step step;
    if (variable.isRegular && scan.add(variable.change, variable.var, step) && !step.total().isPoisoned())
      steps.push_back({variable.var, std::move(step)});
  }
  return steps;
}

const NestExtractor::Steps &NestExtractor::stepsOf(const Stmt *loop) {
  const auto it = StepsOf.find(loop);
  if (it != StepsOf.end())
    return *it->second;
  Env outer = std::exchange(Environment, Env());
  auto steps = std::make_unique<Steps>(computeSteps(loop));
  Environment = std::move(outer);
  return *(StepsOf[loop] = std::move(steps));
}

/// By how much all iterations of `loop` together move `var`.
std::optional<IndexValue> NestExtractor::innerStep(const Stmt *loop, const VarDecl *var) {
  for (const auto &[moving, step] : stepsOf(loop)) {
    if (moving != var)
      continue;
    std::optional<IndexValue> trip = probeTrip(loop);
    if (!trip)
      return std::nullopt;
    if (!isNonNegative(trip->poly))
      trip->needs.push_back({trip->poly, "the trip count of an inner loop is not negative"});
    trip->poly = trip->poly * step.total();
    if (!step.condition.isZero() && loopParts(loop, File.ast)->kind != LoopParts::Do)
      trip->poly += step.condition;
    trip->isExact = !step.isConverted;
    llvm::append_range(trip->needs, step.needs);
    return trip->poly.isPoisoned() ? std::nullopt : trip;
  }
  return std::nullopt;
}

/// Looks ahead with `look`: whatever it emits, binds or fails at is forgotten.
void NestExtractor::probe(llvm::function_ref<void()> look) {
  Block scratch;
  Block *outer = std::exchange(Current, &scratch);
  const Env environment = Environment;
  const size_t loops = Result.loops.size();
  const unsigned statements = Statements;
  const bool wasProbing = std::exchange(IsProbing, true), wasEntry = std::exchange(IsEntry, false);
  std::optional<Remark> failure = std::exchange(Failure, std::nullopt);
  look();
  Failure = std::move(failure);
  IsProbing = wasProbing;
  IsEntry = wasEntry;
  Statements = statements;
  Result.loops.resize(loops);
  Environment = environment;
  Current = outer;
}

std::optional<IndexValue> NestExtractor::probeIndex(const clang::Expr *expr) {
  std::optional<IndexValue> result;
  probe([&] {
    const Value value = eval(expr);
    if (value.isUsable() && !failed())
      result = exactIndex(value);
  });
  return result;
}

/// The trip count of an inner loop as a polynomial of params, whatever happens before the loop.
std::optional<IndexValue> NestExtractor::probeTrip(const Stmt *loop) {
  if (const auto it = ProbedTrips.find(loop); it != ProbedTrips.end())
    return it->second;
  std::optional<IndexValue> result;
  probe([&] {
    Environment.clear();
    const LoopShape shape = prepareLoop(loop, /*isRoot=*/false);
    const bool isParam = !failed() && llvm::all_of(shape.trip.symbols(), [&](SymbolId id) {
      return Result.symbols[id].kind == Symbol::Param;
    });
    if (isParam)
      result = IndexValue{shape.trip, true, {}};
  });
  ProbedTrips[loop] = result;
  return result;
}

} // namespace vecify
