// Plans for a GPU: which loops are dealt out to blocks and threads, decided by facts only.
//
//     the chain of parallel loops from the root on       blocks and threads along x, y, z
//     a parallel root with loops inside                  a thread an iteration, or a row a block
//     a root that is parallel but for a reduction        lanes of partial results, then one value
#include "GridCost.h"
#include "vecify/IR/Verify.h"
#include "vecify/Nest/Occurrences.h"
#include "vecify/Nest/Reductions.h"
#include "vecify/Plan/Plan.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <array>
#include <cmath>

namespace vecify {

using llvm::Error;
using llvm::Expected;

namespace {

/// Threads of a block: enough warps to hide latency, few enough for any register count.
constexpr unsigned BlockThreads = 256, TileThreads = 16;
/// Of a block that works on one row: fewer, so that more rows are on their way at once.
constexpr unsigned RowThreads = 128;
/// Bytes that a thread loads at most.
constexpr double ThreadBytes = 16;
/// Points of an iteration space of constant size below which no launch pays.
constexpr double LeastPoints = 4096;

/// What is no cheaper than this is no reason to reorder loops, or to leave a simpler plan.
constexpr double MuchCheaper = 0.96, Cheaper = 0.999;

class GridPlanner {
public:
  GridPlanner(const Nest &nest, const Facts &facts, const Target &target, const PlanOptions &options)
      : N(nest), F(facts), T(target), O(options) {
    const Cost scalar = scalarCost(nest, facts, target);
    Result.scalar = scalar;
    Result.rival = scalar.price;
    Result.rivalRun = Result.rival * expectedTrip(nest, 0);
  }

  Candidates run(llvm::ArrayRef<Variant> variants) {
    std::optional<Remark> no = planAll();
    // The same loops in another order: parallel ones outside, sums inside.
    for (const Variant &variant : variants)
      addPlansOf(variant);
    if (All.empty())
      return leaveAlone(std::move(*no));
    for (const Plan &plan : All)
      if (plan.declined && plan.declined->reason == Reason::InternalError)
        return leaveAlone(Remark(*plan.declined));
    return choose();
  }

private:
  /// Why there are none, if so.
  std::optional<Remark> planAll() {
    if (std::optional<Remark> missing = hasNoTypeFor(N, T))
      return missing;
    Expected<Legality> legality = check();
    if (!legality)
      return remarkOf(legality.takeError(), N.loc());
    enumerate();
    for (Plan &plan : All)
      realize(plan, *legality);
    return std::nullopt;
  }

  /// Those that are cheaper than any so far; the same squares in another order are no news.
  void addPlansOf(const Variant &variant) {
    GridPlanner other(variant.nest, variant.facts, T, O);
    if (!variant.nest.reordered || variant.tiles.empty() || other.planAll())
      return;
    double least = INFINITY;
    for (const Plan &plan : All)
      if (plan.code)
        least = std::min(least, plan.cost.price);
    // Prices are those of an iteration of the root.
    const double share = expectedTrip(variant.nest, 0) / expectedTrip(N, 0);
    for (Plan &plan : other.All) {
      plan.number = unsigned(All.size());
      plan.cost.price *= share;
      plan.cost.perIteration *= share;
      if (plan.declined || plan.cost.price < MuchCheaper * least)
        All.push_back(std::move(plan));
    }
  }

  // -- what may run on a GPU at all

  Error notOnGpu(const std::string &why) const { return decline(N.loc(), Reason::NotOnGpu, {why}); }

  Expected<Legality> check() const {
    if (!N.clauses.shape.empty())
      return decline(N.clauses.loc, Reason::ShapeNotLegal, {"a GPU has no vectors of a shape"});
    Expected<Legality> legality = checkLegality(N, F);
    if (!legality)
      return legality;
    for (LocalId l = 0; l < N.locals.size(); ++l)
      if (N.locals[l].scope == NoId &&
          (F.locals[l].kind == ScalarFacts::Delayed || F.locals[l].kind == ScalarFacts::Place ||
           F.locals[l].kind == ScalarFacts::Scan))
        return notOnGpu("'" + N.locals[l].name + "' depends on which iteration comes first");
    if (!F.loops[0].parallel)
      return notOnGpu("iterations of '" + N.root().name + "' meet in memory");
    if (!F.cells.empty())
      return notOnGpu("the sum in '" + N.accesses[F.cells[0].accesses[0]].text +
                      "' is kept in memory; keep it in a local variable");
    if (legality->needsLastIteration)
      return notOnGpu("a value of the last iteration is used after the loop");
    double points = 1;
    bool isConstant = true;
    for (const Loop &loop : N.loops) {
      const std::optional<int64_t> trip = (loop.upper - loop.lower).asConstant();
      isConstant &= trip.has_value();
      points *= double(trip.value_or(1));
    }
    if (isConstant && points < LeastPoints && !N.clauses.annotated && !O.randomSeed)
      return decline(N.loc(), Reason::NotProfitable, {"too little work for a launch"});
    if (Error no = checkTypesAndCalls())
      return std::move(no);
    return legality;
  }

