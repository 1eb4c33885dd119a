// May lanes of the root loop run in lock step? Every "no" names the edge, the scalar or the bound that says so.
#include "Accumulators.h"
#include "Reordered.h"
#include "vecify/Nest/Delays.h"
#include "vecify/Nest/Exits.h"
#include "vecify/Nest/Exposed.h"
#include "vecify/Nest/Occurrences.h"
#include "vecify/Nest/PackStores.h"
#include "vecify/Nest/Pivots.h"
#include "vecify/Nest/Range.h"
#include "vecify/Nest/Reductions.h"
#include "vecify/Nest/RunTogether.h"
#include "vecify/Plan/Plan.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

using llvm::Error;
using llvm::Expected;

static std::string describe(const Nest &nest, AccessId id) {
  const Access &access = nest.accesses[id];
  const std::string &what = access.text.empty() ? nest.arrays[access.array].name : access.text;
  return (access.isWrite ? "the store to " : "the read of ") + what +
         (access.loc.line ? " (line " + std::to_string(access.loc.line) + ")" : "");
}

static constexpr const char *SayIndependent = "if the iterations are independent, say so: #pragma vecify independent";

/// What would make it a yes.
static std::string adviceOn(const Nest &nest, const Edge &edge, bool isDistanceKnown) {
  const Access &source = nest.accesses[edge.source], &sink = nest.accesses[edge.sink];
  if (isDistanceKnown)
    return "iterations that wait for one another have no lanes: they need another loop of the nest, or another formula";
  if (source.isAffine() && sink.isAffine())
    return SayIndependent;
  const std::string element = "if no element is touched by two iterations, say so: #pragma vecify independent";
  return source.isWrite == sink.isWrite ? element
                                        : element + "; else update several copies of '" + nest.arrays[sink.array].name +
                                              "' by turns and join them behind the loop";
}

/// All iterations of the loop touch the same place.
static bool isOnePlace(const Nest &nest, const Edge &edge, LoopId loop) {
  const Access &source = nest.accesses[edge.source], &sink = nest.accesses[edge.sink];
  return source.isAffine() && sink.isAffine() && source.array == sink.array &&
         nest.byteAddress(source) == nest.byteAddress(sink) &&
         !nest.byteAddress(source).uses(nest.loops[loop].iterator);
}

static Error declineOverwritten(const Nest &nest, const OverwrittenPlace &found) {
  const Access &store = nest.accesses[found.store];
  const std::string &place = nest.locals[found.place].name;
  std::string filter = store.text;
  if (llvm::StringRef(filter).ends_with("[" + place + "]"))
    filter.insert(filter.size() - 1, "++");
  std::string advice;
  if (found.isFilter)
    advice = "store only where it moves: if (condition) " + filter +
             " = value, which AVX-512 packs; what lies behind the last element is another then";
  return decline(store.loc, Reason::OverwrittenPlace, {store.text, nest.root().name, place, advice});
}

static Error carriedDependence(const Nest &nest, const Facts &facts, LoopId id) {
  const LoopFacts &loop = facts.loops[id];
  const std::string &name = nest.loops[id].name;
  if (const ArrayId rows = nest.rowsChosenBy(id); rows != NoId) {
    const Access &pointer = nest.accesses[nest.arrays[rows].baseReads.back()];
    return decline(pointer.loc, Reason::PointerPerRow, {pointer.text, name});
  }
  if (loop.blocking.empty())
    return decline(nest.loops[id].loc, Reason::CarriedDependence,
                   {name, "a store", "another access", "unknown", SayIndependent});
  const Edge &edge = facts.edges[loop.blocking[0]];
  if (id == 0)
    if (const auto found = overwrittenPlace(nest); found && found->store == edge.source && found->store == edge.sink)
      return declineOverwritten(nest, *found);
  std::string distance = "unknown";
  unsigned depth = 0;
  for (LoopId outer = nest.loops[id].parent; outer != NoId; outer = nest.loops[outer].parent)
    ++depth;
  if (depth < edge.distance.size() && edge.distance[depth])
    distance = std::to_string(*edge.distance[depth]);
  else if (isOnePlace(nest, edge, id))
    distance = "1";
  return decline(nest.accesses[edge.sink].loc, Reason::CarriedDependence,
                 {name, describe(nest, edge.source), describe(nest, edge.sink), distance,
                  adviceOn(nest, edge, distance != "unknown")});
}

/// The loop may be run once more from the start, by scalars, after vectors have: nothing it wrote before is read. Then
/// a float min or max may find at its end that the order would have decided.
static bool mayStartOver(const Nest &nest, const Facts &facts) {
  if (!facts.cells.empty())
    return false;
  for (const Access &write : nest.accesses) {
    if (!write.isWrite)
      continue;
    if (!readsOnlyOwnWrites(nest, write.array))
      return false;
    for (const Facts::AliasPair &pair : facts.mayAlias)
      if (pair.equalIsFine || pair.needsNoGuard)
        return false;
  }
  return true;
}

