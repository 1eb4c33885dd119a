// All updates of one target in a loop's body, and the memory cells that are only updated.
#include "vecify/Nest/Reductions.h"
#include "Extremes.h"
#include "MatchUpdate.h"
#include "vecify/Nest/Occurrences.h"
#include "vecify/Nest/Range.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {
namespace {

/// Walks the body once; false as soon as the target is anything but updated by one operator.
class UpdateCollector {
public:
  UpdateCollector(const Nest &nest, const ReductionTarget &target)
      : nest(nest), target(target), matcher(nest, target) {}

  bool visit(llvm::ArrayRef<NodeId> body, bool isConditional) {
    return llvm::all_of(body, [&](NodeId id) {
      const Node &node = nest.nodes[id];
      switch (node.kind) {
      case Node::Assign:
        return assign(node, isConditional);
      case Node::If:
        if (matcher.uses(node.condition))
          return guarded(node);
        return visit(node.body, true) && visit(node.elseBody, true);
      case Node::Loop:
        // A cell is read and written even if no iteration would; a scalar does not mind.
        return visit(node.body, isConditional || (target.local == NoId && !alwaysRuns(nest, node.loop)));
      }
      llvm_unreachable("node kind");
    });
  }

  std::optional<ScalarFacts> facts;

private:
  bool isTarget(const Node &assign) const {
    return target.local != NoId ? assign.local == target.local
                                : assign.access != NoId && target.isAccess(nest, assign.access);
  }

  bool assign(const Node &node, bool isConditional) {
    if (node.access != NoId)
      for (ExprId sub : nest.accesses[node.access].indirect)
        if (sub != NoId && matcher.uses(sub))
          return false;
    if (!isTarget(node))
      return !matcher.uses(node.value);
    return add(matcher.match(node.value), node, isConditional);
  }

  /// if (x > m) m = x, and nothing else under that condition but the note where it was.
  bool guarded(const Node &node) {
    if (!node.elseBody.empty())
      return false;
    const Node *update = nullptr;
    for (NodeId id : node.body) {
      const Node &each = nest.nodes[id];
      if (each.kind == Node::Assign && isTarget(each) && !update)
        update = &each;
      else if (!isPlaceOfTarget(each))
        return false;
    }
    return update && add(matcher.matchGuarded(node.condition, update->value), *update, true);
  }

  bool isPlaceOfTarget(const Node &node) const {
    if (node.kind != Node::Assign || node.local == NoId || target.local == NoId)
      return false;
    const std::optional<ScalarFacts> place = placeOf(nest, node.local);
    return place && place->extreme == target.local;
  }

  bool add(std::optional<ReductionUpdate> update, const Node &node, bool isConditional) {
    if (!update || (facts && facts->reduction != update->kind))
      return false;
    if (!facts) {
      facts.emplace();
      facts->kind = ScalarFacts::Reduction;
      facts->reduction = update->kind;
      facts->mayReassociate = facts->onlyZeroSignMayDiffer = true;
      facts->update = node.loc;
    }
    if (facts->mayReassociate && !update->mayReassociate)
      facts->update = node.loc;
    facts->mayReassociate &= update->mayReassociate;
    facts->onlyZeroSignMayDiffer &= update->mayReassociate || update->onlyZeroSignMayDiffer;
    facts->takesNaN |= update->takesNaN;
    facts->isConditional |= isConditional;
    return true;
  }

  const Nest &nest;
  const ReductionTarget &target;
  UpdateMatcher matcher;
};

} // namespace

bool isSameOperator(ReductionKind promised, ReductionKind found) {
  const auto plain = [](ReductionKind kind) {
    switch (kind) {
    case ReductionKind::CMin:
    case ReductionKind::FMin:
      return ReductionKind::Min;
    case ReductionKind::CMax:
    case ReductionKind::FMax:
      return ReductionKind::Max;
    default:
      return kind;
    }
  };
  return plain(promised) == plain(found);
}