  Error checkTypesAndCalls() const {
    const auto isHalf = [](ScalarType type) { return type == ScalarType::F16 || type == ScalarType::BF16; };
    for (const Access &access : N.accesses)
      if (isHalf(access.type))
        return decline(access.loc, Reason::UnsupportedType, {textOf(access.type).str()});
    for (const Expr &e : N.exprs) {
      if (e.kind != Expr::Call)
        continue;
      const std::string name = textOf(e.function).str() + (e.type == ScalarType::F32 ? "f" : "");
      if (e.ulp == 0)
        return decline(e.loc, Reason::MathCall, {name});
      if (!T.find(RowKey{OpKind::MathCall, e.type, e.type, 0, mathDetail(e.function, e.ulp)}))
        return decline(e.loc, Reason::MathBound, {name, std::to_string(e.ulp)});
    }
    return Error::success();
  }

  bool hasReductions() const {
    for (LocalId l = 0; l < N.locals.size(); ++l)
      if (N.locals[l].scope == NoId && F.locals[l].isAccumulated())
        return true;
    return false;
  }

  // -- enumeration

  llvm::ArrayRef<NodeId> bodyOf(LoopId l) const { return N.nodes[N.loops[l].node].body; }

  /// Root and what is directly inside it, as long as each is nothing but the next, and all of them are parallel.
  std::vector<LoopId> chain() const {
    std::vector<LoopId> loops = {0};
    // A variable of an outer loop may carry something from one inner iteration to the next.
    const bool hasOuterLocals =
        llvm::any_of(N.locals, [&](const Local &local) { return local.scope == NoId || local.scope == 0; });
    while (loops.size() < 3 && !hasOuterLocals) {
      llvm::ArrayRef<NodeId> body = bodyOf(loops.back());
      if (body.size() != 1 || N.nodes[body[0]].kind != Node::Loop)
        break;
      const LoopId next = N.nodes[body[0]].loop;
      const Loop &loop = N.loops[next];
      if (!F.loops[next].parallel || !N.isOverParams(loop.lower) || !N.isOverParams(loop.upper) || isWhole(next))
        break;
      loops.push_back(next);
    }
    while (loops.size() > 1 && declaresFor(loops.back(), loops))
      loops.pop_back();
    return loops;
  }

  /// Some local is declared between the loops of the chain, outside of its innermost one.
  bool declaresFor(LoopId last, llvm::ArrayRef<LoopId> loops) const {
    return llvm::any_of(
        N.locals, [&](const Local &local) { return local.scope != last && llvm::is_contained(loops, local.scope); });
  }

  /// A sum over the whole loop: no iteration of its own.
  bool isWhole(LoopId l) const {
    for (const CellReduction &cell : cellReductions(N, l))
      if (!cell.accesses.empty())
        return true;
    return false;
  }

  /// The loops in the root's body can be dealt out to the threads of one block.
  bool hasRows() const {
    bool any = false;
    for (NodeId id : bodyOf(0)) {
      const Node &node = N.nodes[id];
      if (node.kind == Node::If)
        return false;
      if (node.kind != Node::Loop)
        continue;
      any = true;
      if (!F.loops[node.loop].parallel || isWhole(node.loop))
        return false;
    }
    // A thread would see what another one writes only after a barrier.
    for (const Occurrence &w : occurrences(N))
      if (N.accesses[w.access].isWrite && w.loops.size() == 1)
        for (const Access &a : N.accesses)
          if (!a.isWrite && a.array == N.accesses[w.access].array)
            return false;
    return any && writesStayInThread();
  }

