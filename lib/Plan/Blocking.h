// Cache blocks of a contraction: which loops they cut, and what is copied into panels.
#pragma once
#include "vecify/Plan/Plan.h"

namespace vecify {

/// The loops of a tile whose blocks may be run one after the other, and what each block reads again for every row.
struct BlockableTile {
  LoopId rows = NoId, lanes = NoId, depth = NoId;
  std::vector<AccessId> packed;
};

/// rows, lanes and depth are a perfect band of loops with bounds of their own; rows and lanes are parallel, so every
/// place sees its depth in order, whatever the blocks; and some read moves with lanes and depth but not with the rows.
std::optional<BlockableTile> blockableTile(const Variant &variant);

/// Whether the value changes while the nest runs.
bool usesCounter(const Nest &nest, const IndexExpr &expr);

/// A block whose panels fit into `bytes`, in whole tiles of `columns`; nullopt if there is none worth its name.
std::optional<CacheBlocks> blockOf(const Variant &variant, const BlockableTile &tile, unsigned columns, unsigned bytes);

} // namespace vecify
