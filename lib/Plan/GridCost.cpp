// See GridCost.h. Along the threads of a warp neighbouring elements share sectors of memory, one element is read once,
// and all else takes a sector a thread; what neighbours read of each other's a block reads once.
#include "GridCost.h"
#include "BlockCost.h"
#include "vecify/Nest/Occurrences.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

namespace vecify {

std::optional<int64_t> strideAlong(const Nest &nest, const Access &access, SymbolId counter) {
  if (!access.isAffine())
    return std::nullopt;
  const IndexExpr address = nest.byteAddress(access);
  if (!address.uses(counter))
    return 0;
  return address.degreeIn(counter) > 1 ? std::nullopt : address.coefficientOf(counter).asConstant();
}

namespace {

/// Bytes that a memory access takes at least.
constexpr double SectorBytes = 32;
/// Bytes a cycle of device memory, H200 (4.8 TB/s at 1.83 GHz); single-precision operations a cycle (132 * 128).
constexpr double MemoryBytesPerCycle = 2600, OpsPerCycle = 16896;
/// Elements a cycle that all multiprocessors read from shared memory.
constexpr double SharedReadsPerCycle = 132 * 32;
/// Instructions: of an access with its address, of a read from shared memory, and until a thread knows where it is.
constexpr double AccessOps = 4, SharedOps = 2, ThreadOps = 100;
/// Threads that keep memory busy: half of what the multiprocessors hold.
constexpr double EnoughThreads = 132 * 1024;
/// Iterations of a mapped loop where the source does not say: what is brought to a GPU is large.
constexpr int64_t UnknownExtent = 4096;

class GridCost {
public:
  GridCost(const Nest &nest, const GridPlan &grid) : N(nest), Grid(grid) {}

  Cost cost() const {
    double bytes = 0, ops = 0, shared = 0;
    std::vector<Neighbours> groups;
    for (const Occurrence &o : occurrences(N)) {
      const Access &access = N.accesses[o.access];
      const double size = bytesOf(access.type);
      // What an innermost loop touches at one place stays in a register.
      llvm::ArrayRef<LoopId> loops = o.loops;
      while (loops.size() > Grid.loops.size() && access.isAffine() &&
             !N.byteAddress(access).uses(N.loops[loops.back()].iterator))
        loops = loops.drop_back();
      double times = 1;
      for (LoopId l : llvm::drop_begin(loops))
        times *= expectedTrip(N, l);
      ops += times;
      if (const std::optional<Reuse> reuse = stagedReuse(o)) {
        bytes += times * size / reuse->ofBlock;
        shared += times / reuse->ofThread;
        ops += SharedOps * times / reuse->ofThread;
        continue;
      }
      ops += AccessOps * times;
      if (addToNeighbours(groups, o))
        continue;
      const SymbolId counter = threadCounter(o);
      const std::optional<int64_t> stride = counter == NoId ? 0 : strideAlong(N, access, counter);
      const double touched = !stride        ? SectorBytes
                             : *stride == 0 ? size / WarpThreads
                                            : std::min(SectorBytes, std::max(size, double(std::abs(*stride))));
      bytes += times * touched;
    }
    // Iterations of the chain inside of one of the root, and the threads that there are for all of them.
    double points = 1, threads = Grid.row ? Grid.row->threads : 1, ofThread = 1;
    for (const GridLoop &grid : Grid.loops) {
      points *= grid.loop == 0 ? 1 : expectedTrip(N, grid.loop);
      threads *= double(N.tripCount(grid.loop).asConstant().value_or(UnknownExtent)) / grid.mapping.registers;
      ofThread *= grid.mapping.registers;
    }
    for (const Neighbours &group : groups)
      bytes += points * bytesOfNeighbours(group);
    ops += ThreadOps * points / ofThread;
    Cost cost;
    const double memory = bytes / MemoryBytesPerCycle * std::max(1.0, EnoughThreads / threads),
                 compute = ops / OpsPerCycle, tiles = shared / SharedReadsPerCycle;
    cost.price = cost.perIteration = std::max({memory, compute, tiles});
    cost.limit = memory >= std::max(compute, tiles) ? Limit::Memory
                 : compute >= tiles                 ? Limit::Arithmetic
                                                    : Limit::SharedMemory;
    cost.run = cost.price * expectedTrip(N, 0);
    return cost;
  }

private:
  /// The counter of neighbouring threads at this access.
  SymbolId threadCounter(const Occurrence &o) const {
    if (Grid.row)
      return o.loops.size() > 1 ? N.loops[o.loops[1]].iterator : NoId;
    return N.loops[Grid.loops.back().loop].iterator;
  }

  struct Reuse {
    double ofBlock = 1, ofThread = 1; ///< how often what is read once serves
  };

