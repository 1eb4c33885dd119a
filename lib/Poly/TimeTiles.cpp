// Legality and shape of time tiles.
//
// Parts p of the root's body run at (t, i), i the counters of the tiled loops, and belong to the tile of
//
//     y_d = i_d + shift_p,d + skew_d * (t - t_block)        in every dimension d.
//
// If no dependence goes back along any y_d, the dimensions are fully permutable with t (Wolf & Lam), so blocks of t and
// all y_d may run one after the other; in one tile the order is the source's. A dependence from p to q that goes at
// least `steps` further in time and `least` further in i_d asks for
//
//     shift_q,d - shift_p,d >= -(skew_d * steps + least).
//
// These are difference constraints: for a given skew the smallest shifts are longest paths, and there are none if and
// only if some cycle is positive. The smallest skew that has shifts is taken, in every dimension by itself.
//
// Between iterations of one part in one step, the counter that carries a dependence grows; the counters of tiled loops
// inside of it must not shrink.
#include "vecify/Poly/TimeTiles.h"
#include "Conflict.h"
#include "vecify/Nest/Exposed.h"
#include "vecify/Nest/Permute.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

namespace {

/// Rows that a step moves back; more would leave nothing of a tile.
constexpr int64_t MostSkew = 8;
constexpr size_t MostDimensions = 3;

/// shift[to] - shift[from] >= -(skew * steps + least).
struct Constraint {
  unsigned from, to;
  int64_t steps, least;
  bool operator<(const Constraint &o) const {
    return std::tie(from, to, steps, least) < std::tie(o.from, o.to, o.steps, o.least);
  }
};

struct Shifts {
  int64_t skew = 0;
  std::vector<int64_t> ofParts;
};

/// The smallest shifts for this skew, if there are any: after as many rounds as there are parts nothing moves.
std::optional<Shifts> shiftsFor(int64_t skew, llvm::ArrayRef<Constraint> constraints, size_t parts) {
  Shifts result{skew, std::vector<int64_t>(parts)};
  for (size_t round = 0; round <= parts; ++round) {
    bool moved = false;
    for (const Constraint &c : constraints) {
      const int64_t wanted = result.ofParts[c.from] - (skew * c.steps + c.least);
      if (wanted <= result.ofParts[c.to])
        continue;
      result.ofParts[c.to] = wanted;
      moved = true;
    }
    if (!moved)
      return result;
  }
  return std::nullopt;
}

std::optional<Shifts> smallestShifts(llvm::ArrayRef<Constraint> constraints, size_t parts) {
  for (int64_t skew = 0; skew <= MostSkew; ++skew)
    if (std::optional<Shifts> shifts = shiftsFor(skew, constraints, parts))
      return shifts;
  return std::nullopt;
}

class TimeTiler {
public:
  TimeTiler(const Scop::Impl &scop, const Facts &facts) : scop(scop), N(scop.nest), F(facts) {}

  llvm::Expected<std::optional<TimeTiling>> run() {
    if (llvm::any_of(body(), [&](NodeId id) { return N.nodes[id].kind != Node::Loop; }))
      return std::nullopt;
    if (llvm::Error error = findParts())
      return std::move(error);
    // A part with fewer loops than others has no place of its own in the outer or in the inner dimensions.
    for (const bool isFromInside : {true, false}) {
      align(isFromInside);
      if (findTiling())
        break;
    }
    if (Best.skews.empty())
      return no(Why.empty() ? "no loop can be tiled" : Why);
    if (llvm::all_of(Best.skews, [](int64_t skew) { return skew == 0; }))
      return std::nullopt;
    return std::move(Best);
  }

private:
  llvm::Error no(const llvm::Twine &why) const {
    return decline(N.loc(), Reason::NotTimeTiled, {N.root().name, why.str()});
  }

  std::string lineOf(const Access &access) const {
    return "'" + access.text + "' (line " + std::to_string(access.loc.line) + ")";
  }

  const std::vector<NodeId> &body() const { return N.nodes[N.root().node].body; }

  llvm::Error findParts() {
    for (NodeId id : body()) {
      Bands.push_back(tileableLoops(N.nodes[id].loop));
      if (Bands.back().empty())
        return no("the bounds of '" + N.loops[N.nodes[id].loop].name + "' change from step to step");
      Nodes.push_back(id);
    }
    return checkScalars();
  }

  /// The loops of the perfect band whose bounds are fixed while the root runs.
  llvm::SmallVector<LoopId, 4> tileableLoops(LoopId outermost) const {
    llvm::SmallVector<LoopId, 4> band = perfectBand(N, outermost);
    const auto isFixed = [&](const IndexExpr &bound) {
      return llvm::none_of(bound.symbols(), [&](SymbolId s) { return N.symbols[s].kind == Symbol::Iterator; });
    };
    const auto *end = llvm::find_if(
        band, [&](LoopId loop) { return !isFixed(N.loops[loop].lower) || !isFixed(N.loops[loop].upper); });
    band.erase(end, band.end());
    if (band.size() > MostDimensions)
      band.resize(MostDimensions);
    return band;
  }

