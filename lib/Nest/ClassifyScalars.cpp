// Private, reduction, delayed, latch or carried: how each scalar passes from one root iteration to the next.
//
//     t = x[i] * 2;  y[i] = t;      t private: assigned on every path before it is read
//     s += x[i];                    s reduction
//     if (x[i] < 0) seen = 1;       seen latch
//     if (x[i] < m) {m = x[i]; k = i;}  m reduction, k its place
//     q = x[i]; y[i] = p; p = q;    p delayed
//     y[i] = p; p = p * x[i];       p carried
//
// Definite assignment over the structured body: an `if` assigns what both sides assign, an inner loop that may be
// empty assigns nothing, but its body may rely on what is assigned before it.
#include "vecify/Nest/Delays.h"
#include "vecify/Nest/Range.h"
#include "vecify/Nest/Reductions.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"

namespace vecify {
namespace {

/// Finds the locals that some path of an iteration reads before it assigns them.
class ExposedReads {
public:
  explicit ExposedReads(const Nest &nest) : isExposed(nest.locals.size()), nest(nest), assigned(nest.locals.size()) {}

  void visit(llvm::ArrayRef<NodeId> body) {
    for (NodeId id : body)
      visit(nest.nodes[id]);
  }

  llvm::BitVector isExposed;

private:
  void visit(const Node &node) {
    switch (node.kind) {
    case Node::Assign:
      read(node.value);
      if (node.access != NoId)
        for (ExprId sub : nest.accesses[node.access].indirect)
          read(sub);
      if (node.local != NoId)
        assigned.set(node.local);
      return;
    case Node::If: {
      read(node.condition);
      const llvm::BitVector before = assigned;
      visit(node.body);
      const llvm::BitVector afterThen = assigned;
      assigned = before;
      visit(node.elseBody);
      assigned &= afterThen;
      return;
    }
    case Node::Loop: {
      const llvm::BitVector before = assigned;
      visit(node.body);
      if (!alwaysRuns(nest, node.loop))
        assigned = before;
      return;
    }
    }
  }

  void read(ExprId root) {
    llvm::SmallVector<ExprId, 16> work;
    llvm::DenseSet<ExprId> seen;
    const auto push = [&](ExprId id) {
      if (id != NoId && seen.insert(id).second)
        work.push_back(id);
    };
    push(root);
    while (!work.empty()) {
      const Expr &e = nest.exprs[work.pop_back_val()];
      if (e.kind == Expr::Local && !assigned.test(e.local))
        isExposed.set(e.local);
      if (e.kind == Expr::Load)
        for (ExprId sub : nest.accesses[e.access].indirect)
          push(sub);
      for (ExprId operand : e.operands)
        push(operand);
    }
  }

  const Nest &nest;
  llvm::BitVector assigned;
};

} // namespace

static bool isSameOperator(ReductionKind promised, ReductionKind found) {
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

static std::optional<ScalarFacts> reductionOfLocal(const Nest &nest, LocalId id) {
  ReductionTarget target;
  target.type = nest.locals[id].type;
  target.local = id;
  return reductionOf(nest, 0, target);
}

static ScalarFacts classify(const Nest &nest, LocalId id, bool isExposed) {
  const Local &local = nest.locals[id];
  ScalarFacts facts;
  // An assignment of a constant exposes no read, but must not be made up for the iterations that do without.
  if (local.scope == NoId && (isExposed || local.isLiveOut))
    if (std::optional<ScalarFacts> latch = latchOf(nest, 0, id))
      return *latch;
  if (local.scope == NoId && local.isLiveOut)
    if (std::optional<ScalarFacts> place = placeOf(nest, id)) {
      const std::optional<ScalarFacts> extreme = reductionOfLocal(nest, place->extreme);
      if (extreme && !extreme->takesNaN)
        return *place;
    }
  if (local.scope != NoId || !isExposed) {
    facts.kind = ScalarFacts::Private;
    return facts;
  }
  if (std::optional<ScalarFacts> reduction = reductionOfLocal(nest, id)) {
    facts = *reduction;
    facts.mayReassociate |= local.promisedReduction && isSameOperator(local.promisedKind, facts.reduction);
    return facts;
  }
  if (const std::optional<LocalId> next = delayOf(nest, id)) {
    facts.kind = ScalarFacts::Delayed;
    facts.next = *next;
  }
  for (const Node &node : nest.nodes)
    if (node.kind == Node::Assign && node.local == id && !facts.update.isValid())
      facts.update = node.loc;
  return facts;
}

void classifyScalars(const Nest &nest, Facts &facts) {
  ExposedReads reads(nest);
  reads.visit(nest.nodes[nest.root().node].body);
  facts.locals.clear();
  for (LocalId id = 0; id < nest.locals.size(); ++id)
    facts.locals.push_back(classify(nest, id, reads.isExposed.test(id)));
  facts.cells = cellReductions(nest, 0);
}

} // namespace vecify
