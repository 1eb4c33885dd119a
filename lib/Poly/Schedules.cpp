// See Schedules.h. What a tile costs is guessed from the strides of what the innermost statements touch; the planner
// prices what comes of it.
#include "vecify/Poly/Schedules.h"
#include "vecify/Nest/Exposed.h"
#include "vecify/Nest/Occurrences.h"
#include "vecify/Nest/Permute.h"
#include "vecify/Nest/Reductions.h"
#include "vecify/Nest/RunTogether.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace vecify {

/// Schedules that are looked into.
static constexpr size_t MostVariants = 2;
/// Iterations of a loop whose sums are worth keeping in lanes across the loops around it.
static constexpr int64_t ShortRow = 256;

namespace {

class Scheduler {
public:
  Scheduler(const Nest &nest, const Facts &facts, const PolyOptions &options)
      : N(nest), F(facts), O(options), Band(perfectBand(nest, 0)), Instances(occurrences(nest)) {}

  std::vector<Variant> run() {
    for (LoopId rows : Band) {
      for (LoopId lanes : Band)
        if (lanes != rows && mayBeLanes(lanes) && (mayBeRows(rows) || F.loops[rows].anyLanes))
          propose(within(rows, lanes));
      if (mayBeRows(rows))
        propose(below(rows));
    }
    // Rows that wait for one another, where there are no better ones.
    if (Proposals.empty())
      for (LoopId rows : Band) {
        if (F.loops[rows].updatesCells)
          continue;
        for (LoopId lanes : Band)
          if (lanes != rows && mayBeLanes(lanes))
            propose(within(rows, lanes));
        propose(below(rows));
      }
    llvm::stable_sort(Proposals, [](const Proposal &a, const Proposal &b) { return a.cost < b.cost; });
    std::vector<Variant> result;
    double least = INFINITY;
    for (Proposal &proposal : Proposals) {
      const double cost = proposal.cost;
      if (cost > 2 * least)
        break;
      // One more where all so far have their lanes elsewhere.
      if (result.size() > MostVariants || (result.size() == MostVariants && sharesLanes(proposal, result)))
        continue;
      std::optional<Variant> variant = analysed(std::move(proposal));
      if (!variant || !hasLegalRows(*variant))
        continue;
      least = std::min(least, cost);
      result.push_back(std::move(*variant));
    }
    if (std::optional<Variant> sums = bestForSums())
      result.push_back(std::move(*sums));
    if (std::optional<Variant> sums = sumsOfRows())
      result.push_back(std::move(*sums));
    if (result.empty())
      if (std::optional<Variant> source = inOrder())
        result.push_back(std::move(*source));
    return result;
  }

private:
  struct Proposal {
    Nest nest;
    std::vector<Tile> tiles;
    double cost = 0;
  };

  /// Of the source's loops, some has the lanes of both.
  static bool sharesLanes(const Proposal &proposal, llvm::ArrayRef<Variant> variants) {
    const auto iteratorOf = [](const Nest &nest, const Tile &tile) { return nest.loops[tile.lanes].iterator; };
    return llvm::any_of(variants, [&](const Variant &variant) {
      return llvm::any_of(variant.tiles, [&](const Tile &tile) {
        return llvm::any_of(proposal.tiles, [&](const Tile &other) {
          return iteratorOf(proposal.nest, other) == iteratorOf(variant.nest, tile);
        });
      });
    });
  }

  bool mayBeRows(LoopId loop) const { return F.loops[loop].parallel && !F.loops[loop].updatesCells; }
  static bool hasLegalRows(const Variant &variant) {
    return llvm::all_of(variant.tiles, [&](const Tile &tile) {
      return tile.rows == NoId || mayRunTogether(variant.nest, variant.facts, tile.rows, tile.lanes);
    });
  }
  bool mayBeLanes(LoopId loop) const {
    const LoopFacts &facts = F.loops[loop];
    return (facts.anyLanes || facts.maxLanes >= 4) && !facts.updatesCells;
  }

  /// The root hands on sums, in any order, and nothing else.
  bool onlySumsUp() const {
    bool sums = false;
    for (LocalId l = 0; l < N.locals.size(); ++l) {
      if (N.locals[l].scope != NoId || (F.locals[l].kind == ScalarFacts::Private && !N.locals[l].isLiveOut))
        continue;
      if (!isFreeSum(N, F, l))
        return false;
      sums = true;
    }
    return sums;
  }

  /// Rows one after the other, each in lanes along a loop inside the root, which sums up over all of them: in
  /// variables, or in memory.
  std::optional<Variant> sumsOfRows() const {
    const bool sumsInMemory = !N.inScalars.empty() && !F.loops[0].parallel;
    if (!onlySumsUp() && !sumsInMemory)
      return std::nullopt;
    std::optional<LoopId> best;
    double least = INFINITY;
    for (std::optional<LoopId> loop = onlyLoopIn(0); loop; loop = onlyLoopIn(*loop)) {
      const double cost = costAlong(N, *loop, NoId);
      if (!mayBeLanes(*loop) || cost >= least)
        continue;
      best = loop;
      least = cost;
    }
    return best ? std::optional(Variant{N, F, {{*best, NoId}}, std::nullopt}) : std::nullopt;
  }

