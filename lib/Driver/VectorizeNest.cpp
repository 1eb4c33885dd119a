#include "VectorizeNest.h"
#include "BlocksOfRows.h"
#include "Distribute.h"
#include "FuseLoops.h"
#include "vecify/Nest/Occurrences.h"
#include "vecify/Nest/CellsInScalars.h"
#include "vecify/Nest/ExtremeAtPlace.h"
#include "vecify/Nest/Fission.h"
#include "vecify/Nest/Interior.h"
#include "vecify/Nest/LastStored.h"
#include "vecify/Nest/PackStores.h"
#include "vecify/Nest/Reroll.h"
#include "vecify/Nest/WriteOut.h"
#include "vecify/Poly/Schedules.h"
#include "vecify/Poly/TimeTiles.h"
#include "vecify/Support/Contain.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace vecify {

using llvm::Expected;

bool anyVectorized(const LoopDecision &decision) {
  return decision.vectorized || llvm::any_of(decision.inner, anyVectorized);
}

void passShapesDown(LoopEntry &entry) {
  const Clauses &clauses = entry.clauses;
  bool isOwn = clauses.shape.empty() ||
               llvm::any_of(clauses.shape, [&](const Clauses::Dim &d) { return d.loop == entry.name && d.size > 1; });
  for (LoopEntry &inner : entry.inner) {
    if (!isOwn && inner.nest && inner.clauses.shape.empty()) {
      inner.clauses.shape = inner.nest->clauses.shape = clauses.shape;
      inner.clauses.annotated = inner.nest->clauses.annotated = true;
    }
    passShapesDown(inner);
  }
}

static PolyOptions polyOptions() {
  PolyOptions options;
  options.mayAssume = true; // the planner checks Facts::assumptions at run time
  return options;
}

Expected<Facts> analyseNest(const Nest &nest, const PolyOptions &options) {
  Expected<Scop> scop = buildScop(nest, options);
  if (!scop)
    return scop.takeError();
  return analyse(*scop);
}

/// A nest to be planned along its root; with `reorders` and a loop inside, in the orders that such nests have. It rests
/// on `assumptions`, too.
static void addVariants(Nest nest, bool reorders, std::vector<Variant> &variants,
                        llvm::ArrayRef<Assumption> assumptions = {}) {
  Expected<Facts> facts = analyseNest(nest, polyOptions());
  if (!facts)
    return llvm::consumeError(facts.takeError());
  llvm::append_range(facts->assumptions, assumptions);
  if (reorders && nest.loops.size() > 1)
    for (Variant &variant : scheduleVariants(nest, *facts))
      variants.push_back(std::move(variant));
  else
    variants.push_back({std::move(nest), std::move(*facts), {}, std::nullopt});
}

bool coin(uint64_t seed, Loc loc) {
  uint64_t x = seed * 0x9E3779B97F4A7C15ull + loc.raw * 0xBF58476D1CE4E5B9ull;
  return (x ^ (x >> 31)) & 1;
}

/// A store of an inner loop whose place this loop's counter does not move: C[i][j] += A[i][k] * B[k][j] with j inside
/// k. Compilers jam several k into one pass over the row and keep the sum in a register, where all k have the same row
/// and nothing may overlap; rewritten inner loops forbid that.
static bool rivalJams(const Nest &nest, const Facts &facts) {
  if (nest.loops.size() != 2 || !facts.mayAlias.empty())
    return false;
  SymbolId root = nest.rootIterator(), inner = nest.loops[1].iterator;
  if (nest.loops[1].lower.uses(root) || nest.loops[1].upper.uses(root))
    return false;
  // A loop that only repeats its body is none that a compiler would jam.
  bool moves =
      llvm::any_of(nest.accesses, [&](const Access &a) { return a.isAffine() && nest.byteAddress(a).uses(root); });
  if (!moves)
    return false;
  for (const Occurrence &instance : occurrences(nest)) {
    const Access &write = nest.accesses[instance.access];
    if (!write.isWrite || !write.isAffine() || !instance.branches.empty())
      continue;
    IndexExpr place = nest.byteAddress(write);
    const auto isOfRow = [&](const Access &read) { return !read.isWrite && read.array == write.array; };
    const auto isThere = [&](const Access &read) { return read.isAffine() && nest.byteAddress(read) == place; };
    const bool isUpdate = llvm::any_of(nest.accesses, isOfRow) &&
                          llvm::all_of(nest.accesses, [&](const Access &a) { return !isOfRow(a) || isThere(a); });
    if (isUpdate && place.uses(inner) && !place.uses(root))
      return true;
  }
  return false;
}

namespace {

/// What is known of one nest.
struct Planned {
  Facts facts;
  std::vector<Variant> variants;
  std::vector<Candidates> candidates; ///< per target
  bool rivalJams = false;
  std::optional<Remark> noTimeTiles;
};

} // namespace