static Error checkScalars(const Nest &nest, const Facts &facts, Legality &legality) {
  const llvm::BitVector always = alwaysAssignedLocals(nest, nest.nodes[nest.root().node].body);
  for (LocalId l = 0; l < nest.locals.size(); ++l) {
    const Local &local = nest.locals[l];
    if (local.scope != NoId)
      continue; // declared in the body: new in every iteration
    const ScalarFacts &scalar = facts.locals[l];
    Loc where = scalar.update.isValid() ? scalar.update : local.loc;
    if (scalar.kind == ScalarFacts::Carried && scanOf(nest, l))
      return declineReordered(where, nest.root().name, local.name, ReductionKind::Add);
    if (scalar.kind == ScalarFacts::Carried)
      if (const auto found = overwrittenPlace(nest); found && found->place == l)
        return declineOverwritten(nest, *found);
    if (scalar.kind == ScalarFacts::Carried)
      return decline(where, isShortCircuit(nest, l) ? Reason::ShortCircuit : Reason::CarriedScalar,
                     {nest.root().name, local.name});
    if (scalar.kind == ScalarFacts::Reduction) {
      if (!scalar.mayReassociate && !(scalar.onlyZeroSignMayDiffer && mayStartOver(nest, facts)))
        return declineReordered(where, nest.root().name, local.name, scalar.reduction);
      legality.mayStartOver |= !scalar.mayReassociate;
      continue;
    }
    if (scalar.kind == ScalarFacts::Delayed) {
      // Lanes would be gathered one by one.
      if (delaysPlace(nest, l))
        return decline(where, Reason::NotProfitable,
                       {"'" + local.name +
                        "' finds what is next to it in all but the first iterations: let these run "
                        "before the loop"});
      legality.wholeVectors = true;
      continue;
    }
    if (scalar.kind == ScalarFacts::Latch || scalar.kind == ScalarFacts::Place || scalar.kind == ScalarFacts::Running ||
        scalar.kind == ScalarFacts::Scan)
      continue;
    if (!local.isLiveOut)
      continue;
    if (!always.test(l))
      return decline(where, Reason::CarriedScalar, {nest.root().name, local.name});
    // The iteration that leaves would have to know what the one before it has set.
    if (nest.mayLeaveEarly() && !local.isSetBeforeExits)
      return decline(where, Reason::EarlyExit,
                     {"what stands in front of the setting of '" + local.name + "', which is read after the loop"});
    legality.needsLastIteration = true;
  }
  for (const CellReduction &cell : facts.cells) {
    const Access &access = nest.accesses[cell.accesses[0]];
    // What no iteration may touch, lanes cannot start from, and float minima and maxima have no other start.
    const ReductionKind kind = cell.facts.reduction;
    const bool hasNeutral = !isFloat(access.type) || kind == ReductionKind::Add || kind == ReductionKind::Mul;
    if (cell.facts.isConditional && !hasNeutral && !isThereAnyway(nest, access))
      return decline(access.loc, Reason::CarriedScalar, {nest.root().name, access.text});
    // Where the first iteration leaves, the cell is not there to be read.
    if (nest.mayLeaveEarly() && !cell.facts.isConditional)
      return decline(access.loc, Reason::EarlyExit, {"what stands in front of the sum in '" + access.text + "'"});
    if (!cell.facts.mayReassociate)
      return declineReordered(access.loc, nest.root().name, access.text, kind);
  }
  return Error::success();
}

/// Running a block twice gives the same memory and the same scalars.
static bool isIdempotent(const Nest &nest, const Facts &facts) {
  for (LocalId l = 0; l < nest.locals.size(); ++l) {
    const ScalarFacts &scalar = facts.locals[l];
    if (nest.locals[l].scope != NoId)
      continue;
    if (scalar.kind == ScalarFacts::Place || scalar.kind == ScalarFacts::Delayed ||
        scalar.kind == ScalarFacts::Running || scalar.kind == ScalarFacts::Scan ||
        (scalar.kind == ScalarFacts::Reduction && !isIdempotent(scalar.reduction)))
      return false;
  }
  return mayStartOver(nest, facts);
}

/// A guard compares what the arrays touch.
static Error checkFootprints(const Nest &nest, const Facts &facts) {
  for (const Facts::AliasPair &pair : facts.mayAlias)
    if (!pair.needsNoGuard && isUncounted(nest)) // nobody knows how far they go
      return decline(nest.loc(), Reason::MayAlias, {nest.arrays[pair.a].name, nest.arrays[pair.b].name});
  for (const Facts::AliasPair &pair : facts.mayAlias)
    if (!pair.needsNoGuard && (!footprint(nest, pair.a).isKnown || !footprint(nest, pair.b).isKnown))
      return decline(nest.loc(), Reason::MayAlias, {nest.arrays[pair.a].name, nest.arrays[pair.b].name});
  return Error::success();
}

