// May lanes of the root loop run in lock step? Every "no" names the edge, the scalar or the bound that says so.
#include "vecify/Nest/Reductions.h"
#include "vecify/Plan/Plan.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

using llvm::Error;
using llvm::Expected;

static std::string describe(const Nest &nest, AccessId id) {
  const Access &access = nest.accesses[id];
  return (access.isWrite ? "the store to " : "the read of ") + access.text + " (line " +
         std::to_string(access.loc.line) + ")";
}

static Error carriedDependence(const Nest &nest, const Facts &facts) {
  const LoopFacts &loop = facts.loops[0];
  if (loop.blocking.empty())
    return decline(nest.loc(), Reason::CarriedDependence, {nest.root().name, "a store", "another access", "unknown"});
  const Edge &edge = facts.edges[loop.blocking[0]];
  std::string distance = "unknown";
  if (!edge.distance.empty() && edge.distance[0])
    distance = std::to_string(*edge.distance[0]);
  return decline(nest.accesses[edge.sink].loc, Reason::CarriedDependence,
                 {nest.root().name, describe(nest, edge.source), describe(nest, edge.sink), distance});
}

/// True if every path through `body` assigns the local (an inner loop may not run).
static bool alwaysAssigns(const Nest &nest, llvm::ArrayRef<NodeId> body, LocalId local) {
  for (NodeId id : body) {
    const Node &node = nest.nodes[id];
    if (node.kind == Node::Assign && node.local == local)
      return true;
    if (node.kind == Node::If && alwaysAssigns(nest, node.body, local) && alwaysAssigns(nest, node.elseBody, local))
      return true;
  }
  return false;
}

/// The loop may be run once more from the start, by scalars, after vectors have: nothing written is read. Then a float
/// min or max may find at its end that the order would have decided.
static bool mayStartOver(const Nest &nest, const Facts &facts) {
  if (!facts.cells.empty())
    return false;
  for (const Access &write : nest.accesses) {
    if (!write.isWrite)
      continue;
    for (const Access &read : nest.accesses)
      if (!read.isWrite && read.array == write.array)
        return false;
    for (const Facts::AliasPair &pair : facts.mayAlias)
      if (pair.equalIsFine || pair.needsNoGuard)
        return false;
  }
  return true;
}

static Error checkScalars(const Nest &nest, const Facts &facts, Legality &legality) {
  for (LocalId l = 0; l < nest.locals.size(); ++l) {
    const Local &local = nest.locals[l];
    if (local.scope != NoId)
      continue; // declared in the body: new in every iteration
    const ScalarFacts &scalar = facts.locals[l];
    Loc where = scalar.update.isValid() ? scalar.update : local.loc;
    if (scalar.kind == ScalarFacts::Carried)
      return decline(where, isShortCircuit(nest, l) ? Reason::ShortCircuit : Reason::CarriedScalar,
                     {nest.root().name, local.name});
    if (scalar.kind == ScalarFacts::Reduction) {
      if (!scalar.mayReassociate && !(scalar.onlyZeroSignMayDiffer && mayStartOver(nest, facts)))
        return decline(where, Reason::FloatReduction, {nest.root().name, local.name});
      continue;
    }
    if (scalar.kind == ScalarFacts::Delayed) {
      legality.wholeVectors = true;
      continue;
    }
    if (scalar.kind == ScalarFacts::Latch || scalar.kind == ScalarFacts::Place)
      continue;
    if (!local.isLiveOut)
      continue;
    if (!alwaysAssigns(nest, nest.nodes[nest.root().node].body, l))
      return decline(where, Reason::CarriedScalar, {nest.root().name, local.name});
    legality.needsLastIteration = true;
  }
  for (const CellReduction &cell : facts.cells) {
    const Access &access = nest.accesses[cell.accesses[0]];
    // What no iteration may touch, lanes cannot start from, and float minima and maxima have no other start.
    const ReductionKind kind = cell.facts.reduction;
    const bool hasNeutral = !isFloat(access.type) || kind == ReductionKind::Add || kind == ReductionKind::Mul;
    if (cell.facts.isConditional && !hasNeutral)
      return decline(access.loc, Reason::CarriedScalar, {nest.root().name, access.text});
    if (!cell.facts.mayReassociate)
      return decline(access.loc, Reason::FloatReduction, {nest.root().name, access.text});
  }
  return Error::success();
}