  /// An iteration of a tiled loop hands no scalar on, for others may run in between.
  llvm::Error checkScalars() const {
    const llvm::BitVector assigned = assignedLocals(N, body());
    for (llvm::ArrayRef<LoopId> band : Bands) {
      const llvm::BitVector exposed = exposedLocals(N, N.nodes[N.loops[band.back()].node].body);
      for (LocalId l = 0; l < N.locals.size(); ++l)
        if (assigned.test(l) && (exposed.test(l) || N.locals[l].isLiveOut))
          return no("'" + N.locals[l].name + "' is carried from one iteration to the next or used after the loop");
    }
    return llvm::Error::success();
  }

  void align(bool isFromInside) {
    Dimensions = 0;
    for (llvm::ArrayRef<LoopId> band : Bands)
      Dimensions = std::max(Dimensions, band.size());
    Current.parts.clear();
    for (size_t p = 0; p < Bands.size(); ++p) {
      TimeTiling::Part part;
      part.node = Nodes[p];
      part.loops.assign(Bands[p].begin(), Bands[p].end());
      part.loops.insert(isFromInside ? part.loops.begin() : part.loops.end(), Dimensions - Bands[p].size(), NoId);
      Current.parts.push_back(std::move(part));
    }
  }

  /// True if every dimension can be tiled; otherwise the outer ones that can be are kept where they are the most.
  bool findTiling() {
    std::vector<std::vector<Constraint>> constraints(Dimensions);
    size_t possible = Dimensions;
    collect(constraints, possible);
    keepInner(possible);
    Current.skews.clear();
    for (size_t d = 0; d < possible; ++d) {
      llvm::sort(constraints[d]);
      const std::optional<Shifts> shifts = smallestShifts(constraints[d], Current.parts.size());
      if (!shifts) {
        Why = "the dependences along '" + nameOf(d) + "' would need a larger skew";
        break;
      }
      Current.skews.push_back(shifts->skew);
      for (size_t p = 0; p < Current.parts.size(); ++p)
        Current.parts[p].shifts.push_back(shifts->ofParts[p]);
    }
    for (TimeTiling::Part &part : Current.parts) {
      part.loops.resize(Current.skews.size());
      part.shifts.resize(Current.skews.size());
    }
    if (Current.skews.size() > Best.skews.size())
      Best = Current;
    return Best.skews.size() == Dimensions;
  }

  std::string nameOf(size_t d) const {
    for (const TimeTiling::Part &part : Current.parts)
      if (part.loops[d] != NoId)
        return N.loops[part.loops[d]].name;
    llvm_unreachable("some part has all dimensions");
  }

  unsigned partOf(const Occurrence &o) const {
    return unsigned(llvm::find_if(Current.parts,
                                  [&](const TimeTiling::Part &part) { return N.nodes[part.node].loop == o.loops[1]; }) -
                    Current.parts.begin());
  }

  /// Constraints of each dimension; `possible` shrinks to those before the first that has none.
  void collect(std::vector<std::vector<Constraint>> &constraints, size_t &possible) {
    const std::vector<Occurrence> &all = scop.instances;
    for (size_t x = 0; x < all.size(); ++x)
      for (size_t y = x; y < all.size(); ++y) {
        const Access &a = N.accesses[all[x].access], &b = N.accesses[all[y].access];
        if (a.array != b.array || !(a.isWrite || b.isWrite))
          continue;
        const Conflict conflict = conflictOf(scop, all[x], all[y], 0);
        if (conflict.isImpossible)
          continue;
        for (const Order order : {Order::SameStep, Order::Later, Order::Earlier})
          for (size_t d = 0; d < possible; ++d)
            if (!constrain(all[x], all[y], conflict, order, d, constraints[d]))
              possible = d;
      }
  }

  /// Of the second instance, seen from the first.
  enum class Order { SameStep, Later, Earlier };

  /// False if nothing bounds the distance.
  bool constrain(const Occurrence &a, const Occurrence &b, const Conflict &conflict, Order order, size_t d,
                 std::vector<Constraint> &constraints) {
    const unsigned p = partOf(a), q = partOf(b);
    if (order == Order::SameStep && p == q)
      return true; // see keepInner
    const bool isForward = order != Order::Earlier && (order != Order::SameStep || p < q);
    const LinearSystem::Extreme least = leastDistance(a, b, conflict, order, d, isForward ? 1 : -1);
    if (least.isEmpty)
      return true;
    if (!least.value) {
      Why = "the distance along '" + nameOf(d) + "' between " + lineOf(N.accesses[a.access]) + " and " +
            lineOf(N.accesses[b.access]) + " is not bounded";
      return false;
    }
    const int64_t steps = order == Order::SameStep ? 0 : 1;
    constraints.push_back({isForward ? p : q, isForward ? q : p, steps, *least.value});
    return true;
  }