  /// The source's order, with lanes along all innermost loops: what may overlap is asked once, in front of the nest.
  std::optional<Variant> inOrder() const {
    if (F.mayAlias.empty())
      return std::nullopt;
    std::vector<Tile> tiles;
    for (LoopId loop = 1; loop < N.loops.size(); ++loop) {
      if (llvm::any_of(N.loops, [&](const Loop &inner) { return inner.parent == loop; }))
        continue;
      if (!mayBeLanes(loop) || handsOnScalars(N, loop))
        return std::nullopt;
      tiles.push_back({loop, NoId});
    }
    return Variant{N, F, std::move(tiles), std::nullopt};
  }

  std::optional<LoopId> onlyLoopIn(LoopId outer) const {
    std::optional<LoopId> found;
    for (LoopId loop = 0; loop < N.loops.size(); ++loop)
      if (N.loops[loop].parent == outer) {
        if (found || !llvm::is_contained(N.nodes[N.loops[outer].node].body, N.loops[loop].node))
          return std::nullopt;
        found = loop;
      }
    return found;
  }

  /// Nests that write nothing and sum up, whatever the order: the loop outside along which lanes cost least.
  std::optional<Variant> bestForSums() const {
    if (llvm::any_of(N.accesses, [](const Access &access) { return access.isWrite; }) || !F.cells.empty())
      return std::nullopt;
    const LoopId lanes = *std::min_element(
        Band.begin(), Band.end(), [&](LoopId a, LoopId b) { return costAlong(N, a, NoId) < costAlong(N, b, NoId); });
    const llvm::SmallVector<LoopId, 4> order = withFirst(Band, lanes);
    // Of long rows each is summed up by itself at little cost, in the order of memory.
    const std::optional<int64_t> columns = N.tripCount(lanes).asConstant();
    if (!onlySumsUp() || lanes == Band[0] || !columns || *columns > ShortRow || !hasBoundsInOrder(N, order))
      return std::nullopt;
    return analysed({reordered(N, Band, order), {}, 0});
  }

  void propose(std::optional<Proposal> proposal) {
    if (proposal)
      Proposals.push_back(std::move(*proposal));
  }

  /// Both along loops of the root's band: the other parallel loops around them, the rest inside if that is legal.
  std::optional<Proposal> within(LoopId rows, LoopId lanes) const {
    llvm::SmallVector<LoopId, 4> outside, inside, order;
    for (LoopId loop : Band)
      if (loop != rows && loop != lanes)
        (mayBeRows(loop) ? outside : inside).push_back(loop);
    const auto concatenated = [&](llvm::ArrayRef<LoopId> before, llvm::ArrayRef<LoopId> behind) {
      order.assign(before.begin(), before.end());
      order.append({rows, lanes});
      order.append(behind.begin(), behind.end());
    };
    concatenated(outside, inside);
    size_t place = outside.size();
    if (!mayPermute(N, F, Band, order)) {
      llvm::SmallVector<LoopId, 4> others;
      for (LoopId loop : Band)
        if (loop != rows && loop != lanes)
          others.push_back(loop);
      concatenated(others, {});
      place = others.size();
      if (!mayPermute(N, F, Band, order))
        return std::nullopt;
    }
    Proposal proposal{reordered(N, Band, order), {{Band[place + 1], Band[place]}}, 0};
    proposal.cost = costOf(proposal);
    return proposal;
  }

  /// Rows along the last loop of the root's band, lanes along loops below it.
  std::optional<Proposal> below(LoopId rows) const {
    llvm::SmallVector<LoopId, 4> order;
    for (LoopId loop : Band)
      if (loop != rows)
        order.push_back(loop);
    order.push_back(rows);
    if (!mayPermute(N, F, Band, order))
      return std::nullopt;
    Proposal proposal{reordered(N, Band, order), {}, 0};
    for (NodeId id : N.nodes[N.loops[Band.back()].node].body) {
      if (N.nodes[id].kind != Node::Loop)
        continue;
      const std::optional<LoopId> lanes = bringOut(proposal.nest, N.nodes[id].loop, rows);
      if (lanes)
        proposal.tiles.push_back({*lanes, Band.back()});
    }
    if (proposal.tiles.empty())
      return std::nullopt;
    proposal.cost = costOf(proposal);
    return proposal;
  }