/// Makes the pinned plan the chosen one; false if there is no such plan.
static bool applyPin(Candidates &candidates, const Pin &pin, const Nest &nest, const Facts &facts,
                     llvm::ArrayRef<Variant> variants, const Target &target, PlanOptions options) {
  const auto choosePinned = [&] {
    for (const bool sameNumber : {true, false})
      for (unsigned p = 0; p < candidates.plans.size(); ++p) {
        const Plan &plan = candidates.plans[p];
        if (plan.declined || plan.summary != pin.plan || (sameNumber && plan.number != pin.number))
          continue;
        candidates.chosen = p;
        candidates.forced = true;
        if (plan.leaveAlone)
          candidates.reason = Remark{nest.loc(), Reason::NotProfitable, {"--tune found nothing faster"}};
        return true;
      }
    return false;
  };
  if (choosePinned())
    return true;
  // Not among those that look promising.
  options.forcedPlan = pin.number;
  Candidates before = std::move(candidates);
  candidates = planRoot(nest, facts, variants, target, options);
  if (choosePinned())
    return true;
  candidates = std::move(before);
  return false;
}

/// As many as fill a register, or two of half as many lanes.
static int64_t rowsOfBlock(const Nest &nest, const Target &target) {
  unsigned widest = 8;
  for (const Access &access : nest.accesses)
    widest = std::max(widest, bitsOf(access.type));
  return std::clamp<int64_t>(target.registerBits[0] / widest, 8, 16);
}

static Expected<Planned> planNest(const Nest &nest, const PlanningContext &context) {
  if (context.options.onPhase)
    context.options.onPhase("plan", nest);
  if (!context.contradiction.empty())
    return llvm::make_error<Decline>(nest.loc(), Reason::ContradictsHeader,
                                     std::vector<std::string>{context.contradiction.str()});
  // There the loop itself is gone, or the file's other functions are.
  if (!nest.source.holds.empty() && (context.targets[0].isSimt || context.targets[0].aie))
    return llvm::make_error<Decline>(nest.loc(), Reason::LabelInside,
                                     std::vector<std::string>{"'#if " + nest.source.holds + "'"});
  Expected<Facts> facts = analyseNest(nest, polyOptions());
  if (!facts)
    return facts.takeError();
  const bool jams = rivalJams(nest, *facts);
  Planned planned{std::move(*facts), {}, {}, jams, std::nullopt};
  // What data ends keeps the source's iterations, in its order.
  const bool staysAsItIs = nest.mayLeaveEarly() || nest.hasDivergentLoops();
  if (!nest.hasDivergentLoops())
    planned.variants = scheduleVariants(nest, planned.facts);
  const bool hasSteps =
      nest.loops.size() > 1 && !staysAsItIs && !planned.facts.loops[0].parallel && !context.targets[0].isSimt;
  if (hasSteps) {
    Expected<std::optional<Variant>> tiled = timeTiledVariant(nest, planned.facts);
    if (!tiled)
      planned.noTimeTiles = remarkOf(tiled.takeError(), nest.loc());
    else if (*tiled)
      planned.variants.push_back(std::move(**tiled));
  }
  if (!context.targets[0].isSimt && !staysAsItIs)
    for (std::optional<Nest> other :
         {rerolled(nest), writtenOut(nest), packedStores(nest, context.signedWraps), cellsInScalars(nest),
          lastStoredInScalar(nest), extremeInScalar(nest, context.signedWraps)})
      if (other)
        addVariants(std::move(*other), /*reorders=*/true, planned.variants);
  if (!context.targets[0].isSimt && !staysAsItIs)
    if (std::optional<Nest> split = withLoopsSplit(nest, planned.facts))
      addVariants(std::move(*split), /*reorders=*/true, planned.variants, planned.facts.assumptions);
  if (!context.targets[0].isSimt && !context.targets[0].aie && !staysAsItIs)
    if (std::optional<Variant> blocks = blocksOfRows(nest, rowsOfBlock(nest, context.targets[0]), polyOptions()))
      planned.variants.push_back(std::move(*blocks));
  if (!context.targets[0].isSimt && !context.targets[0].aie && !nest.hasDivergentLoops())
    if (std::optional<Nest> inside = withInterior(nest, context.signedWraps))
      addVariants(std::move(*inside), /*reorders=*/false, planned.variants);
  if (Expected<Legality> legal = checkLegality(nest, planned.facts);
      !legal && !context.targets[0].isSimt && !context.targets[0].aie && !staysAsItIs) {
    llvm::consumeError(legal.takeError());
    if (std::optional<Variant> parts = distributedVariant(nest, planned.facts, polyOptions()))
      planned.variants.push_back(std::move(*parts));
  }
  for (const Target &target : context.targets)
    planned.candidates.push_back(planRoot(nest, planned.facts, planned.variants, target, context.plan));
  return planned;
}

