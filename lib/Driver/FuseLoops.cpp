// Both loops are planned alone first. Fused, they are planned like any nest, and must be clearly cheaper than the two.
#include "FuseLoops.h"
#include "vecify/Nest/Fuse.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {
namespace {

/// What a fused loop may take of the time of the two.
constexpr double Worth = 0.93;

/// Nothing but white space and comments.
bool isBlank(llvm::StringRef text) {
  for (text = text.ltrim(); !text.empty(); text = text.ltrim()) {
    if (text.consume_front("//"))
      text = text.drop_front(std::min(text.find('\n'), text.size()));
    else if (text.consume_front("/*"))
      text = text.drop_front(std::min(text.find("*/") + 2, text.size()));
    else
      return false;
  }
  return true;
}

class FusedPair {
public:
  FusedPair(LoopDecision &first, const LoopDecision &second, const PlanningContext &context)
      : A(first), B(second), C(context) {}

  /// The decision for both as one loop, if it is legal and worth its while.
  std::optional<LoopDecision> decide() const {
    if (!B.entry->isBehindLoop || !mayTake(A) || !mayTake(B) ||
        !isBlank(C.text.slice(lastOf(A).nest->source.loop.end, B.entry->nest->source.loop.begin)))
      return std::nullopt;
    for (unsigned most = MostLoops; most > 0; --most) {
      const std::optional<Fused> both = fused(*A.entry->nest, *B.entry->nest, most);
      if (!both || !meet(*both))
        return std::nullopt;
      if (isLegal(*both))
        return decided(both->nest);
      most = both->loopsJoined;
    }
    return std::nullopt;
  }

private:
  static constexpr unsigned MostLoops = 4;

  static const LoopEntry &lastOf(const LoopDecision &decision) {
    return decision.parts.empty() ? *decision.entry : *decision.parts.back();
  }

  bool mayTake(const LoopDecision &decision) const {
    const Clauses &clauses = decision.entry->clauses;
    const auto isPinned = [&](const Target &target) {
      return C.pins.count({decision.entry->loc.raw, target.name}) != 0;
    };
    return decision.entry->nest && decision.facts && !decision.candidates.empty() && !clauses.annotated &&
           !clauses.off && !clauses.parallelFor && clauses.cores == 0 && llvm::none_of(C.targets, isPinned) &&
           (C.plan.randomSeed || anyVectorized(decision));
  }

  /// Some array is there for both: else there is little to gain.
  static bool meet(const Fused &both) {
    const Nest &nest = both.nest;
    llvm::SmallDenseSet<ArrayId> ofFirst;
    for (AccessId a = 0; a < both.ofSecond; ++a)
      ofFirst.insert(nest.accesses[a].array);
    return std::any_of(nest.accesses.begin() + both.ofSecond, nest.accesses.end(),
                       [&](const Access &access) { return ofFirst.contains(access.array); });
  }

  static bool isLegal(const Fused &both) {
    // Without assumptions, for not every schedule checks the same ones.
    llvm::Expected<Facts> facts = analyseNest(both.nest, {});
    if (!facts) {
      llvm::consumeError(facts.takeError());
      return false;
    }
    return keepsOrder(both, *facts);
  }

  std::optional<LoopDecision> decided(const Nest &nest) const {
    auto entry = std::make_shared<LoopEntry>();
    entry->loc = A.entry->loc;
    entry->name = A.entry->name;
    entry->isBehindLoop = A.entry->isBehindLoop;
    entry->nest = nest;
    LoopDecision both = vecify::decide(*entry, C);
    if (both.decline && both.decline->reason == Reason::InternalError)
      A.notFused = both.decline;
    if (!both.vectorized || !pays(both))
      return std::nullopt;
    both.fused = std::move(entry);
    for (const LoopDecision *decision : {&std::as_const(A), &B})
      if (decision->parts.empty())
        both.parts.push_back(decision->entry);
      else
        llvm::append_range(both.parts, decision->parts);
    return both;
  }

  bool pays(const LoopDecision &both) const {
    if (C.plan.randomSeed)
      return coin(*C.plan.randomSeed, B.entry->loc);
    const double run = A.cyclesPerRun + B.cyclesPerRun, core = A.corePerRun + B.corePerRun;
    return both.cyclesPerRun * both.corePerRun < Worth * Worth * run * core;
  }

  LoopDecision &A;
  const LoopDecision &B;
  const PlanningContext &C;
};

} // namespace

void fuseNeighbours(std::vector<LoopDecision> &decisions, const PlanningContext &context) {
  const Options &options = context.options;
  if (context.plan.forcedPlan || options.tune || options.parallel || context.targets[0].isSimt ||
      context.targets[0].aie)
    return;
  for (size_t i = 0; i + 1 < decisions.size();) {
    if (std::optional<LoopDecision> both = FusedPair(decisions[i], decisions[i + 1], context).decide()) {
      decisions[i] = std::move(*both);
      decisions.erase(decisions.begin() + i + 1);
    } else {
      ++i;
    }
  }
}

} // namespace vecify
