// All pairs of accesses of an array that conflict, and what they allow for each loop.
#include "Aliases.h"
#include "Assume.h"
#include "Dependences.h"
#include "vecify/Nest/Reductions.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace vecify {

/// Pairs of accesses of one nest that are looked at; more is out of budget.
static constexpr unsigned MaxPairs = 100'000;

namespace {

class Analysis {
public:
  explicit Analysis(Scop::Impl &scop) : scop(scop), nest(scop.nest) {}

  llvm::Expected<Facts> run() {
    classifyScalars(nest, facts);
    for (LoopId id = 0; id < nest.loops.size(); ++id)
      cells.push_back(id == 0 ? facts.cells : cellReductions(nest, id));
    if (!findAll())
      return outOfBudget();
    judgeAll();
    if (scop.options.mayAssume && facts.loops[0].maxLanes == 1 && !facts.loops[0].anyLanes && assumeAwayBlocking()) {
      dependences.clear();
      if (!findAll())
        return outOfBudget();
      judgeAll();
      if (!facts.assumptions[0].orElse.empty() && !judgeOpposite())
        return outOfBudget();
    }
    if (llvm::any_of(facts.locals, [](const ScalarFacts &s) {
          return s.kind == ScalarFacts::Carried || s.kind == ScalarFacts::Delayed || s.kind == ScalarFacts::Scan;
        }))
      facts.loops[0].parallel = false;
    if (llvm::Error error = checkParamsInMemory(scop))
      return std::move(error);
    // Plans of short blocks do not check the distance that the longest one needs.
    for (const Assumption &assumption : facts.assumptions)
      if (assumption.perLane)
        std::replace(scop.knowledge.begin(), scop.knowledge.end(), assumption.expr,
                     assumption.apart - IndexExpr(LeastBlock * assumption.perLane));
    facts.mayAlias = aliasPairs(scop, facts.cells);
    if (scop.context.isExhausted())
      return outOfBudget();
    return std::move(facts);
  }

private:
  llvm::Error outOfBudget() const {
    return decline(nest.loc(), Reason::OutOfBudget, {std::to_string(scop.options.maxOperations)});
  }

  bool findAll() {
    unsigned pairs = 0;
    const std::vector<Occurrence> &all = scop.instances;
    for (size_t x = 0; x < all.size(); ++x)
      for (size_t y = x; y < all.size(); ++y) {
        const Access &a = nest.accesses[all[x].access], &b = nest.accesses[all[y].access];
        if (a.array != b.array || !(a.isWrite || b.isWrite))
          continue;
        if (++pairs > MaxPairs || scop.context.isExhausted())
          return false;
        findDependences(scop, all[x], all[y], dependences);
      }
    return true;
  }

  /// Both ends are the same reduction's cell in the body of the loop that carries the edge.
  const CellReduction *cellOf(const Edge &edge) const {
    for (const CellReduction &cell : cells[edge.carriedBy])
      if (llvm::is_contained(cell.accesses, edge.source) && llvm::is_contained(cell.accesses, edge.sink))
        return &cell;
    return nullptr;
  }

  bool isWaived(const Edge &edge) const {
    const Clauses &clauses = nest.clauses;
    return edge.carriedBy == 0 && (clauses.independent || (clauses.ivdep && edge.isAssumed));
  }

  void judgeAll() {
    facts.edges.clear();
    facts.loops.assign(nest.loops.size(), LoopFacts{true, INT64_MAX, {}, true});
    for (const Dependence &dependence : dependences)
      judge(dependence);
    for (LoopFacts &loop : facts.loops)
      loop.maxLanes = loop.anyLanes ? 1 : loop.maxLanes;
    for (LoopId loop = 0; loop < nest.loops.size(); ++loop)
      if (nest.rowsChosenBy(loop) != NoId) {
        facts.loops[loop].anyLanes = false;
        facts.loops[loop].maxLanes = 1;
      }
  }

  /// True if conditions on parameters would free the root.
  bool assumeAwayBlocking() {
    std::vector<Dependence> blocking;
    for (unsigned e : facts.loops[0].blocking)
      blocking.push_back(dependences[e]);
    // Rows that overlap do so by how long they are.
    const auto mayHang = [&](const Dependence &d) {
      return d.edge.isAssumed || !d.edge.distance[0] || hangsOnParams(scop, d);
    };
    if (!llvm::all_of(blocking, mayHang))
      return false;
    facts.assumptions = assumeAway(scop, blocking);
    return !facts.assumptions.empty();
  }

  /// What holds whichever of the two does. False: the budget is exhausted.
  bool judgeOpposite() {
    Assumption &assumption = facts.assumptions[0];
    const std::vector<Edge> edges = facts.edges;
    const std::vector<LoopFacts> loops = facts.loops;
    scop.knowledge.back() = assumption.orElse[0].expr;
    dependences.clear();
    if (!findAll())
      return false;
    judgeAll();
    for (auto [loop, before] : llvm::zip_equal(facts.loops, loops)) {
      for (unsigned &edge : loop.blocking)
        edge += unsigned(edges.size());
      loop.blocking.insert(loop.blocking.begin(), before.blocking.begin(), before.blocking.end());
      const auto lanesOf = [](const LoopFacts &l) { return l.anyLanes ? INT64_MAX : l.maxLanes; };
      const int64_t lanes = std::min(lanesOf(loop), lanesOf(before));
      loop.anyLanes = lanes == INT64_MAX;
      loop.maxLanes = loop.anyLanes ? 1 : lanes;
      loop.parallel &= before.parallel;
      loop.updatesCells |= before.updatesCells;
    }
    facts.edges.insert(facts.edges.begin(), edges.begin(), edges.end());
    // Neither is sure.
    scop.knowledge.pop_back();
    return true;
  }

  void judge(const Dependence &dependence) {
    Edge edge = dependence.edge;
    std::optional<int64_t> blockedAt = dependence.blockedAt;
    bool isCarried = edge.carriedBy != NoId;
    if (isCarried) {
      if (const CellReduction *cell = cellOf(edge)) {
        edge.removableBy = RemovableBy::Reassoc;
        facts.loops[edge.carriedBy].updatesCells = true;
        // For the root the planner looks at the cell itself; an inner loop has no other place to say no.
        if (edge.carriedBy == 0 || cell->facts.mayReassociate) {
          blockedAt.reset();
          isCarried = false;
        }
      } else if (isWaived(edge)) {
        edge.removableBy = RemovableBy::Promise;
        const int64_t promised = nest.clauses.independent ? nest.clauses.safelen : 0;
        if (promised == 0) {
          blockedAt.reset();
          isCarried = !nest.clauses.independent;
        } else if (blockedAt) {
          blockedAt = std::max(*blockedAt, promised);
        }
      }
    }
    if (isCarried) {
      LoopFacts &loop = facts.loops[edge.carriedBy];
      loop.parallel = false;
      if (blockedAt) {
        loop.anyLanes = false;
        loop.maxLanes = std::min(loop.maxLanes, *blockedAt);
        loop.blocking.push_back(facts.edges.size());
      }
    }
    facts.edges.push_back(std::move(edge));
  }

  Scop::Impl &scop;
  const Nest &nest;
  Facts facts;
  std::vector<std::vector<CellReduction>> cells; ///< per loop
  std::vector<Dependence> dependences;
};

} // namespace

llvm::Expected<Facts> analyse(const Scop &scop) { return Analysis(scop.impl()).run(); }

} // namespace vecify
