// See scanOf.
#include "Each.h"
#include "MatchUpdate.h"
#include "vecify/Nest/Reductions.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {
namespace {

/// Float minima and maxima have none.
bool hasNeutral(ReductionKind kind) {
  switch (kind) {
  case ReductionKind::Add:
  case ReductionKind::Mul:
  case ReductionKind::And:
  case ReductionKind::Or:
  case ReductionKind::Xor:
  case ReductionKind::Min:
  case ReductionKind::Max:
    return true;
  default:
    return false;
  }
}

class ScanMatcher {
public:
  ScanMatcher(const Nest &nest, LocalId local) : N(nest), Id(local), Body(nest.nodes[nest.root().node].body) {}

  std::optional<ScalarFacts> run() const {
    if (N.loops.size() != 1 || N.mayLeaveEarly() || N.clauses.independent)
      return std::nullopt;
    const std::optional<size_t> assigned = onlyStatement(Id);
    if (!assigned)
      return std::nullopt;
    std::optional<ScalarFacts> facts = *firstRead() < *assigned ? exclusive(*assigned) : inclusive(*assigned);
    if (!facts || !hasNeutral(facts->reduction))
      return std::nullopt;
    facts->kind = ScalarFacts::Scan;
    return facts;
  }

private:
  ReductionTarget target() const { return {N.locals[Id].type, Id, NoId, {}}; }

  std::optional<ScalarFacts> inclusive(size_t update) const {
    std::optional<ScalarFacts> facts = reductionIn(N, {Body[update]}, target());
    if (facts)
      facts->scan = Body[update];
    return facts;
  }

  /// s = t, where t = s op e stands in front of all that reads s.
  std::optional<ScalarFacts> exclusive(size_t last) const {
    const Node &copy = N.nodes[Body[last]];
    if (copy.kind != Node::Assign)
      return std::nullopt;
    const Expr &value = N.exprs[copy.value];
    if (value.kind != Expr::Local || value.local == Id || value.type != N.locals[Id].type ||
        N.locals[value.local].scope == NoId)
      return std::nullopt;
    const std::optional<size_t> first = onlyStatement(value.local);
    if (!first || *first != *firstRead() || N.nodes[Body[*first]].kind != Node::Assign)
      return std::nullopt;
    const std::optional<ReductionUpdate> update = UpdateMatcher(N, target()).match(N.nodes[Body[*first]].value);
    if (!update)
      return std::nullopt;
    ScalarFacts facts;
    facts.reduction = update->kind;
    facts.mayReassociate = update->mayReassociate;
    facts.update = N.nodes[Body[*first]].loc;
    facts.scan = Body[*first];
    facts.next = value.local;
    return facts;
  }

  /// The statement of the body that holds all assignments of the local.
  std::optional<size_t> onlyStatement(LocalId local) const {
    std::optional<size_t> found;
    for (size_t i = 0; i < Body.size(); ++i) {
      bool assigns = false;
      forEachNode(N, Body[i], [&](const Node &node) { assigns |= node.kind == Node::Assign && node.local == local; });
      if (assigns && found)
        return std::nullopt;
      if (assigns)
        found = i;
    }
    return found;
  }

  /// There is one: the update's own.
  std::optional<size_t> firstRead() const {
    for (size_t i = 0; i < Body.size(); ++i) {
      bool reads = false;
      forEachNode(N, Body[i], [&](const Node &node) {
        forEachExpr(N, node, [&](const Expr &e) { reads |= e.kind == Expr::Local && e.local == Id; });
      });
      if (reads)
        return i;
    }
    return Body.size();
  }

  const Nest &N;
  const LocalId Id;
  const llvm::ArrayRef<NodeId> Body;
};

} // namespace

std::optional<ScalarFacts> scanOf(const Nest &nest, LocalId local) { return ScanMatcher(nest, local).run(); }

} // namespace vecify
