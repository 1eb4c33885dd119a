// Private, reduction, delayed, latch or carried: how each scalar passes from one root iteration to the next.
//
//     t = x[i] * 2;  y[i] = t;      t private: assigned on every path before it is read
//     s += x[i];                    s reduction
//     if (x[i] < 0) seen = 1;       seen latch
//     if (x[i] < m) {m = x[i]; k = i;}  m reduction, k its place
//     out[k++] = x[i];              k running, where that is a packed store
//     q = x[i]; y[i] = p; p = q;    p delayed
//     s += x[i]; y[i] = s;          s scan
//     y[i] = p; p = p * 3 + x[i];   p carried
#include "vecify/Nest/Delays.h"
#include "vecify/Nest/Exposed.h"
#include "vecify/Nest/Reductions.h"

namespace vecify {

static std::optional<ScalarFacts> reductionOfLocal(const Nest &nest, LocalId id) {
  ReductionTarget target;
  target.type = nest.locals[id].type;
  target.local = id;
  return reductionOf(nest, 0, target);
}

static ScalarFacts classify(const Nest &nest, LocalId id, bool isExposed) {
  const Local &local = nest.locals[id];
  ScalarFacts facts;
  if (local.onEntry != NoId) {
    facts.kind = ScalarFacts::Running;
    return facts;
  }
  // An assignment of a constant exposes no read, but must not be made up for the iterations that do without.
  if (local.scope == NoId && (isExposed || local.isLiveOut))
    if (std::optional<ScalarFacts> latch = latchOf(nest, 0, id))
      return *latch;
  if (local.scope == NoId && local.isLiveOut)
    if (std::optional<ScalarFacts> place = placeOf(nest, id)) {
      if (place->extreme == NoId)
        return *place;
      const std::optional<ScalarFacts> extreme = reductionOfLocal(nest, place->extreme);
      if (extreme)
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
  if (std::optional<ScalarFacts> scan = scanOf(nest, id); scan && scan->mayReassociate)
    return *scan;
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
  const llvm::BitVector exposed = exposedLocals(nest, nest.nodes[nest.root().node].body);
  facts.locals.clear();
  for (LocalId id = 0; id < nest.locals.size(); ++id)
    facts.locals.push_back(classify(nest, id, exposed.test(id)));
  facts.cells = cellReductions(nest, 0);
}

} // namespace vecify