  /// What one loop of a row writes, another one reads in the same thread: at the same distance from its start.
  bool writesStayInThread() const {
    const std::vector<Occurrence> all = occurrences(N);
    const auto address = [&](const Occurrence &o) {
      const Access &access = N.accesses[o.access];
      IndexExpr expr = N.byteAddress(access);
      if (o.loops.size() < 2)
        return expr;
      const Loop &row = N.loops[o.loops[1]];
      return expr.substitute(row.iterator, IndexExpr::symbol(Steps) + row.lower);
    };
    for (const Occurrence &w : all)
      for (const Occurrence &r : all) {
        const Access &write = N.accesses[w.access], &other = N.accesses[r.access];
        if (!write.isWrite || w.access == r.access || write.array != other.array)
          continue;
        if (!write.isAffine() || !other.isAffine() || w.loops.size() != 2 || r.loops.size() != 2)
          return false;
        if (!(address(w) == address(r)))
          return false;
      }
    return true;
  }

  unsigned widestBytes() const {
    unsigned bytes = 1;
    for (const Access &access : N.accesses)
      bytes = std::max(bytes, bytesOf(access.type));
    return bytes;
  }

  void add(GridPlan grid, std::string summary) {
    Plan plan;
    plan.number = unsigned(All.size());
    plan.grid = std::move(grid);
    plan.summary = std::move(summary);
    All.push_back(std::move(plan));
  }

  std::string nameOf(LoopId l) const { return N.loops[l].name; }

  void enumerate() {
    std::vector<LoopId> loops = chain();
    // A promise about iterations of the root says nothing of what is inside one.
    const bool isPromised = llvm::any_of(F.mayAlias, [](const Facts::AliasPair &p) { return p.needsNoGuard; });
    if (isPromised)
      return addLine();
    if (loops.size() > 1 && !hasReductions())
      addGrid(loops);
    if (loops.size() == 1 && !hasReductions() && hasRows())
      addRows();
    addLine();
  }

  /// One loop: a thread an iteration, or some neighbouring ones where each is a few accesses.
  void addLine() {
    LoopMapping line{0, BlockThreads, 1, 1, true};
    if (N.loops.size() == 1)
      line.registers = line.vector = std::max(1u, std::min(4u, unsigned(ThreadBytes) / widestBytes()));
    std::string summary = nameOf(0) + ": blocks of " + std::to_string(line.threads) + " threads";
    if (line.vector > 1)
      summary += " x " + std::to_string(line.vector);
    add({{{0, line}}, std::nullopt}, std::move(summary));
  }

  /// Threads along the loop that most accesses walk element by element, more of them along the next.
  void addGrid(const std::vector<LoopId> &loops) {
    const auto contiguous = [&](LoopId l) {
      return llvm::count_if(N.accesses, [&](const Access &a) {
        return strideAlong(N, a, N.loops[l].iterator) == std::optional<int64_t>(bytesOf(a.type));
      });
    };
    LoopId x = loops.back();
    for (LoopId l : loops)
      if (contiguous(l) > contiguous(x))
        x = l;
    std::vector<LoopId> order = loops;
    llvm::erase(order, x);
    order.push_back(x);
    addBlocks(order, {WarpThreads, BlockThreads / WarpThreads, 1}, {1, 1, 1});
    // Some neighbouring rows a thread, which share what they read and what it takes to get there. Whole squares can be
    // turned around where memory follows the other loop.
    for (unsigned width : {WarpThreads, 2 * WarpThreads, 4 * WarpThreads})
      for (unsigned rows : {4u, 8u})
        addBlocks(order, {width, BlockThreads / width, 1}, {1, rows, 1}, {1, rows, 1});
    if (order.size() != 2)
      return;
    // More lanes of both, where a loop inside reads the same for all of one.
    if (sharesReads(order[0]) && sharesReads(order[1]))
      for (unsigned registers : {4u, 8u})
        addBlocks(order, {TileThreads, TileThreads}, {registers, registers}, {4, 4});
  }

  /// Threads and registers of each along x, y, z.
  void addBlocks(const std::vector<LoopId> &order, std::array<unsigned, 3> threads, std::array<unsigned, 3> registers,
                 std::array<unsigned, 3> vectors = {1, 1, 1}) {
    GridPlan grid;
    std::string summary;
    for (unsigned d = 0; d < order.size(); ++d) {
      const unsigned axis = unsigned(order.size()) - 1 - d;
      grid.loops.push_back({order[d], {axis, threads[axis], registers[axis], vectors[axis], true}});
      summary += (d ? ", " : "") + nameOf(order[d]) + ": " + std::to_string(threads[axis]);
      if (registers[axis] > 1)
        summary += " x " + std::to_string(registers[axis]);
    }
    add(std::move(grid), summary + " threads");
  }

