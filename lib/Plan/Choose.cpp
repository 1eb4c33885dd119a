// Legal, enumerate, realize, choose: the planner's table of contents.
#include "Aligned.h"
#include "Blocks.h"
#include "Enumerate.h"
#include "LibraryCalls.h"
#include "Rank.h"
#include "Realize.h"
#include "SmallAsCalled.h"
#include "StraightCode.h"
#include "Strips.h"
#include "TimeTiles.h"
#include "Utilization.h"
#include "Wave.h"
#include "vecify/Nest/BitLoops.h"
#include "vecify/Nest/Exposed.h"
#include "vecify/Nest/Occurrences.h"
#include "vecify/Nest/Range.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <numeric>
#include <random>

namespace vecify {

using llvm::Error;
using llvm::Expected;

/// The call that the plan makes lane by lane, if any: what it would take to make it a vector's.
static std::optional<Remark> laneCall(const Nest &nest, const Target &target) {
  for (const Expr &e : nest.exprs) {
    if (e.kind != Expr::Call)
      continue;
    std::string name = textOf(e.function).str() + (e.type == ScalarType::F32 ? "f" : "");
    if (e.ulp == 0)
      return Remark{e.loc, Reason::MathCall, {name}};
    unsigned lanes = target.lanesOf(e.type);
    if (!target.find(RowKey{OpKind::MathCall, e.type, e.type, lanes, mathDetail(e.function, e.ulp)}))
      return Remark{e.loc, Reason::MathBound, {name, std::to_string(e.ulp)}};
  }
  return std::nullopt;
}

/// Of several loops for one, which hand on what they compute from strip to strip.
static bool hasParts(const Plan &plan) { return plan.strips && plan.strips->distribution.parts.size() > 1; }

/// Some op does several lanes at once; putting lanes together from scalars and taking them apart is no gain by itself,
/// nor is moving what another loop has left in a strip.
static bool hasVectors(const Plan &plan) {
  const Function &code = *plan.code;
  const auto isVector = [&](ValueId v) { return !code.typeOf(v).isScalar(); };
  return llvm::any_of(code.ops, [&](const Op &op) {
    const bool takes = llvm::any_of(op.operands, isVector), gives = llvm::any_of(op.results, isVector);
    const OpClass kind = classOf(op.kind);
    return kind == OpClass::Memory ? (takes || gives) && !hasParts(plan) : takes && gives && kind != OpClass::Control;
  });
}

namespace {

/// The candidates of one root, realized as far as the question needs.
class RootPlanner {
public:
  RootPlanner(const Nest &nest, const Facts &facts, llvm::ArrayRef<Variant> variants, const Target &target,
              const PlanOptions &options)
      : N(nest), F(facts), Variants(variants), T(target), O(options) {
    // How long the cycle of a recurrence is depends on what fuses.
    const bool maySplit = llvm::any_of(
        variants, [](const Variant &v) { return v.distribution || (v.nest.writtenOut && !v.tiles.empty()); });
    Scalar = scalarCost(nest, facts, target, maySplit ? options : PlanOptions());
    Result.scalar = Scalar;
    const double share = nest.hasLoopsByLoops ? 1 : 1 - nest.partInRows * (1 - 1.0 / Nest::RowLanes);
    Result.rival = Scalar.price * share;
    Result.rivalRun = Result.rival * expectedTrip(nest, 0);
    Result.rivalCore = Scalar.perIteration * share * expectedTrip(nest, 0);
  }