/// Where nothing but pivots blocks lanes of an innermost root that carries no scalar: those.
static std::vector<IndexExpr> pivots(const Nest &nest, const Facts &facts) {
  std::vector<IndexExpr> found;
  if (nest.loops.size() > 1 || !facts.cells.empty())
    return {};
  for (LocalId l = 0; l < nest.locals.size(); ++l)
    if (nest.locals[l].scope == NoId && (facts.locals[l].kind != ScalarFacts::Private || nest.locals[l].isLiveOut))
      return {};
  for (const unsigned e : facts.loops[0].blocking) {
    const std::optional<IndexExpr> pivot = pivotOf(nest, facts.edges[e]);
    if (!pivot)
      return {};
    if (!llvm::is_contained(found, *pivot))
      found.push_back(*pivot);
  }
  return found.size() <= 2 ? found : std::vector<IndexExpr>();
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
    if (loop.maxLanes < 2 && !nest.mayLeaveEarly())
      legality.pivots = pivots(nest, facts);
    if (loop.maxLanes < 2 && legality.pivots.empty())
      return carriedDependence(nest, facts, 0);
    if (legality.pivots.empty())
      legality.maxLanes = loop.maxLanes;
  }
  if (nest.clauses.independent && nest.clauses.safelen > 0)
    legality.maxLanes = std::min<int64_t>(legality.maxLanes, nest.clauses.safelen);
  if (Error error = checkFootprints(nest, facts))
    return std::move(error);
  legality.idempotent = isIdempotent(nest, facts) && !legality.needsLastIteration;
  return legality;
}

/// In a tile the rows run statement by statement, each by vectors; those of the lanes' loop may run in lock step.
/// Outside of tiles, order is kept.
Expected<Legality> checkTiles(const Nest &nest, const Facts &facts, llvm::ArrayRef<Tile> tiles) {
  if (nest.clauses.off)
    return decline(nest.clauses.loc, Reason::SwitchedOff, {nest.clauses.offBy});
  if (Error error = checkFootprints(nest, facts))
    return std::move(error);
  // A promise about iterations of the root says nothing of the lanes inside one.
  for (const Facts::AliasPair &pair : facts.mayAlias)
    if (pair.needsNoGuard)
      return decline(nest.loc(), Reason::MayAlias, {nest.arrays[pair.a].name, nest.arrays[pair.b].name});
  // Rows run one by one may hand on sums, and whatever no lanes set.
  const bool hasRows = llvm::any_of(tiles, [](const Tile &tile) { return tile.rows != NoId; });
  for (LocalId l = 0; l < nest.locals.size(); ++l)
    if (nest.locals[l].scope == NoId && (facts.locals[l].kind != ScalarFacts::Private || nest.locals[l].isLiveOut) &&
        (hasRows || !(isFreeSum(nest, facts, l) || isCarriedAround(nest, tiles, facts, l))))
      return decline(nest.loc(), Reason::CarriedScalar, {nest.root().name, nest.locals[l].name});
  Legality legality;
  for (const Tile &tile : tiles) {
    if (tile.rows != NoId && !mayRunTogether(nest, facts, tile.rows, tile.lanes))
      return carriedDependence(nest, facts, tile.rows);
    const LoopFacts &lanes = facts.loops[tile.lanes];
    if (lanes.updatesCells || (!lanes.anyLanes && lanes.maxLanes < 2))
      return carriedDependence(nest, facts, tile.lanes);
    if (!lanes.anyLanes)
      legality.maxLanes = unsigned(std::min<int64_t>(legality.maxLanes, lanes.maxLanes));
  }
  return legality;
}

std::optional<Remark> hasNoTypeFor(const Nest &nest, const Target &target) {
  if (nest.mayLeaveEarly() && (target.isSimt || target.aie))
    return Remark{nest.loc(), Reason::NoVectorForm, {"a loop that is left early", target.name}};
  if (nest.hasDivergentLoops() && (target.isSimt || target.aie))
    return Remark{nest.loc(), Reason::NoVectorForm, {"an inner loop that ends by the data", target.name}};
  if (target.isSimt || target.aie)
    for (const Access &access : nest.accesses) {
      if (access.isComplexPart)
        return Remark{access.loc, Reason::ComplexInCxx, {access.text, target.name}};
      if (nest.arrays[access.array].isRows()) // pointers into another memory
        return Remark{access.loc, Reason::NoVectorForm, {"a row behind a pointer of its own", target.name}};
    }
  const auto domainError = llvm::find_if(nest.locals, [](const Local &local) { return local.isDomainError; });
  if ((target.isSimt || target.aie) && domainError != nest.locals.end())
    return Remark{domainError->loc, Reason::MathErrno, {"sqrt"}};
  const auto product = llvm::find_if(nest.exprs, [](const Expr &e) { return e.kind == Expr::RecoverProduct; });
  if ((target.isSimt || target.aie) && product != nest.exprs.end())
    return Remark{product->loc, Reason::NoVectorForm, {"a product of complex numbers", target.name}};
  return std::nullopt;
}

} // namespace vecify
