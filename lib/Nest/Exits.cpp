#include "vecify/Nest/Exits.h"
#include "Each.h"
#include "vecify/Nest/Exposed.h"
#include "vecify/Nest/Range.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {
namespace {

/// What a statement takes and gives, with all that stands in it.
struct Uses {
  llvm::BitVector reads, sets; ///< locals
  llvm::SmallVector<AccessId, 4> loads, stores;

  Uses(const Nest &nest, NodeId id) : reads(nest.locals.size()), sets(nest.locals.size()) {
    const auto look = [&](const Expr &e) {
      if (e.kind == Expr::Local)
        reads.set(e.local);
      if (e.kind == Expr::Load)
        loads.push_back(e.access);
    };
    forEachNode(nest, id, [&](const Node &node) {
      forEachExpr(nest, node, look);
      if (node.local != NoId)
        sets.set(node.local);
      if (node.access != NoId)
        stores.push_back(node.access);
    });
  }
};

Remark tooLate(const Node &exit, const std::string &behind) {
  return {exit.loc, Reason::EarlyExit, {"a condition " + behind}};
}

} // namespace

size_t statementsOfExits(const Nest &nest) {
  const std::vector<NodeId> &body = nest.nodes[nest.root().node].body;
  size_t count = 0;
  for (size_t i = 0; i < body.size(); ++i)
    if (nest.nodes[body[i]].leaves)
      count = i + 1;
  return count;
}

bool onlySearches(const Nest &nest) {
  const size_t count = statementsOfExits(nest);
  return count > 0 && count == nest.nodes[nest.root().node].body.size();
}

bool isUncounted(const Nest &nest, LoopId loop) {
  constexpr int64_t longest = int64_t(1) << 30;
  return nest.mayLeaveEarly(loop) && nest.tripCount(loop).asConstant().value_or(0) >= longest;
}

/// The loop's upper bound where it is left as soon as the condition holds.
static std::optional<IndexExpr> boundOf(const Nest &nest, const Expr &condition) {
  if (condition.kind != Expr::Compare)
    return std::nullopt;
  const SymbolId counter = nest.rootIterator();
  const auto isCounter = [&](const Expr &e) { return e.kind == Expr::Index && e.index.uses(counter); };
  // n <= i is i >= n.
  const bool isSwapped = isCounter(nest.exprs[condition.operands[1]]);
  const Expr &count = nest.exprs[condition.operands[isSwapped]], &most = nest.exprs[condition.operands[!isSwapped]];
  const Predicate ge = isSwapped ? Predicate::Le : Predicate::Ge, gt = isSwapped ? Predicate::Lt : Predicate::Gt;
  if (!isCounter(count) || (condition.predicate != ge && condition.predicate != gt) || !isInteger(most.type) ||
      (bitsOf(most.type) == 64 && !isSignedInteger(most.type)) || count.index.degreeIn(counter) != 1 ||
      count.index.coefficientOf(counter).asConstant() != 1)
    return std::nullopt;
  IndexExpr bound;
  if (most.kind == Expr::IntConst)
    bound = IndexExpr(most.intValue);
  else if (most.kind == Expr::Param)
    bound = IndexExpr::symbol(most.symbol);
  else if (most.kind == Expr::Index)
    bound = most.index;
  else
    return std::nullopt;
  // Neither side wraps.
  const auto fits = [&](const IndexExpr &expr) {
    const Range range = rangeOf(nest, expr);
    return range.lo >= minValue(most.type) && (bitsOf(most.type) == 64 || range.hi <= maxValue(most.type));
  };
  if (!fits(count.index) || !fits(bound) || bound.uses(counter))
    return std::nullopt;
  bound = bound - (count.index - IndexExpr::symbol(counter));
  return condition.predicate == gt ? bound + IndexExpr(1) : bound;
}

void countExits(Nest &nest) {
  std::vector<NodeId> &body = nest.nodes[nest.root().node].body;
  while (!body.empty() && nest.nodes[body[0]].leaves) {
    const std::optional<IndexExpr> bound = boundOf(nest, nest.exprs[nest.nodes[body[0]].condition]);
    const std::optional<int64_t> most = nest.root().upper.asConstant();
    if (!bound || !most || rangeOf(nest, *bound).hi > *most)
      return;
    nest.loops[0].upper = *bound;
    nest.endsByExit = true;
    body.erase(body.begin());
  }
}

std::optional<Remark> putExitsFirst(Nest &nest) {
  const size_t count = statementsOfExits(nest);
  if (count == 0)
    return std::nullopt;
  std::vector<NodeId> &body = nest.nodes[nest.root().node].body;
  const Node &last = nest.nodes[body[count - 1]];
  if (nest.loops.size() > 1)
    return tooLate(last, "beside the loop '" + nest.loops[1].name + "' inside it");
  for (const Array &array : nest.arrays)
    if (array.isRows())
      return tooLate(last, "where rows lie behind pointers of their own");
  const llvm::BitVector carried = exposedLocals(nest, body);
  const auto firstExit = llvm::find_if(body, [&](NodeId id) { return nest.nodes[id].leaves; });
  const llvm::BitVector set =
      alwaysAssignedLocals(nest, llvm::ArrayRef(body).take_front(size_t(firstExit - body.begin())));
  for (LocalId l = 0; l < nest.locals.size(); ++l)
    nest.locals[l].isSetBeforeExits = set.test(l);

  // Backwards: what the exits need, and what stays behind them.
  std::vector<NodeId> first, later;
  llvm::BitVector needed(nest.locals.size());
  for (size_t i = count; i-- > 0;) {
    const Node &node = nest.nodes[body[i]];
    Uses uses(nest, body[i]);
    if (!node.leaves && !uses.sets.anyCommon(needed)) {
      later.push_back(body[i]);
      continue;
    }
    if (!node.leaves && (node.kind != Node::Assign || node.local == NoId))
      return tooLate(last, "that takes a value from one side of an 'if'");
    if (llvm::BitVector both = uses.reads; (both &= carried).any())
      return tooLate(last, "on '" + nest.locals[both.find_first()].name +
                               "', which is carried from one iteration to the next");
    needed |= uses.reads;
    first.push_back(body[i]);
  }
  std::reverse(first.begin(), first.end());
  std::reverse(later.begin(), later.end());

  // What moves to the front moves over what stood before it and stays.
  for (NodeId moved : first) {
    const Uses uses(nest, moved);
    for (NodeId stays : later) {
      if (llvm::find(body, stays) > llvm::find(body, moved))
        continue;
      const Uses other(nest, stays);
      if (uses.sets.anyCommon(other.reads) || uses.sets.anyCommon(other.sets) || other.sets.anyCommon(uses.reads))
        return tooLate(last, "on a variable that changes twice in an iteration");
      for (AccessId load : uses.loads)
        for (AccessId store : other.stores) {
          if (nest.accesses[load].array == nest.accesses[store].array)
            return tooLate(last, "on what the iteration itself stores");
          nest.accesses[load].isEarly = true;
        }
    }
  }
  llvm::copy(first, body.begin());
  llvm::copy(later, body.begin() + ptrdiff_t(first.size()));
  return std::nullopt;
}

} // namespace vecify