std::optional<ScalarFacts> reductionOf(const Nest &nest, LoopId loop, const ReductionTarget &target) {
  return reductionIn(nest, nest.nodes[nest.loops[loop].node].body, target);
}

std::optional<ScalarFacts> reductionIn(const Nest &nest, llvm::ArrayRef<NodeId> body, const ReductionTarget &target) {
  UpdateCollector collector(nest, target);
  if (!collector.visit(body, false) || !collector.facts)
    return std::nullopt;
  if (collector.facts->mayReassociate)
    collector.facts->onlyZeroSignMayDiffer = false;
  return collector.facts;
}

/// The accesses touch no common byte wherever they are executed.
static bool areDisjoint(const Nest &nest, const Access &a, const Access &b) {
  if (!a.isAffine() || !b.isAffine())
    return false;
  const IndexExpr gap = nest.byteAddress(b) - nest.byteAddress(a);
  // x[i] and x[j] with j < i: the greatest gap over j is -1 element, whatever i is.
  const ParamRanges ranges(nest);
  const auto lowest = extremes(nest, gap, End::Lower, ranges), highest = extremes(nest, gap, End::Upper, ranges);
  return (lowest &&
          llvm::all_of(*lowest, [&](const IndexExpr &e) { return ranges.of(e).lo >= int64_t(bytesOf(a.type)); })) ||
         (highest &&
          llvm::all_of(*highest, [&](const IndexExpr &e) { return ranges.of(e).hi <= -int64_t(bytesOf(b.type)); }));
}

/// No counter of `loop` or of a loop inside it.
static bool isInvariantIn(const Nest &nest, LoopId loop, const IndexExpr &expr) {
  for (SymbolId id : expr.symbols()) {
    if (nest.symbols[id].kind != Symbol::Iterator)
      continue;
    for (LoopId l = nest.symbols[id].loop; l != NoId; l = nest.loops[l].parent)
      if (l == loop)
        return false;
  }
  return true;
}

std::vector<CellReduction> cellReductions(const Nest &nest, LoopId loop) {
  std::vector<AccessId> inside;
  for (const Occurrence &o : occurrences(nest))
    if (llvm::is_contained(o.loops, loop))
      inside.push_back(o.access);
  llvm::sort(inside);
  inside.erase(llvm::unique(inside), inside.end());

  std::vector<CellReduction> cells;
  std::vector<bool> isDone(nest.accesses.size());
  for (AccessId id : inside) {
    const Access &access = nest.accesses[id];
    if (!access.isWrite || isDone[id] || !access.isAffine())
      continue;
    ReductionTarget target;
    target.type = access.type;
    target.array = access.array;
    target.address = nest.byteAddress(access);
    if (target.address.isPoisoned() || !isInvariantIn(nest, loop, target.address))
      continue;
    CellReduction cell;
    bool isHit = false;
    for (AccessId other : inside) {
      if (target.isAccess(nest, other)) {
        cell.accesses.push_back(other);
        isDone[other] = true;
      } else if (nest.accesses[other].array == access.array) {
        isHit |= !areDisjoint(nest, access, nest.accesses[other]);
      }
    }
    if (isHit)
      continue;
    if (std::optional<ScalarFacts> facts = reductionOf(nest, loop, target)) {
      cell.facts = *facts;
      cell.facts.mayReassociate |= llvm::any_of(cell.accesses, [&](AccessId id) {
        const std::optional<ReductionKind> promised = nest.accesses[id].promisedKind;
        return promised && isSameOperator(*promised, facts->reduction);
      });
      cells.push_back(std::move(cell));
    }
  }
  return cells;
}

bool isFreeSum(const Nest &nest, const Facts &facts, LocalId local) {
  const ScalarFacts &sum = facts.locals[local];
  const Local &variable = nest.locals[local];
  return variable.scope == NoId && variable.start == NoId && sum.kind == ScalarFacts::Reduction && sum.mayReassociate;
}

} // namespace vecify