/// The same, with a crash turned into an error.
static Expected<Planned> planContained(const Nest &nest, const PlanningContext &context) {
  std::optional<Expected<Planned>> planned;
  if (llvm::Error crash = contain([&] { planned.emplace(planNest(nest, context)); }))
    return std::move(crash);
  return std::move(*planned);
}

/// Leaves what was decided for the inner loops to the compiler.
static void leaveInnerAlone(LoopDecision &decision, Remark why) {
  for (LoopDecision &inner : decision.inner) {
    if (!inner.vectorized || inner.candidates[0].forced)
      continue;
    inner.vectorized = false;
    inner.decline = why;
  }
}

/// What a plan may take of the time without it. A tile of several rows is several times the code of its inner loop
/// alone: it must be clearly faster, but for rows that add to the same lanes, which go through memory in several
/// streams. One row at a time is its inner loop, planned for long rows; alone that is planned for short ones, too.
static double worthOf(const Plan &plan, llvm::ArrayRef<Variant> variants) {
  const bool hasRows = plan.isTiled() && plan.rows > 1;
  const bool addsUp = hasRows && llvm::all_of(plan.tiles, [&](const Tile &tile) {
                        return tile.rows != NoId && !variants[plan.variant].nest.storesMoveWith(tile.rows, tile.lanes);
                      });
  return addsUp ? 0.95 : plan.wave || hasRows ? 0.85 : plan.isTiled() ? 0.9 : 1;
}

/// What two plans of a nest are compared by: the data of half of the programs are in the caches, and then its
/// instructions count. Time tiles are for the other half.
static double weight(double run, double core, const Plan &plan) { return plan.time ? run : std::sqrt(run * core); }

/// Rows one after the other, as the source has them.
static bool isInOrder(const Plan &plan) {
  return plan.isTiled() && llvm::all_of(plan.tiles, [](const Tile &tile) { return tile.rows == NoId; });
}

static bool asksWhatOverlaps(const Plan &plan) {
  return llvm::any_of(plan.code->guards, [](const RuntimeGuard &guard) {
    return guard.kind == RuntimeGuard::Disjoint || guard.kind == RuntimeGuard::Lead;
  });
}

/// Rows may be short: what one call checks once is asked for every row else. A tile that is much faster there may be a
/// bit slower in long rows; one row at a time, as fast as its inner loop alone if that asks what overlaps.
static double worthInShortRows(const Plan &tile, llvm::ArrayRef<LoopDecision> inner) {
  if (tile.cost.inShortRows == 0 || inner.empty() || !tile.isTiled())
    return 0;
  double apart = 0;
  bool asksEachRow = false;
  for (const LoopDecision &loop : inner) {
    if (!loop.vectorized)
      return 0;
    const Plan &alone = loop.candidates[0].best();
    // The same loops once more from further outside.
    if (inner.size() == 1 && isInOrder(tile) && isInOrder(alone))
      return 1.05;
    apart += alone.cost.inShortRows;
    asksEachRow |= tile.rows == 1 && asksWhatOverlaps(alone);
  }
  const double share = tile.cost.inShortRows / apart;
  return share < 0.8 ? 1.1 : share < 1 && asksEachRow ? 1 : 0;
}

static void applyPins(LoopDecision &decision, const PlanningContext &context) {
  if (context.plan.forcedPlan || context.plan.randomSeed)
    return;
  const Nest &nest = *decision.entry->nest;
  for (unsigned t = 0; t < context.targets.size(); ++t) {
    const auto pin = context.pins.find({decision.entry->loc.raw, context.targets[t].name});
    if (pin == context.pins.end())
      continue;
    const bool isThere = applyPin(decision.candidates[t], pin->second, nest, *decision.facts, decision.variants,
                                  context.targets[t], context.plan);
    decision.isPinned |= isThere;
    if (!isThere)
      decision.lostPin = pin->second;
  }
}

static double movedBy(const Cost &cost, double trip) { return (cost.memory.expected + cost.memory.large) * trip; }

/// Of what the inner loops move as they stand, what still moves as decided for them: lanes along another loop may walk
/// through memory in another order.
static double movedAsDecided(llvm::ArrayRef<LoopDecision> inner) {
  double asItStands = 0, asDecided = 0;
  for (const LoopDecision &decision : inner) {
    if (decision.candidates.empty() || !decision.entry->nest)
      continue;
    const double trip = expectedTrip(*decision.entry->nest, 0);
    const Candidates &first = decision.candidates[0];
    const double scalar = movedBy(first.scalar, trip);
    asItStands += scalar;
    asDecided += decision.vectorized && !first.best().grid ? movedBy(first.best().cost, trip)
                                                           : scalar * movedAsDecided(decision.inner);
  }
  return asItStands > 0 ? std::min(1.0, asDecided / asItStands) : 1;
}

