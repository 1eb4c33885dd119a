// Which write of a block is done tile by tile, and what is computed for it.
#pragma once
#include "Alias.h"
#include "Match.h"
#include "vecify/Lower/Lower.h"

namespace vecify {

/// A write whose value, or something that the value is made of, does not fit the registers; all of it can be computed
/// tile by tile at the write's place.
struct LargeTree {
  OpId write = 0;
  llvm::SmallVector<int64_t, 4> tile; ///< of the written value, per dim: divisors of its shape
};

/// The tiles for the writes of `block`, in order; those without a large value and those that may not be tiled are left
/// out.
std::vector<LargeTree> findLargeTrees(const Function &f, BlockId block, const Target &target,
                                      const LowerOptions &options);

/// How many steps of a reduced dim of `size` points one pass of its loop does: an order is kept only by 1 in all but
/// the last dim.
int64_t reducedTile(int64_t size, bool isLast);

} // namespace vecify
