// A tile of T steps and R x ... x C places, of which C lie side by side in memory, touches about
//
//     (R + skew * T) * ... * (C + skew * T)
//
// points. A cache that holds them still has most of them when the next tile begins, but not those that the steps move
// back along the outermost dimension: R + skew * T rows come in where R would do, once for T steps. So of what a step
// would move, there moves (1 + skew * T / R) / T.
//
// A smaller cache may hold what one step touches, R * ... * C points: then a step needs those that it moves back by,
// skew / R + ... + skew / C of them.
//
// All sizes that are powers of two are tried.
#include "TimeTiles.h"
#include "Enumerate.h"
#include "vecify/Nest/Permute.h"
#include "vecify/Nest/Range.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace vecify {

using llvm::Expected;

namespace {

/// Cycles for the short vectors and the loop of a row, and for the bounds of a part in one step.
constexpr double PerRow = 20, PerPart = 40;
/// Of a cache, what a tile and what a step may take: the rest is for what else is alive, and sets fill unevenly.
constexpr double TileShare = 0.65, StepShare = 0.7;
/// Caches that tiles are made for.
constexpr unsigned Levels = 2;

/// Bytes of all arrays for a point, and of those that the next step touches again in the same place.
struct BytesOfPoint {
  double all = 0, again = 0;
};

/// Of every array, what lies between neighbours of the innermost band loops.
BytesOfPoint bytesOfPoint(const Nest &nest, llvm::ArrayRef<LoopId> inner) {
  std::vector<double> bytes(nest.arrays.size());
  std::vector<bool> moves(nest.arrays.size());
  for (const Access &access : nest.accesses) {
    if (!access.isAffine())
      continue;
    const IndexExpr place = nest.byteAddress(access);
    moves[access.array] = moves[access.array] || place.uses(nest.rootIterator());
    for (LoopId loop : inner) {
      const SymbolId counter = nest.loops[loop].iterator;
      if (place.degreeIn(counter) != 1)
        continue;
      const double stride = std::abs(double(place.coefficientOf(counter).asConstant().value_or(64)));
      bytes[access.array] = std::max(bytes[access.array], std::min(64.0, stride));
    }
  }
  BytesOfPoint result;
  for (ArrayId a = 0; a < bytes.size(); ++a) {
    result.all += bytes[a];
    result.again += moves[a] ? 0 : bytes[a];
  }
  return result;
}

class Sizes {
public:
  Sizes(const Variant &variant, const Target &target) : N(variant.nest), Tiling(*variant.time), T(target) {
    llvm::SmallVector<LoopId, 4> inner;
    for (const TimeTiling::Part &part : Tiling.parts) {
      const llvm::SmallVector<LoopId, 4> band = perfectBand(N, N.nodes[part.node].loop);
      inner.push_back(band.back());
      if (part.loops[0] == NoId)
        continue;
      Points = IndexExpr(1);
      Untiled = 1;
      for (LoopId loop : part.loops)
        if (loop != NoId)
          Points = Points * N.tripCount(loop);
      for (LoopId loop : band)
        if (!llvm::is_contained(part.loops, loop))
          Untiled *= expectedTrip(N, loop);
    }
    const BytesOfPoint bytes = bytesOfPoint(N, inner);
    Bytes = bytes.all * Untiled;
    Again = bytes.again / std::max(bytes.all, 1.0);
  }

  std::optional<TimeTiles> best() const {
    const size_t dimensions = Tiling.skews.size();
    if (Again == 0)
      return std::nullopt;
    // Lines of one dimension are short enough for the first cache. Of what the second one does not hold by far, parts
    // of tiles at the edges and their short rows take what the next cache would.
    const double fitting = double(T.caches[dimensions == 1 ? 0 : 1].bytes) / 2;
    TimeTiles result;
    result.tiling = Tiling;
    result.leastPoints = int64_t((dimensions == 1 ? fitting : 4 * fitting) / Bytes);
    result.side = std::pow(8 * fitting / Bytes, 1 / double(dimensions));
    if (const std::optional<int64_t> points = Points.asConstant()) {
      if (*points < result.leastPoints)
        return std::nullopt;
      result.leastPoints = 0;
    }
    double least = INFINITY;
    for (int64_t steps = 2; steps <= 32; steps *= 2)
      for (int64_t rows = 4; rows <= (dimensions == 1 ? 4 : 64); rows *= 2)
        for (int64_t columns = 32; columns <= 4096; columns *= 2) {
          llvm::SmallVector<int64_t, 3> sizes(dimensions, rows);
          sizes.back() = columns;
          if (bytesOfTile(sizes, steps) > TileShare * double(T.caches[Levels - 1].bytes))
            continue;
          const double cycles = cost(sizes, steps);
          if (cycles >= least)
            continue;
          least = cycles;
          result.steps = steps;
          result.sizes = sizes;
          result.shares = shares(sizes, steps);
        }
    return least < INFINITY ? std::optional(result) : std::nullopt;
  }

private:
  double bytesOfTile(llvm::ArrayRef<int64_t> sizes, int64_t steps) const {
    double points = 1;
    for (size_t d = 0; d < sizes.size(); ++d)
      points *= double(sizes[d] + Tiling.skews[d] * steps);
    return points * Bytes;
  }