  Candidates run() {
    if (std::optional<Remark> tooMuch = exceedsTile(N, T))
      return leaveAlone(std::move(*tooMuch));
    if (std::optional<Remark> missing = hasNoTypeFor(N, T))
      return leaveAlone(std::move(*missing));
    if (std::optional<Remark> inexact = roundsOtherwise(N, T))
      return leaveAlone(std::move(*inexact));
    if (const std::string sizes = smallAsCalled(N); !sizes.empty() && !isForced() && !T.aie)
      return leaveAlone(writtenOutByCompiler("it", sizes));
    Expected<RequestedShape> shape = requestedShape(N, T);
    if (!shape)
      return leaveAlone(remarkOf(shape.takeError(), N.clauses.loc));
    if (opsOf(N, 1, 1, T.registerBits[0]) > MostOps)
      return leaveAlone({N.loc(), Reason::TooDeep, {std::to_string(N.exprs.size()) + " expressions"}});
    if (std::optional<Remark> none = enumerateAll(*shape))
      return leaveAlone(std::move(*none));
    realizeCandidates();
    // A bug that shows in one plan may hide in the others.
    for (const Plan &plan : All)
      if (plan.declined && plan.declined->reason == Reason::InternalError)
        return leaveAlone(Remark(*plan.declined));
    for (const Plan &plan : All)
      if (plan.code)
        Built.push_back(plan.number);
    if (Built.empty())
      return leaveAlone(whyNone());
    if (!isForced()) {
      llvm::erase_if(Built, [&](unsigned p) { return !All[p].wave && !hasVectors(All[p]); });
      if (Built.empty())
        return leaveAlone(NoLanes.value_or(
            Remark{N.loc(), Reason::NotProfitable, {"nothing in it would be done for several lanes at once"}}));
    }
    priceRival();
    return choose();
  }

private:
  bool isForced() const { return O.randomSeed || O.forcedPlan || N.clauses.annotated; }

  Remark writtenOutByCompiler(const std::string &what, const std::string &sizes) const {
    return {N.loc(),
            Reason::NotProfitable,
            {"the compiler alone writes " + what + " out where this file calls it, with " + sizes}};
  }

  LoopId loopThatCountsBits() const {
    for (LoopId loop = 1; loop < N.loops.size(); ++loop)
      if (countsBits(N, loop))
        return loop;
    return NoId;
  }

  std::string whyNoLanes() const {
    if (int64_t(Legal.maxLanes) < likelyIterations(N, 0))
      return "iterations depend on those " + std::to_string(Legal.maxLanes) + " before, too close for a vector";
    return "it has fewer iterations than a vector has lanes";
  }

  /// Lanes along the root of a nest. Members of elements that are read in part anyway are read ahead of their
  /// conditions; the scalar loop does the last iteration, behind which there may be no more.
  Expected<Legality> legalAlongRoot(const Nest &nest, const Facts &facts) const {
    Expected<Legality> legality = checkLegality(nest, facts);
    if (!legality || T.aie || T.isSimt || nest.reordered)
      return legality;
    legality->readsAhead = readsBetweenTouched(nest);
    if (!legality->readsAhead.empty()) {
      legality->needsLastIteration = true;
      legality->idempotent = false;
    }
    return legality;
  }