  /// Makes the best loop for lanes the outermost one of the band that begins with `loop`.
  std::optional<LoopId> bringOut(Nest &nest, LoopId loop, LoopId rows) const {
    const llvm::SmallVector<LoopId, 4> band = perfectBand(N, loop);
    std::optional<LoopId> best;
    double least = INFINITY;
    for (LoopId lanes : band) {
      const double cost = costAlong(N, lanes, NoId);
      const bool staysOutermost = lanes == band[0] && (!handsOnScalars(N, lanes) || mayBeSums(lanes, rows));
      if (!mayBeLanes(lanes) || cost >= least || (!staysOutermost && !mayPermute(N, F, band, withFirst(band, lanes))))
        continue;
      best = lanes;
      least = cost;
    }
    if (!best)
      return std::nullopt;
    nest = reordered(nest, band, withFirst(band, *best));
    return band[0];
  }

  /// What iterations of the loop hand on are sums, in any order; and rows are short, or share half of what is added up.
  /// (By itself, each long row comes from memory faster than several do side by side.)
  bool mayBeSums(LoopId lanes, LoopId rows) const {
    const std::vector<NodeId> &body = N.nodes[N.loops[lanes].node].body;
    const llvm::BitVector exposed = exposedLocals(N, body), assigned = assignedLocals(N, body);
    for (LocalId l = 0; l < N.locals.size(); ++l) {
      if (!assigned[l] || !exposed[l])
        continue;
      const std::optional<ScalarFacts> facts = reductionOf(N, lanes, {N.locals[l].type, l, NoId, {}});
      if (!facts || !facts->mayReassociate)
        return false;
    }
    if (const std::optional<int64_t> columns = N.tripCount(lanes).asConstant(); columns && *columns <= ShortRow)
      return true;
    unsigned shared = 0, own = 0;
    for (const Occurrence &instance : Instances) {
      const Access &access = N.accesses[instance.access];
      // What does not move with the lanes is read once a row.
      const bool moves = !access.isAffine() || N.byteAddress(access).uses(N.loops[lanes].iterator);
      if (!moves || !llvm::is_contained(instance.loops, lanes) || access.isWrite)
        continue;
      const bool isOwn = !access.isAffine() || N.byteAddress(access).uses(N.loops[rows].iterator);
      ++(isOwn ? own : shared);
    }
    return shared >= own;
  }

  static Nest reordered(const Nest &nest, llvm::ArrayRef<LoopId> band, llvm::ArrayRef<LoopId> order) {
    return band == order ? nest : permuted(nest, band, order);
  }

  static llvm::SmallVector<LoopId, 4> withFirst(llvm::ArrayRef<LoopId> band, LoopId first) {
    llvm::SmallVector<LoopId, 4> order = {first};
    for (LoopId loop : band)
      if (loop != first)
        order.push_back(loop);
    return order;
  }

  double costOf(const Proposal &proposal) const {
    double sum = 0;
    for (const Tile &tile : proposal.tiles)
      sum += costAlong(proposal.nest, tile.lanes, tile.rows);
    return sum;
  }

  /// Of the accesses inside `lanes`, the inner ones far more than the outer ones: a vector is cheap, a broadcast
  /// cheaper, single elements are dear, and rows share what does not move with them.
  double costAlong(const Nest &nest, LoopId lanes, LoopId rows) const {
    const SymbolId lane = nest.loops[lanes].iterator;
    double sum = 0;
    for (const Occurrence &instance : Instances) {
      if (!llvm::is_contained(instance.loops, lanes))
        continue;
      const Access &access = nest.accesses[instance.access];
      const double weight = std::pow(10, double(instance.loops.size()));
      if (!access.isAffine()) {
        sum += 8 * weight;
        continue;
      }
      const IndexExpr place = nest.byteAddress(access);
      const bool isContiguous =
          place.degreeIn(lane) == 1 && place.coefficientOf(lane).asConstant() == int64_t(bytesOf(access.type));
      double cost = !place.uses(lane) ? 0.25 : isContiguous ? 1 : 8;
      if (access.isWrite && !isContiguous)
        cost = 16;
      if (rows != NoId && !place.uses(nest.loops[rows].iterator))
        cost /= 4;
      sum += cost * weight;
    }
    return sum;
  }

  std::optional<Variant> analysed(Proposal proposal) const {
    Variant variant{std::move(proposal.nest), F, std::move(proposal.tiles), std::nullopt};
    if (!variant.nest.reordered)
      return variant;
    llvm::Expected<Scop> scop = buildScop(variant.nest, O);
    if (!scop) {
      llvm::consumeError(scop.takeError());
      return std::nullopt;
    }
    llvm::Expected<Facts> facts = analyse(*scop);
    if (!facts) {
      llvm::consumeError(facts.takeError());
      return std::nullopt;
    }
    variant.facts = std::move(*facts);
    return variant;
  }

  const Nest &N;
  const Facts &F;
  const PolyOptions &O;
  const llvm::SmallVector<LoopId, 4> Band;
  const std::vector<Occurrence> Instances;
  std::vector<Proposal> Proposals;
};

} // namespace

std::vector<Variant> scheduleVariants(const Nest &nest, const Facts &facts, const PolyOptions &options) {
  if (nest.loops.size() < 2)
    return {};
  return Scheduler(nest, facts, options).run();
}

} // namespace vecify
