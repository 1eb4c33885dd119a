// Recognising where an extreme was found, or what was found last.
//
//     if (x[i] != 0) k = i;                   k: the last i of such an x[i], or what it was
//     if (x[i] < m) { m = x[i]; k = i; }      k: the first i of the least x[i]
//     if (x[i] <= m) { m = x[i]; k = i; }     k: the last one
//
// Lanes keep the place of their own extreme, and of the lanes that hold the overall one the least place is C's, or the
// greatest where equal values count too. Without an extreme it is the greatest of all.
#include "MatchUpdate.h"
#include "vecify/Nest/Range.h"
#include "vecify/Nest/Reductions.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

/// The `if` that holds the only assignment to `local`; nullptr if there is none or more than one, or in another node.
static const Node *onlyBranchThatAssigns(const Nest &nest, LocalId local) {
  const Node *found = nullptr;
  unsigned assignments = 0;
  for (const Node &node : nest.nodes) {
    assignments += node.kind == Node::Assign && node.local == local;
    const bool holds = node.kind == Node::If && llvm::any_of(node.body, [&](NodeId id) {
                         return nest.nodes[id].kind == Node::Assign && nest.nodes[id].local == local;
                       });
    if (holds)
      found = &node;
  }
  return assignments == 1 ? found : nullptr;
}

/// A counter that grows with the iterations and fits its type, with one number to spare.
static bool isPlace(const Nest &nest, const Expr &value, bool isLast) {
  if (value.kind != Expr::Index || !isInteger(value.type) || value.index.degreeIn(nest.rootIterator()) != 1)
    return false;
  const Range range = rangeOf(nest, value.index), step = rangeOf(nest, value.index.coefficientOf(nest.rootIterator()));
  if (!step.hasLo() || step.lo <= 0)
    return false;
  // -1 marks lanes that took nothing: places are signed numbers from 0 on.
  if (isLast)
    return range.hasLo() && range.lo >= 0 &&
           (bitsOf(value.type) == 64 || range.hi <= maxValue(integerType(bitsOf(value.type), true)));
  // The greatest value marks lanes that do not hold the extreme.
  return bitsOf(value.type) == 64 ||
         (range.hasLo() && range.lo >= minValue(value.type) && range.hasHi() && range.hi < maxValue(value.type));
}

/// The place of an extreme that `branch` takes along with it.
static std::optional<ScalarFacts> placeOfExtreme(const Nest &nest, LocalId local, const Node &branch) {
  if (branch.body.size() != 2 || !branch.elseBody.empty())
    return std::nullopt;
  const bool isFirst = nest.nodes[branch.body[0]].local == local;
  const Node &place = nest.nodes[branch.body[isFirst ? 0 : 1]], &extreme = nest.nodes[branch.body[isFirst ? 1 : 0]];
  ExprId compared = branch.condition;
  bool isWhenTrue = true; // !(x[i] <= m) is x[i] > m, but for NaNs
  for (; nest.exprs[compared].kind == Expr::Not; compared = nest.exprs[compared].operands[0])
    isWhenTrue = !isWhenTrue;
  const Expr &condition = nest.exprs[compared];
  if (condition.kind != Expr::Compare || condition.predicate == Predicate::Eq || condition.predicate == Predicate::Ne)
    return std::nullopt;
  const bool countsEqual = condition.predicate == Predicate::Le || condition.predicate == Predicate::Ge;
  const bool isLast = countsEqual == isWhenTrue;
  if (extreme.kind != Node::Assign || extreme.local == NoId || !isPlace(nest, nest.exprs[place.value], isLast))
    return std::nullopt;
  // The place is noted exactly where the extreme is taken: `if (x > 0) { m = max(m, x); k = i; }` is none.
  ReductionTarget target;
  target.local = extreme.local;
  target.type = nest.locals[extreme.local].type;
  if (!UpdateMatcher(nest, target).matchGuarded(branch.condition, extreme.value))
    return std::nullopt;
  // Better values that leave the place as it was would be another matter.
  if (onlyBranchThatAssigns(nest, extreme.local) != &branch || nest.locals[extreme.local].scope != NoId)
    return std::nullopt;
  ScalarFacts facts;
  facts.kind = ScalarFacts::Place;
  facts.extreme = extreme.local;
  facts.isLastPlace = isLast;
  facts.update = place.loc;
  return facts;
}

std::optional<ScalarFacts> placeOf(const Nest &nest, LocalId local) {
  const bool isRead =
      llvm::any_of(nest.exprs, [&](const Expr &e) { return e.kind == Expr::Local && e.local == local; });
  const Node *branch = onlyBranchThatAssigns(nest, local);
  if (isRead || !branch || nest.loops.size() > 1)
    return std::nullopt;
  if (std::optional<ScalarFacts> extreme = placeOfExtreme(nest, local, *branch))
    return extreme;
  for (NodeId id : branch->body) {
    const Node &place = nest.nodes[id];
    if (place.local != local || !isPlace(nest, nest.exprs[place.value], true))
      continue;
    ScalarFacts facts;
    facts.kind = ScalarFacts::Place;
    facts.isLastPlace = true;
    facts.update = place.loc;
    return facts;
  }
  return std::nullopt;
}

} // namespace vecify