  /// Why there is no plan, if so: what forbids lanes along the root, unless just a tile is asked for.
  std::optional<Remark> enumerateAll(const RequestedShape &shape) {
    std::optional<Remark> why;
    if (Expected<Legality> legality = legalAlongRoot(N, F)) {
      Legal = *legality;
      if (const std::string sizes = smallInsideAsCalled(N); !sizes.empty() && !isForced() && !T.aie)
        why = writtenOutByCompiler("what is inside", sizes);
      else if (const LoopId bits = loopThatCountsBits(); bits != NoId && !isForced())
        why = Remark{N.loc(),
                     Reason::NotProfitable,
                     {"compilers have instructions for what the loop '" + N.loops[bits].name + "' counts"}};
      else if (T.aie && has(F, ScalarFacts::Scan))
        why = Remark{N.loc(), Reason::NoVectorForm, {"a sum that each iteration reads", T.name}};
      else if (shape.tile.empty())
        All = enumerate(N, F, Legal, T, shape.lanes);
    } else {
      NoLanes = why = remarkOf(legality.takeError(), N.loc());
    }
    if (!why && !N.hasDivergentLoops())
      enumerateBlocks(N, F, T, All);
    else if (why && shape.tile.empty() && shape.lanes == 0 && !N.hasDivergentLoops())
      enumerateWaves(N, F, T, All);
    const Clauses &clauses = N.clauses;
    const bool isOtherAsked =
        clauses.width > 0 || clauses.unroll > 0 || shape.lanes > 0 || clauses.tail != Clauses::AnyTail;
    if (shape.tile.empty() && isOtherAsked)
      return why;
    TileLegal.resize(Variants.size());
    for (unsigned v = 0; v < Variants.size(); ++v) {
      const size_t first = All.size();
      if (Variants[v].time && !shape.tile.empty())
        continue;
      if (Variants[v].distribution) {
        if (shape.tile.empty())
          TileLegal[v] = enumerateStrips(Variants[v], T, O, O.randomSeed || O.forcedPlan, All);
        for (Plan &plan : llvm::drop_begin(All, first))
          plan.variant = v;
        continue;
      }
      if (Variants[v].tiles.empty()) {
        if (shape.tile.empty())
          enumerateAlongVariant(v);
        continue;
      }
      Expected<Legality> tile = Variants[v].time ? enumerateTimeTiles(Variants[v], T, O.randomSeed || O.forcedPlan, All)
                                                 : enumerateTiles(Variants[v], T, shape, O, All);
      if (tile)
        TileLegal[v] = *tile;
      else if (Remark no = remarkOf(tile.takeError(), N.loc()); !why)
        why = std::move(no);
      for (Plan &plan : llvm::drop_begin(All, first))
        plan.variant = v;
    }
    if (All.empty() && !why)
      why = shape.tile.empty()
                ? Remark{N.loc(), Reason::NotProfitable, {whyNoLanes()}}
                : Remark{N.clauses.loc, Reason::ShapeNotLegal, {"no order of the loops has such a tile"}};
    return All.empty() ? why : std::nullopt;
  }

  /// Iterations in front of the interior run one by one, where no scalar is carried from one to the next.
  bool settleEnds(const Variant &variant, Legality &legality) const {
    legality.firstOutside = variant.nest.interior->first;
    legality.lastOutside = variant.nest.interior->last;
    legality.idempotent = false;
    return legality.pivots.empty() && !legality.mayStartOver && !legality.wholeVectors && !T.isSimt &&
           (legality.firstOutside == 0 || !hasReductions(variant.nest, variant.facts));
  }

  /// Lanes along the root of the variant: plans whose rest the source's loop can resume. Of a loop brought out there
  /// may be none.
  void enumerateAlongVariant(unsigned v) {
    const Variant &variant = Variants[v];
    Expected<Legality> legality = legalAlongRoot(variant.nest, variant.facts);
    if (!legality)
      return llvm::consumeError(legality.takeError());
    const bool isBroughtOut = variant.nest.reordered.has_value();
    if (variant.nest.hasPackedStores() && !T.find(OpKind::Compress, ScalarType::I32, T.lanesOf(ScalarType::I32)))
      return;
    if (T.aie || (variant.nest.interior && !settleEnds(variant, *legality)) ||
        (isBroughtOut && (legality->needsLastIteration || legality->mayStartOver || !legality->pivots.empty())))
      return;
    TileLegal[v] = *legality;
    for (Plan &plan : enumerate(variant.nest, variant.facts, *legality, T, 0)) {
      const bool coversAll = plan.tail == Tail::None || plan.tail == Tail::Mask;
      // What is left of the source's iterations may be more than one vector.
      if (isBroughtOut ? !coversAll
                       : (variant.nest.rolled != 1 && plan.tail == Tail::Halves) ||
                             (legality->needsLastIteration && plan.tail != Tail::Epilogue))
        continue;
      plan.number = unsigned(All.size());
      plan.variant = v;
      plan.alongVariant = true;
      All.push_back(std::move(plan));
    }
  }

  void realizeCandidates() {
    if (O.randomSeed) {
      realizeRandom(*O.randomSeed);
    } else if (O.forcedPlan) {
      realizeNearest(*O.forcedPlan);
    } else {
      realizePromising();
    }
  }