  static double pointsOfStep(llvm::ArrayRef<int64_t> sizes) {
    double points = 1;
    for (int64_t size : sizes)
      points *= double(size);
    return points;
  }

  llvm::SmallVector<double, 2> shares(llvm::ArrayRef<int64_t> sizes, int64_t steps) const {
    llvm::SmallVector<double, 2> result;
    for (unsigned level = 0; level < Levels; ++level) {
      const double cache = double(T.caches[level].bytes);
      double share = 1;
      if (bytesOfTile(sizes, steps) <= TileShare * cache) {
        share = (1 + double(Tiling.skews[0] * steps) / double(sizes[0])) / double(steps);
      } else if (pointsOfStep(sizes) * Bytes <= StepShare * cache) {
        share = 0;
        for (size_t d = 0; d < sizes.size(); ++d)
          share += double(Tiling.skews[d]) / double(sizes[d]);
      }
      result.push_back(1 - Again * (1 - std::min(share, 1.0)));
    }
    result.push_back(result.back()); // of DRAM: what comes from behind the last of these levels
    return result;
  }

  /// Per point and step.
  double cost(llvm::ArrayRef<int64_t> sizes, int64_t steps) const {
    double sum = PerRow / (double(sizes.back()) * Untiled) + PerPart / (pointsOfStep(sizes) * Untiled);
    const llvm::SmallVector<double, 2> moved = shares(sizes, steps);
    for (unsigned level = 0; level < Levels; ++level)
      sum += 2 * Bytes / Untiled * moved[level] / T.caches[level + 1].bytesPerCycle;
    return sum;
  }

  const Nest &N;
  const TimeTiling &Tiling;
  const Target &T;
  IndexExpr Points;
  double Untiled = 1; ///< iterations of the loops inside the tiled ones
  double Again = 0;   ///< of the bytes, what the next step touches again
  double Bytes = 0;   ///< that a point takes, with what lies inside the tiled loops
};

} // namespace

std::optional<TimeTiles> timeTilesOf(const Variant &variant, const Target &target) {
  return Sizes(variant, target).best();
}

std::vector<TimeTiles> smallTimeTiles(const Variant &variant) {
  std::vector<TimeTiles> result;
  for (const auto [steps, outer, inner] : {std::tuple(1, 2, 5), std::tuple(2, 3, 19), std::tuple(3, 1, 33)}) {
    TimeTiles tiles;
    tiles.tiling = *variant.time;
    tiles.steps = steps;
    tiles.sizes.assign(tiles.tiling.skews.size(), outer);
    tiles.sizes.back() = inner;
    result.push_back(std::move(tiles));
  }
  return result;
}

/// Some grid may be large enough to be cut; a part may do only its edge.
static bool mayBeLarge(const Nest &nest, const TimeTiles &time) {
  return llvm::any_of(time.tiling.parts, [&](const TimeTiling::Part &part) {
    double points = 1;
    for (LoopId loop : part.loops)
      points *= loop == NoId ? 1 : double(mostIterations(nest, loop));
    return points >= double(time.leastPoints);
  });
}

Expected<Legality> enumerateTimeTiles(const Variant &variant, const Target &target, bool isDrawn,
                                      std::vector<Plan> &plans) {
  const Nest &nest = variant.nest;
  Expected<Legality> legality = checkTiles(nest, variant.facts, variant.tiles);
  if (!legality || target.aie)
    return legality;
  std::vector<TimeTiles> choices;
  if (std::optional<TimeTiles> best = timeTilesOf(variant, target))
    choices.push_back(std::move(*best));
  if (isDrawn)
    llvm::append_range(choices, smallTimeTiles(variant));
  unsigned widest = 8;
  for (const Access &access : nest.accesses)
    widest = std::max(widest, bitsOf(access.type));
  const unsigned lanes = target.registerBits[0] / widest;
  int64_t most = 0;
  for (const Tile &tile : variant.tiles)
    most = std::max(most, likelyIterations(nest, tile.lanes));
  llvm::erase_if(choices, [&](const TimeTiles &time) { return !mayBeLarge(nest, time); });
  for (const TimeTiles &time : choices)
    for (unsigned unroll : {1u, 2u})
      for (Tail tail : {Tail::Halves, Tail::Mask}) {
        if (lanes < 2 || lanes * unroll > std::min<int64_t>(most, legality->maxLanes) ||
            opsOf(nest, lanes, unroll, target.registerBits[0]) > MostTileOps)
          continue;
        Plan plan;
        plan.number = unsigned(plans.size());
        plan.tiles = variant.tiles;
        plan.lanes = lanes;
        plan.unroll = unroll;
        plan.registerBits = target.registerBits[0];
        plan.tail = tail;
        plan.leastLanes = tail == Tail::Mask ? lanes : std::min(lanes, std::max(64 / widest, widest == 64 ? 2u : 4u));
        plan.time = time;
        plans.push_back(std::move(plan));
      }
  return legality;
}

} // namespace vecify
