// How often a loop runs, from its condition.
//
// With every induction bound to its value in iteration t, the condition compares two polynomials: it holds while
// L0 + slope*t < R, so the loop runs ceil((R - L0) / slope) times. That is C's answer only if nothing wraps on the
// way: signed overflow is undefined, the rest is proved from the ranges of the types or becomes an assumption.
//
//     for (uint8_t i = 0; i < n; i++)       n times, assuming 255 - n >= 0
//     for (unsigned i = lo; i != n; i++)    n - lo times, assuming n - lo >= 0
//     for (size_t i = n - 1; i < n; i--)    n times: it ends by wrapping around
//
// A condition that stands alone ends its loop: that it would hold for 2^63 iterations, or never fail, is no case to
// think of. Of `a && b` each part may be such that only the other ends the loop.
#include "LoopShape.h"
#include "PlainCondition.h"
#include <functional>

using namespace clang;

namespace vecify {

struct NestExtractor::Comparison {
  Predicate predicate = Predicate::Ne;
  IndexExpr left, right;
  ScalarType type = ScalarType::I64; ///< in which it is made
  bool mayWrap = false;              ///< what it compares is not kept from wrapping around by C
  /// The left side is this variable itself.
  const VarDecl *counter = nullptr;
  /// It need not be what ends the loop: the data may, or the other side of `a && b` (isOneOfSeveral).
  bool isPart = false, isOneOfSeveral = false;
  bool isOfPointers = false;
  Needs needs;
  SourceLocation place;
};

namespace {

std::optional<Predicate> predicateOf(BinaryOperatorKind opcode) {
  switch (opcode) {
  case BO_LT:
    return Predicate::Lt;
  case BO_LE:
    return Predicate::Le;
  case BO_GT:
    return Predicate::Gt;
  case BO_GE:
    return Predicate::Ge;
  case BO_NE:
    return Predicate::Ne;
  case BO_EQ:
    return Predicate::Eq;
  default:
    return std::nullopt;
  }
}

/// Whether `condition` holds a change of `var` other than var++ and var--, whose value is that before.
bool movesBeforeComparison(const Stmt *condition, const VarDecl *var) {
  const auto *expr = dyn_cast_or_null<clang::Expr>(condition);
  const auto *unary = dyn_cast_or_null<UnaryOperator>(condition);
  const clang::Expr *target = expr && !(unary && unary->isPostfix()) ? assignedLValue(expr) : nullptr;
  const auto *ref = target ? dyn_cast<DeclRefExpr>(target->IgnoreParenImpCasts()) : nullptr;
  return (ref && ref->getDecl() == var) || (condition && llvm::any_of(condition->children(), [&](const Stmt *child) {
                                              return movesBeforeComparison(child, var);
                                            }));
}

} // namespace

void NestExtractor::noTrip(SourceLocation place, std::string why) {
  fail(place, Reason::NoTripCount, {std::move(why)});
}

/// A number that the loops around decide: what is made of their counters, of what the loop itself begins with too.
bool NestExtractor::variesAround(const Stmt *expr, const LoopShape &shape) const {
  bool varies = false, moves = false;
  const std::function<void(const Stmt *)> look = [&](const Stmt *stmt) {
    if (const auto *ref = dyn_cast<DeclRefExpr>(stmt))
      if (const auto *var = dyn_cast<VarDecl>(ref->getDecl())) {
        varies |= Facts.isChangedIn(var, Root);
        moves |= Facts.isChangedIn(var, shape.parts.body);
      }
    for (const Stmt *child : stmt->children())
      if (child)
        look(child);
  };
  look(expr);
  return varies && !moves;
}

std::optional<NestExtractor::Trip> NestExtractor::tripCount(LoopShape &shape) {
  const llvm::SmallVector<const clang::Expr *, 4> counting = countingConjuncts(shape);
  if (counting.empty() && !mayLeaveEarly(shape)) {
    noTrip(shape.parts.keyword, "it has no condition");
    return std::nullopt;
  }
  // While the count is sought, nothing is taken to wrap; what that rests on is asked for below.
  for (BoundInduction &induction : shape.inductions) {
    if (induction.entry.index) {
      Value entry = induction.entry;
      entry.type = induction.var->getType().getUnqualifiedType();
      if (const std::optional<IndexValue> exact = exactIndex(entry)) {
        induction.entry.index = exact;
        induction.entry.expr = NoId;
      }
    }
    induction.isExact = true;
  }
  const Env before = Environment;
  const SymbolId iterator = Result.loops[shape.id].iterator;
  std::optional<Trip> trip;
  Block scratch;
  Block *outer = std::exchange(Current, &scratch);
  const unsigned statements = Statements;
  const llvm::DenseSet<const VarDecl *> active = ActiveInductions;
  for (const BoundInduction &induction : shape.inductions)
    ActiveInductions.insert(induction.var);
  bindInductions(shape, IndexExpr::symbol(iterator), shape.parts.kind == LoopParts::Do);
  if (counting.empty())
    trip = uncountedTrip(shape);
  for (const clang::Expr *conjunct : counting) {
    // The first one alone is asked whatever happens.
    const bool wasEntry = std::exchange(IsEntry, IsEntry && !trip);
    std::optional<Trip> part = tripFromCondition(conjunct, shape, mayLeaveEarly(shape), counting.size() > 1);
    IsEntry = wasEntry;
    trip = trip && part ? shorterTrip(*trip, *part, conjunct->getExprLoc()) : part;
    if (!trip)
      break;
  }
  ActiveInductions = active;
  Current = outer;
  Statements = statements;
  Environment = before;
  if (trip && shape.parts.kind == LoopParts::Do && !counting.empty())
    trip->count += 1;

  // What the condition compares does not wrap; of the other inductions that is not known.
  llvm::DenseSet<const VarDecl *> compared;
  const std::function<void(const Stmt *)> note = [&](const Stmt *stmt) {
    if (const auto *ref = dyn_cast<DeclRefExpr>(stmt))
      if (const auto *var = dyn_cast<VarDecl>(ref->getDecl()))
        compared.insert(var);
    for (const Stmt *child : stmt->children())
      if (child)
        note(child);
  };
  for (const clang::Expr *conjunct : counting)
    note(conjunct);
  for (BoundInduction &induction : shape.inductions) {
    const std::optional<ScalarType> type = scalarType(induction.var->getType());
    const bool mayWrap = induction.entry.index && type && wraps(induction.step, *type);
    if (trip && mayWrap && compared.contains(induction.var) && !trip->endsByWrapping && bitsOf(*type) < 64) {
      // What is compared first: `unsigned i = -1; ++i < n` starts at 0, not beyond all n.
      IndexExpr first = induction.entry.index->poly;
      if (shape.parts.kind == LoopParts::Do)
        first += induction.step.body;
      if (shape.parts.condition && movesBeforeComparison(shape.parts.condition, induction.var))
        first += induction.step.condition;
      needRange(first, *type, "'" + induction.var->getNameAsString() + "' does not wrap around", trip->needs);
    }
    induction.isExact = !mayWrap || (compared.contains(induction.var) && !(trip && trip->endsByWrapping));
    if (!trip || !mayWrap || !induction.isExact)
      continue;
    // The value it is left with, which is the furthest that it gets.
    const IndexExpr last = induction.entry.index->poly + induction.step.total() * trip->count;
    const bool goesUp = isNonNegative(induction.step.total());
    if (bitsOf(*type) == 64 && (goesUp || trip->endsAtBound))
      continue;
    const std::string why = "'" + induction.var->getNameAsString() + "' does not wrap around";
    if (isNonNegative(-induction.step.total()))
      needAtLeast(last, minValue(*type), why, trip->needs);
    else if (goesUp)
      needAtLeast(IndexExpr(maxValue(*type)) - last, 0, why, trip->needs);
    else
      needRange(last, *type, why, trip->needs);
  }
  return trip;
}

std::optional<NestExtractor::Trip> NestExtractor::tripFromCondition(const clang::Expr *spelled, const LoopShape &shape,
                                                                    bool isPart, bool isOneOfSeveral, bool isTurned) {
  const PlainCondition plain = plainCondition(spelled, File.ast);
  const clang::Expr *condition = plain.expr;
  const bool isNegated = plain.isNegated != isTurned;
  const SourceLocation place = condition->getExprLoc();
  clang::Expr::EvalResult constant;
  if (!condition->HasSideEffects(File.ast) && condition->EvaluateAsInt(constant, File.ast)) {
    if ((constant.Val.getInt() == 0) != isNegated)
      return Trip{};
    noTrip(place, "its condition is always true");
    return std::nullopt;
  }
  const auto *binary = dyn_cast<BinaryOperator>(condition);
  // !(a || b) is !a && !b.
  if (binary && binary->getOpcode() == (isNegated ? BO_LOr : BO_LAnd)) {
    // The loop runs if the one half holds, as often as the other says.
    for (auto [gate, rest] : {std::pair(binary->getLHS(), binary->getRHS()), {binary->getRHS(), binary->getLHS()}})
      if (!isNegated && isFixedOnEntry(gate)) {
        const std::optional<Trip> trip = tripFromCondition(rest, shape, /*isPart=*/true, /*isOneOfSeveral=*/true);
        return trip ? gatedTrip(gate, *trip) : std::nullopt;
      }
    const auto partOf = [&](const clang::Expr *half) {
      return tripFromCondition(half, shape, /*isPart=*/true, /*isOneOfSeveral=*/true, isNegated);
    };
    std::optional<Trip> left = partOf(binary->getLHS());
    if (!left)
      return std::nullopt;
    // The right half is evaluated only if the left one holds: for the root that is if the loop runs.
    const bool wasEntry = std::exchange(IsEntry, false);
    const bool mayBeSkipped = !shape.isRoot;
    if (mayBeSkipped)
      Conditions.push_back(NoId);
    std::optional<Trip> right = partOf(binary->getRHS());
    if (mayBeSkipped)
      Conditions.pop_back();
    IsEntry = wasEntry;
    if (!right)
      return std::nullopt;
    return shorterTrip(*left, *right, place);
  }

  Comparison comparison;
  comparison.place = place;
  comparison.isPart = isPart;
  comparison.isOneOfSeveral = isOneOfSeveral;
  std::optional<Predicate> predicate;
  if (binary && binary->isComparisonOp())
    predicate = predicateOf(isNegated ? BinaryOperator::negateComparisonOp(binary->getOpcode()) : binary->getOpcode());
  if (predicate) {
    const Value left = eval(binary->getLHS()), right = eval(binary->getRHS());
    if (failed())
      return std::nullopt;
    comparison.predicate = *predicate;
    if (binary->getLHS()->getType()->isPointerType())
      return comparePointers(left, right, std::move(comparison), shape);
    return compareIntegers(left, right, binary->getLHS(), binary->getRHS(), std::move(comparison), shape);
  }
  const Value value = eval(condition);
  if (failed())
    return std::nullopt;
  Value zero;
  zero.type = value.type;
  zero.index = IndexValue{IndexExpr(), true, {}};
  if (!condition->getType()->isIntegralOrEnumerationType()) {
    noTrip(place, "its condition is not a comparison of counters");
    return std::nullopt;
  }
  if (isNegated)
    comparison.predicate = Predicate::Eq;
  return compareIntegers(value, zero, condition, condition, std::move(comparison), shape);
}

std::optional<NestExtractor::Trip> NestExtractor::compareIntegers(const Value &left, const Value &right,
                                                                  const clang::Expr *leftSyntax,
                                                                  const clang::Expr *rightSyntax, Comparison comparison,
                                                                  const LoopShape &shape) {
  const SymbolId iterator = Result.loops[shape.id].iterator;
  const std::optional<ScalarType> type = scalarType(left.type);
  const auto varies = [&](const Value &value) { return value.index && value.index->poly.uses(iterator); };
  if (!type || !isInteger(*type) || !left.index || !right.index) {
    const clang::Expr &unknown = left.index ? *rightSyntax : *leftSyntax;
    if (shape.id != 0 && type && isInteger(*type) && variesAround(&unknown, shape))
      fail(comparison.place, Reason::InnerVarying, {loopName(shape.parts), Result.loops[0].name});
    else
      noTrip(comparison.place, "'" + File.source.text(unknown) + "' changes in a way that is not known");
    return std::nullopt;
  }
  comparison.type = *type;
  comparison.mayWrap =
      llvm::any_of(shape.inductions, [&](const BoundInduction &induction) { return wraps(induction.step, *type); });
  const Value *moving = &left, *bound = &right;
  const clang::Expr *movingSyntax = leftSyntax;
  if (!varies(left) && varies(right)) {
    std::swap(moving, bound);
    movingSyntax = rightSyntax;
    comparison.predicate = mirrored(comparison.predicate);
  }
  if (!varies(*moving)) {
    noTrip(comparison.place, whyUnmoved(leftSyntax, rightSyntax, comparison.isPart));
    return std::nullopt;
  }
  // j < start + len, from start on: a sum that wraps is before the start, and nothing runs.
  const IndexExpr start = moving->index->poly.substitute(iterator, IndexExpr());
  const IndexExpr count = bound->index->poly - start;
  const bool isSumOfStart = isUnsignedInteger(*type) && bitsOf(*type) == 32 && !bound->index->isExact &&
                            !start.asConstant() && !count.asConstant() &&
                            llvm::none_of(start.symbols(), [&](SymbolId id) { return count.uses(id); });
  std::optional<IndexValue> limit = isSumOfStart ? withoutWrapping(*bound) : std::nullopt;
  if (!limit)
    limit = exactIndex(*bound);
  if (limit && bitsOf(*type) == 64 && bound->index->poly.asSymbol())
    limit->needs = bound->index->needs; // a bound of 2^63 and more is not reached anyway
  if (!limit) {
    noTrip(comparison.place, "its bound may wrap around");
    return std::nullopt;
  }
  comparison.left = moving->index->poly;
  comparison.right = limit->poly;
  comparison.needs = limit->needs;
  llvm::append_range(comparison.needs, moving->index->needs);
  if (varies(*bound)) {
    if (comparison.mayWrap) {
      noTrip(comparison.place, "both sides of its condition move and may wrap around");
      return std::nullopt;
    }
    comparison.left = comparison.left - comparison.right;
    comparison.right = IndexExpr();
  } else {
    comparison.counter = asVariable(movingSyntax->IgnoreParenImpCasts());
  }
  return tripFromComparison(comparison, shape);
}

/// Pointers into the same array: `p < a + n` by offsets, `p != end` by the distance `end - p` on entry.
std::optional<NestExtractor::Trip> NestExtractor::comparePointers(const Value &left, const Value &right,
                                                                  Comparison comparison, const LoopShape &shape) {
  const SymbolId iterator = Result.loops[shape.id].iterator;
  const auto offsetOf = [&](const Value &value) -> std::optional<IndexExpr> {
    if (!value.place || value.place->subs.size() > 1 || value.place->offsetBytes != 0 ||
        !(value.place->subs.empty() || value.place->endsInSub) ||
        llvm::any_of(value.place->indirect, [](ExprId id) { return id != NoId; }))
      return std::nullopt;
    return value.place->subs.empty() ? IndexExpr() : value.place->subs[0];
  };
  const std::optional<IndexExpr> a = offsetOf(left), b = offsetOf(right);
  if (!a || !b || left.place->array == NoId) {
    noTrip(comparison.place, "the pointers of its condition are not comparable");
    return std::nullopt;
  }
  comparison.type = ScalarType::I64;
  comparison.isOfPointers = true;
  comparison.mayWrap = wraps(comparison.type);
  IndexExpr difference = *a - *b;
  if (left.place->array != right.place->array) {
    const std::optional<IndexExpr> size = sizeOf(left.place->type);
    if (!size || !size->asConstant() || !File.ast.hasSameUnqualifiedType(left.place->type, right.place->type)) {
      noTrip(comparison.place, "the pointers of its condition are not comparable");
      return std::nullopt;
    }
    const Array &l = Result.arrays[left.place->array], &r = Result.arrays[right.place->array];
    const auto operand = [](const Array &array, llvm::StringRef cast) {
      const bool isPrimary = llvm::all_of(array.name, [](char c) { return llvm::isAlnum(c) || c == '_'; });
      return cast.str() + (isPrimary ? array.name : "(" + array.name + ")");
    };
    // The distance of the bases is counted in what they point to, in bytes where the condition sees something else.
    const std::string pointer =
        File.ast.getPointerType(left.place->type.getUnqualifiedType()).getAsString(File.ast.getPrintingPolicy());
    const auto pointsToType = [&](const Array &array) {
      return array.paramType == pointer || array.paramType == "const " + pointer;
    };
    // Pointers that are not met before the loop ends may be any: only alignment says that they lie whole elements
    // apart.
    const bool isWhole =
        !comparison.isPart || *size->asConstant() == File.ast.getTypeAlignInChars(left.place->type).getQuantity();
    const bool isInElements = isWhole && pointsToType(l) && pointsToType(r);
    const llvm::StringRef cast = isInElements ? "" : "(const char *)";
    Invariant distance;
    distance.text = operand(r, cast) + " - " + operand(l, cast);
    distance.needsIteration = l.needsIteration || r.needsIteration;
    llvm::append_range(distance.reads, l.baseReads);
    llvm::append_range(distance.reads, r.baseReads);
    if (!isInElements)
      difference = difference * *size;
    difference = difference - IndexExpr::symbol(paramFor(distance, ScalarType::I64));
  }
  for (const Value *value : {&left, &right})
    llvm::append_range(comparison.needs, value->place->needs);
  if (!difference.uses(iterator)) {
    noTrip(comparison.place, "its condition does not change");
    return std::nullopt;
  }
  comparison.left = difference;
  return tripFromComparison(comparison, shape);
}

std::optional<NestExtractor::Trip> NestExtractor::tripFromComparison(const Comparison &comparison,
                                                                     const LoopShape &shape) {
  const SymbolId iterator = Result.loops[shape.id].iterator;
  if (comparison.left.degreeIn(iterator) != 1 || comparison.right.uses(iterator)) {
    noTrip(comparison.place, "its condition does not move evenly");
    return std::nullopt;
  }
  IndexExpr slope = comparison.left.coefficientOf(iterator);
  IndexExpr start = comparison.left - slope * IndexExpr::symbol(iterator);
  IndexExpr limit = comparison.right;
  Predicate predicate = comparison.predicate;
  const bool isUnsigned = isUnsignedInteger(comparison.type);
  Trip trip;
  trip.needs = comparison.needs;

  if (predicate == Predicate::Eq) {
    noTrip(comparison.place, "it goes on only while two values are equal");
    return std::nullopt;
  }
  if (isUnsigned && slope == IndexExpr(-1) && (predicate == Predicate::Lt || predicate == Predicate::Le)) {
    // Counts down and ends when 0 - 1 wraps to a large value.
    trip.count = start + 1;
    trip.endsByWrapping = true;
    needAtLeast(start + 1, 0, "the counter starts inside its bounds", trip.needs);
    needAtLeast(limit - start, predicate == Predicate::Lt ? 1 : 0, "the counter starts inside its bounds", trip.needs);
    return trip;
  }
  const bool goesDown =
      predicate == Predicate::Gt || predicate == Predicate::Ge || (predicate == Predicate::Ne && isNonNegative(-slope));
  if (isUnsigned && !goesDown && !isNonNegative(start))
    needAtLeast(start, 0, "the counter starts at a value that does not wrap", trip.needs);
  if (goesDown) {
    slope = -slope;
    std::swap(start, limit);
    predicate = mirrored(predicate);
  }
  const bool countsFromConstant = !goesDown && slope == IndexExpr(1) && start.asConstant().value_or(-1) >= 0;
  if (comparison.isPart && !comparison.isOfPointers && bitsOf(comparison.type) == 64 &&
      (comparison.isOneOfSeveral || !countsFromConstant)) {
    // The loop may end long before this bound, so it may be any; the count must fit 64 bits all the same.
    constexpr int64_t most = int64_t(1) << 60;
    const std::string why = "the bounds are not too far apart to count";
    needAtLeast(start, isUnsigned ? 0 : -most, why, trip.needs);
    if (isUnsigned)
      needAtLeast(limit, 0, why, trip.needs);
    needAtLeast(IndexExpr(most) - limit, 0, why, trip.needs);
    if (!slope.asConstant())
      needAtLeast(IndexExpr(most) - slope, 0, why, trip.needs);
  }
  IndexExpr distance = limit - start;
  if (predicate == Predicate::Le)
    distance += 1;

  const std::optional<int64_t> step = slope.asConstant();
  if (step && *step <= 0) {
    noTrip(comparison.place, "its counter moves away from the bound");
    return std::nullopt;
  }
  if (!step)
    needAtLeast(slope, 1, "the step is positive", trip.needs);
  if (predicate == Predicate::Ne) {
    // Alone, a distance of 2^63 and more is not walked anyway, and a signed counter may not miss its end.
    const bool mayMiss = comparison.mayWrap || comparison.isPart;
    const bool isHuge = !comparison.isPart && bitsOf(comparison.type) == 64 && distance.asSymbol();
    if (mayMiss && !isHuge)
      needAtLeast(distance, 0, "the counter starts before its end", trip.needs);
    if (!step || *step != 1) {
      const std::optional<IndexExpr> exact = step ? distance.dividedBy(*step) : std::nullopt;
      if (!exact && mayMiss) {
        noTrip(comparison.place, "it may step over its end");
        return std::nullopt;
      }
    }
  }
  // i <= n, counted to its end: i++ does not overflow, so n is not the greatest of its type.
  if (predicate == Predicate::Le && !goesDown && !isUnsigned && !comparison.mayWrap && !comparison.isPart &&
      shape.isRoot && !mayLeaveEarly(shape) && comparison.counter && bitsOf(comparison.type) == 32 &&
      scalarType(comparison.counter->getType()) == comparison.type && step == 1)
    if (const std::optional<SymbolId> bound = limit.asSymbol(); bound && Result.symbols[*bound].kind == Symbol::Param) {
      std::optional<int64_t> &most = Result.symbols[*bound].hi;
      most = std::min(most.value_or(INT64_MAX), maxValue(comparison.type) - 1);
    }
  trip.count = ceilDivide(distance, slope, comparison.place);
  trip.endsAtBound = step == 1 && predicate != Predicate::Le;
  // Where the condition compares more than a counter, that must not wrap either, up to the end.
  if (comparison.mayWrap && !comparison.counter) {
    const IndexExpr first = comparison.left - comparison.left.coefficientOf(iterator) * IndexExpr::symbol(iterator);
    const IndexExpr last = first + comparison.left.coefficientOf(iterator) * trip.count;
    const std::string why = "the loop's condition does not wrap around";
    if (goesDown)
      needAtLeast(last, minValue(comparison.type), why, trip.needs);
    else if (bitsOf(comparison.type) < 64)
      needAtLeast(IndexExpr(maxValue(comparison.type)) - last, 0, why, trip.needs);
  }
  if (step == 1 && !goesDown)
    trip.counter = comparison.counter;
  if (trip.counter) {
    // The counter can be the iterator if it is exactly that, in the condition and in the body.
    const BoundInduction *induction = nullptr;
    for (const BoundInduction &candidate : shape.inductions)
      if (candidate.var == trip.counter)
        induction = &candidate;
    const bool isPlain = induction && induction->entry.index && induction->entry.index->needs.empty() &&
                         induction->entry.index->isExact && induction->step.total() == IndexExpr(1) &&
                         induction->step.condition.isZero() && shape.parts.kind != LoopParts::Do;
    if (!isPlain)
      trip.counter = nullptr;
  }
  return trip;
}

void NestExtractor::needAtLeast(const IndexExpr &expr, int64_t least, std::string why,
                                llvm::SmallVectorImpl<Need> &needs) const {
  const IndexExpr need = expr - IndexExpr(least);
  if (!isNonNegative(need))
    needs.push_back({need, std::move(why)});
}

} // namespace vecify