  void realizeOnce(Plan &plan) {
    if (plan.built || plan.declined)
      return;
    if (!plan.isRescheduled())
      return realize(plan, N, F, Legal, T, O, Scalar, Before);
    const Variant &variant = Variants[plan.variant];
    Cost scalar = Scalar;
    scalar.price /= variant.nest.rootsInSource();
    realize(plan, variant.nest, variant.facts, TileLegal[plan.variant], T, O, scalar, Before);
    // Per iteration of this root, whichever loop is the outermost one in the tile's schedule.
    const double roots = variant.nest.rootsInSource();
    const double share = roots == 1 ? expectedTrip(variant.nest, 0) / expectedTrip(N, 0) : roots;
    plan.cost.price *= share;
    plan.cost.perIteration *= share;
    for (double &price : plan.cost.atTrips)
      price *= roots;
  }

  /// Draws plans until one can be built, each as likely as the others.
  void realizeRandom(uint64_t seed) {
    std::mt19937_64 random(seed ^ (uint64_t(N.loc().raw) * 0x9E3779B97F4A7C15ull));
    std::vector<size_t> untried(All.size());
    std::iota(untried.begin(), untried.end(), 0);
    while (!untried.empty()) {
      const size_t drawn = random() % untried.size();
      Plan &plan = All[untried[drawn]];
      realizeOnce(plan);
      if (plan.code)
        return;
      untried.erase(untried.begin() + drawn);
    }
  }

  /// The plan of this number; where it cannot be built the next one, or else the one before.
  void realizeNearest(size_t number) {
    number = std::min(number, All.size());
    for (size_t p = number; p < All.size(); ++p) {
      realizeOnce(All[p]);
      if (All[p].code)
        return;
    }
    for (size_t p = number; p-- > 0;) {
      realizeOnce(All[p]);
      if (All[p].code)
        return;
    }
  }

  /// First all widths with the plainest legal tail, as long as unrolling gains, then the other tails of the three best
  /// and of the three that run fastest once they run. A root that cannot have its plain tail may still have another.
  void realizePromising() {
    const double fastest = realizeWidths(/*ofOtherNests=*/true, INFINITY);
    realizeWidths(/*ofOtherNests=*/false, fastest);
    std::vector<const Plan *> order;
    for (const Plan &plan : All)
      if (plan.code)
        order.push_back(&plan);
    std::vector<const Plan *> promising;
    auto takeBest = [&](double Cost::*figure) {
      llvm::stable_sort(order, [&](const Plan *a, const Plan *b) { return a->cost.*figure < b->cost.*figure; });
      promising.insert(promising.end(), order.begin(), order.begin() + std::min<size_t>(3, order.size()));
    };
    takeBest(&Cost::price);
    takeBest(&Cost::perIteration);
    for (Plan &plan : All)
      if (order.empty() || llvm::any_of(promising, [&](const Plan *best) { return isSameWidth(plan, *best); }))
        realizeOnce(plan);
  }

  /// Those of rescheduled nests, or those of the nest as it stands: the latter only until one is so far behind
  /// `fastest` that no width makes up for it. Returns the fastest of these, per iteration.
  double realizeWidths(bool ofOtherNests, double fastest) {
    constexpr double hopeless = 8;
    double ours = INFINITY;
    const Plan *before = nullptr;
    bool gains = true;    // by unrolling what came before
    bool hasCode = false; // a plan of this width
    for (size_t p = 0; p < All.size(); ++p) {
      Plan &plan = All[p];
      if (plan.isRescheduled() != ofOtherNests)
        continue;
      // Where the plainest tail has no code, another may.
      if (p > 0 && isSameWidth(plan, All[p - 1]) && (hasCode || All[p - 1].code)) {
        hasCode = true;
        continue;
      }
      hasCode = false;
      const bool unrollsMore = before && isSameVector(plan, *before) && plan.unroll > before->unroll;
      if (unrollsMore && plan.unroll > 2 && !gains)
        continue;
      if (!plan.blocks && !plan.wave && ours > hopeless * fastest && ours < INFINITY)
        continue;
      realizeOnce(plan);
      gains = !unrollsMore || (plan.code && plan.cost.perIteration < 0.97 * before->cost.perIteration);
      before = plan.code ? &plan : nullptr;
      if (plan.code)
        ours = std::min(ours, plan.cost.perIteration);
    }
    return ours;
  }