  /// Something that loops inside the chain read does not depend on this one's counter.
  bool sharesReads(LoopId chained) const {
    return llvm::any_of(occurrences(N), [&](const Occurrence &o) {
      const Access &access = N.accesses[o.access];
      return !access.isWrite && o.loops.size() > 2 && access.isAffine() &&
             !N.byteAddress(access).uses(N.loops[chained].iterator) &&
             N.byteAddress(access).uses(N.loops[o.loops.back()].iterator);
    });
  }

  void addRows() {
    double longest = 0;
    for (NodeId id : bodyOf(0))
      if (N.nodes[id].kind == Node::Loop)
        longest = std::max(longest, expectedTrip(N, N.nodes[id].loop));
    LoopMapping lanes{0, RowThreads, 1, 1, false};
    while (lanes.threads > WarpThreads && lanes.threads / 2 >= longest)
      lanes.threads /= 2;
    add({{{0, {1, 1, 1, 1, true}}}, lanes},
        nameOf(0) + ": a row a block, " + std::to_string(lanes.threads) + " threads along its loops");
  }

  // -- what comes of them

  void realize(Plan &plan, const Legality &legality) {
    Expected<Function> built = buildGrid(N, F, legality, *plan.grid, O);
    if (!built) {
      plan.declined = remarkOf(built.takeError(), N.loc());
      return;
    }
    if (Error wrong = verify(*built)) {
      plan.declined = remarkOf(std::move(wrong), N.loc());
      return;
    }
    plan.built = std::move(*built);
    Expected<Function> code = O.lower(*plan.built, T, 0);
    if (!code) {
      plan.declined = remarkOf(code.takeError(), N.loc());
      return;
    }
    plan.cost = gridCost(N, *plan.grid);
    plan.code = std::move(*code);
  }

  Candidates choose() {
    const Plan *best = nullptr;
    for (const Plan &plan : All)
      if (plan.code && (!best || plan.cost.price < Cheaper * best->cost.price))
        best = &plan;
    if (O.forcedPlan && *O.forcedPlan < All.size() && All[*O.forcedPlan].code)
      best = &All[*O.forcedPlan];
    if (O.randomSeed && best) {
      std::vector<const Plan *> built;
      for (const Plan &plan : All)
        if (plan.code)
          built.push_back(&plan);
      best = built[(*O.randomSeed * 0x9E3779B97F4A7C15ull + N.loc().raw) % built.size()];
    }
    if (!best) {
      for (const Plan &plan : All)
        if (plan.declined)
          return leaveAlone(Remark(*plan.declined));
      return leaveAlone({N.loc(), Reason::NotOnGpu, {"no plan"}});
    }
    const unsigned chosen = best->number;
    Result.forced = O.randomSeed || O.forcedPlan || N.clauses.annotated;
    handOut();
    Result.chosen = unsigned(llvm::find_if(Result.plans, [&](const Plan &plan) { return plan.number == chosen; }) -
                             Result.plans.begin());
    return std::move(Result);
  }

  Candidates leaveAlone(Remark why) {
    handOut();
    Result.reason = std::move(why);
    return std::move(Result);
  }

  void handOut() {
    Plan alone;
    alone.leaveAlone = true;
    alone.number = unsigned(All.size());
    alone.summary = "leave it alone";
    alone.cost.price = Result.rival;
    alone.cost.run = Result.rivalRun;
    for (Plan &plan : All)
      Result.plans.push_back(std::move(plan));
    Result.plans.push_back(std::move(alone));
    Result.chosen = unsigned(Result.plans.size()) - 1;
  }

  /// Stands for how far a row's loop has come.
  static constexpr SymbolId Steps = NoId - 1;

  const Nest &N;
  const Facts &F;
  const Target &T;
  const PlanOptions &O;
  std::vector<Plan> All;
  Candidates Result;
};

} // namespace

Candidates planGrid(const Nest &nest, const Facts &facts, llvm::ArrayRef<Variant> variants, const Target &target,
                    const PlanOptions &options) {
  return GridPlanner(nest, facts, target, options).run(variants);
}

} // namespace vecify