  /// sign * (place of b - place of a) along dimension d, at least.
  LinearSystem::Extreme leastDistance(const Occurrence &a, const Occurrence &b, const Conflict &conflict, Order order,
                                      size_t d, int64_t sign) const {
    const LoopId loopA = Current.parts[partOf(a)].loops[d], loopB = Current.parts[partOf(b)].loops[d];
    const IndexExpr placeA = loopA == NoId ? IndexExpr(0) : IndexExpr::symbol(N.loops[loopA].iterator);
    const IndexExpr placeB = loopB == NoId ? IndexExpr(0) : scop.primed(loopB);
    if (loopA != NoId && loopB != NoId)
      if (std::optional<LinearSystem::Extreme> constant = constantDistance(placeA, placeB, conflict, sign))
        return *constant;
    LinearSystem system = conflict.system;
    const IndexExpr later = scop.distanceAlong(0);
    if (order == Order::SameStep)
      system.addEquality(later);
    else
      system.addInequality((order == Order::Later ? later : -later) - 1);
    return system.minimum(IndexExpr(sign) * (placeB - placeA), scop.context);
  }

  /// Subscripts that differ by a constant: c * (placeA - placeB) + k == 0.
  static std::optional<LinearSystem::Extreme> constantDistance(const IndexExpr &placeA, const IndexExpr &placeB,
                                                               const Conflict &conflict, int64_t sign) {
    for (const IndexExpr &equation : conflict.equations) {
      const SymbolId counter = *placeA.asSymbol();
      if (equation.degreeIn(counter) != 1)
        continue;
      const std::optional<int64_t> c = equation.coefficientOf(counter).asConstant();
      if (!c || !(equation == IndexExpr(*c) * (placeA - placeB) + IndexExpr(equation.constantTerm())))
        continue;
      LinearSystem::Extreme distance;
      distance.isEmpty = equation.constantTerm() % *c != 0;
      distance.value = sign * (equation.constantTerm() / *c);
      return distance;
    }
    return std::nullopt;
  }

  /// Dependences inside a part: of the dimensions inside the one that carries it, none may go back.
  void keepInner(size_t &possible) {
    for (const TimeTiling::Part &part : Current.parts)
      for (const Edge &edge : F.edges) {
        const auto *carrier = edge.carriedBy == NoId ? part.loops.end() : llvm::find(part.loops, edge.carriedBy);
        if (carrier == part.loops.end())
          continue;
        for (size_t d = carrier - part.loops.begin() + 1; d < possible; ++d)
          if (part.loops[d] != NoId && mayGoBack(edge, part.loops[d]))
            possible = d;
      }
  }

  bool mayGoBack(const Edge &edge, LoopId loop) const {
    size_t component = 0;
    for (LoopId outer = N.loops[loop].parent; outer != NoId; outer = N.loops[outer].parent)
      ++component;
    if (component >= edge.distance.size())
      return false; // not around both
    return !edge.distance[component] || *edge.distance[component] < 0;
  }

  const Scop::Impl &scop;
  const Nest &N;
  const Facts &F;
  std::vector<NodeId> Nodes;
  std::vector<llvm::SmallVector<LoopId, 4>> Bands; ///< of each part
  size_t Dimensions = 0;
  TimeTiling Current, Best;
  std::string Why;
};

/// The innermost loop of the part's band that may have lanes.
std::optional<LoopId> lanesOf(const Nest &nest, const Facts &facts, LoopId outermost) {
  const llvm::SmallVector<LoopId, 4> band = perfectBand(nest, outermost);
  for (LoopId loop : llvm::reverse(band)) {
    const LoopFacts &f = facts.loops[loop];
    if ((f.anyLanes || f.maxLanes >= 4) && !f.updatesCells)
      return loop;
  }
  return std::nullopt;
}

} // namespace

llvm::Expected<std::optional<Variant>> timeTiledVariant(const Nest &nest, const Facts &facts,
                                                        const PolyOptions &options) {
  llvm::Expected<Scop> scop = buildScop(nest, options);
  if (!scop)
    return scop.takeError();
  llvm::Expected<std::optional<TimeTiling>> tiling = TimeTiler(scop->impl(), facts).run();
  if (!tiling)
    return tiling.takeError();
  if (!*tiling)
    return std::nullopt;
  if (scop->impl().context.isExhausted())
    return decline(nest.loc(), Reason::OutOfBudget, {std::to_string(options.maxOperations)});
  Variant variant{nest, facts, {}, std::move(**tiling)};
  for (const TimeTiling::Part &part : variant.time->parts) {
    const LoopId outermost = nest.nodes[part.node].loop;
    const std::optional<LoopId> lanes = lanesOf(nest, facts, outermost);
    if (!lanes)
      return decline(nest.loc(), Reason::NotTimeTiled,
                     {nest.root().name, "no loop of '" + nest.loops[outermost].name + "' may have lanes"});
    variant.tiles.push_back({*lanes, NoId});
  }
  return variant;
}

} // namespace vecify