  static bool has(const Facts &facts, ScalarFacts::Kind kind) {
    return llvm::any_of(facts.locals, [=](const ScalarFacts &local) { return local.kind == kind; });
  }

  Remark whyNone() const {
    for (const Plan &plan : All)
      if (plan.declined)
        return *plan.declined;
    return {N.loc(), Reason::ShapeNotLegal, {"no lane count satisfies the clauses and the dependences"}};
  }

  /// What the compiler itself would do with an innermost loop: the plain tail, whole registers once or 256 bits
  /// interleaved. It pays for what our narrowing and tails save, but not for more.
  void priceRival() {
    // No compiler makes vectors of a loop that data may end, nor of one that reads a sum so far.
    if (N.loops.size() > 1 || !Legal.pivots.empty() || N.mayLeaveEarly() || has(F, ScalarFacts::Scan))
      return;
    // In rows of any length its own vectors for what is left over are worth what our main loop saves in sums.
    const bool isSumOfRow = N.source.depth > 0 && !N.tripCount(0).asConstant() && has(F, ScalarFacts::Reduction);
    const double alike = isSumOfRow ? 1 : 1.10;
    const double slower = alike * 256 / std::min(256u, O.rivalBits);
    const double gain = (N.hasLoopsByLoops ? 1 : gainOfRuns(N)) * (hasVersionAtUnitStride() ? MoreAtUnitStride : 1);
    Result.rival /= gain;
    Result.rivalRun /= gain;
    Result.rivalCore /= gain;
    for (unsigned p : Built) {
      const Plan &plan = All[p];
      const bool isPlain = plan.tail == Tail::Epilogue || plan.tail == Tail::None;
      const Variant *along = plan.alongVariant ? &Variants[plan.variant] : nullptr;
      if (!isPlain || plan.strips ||
          (along && (along->nest.hasPackedStores() || along->nest.interior || has(along->facts, ScalarFacts::Scan))) ||
          (plan.unroll > 1 && plan.registerBits > 256))
        continue;
      Result.rival = std::min(Result.rival, plan.cost.price * slower);
      Result.rivalRun = std::min(Result.rivalRun, plan.cost.run * slower);
      Result.rivalCore = std::min(Result.rivalCore, plan.cost.core * slower);
    }
  }

  /// Compilers make a version of the loop for a stride of 1, which it often is: x[i * channels], but neither x[2 * i *
  /// m] nor members of structs.
  static constexpr double MoreAtUnitStride = 1.6;
  bool hasVersionAtUnitStride() const {
    bool hasSymbols = false, hasOthers = false;
    for (const Access &access : N.accesses) {
      const IndexExpr address = access.isAffine() ? N.byteAddress(access) : IndexExpr();
      if (address.degreeIn(N.rootIterator()) != 1)
        continue;
      const IndexExpr stride = address.coefficientOf(N.rootIterator());
      const std::optional<IndexExpr> elements = stride.dividedBy(bytesOf(access.type));
      if (!stride.asConstant())
        (elements && elements->asSymbol() ? hasSymbols : hasOthers) = true;
    }
    return hasSymbols && !hasOthers;
  }