LoopDecision decide(const LoopEntry &entry, const PlanningContext &context) {
  LoopDecision decision;
  decision.entry = &entry;
  for (const LoopEntry &inner : entry.inner)
    decision.inner.push_back(decide(inner, context));
  fuseNeighbours(decision.inner, context);
  double innerCore = 0, innerScalar = 0;
  double trip = 256;
  auto finish = [&](double run, double core) {
    decision.cyclesPerRun = run;
    decision.corePerRun = core;
    return std::move(decision);
  };
  for (const LoopDecision &inner : decision.inner)
    innerCore += inner.corePerRun;
  if (!entry.nest) {
    decision.decline = entry.decline;
    return finish(trip * (4 + innerCore), trip * (4 + innerCore));
  }
  const Nest &nest = *entry.nest;
  trip = expectedTrip(nest, 0);
  Expected<Planned> planned = planContained(nest, context);
  if (!planned) {
    decision.decline = remarkOf(planned.takeError(), nest.loc());
    return finish(trip * (4 + innerCore), trip * (4 + innerCore));
  }
  decision.facts = std::move(planned->facts);
  decision.variants = std::move(planned->variants);
  decision.noTimeTiles = std::move(planned->noTimeTiles);
  decision.candidates = std::move(planned->candidates);
  if (planned->rivalJams)
    leaveInnerAlone(decision, {nest.loc(),
                               Reason::NotProfitable,
                               {"every iteration of '" + nest.root().name +
                                "' adds to the same row, of which compilers keep a part in registers over several of "
                                "them; vectors of the inner loop alone would store and load it in each"}});
  applyPins(decision, context);
  const Candidates &first = decision.candidates[0];
  for (const LoopDecision &inner : decision.inner)
    if (!inner.candidates.empty() && inner.entry->nest)
      innerScalar += inner.candidates[0].scalar.perIteration * expectedTrip(*inner.entry->nest, 0);
    else
      innerScalar += inner.corePerRun;
  // Left alone, this loop costs its scalar part and what the inner loops cost as decided.
  const double own = std::max(0.5, first.scalar.perIteration - innerScalar);
  const bool isInnermost = decision.inner.empty();
  const double aloneCore = isInnermost ? first.rivalCore : trip * (own + innerCore);
  // Time tiles are weighed on grids that are worth cutting.
  MemoryLoad memory = first.best().time ? first.best().cost.byStep : first.scalar.memory;
  if (!first.best().time) {
    const double share = movedAsDecided(decision.inner);
    memory.expected *= share;
    memory.large *= share;
  }
  const double alone = isInnermost ? first.rivalRun : memory.with(aloneCore, trip);
  bool hasPlan =
      !first.best().leaveAlone || llvm::any_of(first.plans, [](const Plan &p) { return p.code.has_value(); });
  if (!hasPlan) {
    decision.decline = first.reason;
    return finish(alone, aloneCore);
  }
  bool innerTaken = llvm::any_of(decision.inner, anyVectorized);
  // Neighbours in a row leave a loop at about the same time, rather than those below each other.
  const double ofNeighbours = innerTaken && nest.hasDivergentLoops() ? 0.8 : 1;
  bool take;
  if (context.plan.randomSeed)
    take = !innerTaken || coin(*context.plan.randomSeed, nest.loc());
  else if (first.forced)
    take = !first.best().leaveAlone;
  else
    take = !first.best().leaveAlone &&
           (isInnermost ||
            weight(first.best().cost.run, first.best().cost.core, first.best()) <
                weight(alone, aloneCore, first.best()) * ofNeighbours *
                    std::max(worthInShortRows(first.best(), decision.inner), worthOf(first.best(), decision.variants)));
  if (!entry.clauses.shape.empty() &&
      llvm::none_of(entry.clauses.shape, [&](const Clauses::Dim &d) { return d.loop == entry.name && d.size > 1; })) {
    // The shape asks for another loop of this nest.
    decision.decline = Remark{nest.loc(), Reason::NotSelected, {}};
    return finish(alone, aloneCore);
  }
  bool selected = !context.options.onlyAnnotated || entry.clauses.annotated;
  if (!selected) {
    decision.decline = Remark{nest.loc(), Reason::NotSelected, {}};
    return finish(alone, aloneCore);
  }
  if (!take) {
    decision.decline = first.reason
                           ? first.reason
                           : Remark{nest.loc(), Reason::NotProfitable, {"the inner loops are the better choice"}};
    return finish(alone, aloneCore);
  }
  decision.vectorized = true;
  return finish(first.best().cost.run, first.best().cost.core);
}

} // namespace vecify
