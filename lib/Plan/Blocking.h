// Cache blocks of a contraction: which loops they cut, and what is copied into panels.
#pragma once
#include "vecify/Plan/Plan.h"

namespace vecify {

/// The loops of a tile whose blocks may be run one after the other, and what each block reads again for every row.
struct BlockableTile {
  LoopId rows = NoId, lanes = NoId, depth = NoId;
  /// Statements of the rows before their lanes' loop: they run for all rows first.
  std::vector<NodeId> prelude;
  std::vector<AccessId> packed;
  std::vector<ExprId> shared; ///< sharedByLanes
  /// Statements of an iteration of the lanes' loop before and behind its depth: for the first and for the last block.
  std::vector<NodeId> before, behind;
  /// Scalars that such an iteration keeps from one block of its depth to the next.
  std::vector<LocalId> kept;
  bool isSlanted = false;      ///< hasSlantedColumns
  bool isDepthSlanted = false; ///< the bounds of the depth move with the rows, instead
  bool readsDown = false; ///< what rows read for themselves lies lines apart from one step of the depth to the next
  bool isPerfect() const { return before.empty() && behind.empty(); }
};

/// rows hold nothing behind their lanes, depth is the only loop inside, and all have bounds of their own, but for columns
/// or a depth that are slanted; lanes are parallel and rows may run together, so every place sees its depth in order,
/// whatever the blocks; and some read moves with lanes and depth but not with the rows, in every iteration, and sees
/// nothing that the nest writes.
std::optional<BlockableTile> blockableTile(const Variant &variant);

/// Expressions of the depth, more than reads, that all lanes of a row have in common, and each row has its own in each
/// step. Of the reads in them `mayBeCopied` knows whether they may be done for all steps beforehand.
std::vector<ExprId> sharedByLanes(const Nest &nest, const BlockableTile &tile,
                                  llvm::function_ref<bool(AccessId)> mayBeCopied);

/// Whether both read the same place in every iteration.
bool isSameRead(const Nest &nest, AccessId a, AccessId b);

/// The columns' bounds move with the rows, by one column a row: and where a row has no columns, so have all rows before
/// it or all behind it, or the guards see it. Rows that hold more than their columns always have some.
bool hasSlantedColumns(const Nest &nest, const Tile &tile);

/// Whether the value changes while the nest runs.
bool usesCounter(const Nest &nest, const IndexExpr &expr);

/// A block whose panels and kept scalars fit into the bytes that the options permit, in whole tiles of `rows` x
/// `columns`; nullopt if there is none worth its name. The panels of products in groups of
/// more than one are in an order of their own, so a single block is one too.
std::optional<CacheBlocks> blockOf(const Variant &variant, const BlockableTile &tile, unsigned columns, unsigned rows,
                                   unsigned group, const PlanOptions &options);

} // namespace vecify