  Candidates choose() {
    if (!O.randomSeed && !O.forcedPlan)
      dropSlowerLaneSums(N, All, Variants, Built);
    unsigned chosen = O.randomSeed || O.forcedPlan ? Built.front() : Ranking{N, All, Built}.shortestOfBest();
    Result.forced = isForced();
    const double price = All[chosen].cost.price;
    // Several loops for one must be clearly faster.
    const Plan &plan = All[chosen];
    const bool isLong = plan.wave || hasParts(plan);
    const double worth = isLong ? 0.85 : 1;
    if (!Result.forced && (plan.strips || plan.wave) && price >= Result.rival * worth)
      return leaveAlone(std::move(*NoLanes));
    if (!N.arrayInRegisters.empty() && !Result.forced && !T.aie)
      return leaveAlone({N.loc(),
                         Reason::NotProfitable,
                         {"the compiler alone writes it out and keeps '" + N.arrayInRegisters + "' in registers"}});
    const llvm::StringRef call = Result.forced || T.aie ? "" : libraryCallFor(N, F);
    if (!call.empty())
      return leaveAlone({N.loc(), Reason::NotProfitable, {"the compiler alone calls " + call.str()}});
    // What a model cannot tell from the source's own loop is not worth reading.
    constexpr double clearly = 0.97;
    if (!Result.forced && price >= clearly * Result.rival) {
      const std::string prices =
          llvm::formatv("the best plan takes {0:f2} cycles per iteration, the compiler alone {1:f2}{2}", price,
                        Result.rival, price < Result.rival ? "; that is too close to tell" : "");
      return leaveAlone(laneCall(N, T).value_or(Remark{N.loc(), Reason::NotProfitable, {prices}}));
    }
    if (!O.randomSeed && !O.forcedPlan)
      chosen = Ranking{N, All, Built}.forShortRows(chosen, T);
    align(All[chosen]);
    handOut();
    Result.chosen =
        llvm::find_if(Result.plans, [&](const Plan &plan) { return plan.number == chosen; }) - Result.plans.begin();
    return std::move(Result);
  }

  /// Vector loops that begin with a line are the same code, and as fast where arrays are aligned: they are what the
  /// best plan becomes, not one to be priced.
  void align(Plan &plan) {
    if (O.usesThreads || (O.randomSeed && (*O.randomSeed + plan.number) % 2))
      return;
    const std::optional<AccessId> access = accessToAlign(N, F, Legal, plan, T);
    if (!access)
      return;
    Plan aligned = plan;
    aligned.aligned = *access;
    realize(aligned, N, F, Legal, T, O, Scalar, Before);
    if (aligned.declined)
      return;
    aligned.cost = plan.cost;
    plan = std::move(aligned);
  }

  Candidates leaveAlone(Remark why) {
    handOut();
    Result.reason = std::move(why);
    return std::move(Result);
  }

  /// What was realized, and leaving the root alone as the last and chosen plan.
  void handOut() {
    Result.plans.reserve(All.size() + 1);
    for (Plan &plan : All)
      if (plan.code || plan.declined)
        Result.plans.push_back(std::move(plan));
    Plan alone;
    alone.leaveAlone = true;
    alone.number = unsigned(All.size());
    alone.summary = "leave it alone";
    alone.cost.price = Result.rival;
    alone.cost.run = Result.rivalRun;
    Result.plans.push_back(std::move(alone));
    Result.chosen = unsigned(Result.plans.size()) - 1;
  }

  const Nest &N;
  const Facts &F;
  const llvm::ArrayRef<Variant> Variants;
  const Target &T;
  const PlanOptions &O;
  Legality Legal;
  std::vector<Legality> TileLegal; ///< per variant
  std::optional<Remark> NoLanes;   ///< why not all of the root's statements may have some
  Cost Scalar;
  Lowered Before; ///< of the plans so far
  std::vector<Plan> All;
  std::vector<unsigned> Built; ///< numbers of those that have code
  Candidates Result;
};

} // namespace

Candidates planRoot(const Nest &nest, const Facts &facts, llvm::ArrayRef<Variant> variants, const Target &target,
                    const PlanOptions &options) {
  if (target.isSimt)
    return planGrid(nest, facts, variants, target, options);
  return RootPlanner(nest, facts, variants, target, options).run();
}

} // namespace vecify