/// Running a block twice gives the same memory and the same scalars.
static bool isIdempotent(const Nest &nest, const Facts &facts) {
  for (LocalId l = 0; l < nest.locals.size(); ++l)
    if (nest.locals[l].scope == NoId &&
        (facts.locals[l].kind == ScalarFacts::Reduction || facts.locals[l].kind == ScalarFacts::Delayed))
      return false; // with it go places
  return mayStartOver(nest, facts);
}

Expected<Legality> checkLegality(const Nest &nest, const Facts &facts) {
  Legality legality;
  if (nest.clauses.off)
    return decline(nest.clauses.loc, Reason::SwitchedOff, {nest.clauses.offBy});
  if (Error error = checkScalars(nest, facts, legality))
    return std::move(error);
  for (LoopId l = 1; l < nest.loops.size(); ++l)
    if (nest.loops[l].lower.uses(nest.rootIterator()) || nest.loops[l].upper.uses(nest.rootIterator()))
      return decline(nest.loops[l].loc, Reason::InnerVarying, {nest.loops[l].name, nest.root().name});
  const LoopFacts &loop = facts.loops[0];
  if (!loop.anyLanes) {
    if (loop.maxLanes < 2)
      return carriedDependence(nest, facts);
    legality.maxLanes = loop.maxLanes;
  }
  if (nest.clauses.independent && nest.clauses.safelen > 0)
    legality.maxLanes = std::min<int64_t>(legality.maxLanes, nest.clauses.safelen);
  for (const Facts::AliasPair &pair : facts.mayAlias)
    if (!pair.needsNoGuard && (!footprint(nest, pair.a).isKnown || !footprint(nest, pair.b).isKnown))
      return decline(nest.loc(), Reason::MayAlias, {nest.arrays[pair.a].name, nest.arrays[pair.b].name});
  legality.idempotent = isIdempotent(nest, facts) && !legality.needsLastIteration;
  return legality;
}

/// In a tile the rows run statement by statement, each by vectors: iterations of the root must not meet at all, and
/// every scalar must belong to one iteration.
Expected<Legality> checkTile(const Nest &nest, const Facts &facts, LoopId vectorLoop) {
  Expected<Legality> legality = checkLegality(nest, facts);
  if (!legality)
    return legality;
  const Loop &inner = nest.loops[vectorLoop];
  if (inner.lower.uses(nest.rootIterator()) || inner.upper.uses(nest.rootIterator()))
    return decline(inner.loc, Reason::InnerVarying, {inner.name, nest.root().name});
  if (!facts.loops[0].parallel || !facts.cells.empty())
    return carriedDependence(nest, facts);
  // A promise about iterations of the root says nothing of the lanes inside one.
  for (const Facts::AliasPair &pair : facts.mayAlias)
    if (pair.needsNoGuard)
      return decline(nest.loc(), Reason::MayAlias, {nest.arrays[pair.a].name, nest.arrays[pair.b].name});
  const LoopFacts &lanes = facts.loops[vectorLoop];
  if (!lanes.anyLanes && lanes.maxLanes < 2)
    return decline(inner.loc, Reason::CarriedDependence, {inner.name, "a store", "another access", "unknown"});
  legality->maxLanes = lanes.anyLanes ? 1u << 20 : unsigned(lanes.maxLanes);
  for (LocalId l = 0; l < nest.locals.size(); ++l)
    if (nest.locals[l].scope == NoId && (facts.locals[l].kind != ScalarFacts::Private || nest.locals[l].isLiveOut))
      return decline(nest.loc(), Reason::CarriedScalar, {nest.root().name, nest.locals[l].name});
  if (legality->needsLastIteration)
    return decline(nest.loc(), Reason::CarriedScalar, {nest.root().name, "a value that is used after the loop"});
  return legality;
}

} // namespace vecify
