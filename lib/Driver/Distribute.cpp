// Every group of statements is analysed as if it were a loop of its own; what may have lanes then is a part with lanes.
#include "Distribute.h"
#include "VectorizeNest.h"
#include "vecify/Nest/Exposed.h"
#include "vecify/Plan/Plan.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

using llvm::Expected;

/// A body of more statements is not looked into.
static constexpr size_t MostStatements = 48;

static llvm::ArrayRef<NodeId> bodyOf(const Nest &nest) { return nest.nodes[nest.root().node].body; }

namespace {

class Distributor {
public:
  Distributor(const Nest &nest, const PolyOptions &options) : O(options) { Result.nest = nest; }

  std::optional<Variant> run(const Facts &before) {
    Result.nest = withCyclesSplit(Result.nest, before);
    const Nest &nest = Result.nest;
    if (bodyOf(nest).size() < 2 || bodyOf(nest).size() > MostStatements)
      return std::nullopt;
    PolyOptions unconditional = O;
    unconditional.mayAssume = false;
    Expected<Facts> facts = analyseNest(nest, unconditional);
    if (!facts) {
      llvm::consumeError(facts.takeError());
      return std::nullopt;
    }
    Result.facts = std::move(*facts);
    if (!llvm::all_of(Result.facts.mayAlias, [&](const Facts::AliasPair &pair) { return canBeGuarded(pair); }))
      return std::nullopt;
    const std::vector<std::vector<NodeId>> groups = statementGroups(nest, Result.facts);
    llvm::SmallVector<bool, 16> hasLanes;
    for (const std::vector<NodeId> &group : groups)
      hasLanes.push_back(lanesOf(group).has_value());
    if (llvm::none_of(hasLanes, [](bool lanes) { return lanes; }))
      return std::nullopt;
    std::optional<std::vector<Distribution::Part>> parts = partsOf(nest, Result.facts, groups, hasLanes);
    if (!parts)
      return std::nullopt;
    Result.distribution = Distribution{std::move(*parts)};
    for (const Distribution::Part &part : Result.distribution->parts)
      if (!(part.hasLanes ? takeLanes(part) : takeOrder(part)))
        return std::nullopt;
    Result.facts.loops[0].parallel = false;
    return std::move(Result);
  }

private:
  /// A guard compares what the arrays touch.
  bool canBeGuarded(const Facts::AliasPair &pair) const {
    return footprint(Result.nest, pair.a).isKnown && footprint(Result.nest, pair.b).isKnown;
  }

  struct Lanes {
    Legality legality;
    std::vector<Assumption> assumptions;
  };

  /// What lanes of these statements rest on, if they may have some.
  std::optional<Lanes> lanesOf(llvm::ArrayRef<NodeId> body) const {
    const Nest part = nestOfPart(Result.nest, body);
    Expected<Facts> facts = analyseNest(part, O);
    if (!facts) {
      llvm::consumeError(facts.takeError());
      return std::nullopt;
    }
    Expected<Legality> legality = checkLegality(part, *facts);
    if (!legality) {
      llvm::consumeError(legality.takeError());
      return std::nullopt;
    }
    const bool scans = llvm::any_of(facts->locals, [](const ScalarFacts &s) { return s.kind == ScalarFacts::Scan; });
    if (scans || !legality->pivots.empty() || legality->maxLanes < 4 || !keepsFacts(body, *facts))
      return std::nullopt;
    return Lanes{*legality, facts->assumptions};
  }

  /// What the lanes carry is what the whole body knows of it as well, and in any order the same.
  bool keepsFacts(llvm::ArrayRef<NodeId> body, const Facts &part) const {
    const Nest &nest = Result.nest;
    const llvm::BitVector assigned = assignedLocals(nest, body);
    for (LocalId l : assigned.set_bits()) {
      const ScalarFacts &own = part.locals[l], &whole = Result.facts.locals[l];
      if (nest.locals[l].scope == NoId && (own.kind != whole.kind || own.onlyZeroSignMayDiffer))
        return false;
    }
    return llvm::all_of(part.cells, [&](const CellReduction &cell) {
      return !cell.facts.onlyZeroSignMayDiffer && llvm::any_of(Result.facts.cells, [&](const CellReduction &other) {
        return other.accesses == cell.accesses;
      });
    });
  }

  bool takeLanes(const Distribution::Part &part) {
    std::optional<Lanes> lanes = lanesOf(part.body);
    if (!lanes)
      return false;
    Distribution &result = *Result.distribution;
    result.maxLanes = std::min<int64_t>(result.maxLanes, lanes->legality.maxLanes);
    result.needsLastIteration |= lanes->legality.needsLastIteration;
    llvm::append_range(Result.facts.assumptions, lanes->assumptions);
    return llvm::none_of(part.gives, [&](LocalId l) { return Result.facts.locals[l].isAccumulated(); });
  }

  /// In order a scalar is nothing but carried, or it is set by the source's loop at last, and a cell a place in memory.
  bool takeOrder(const Distribution::Part &part) {
    const Nest &nest = Result.nest;
    Facts &facts = Result.facts;
    const llvm::BitVector assigned = assignedLocals(nest, part.body), always = alwaysAssignedLocals(nest, part.body);
    for (LocalId l : assigned.set_bits()) {
      if (nest.locals[l].scope != NoId)
        continue;
      ScalarFacts &scalar = facts.locals[l];
      const bool isOwn = scalar.kind == ScalarFacts::Private && (always.test(l) || !nest.locals[l].isLiveOut);
      Result.distribution->needsLastIteration |= isOwn && nest.locals[l].isLiveOut;
      if (!isOwn)
        scalar = ScalarFacts();
    }
    llvm::erase_if(facts.cells, [&](const CellReduction &cell) {
      return llvm::any_of(cell.accesses, [&](AccessId access) { return touches(part.body, access); });
    });
    return true;
  }

  bool touches(llvm::ArrayRef<NodeId> body, AccessId access) const {
    return llvm::any_of(body, [&](NodeId id) {
      const Node &node = Result.nest.nodes[id];
      return node.access == access || touches(node.body, access) || touches(node.elseBody, access);
    });
  }

  const PolyOptions O;
  Variant Result;
};

} // namespace

std::optional<Variant> distributedVariant(const Nest &nest, const Facts &facts, const PolyOptions &options) {
  if (nest.clauses.off || nest.clauses.independent)
    return std::nullopt;
  return Distributor(nest, options).run(facts);
}

} // namespace vecify