  /// Of an access that goes through shared memory (lib/Lower/Simt/StageInShared.cpp says which).
  std::optional<Reuse> stagedReuse(const Occurrence &o) const {
    const Access &access = N.accesses[o.access];
    const std::vector<GridLoop> &loops = Grid.loops;
    if (Grid.row || !access.isAffine())
      return std::nullopt;
    const bool isInside = o.loops.size() > loops.size();
    const int64_t size = bytesOf(access.type);
    if (access.isWrite || !isInside) {
      // A square that is turned around.
      const bool isSquare = loops.size() == 2 && loops[0].mapping.lanes() == loops[1].mapping.lanes();
      if (access.isWrite && !isInside && isSquare &&
          strideAlong(N, access, N.loops[loops[0].loop].iterator) == std::optional(size))
        return Reuse{};
      return std::nullopt;
    }
    const std::optional<int64_t> along = strideAlong(N, access, N.loops[o.loops.back()].iterator);
    Reuse reuse;
    unsigned moving = 0;
    bool follows = along == std::optional<int64_t>(size);
    for (const GridLoop &grid : loops) {
      const std::optional<int64_t> stride = strideAlong(N, access, N.loops[grid.loop].iterator);
      if (stride == std::optional<int64_t>(0)) {
        reuse.ofBlock *= double(grid.mapping.lanes());
        reuse.ofThread *= grid.mapping.registers;
      } else {
        ++moving;
        follows |= loops.size() > 1 && stride == std::optional<int64_t>(size);
      }
    }
    if (moving != 1 || !follows || N.isWritten(access.array) || along == std::optional<int64_t>(0))
      return std::nullopt;
    return reuse;
  }

  /// Reads or writes of one array by neighbouring iterations: places that differ by whole steps of the mapped loops.
  struct Neighbours {
    const Access *first;
    llvm::SmallVector<int64_t, 3> from, to; ///< steps along each of the loops
  };

  /// k, l, .. with `distance` = k * stride of the first loop + l * stride of the second ..
  std::optional<llvm::SmallVector<int64_t, 3>> stepsOf(const IndexExpr &distance,
                                                       llvm::ArrayRef<IndexExpr> strides) const {
    llvm::SmallVector<int64_t, 3> steps(strides.size());
    for (const IndexExpr::Term &term : distance.terms()) {
      const auto *along = llvm::find_if(strides, [&](const IndexExpr &stride) {
        return stride.terms().size() == 1 && stride.terms()[0].symbols == term.symbols &&
               term.coefficient % stride.terms()[0].coefficient == 0;
      });
      if (along == strides.end())
        return std::nullopt;
      steps[along - strides.begin()] += term.coefficient / along->terms()[0].coefficient;
    }
    return steps;
  }

  llvm::SmallVector<IndexExpr, 3> stridesOf(const Access &access) const {
    llvm::SmallVector<IndexExpr, 3> strides;
    for (const GridLoop &grid : Grid.loops)
      strides.push_back(N.byteAddress(access).coefficientOf(N.loops[grid.loop].iterator));
    return strides;
  }

  /// Puts the access to its neighbours; false where it is not a plain one of the mapped loops.
  bool addToNeighbours(std::vector<Neighbours> &groups, const Occurrence &o) const {
    const Access &access = N.accesses[o.access];
    if (Grid.row || o.loops.size() > Grid.loops.size() || !access.isAffine())
      return false;
    const llvm::SmallVector<IndexExpr, 3> strides = stridesOf(access);
    for (const GridLoop &grid : Grid.loops)
      if (N.byteAddress(access).degreeIn(N.loops[grid.loop].iterator) > 1)
        return false;
    for (Neighbours &group : groups) {
      const Access &first = *group.first;
      if (first.array != access.array || first.isWrite != access.isWrite || first.type != access.type ||
          stridesOf(first) != strides)
        continue;
      const auto steps = stepsOf(N.byteAddress(access) - N.byteAddress(first), strides);
      if (!steps)
        continue;
      for (unsigned d = 0; d < strides.size(); ++d) {
        group.from[d] = std::min(group.from[d], (*steps)[d]);
        group.to[d] = std::max(group.to[d], (*steps)[d]);
      }
      return true;
    }
    const llvm::SmallVector<int64_t, 3> none(strides.size());
    groups.push_back({&access, none, none});
    return true;
  }

  /// Bytes of memory that a block moves for a lane of its own: what neighbours share it moves once.
  double bytesOfNeighbours(const Neighbours &group) const {
    const double size = bytesOf(group.first->type);
    double bytes = size, lanes = 1;
    for (unsigned d = 0; d < Grid.loops.size(); ++d) {
      const GridLoop &grid = Grid.loops[d];
      const std::optional<int64_t> stride = strideAlong(N, *group.first, N.loops[grid.loop].iterator);
      lanes *= double(grid.mapping.lanes());
      if (stride == std::optional<int64_t>(0))
        continue;
      const double along = double(grid.mapping.lanes() + group.to[d] - group.from[d]);
      if (grid.mapping.axis != 0) {
        bytes *= along;
        continue;
      }
      const double step = stride ? std::min<double>(std::abs(*stride), SectorBytes) : SectorBytes;
      const double ends = group.to[d] > group.from[d] ? SectorBytes : 0; // sectors are read as a whole
      bytes *= std::max(step / size, 1.0) * along + ends / size;
    }
    return bytes / lanes;
  }

  const Nest &N;
  const GridPlan &Grid;
};

} // namespace

Cost gridCost(const Nest &nest, const GridPlan &grid) { return GridCost(nest, grid).cost(); }

} // namespace vecify
