// See Blocking.h. Source: Goto & van de Geijn, Anatomy of High-Performance Matrix Multiplication, 2008; of its layers
// just the panel of the streamed operand, for it must fit on a stack.
#include "Blocking.h"
#include "vecify/Nest/Exposed.h"
#include "vecify/Nest/Permute.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

bool usesCounter(const Nest &nest, const IndexExpr &expr) {
  return llvm::any_of(expr.symbols(), [&](SymbolId s) { return nest.symbols[s].kind == Symbol::Iterator; });
}

/// Nothing but updates of memory, whose place the depth does not move, and scalars of one iteration.
static bool isUpdate(const Nest &nest, llvm::ArrayRef<NodeId> body, SymbolId depth) {
  if (exposedLocals(nest, body).anyCommon(assignedLocals(nest, body)))
    return false;
  return llvm::all_of(body, [&](NodeId id) {
    const Node &node = nest.nodes[id];
    if (node.kind != Node::Assign || node.access == NoId)
      return node.kind == Node::Assign;
    const Access &access = nest.accesses[node.access];
    return access.isAffine() && !nest.byteAddress(access).uses(depth);
  });
}

static bool isWritten(const Nest &nest, ArrayId array) {
  return llvm::any_of(nest.accesses, [&](const Access &a) { return a.isWrite && a.array == array; });
}

std::optional<BlockableTile> blockableTile(const Variant &variant) {
  const Nest &nest = variant.nest;
  if (variant.tiles.size() != 1 || variant.tiles[0].rows == NoId)
    return std::nullopt;
  const llvm::SmallVector<LoopId, 4> band = perfectBand(nest, variant.tiles[0].rows);
  if (band.size() != 3 || band[1] != variant.tiles[0].lanes)
    return std::nullopt;
  BlockableTile tile{band[0], band[1], band[2], {}};
  for (LoopId loop : {tile.rows, tile.lanes})
    if (!variant.facts.loops[loop].parallel || variant.facts.loops[loop].updatesCells)
      return std::nullopt;
  for (LoopId loop : band)
    if (usesCounter(nest, nest.loops[loop].lower) || usesCounter(nest, nest.loops[loop].upper))
      return std::nullopt;
  const SymbolId rows = nest.loops[tile.rows].iterator, lanes = nest.loops[tile.lanes].iterator,
                 depth = nest.loops[tile.depth].iterator;
  if (!isUpdate(nest, nest.nodes[nest.loops[tile.depth].node].body, depth))
    return std::nullopt;
  for (AccessId id = 0; id < nest.accesses.size(); ++id) {
    const Access &access = nest.accesses[id];
    if (access.isWrite || !access.isAffine() || isWritten(nest, access.array))
      continue;
    const IndexExpr place = nest.byteAddress(access);
    if (place.uses(lanes) && place.uses(depth) && !place.uses(rows))
      tile.packed.push_back(id);
  }
  if (tile.packed.empty())
    return std::nullopt;
  return tile;
}

/// Most and fewest iterations of the depth in a block: sums are loaded and stored once for them.
static constexpr int64_t Depth = 256, LeastDepth = 16;

std::optional<CacheBlocks> blockOf(const Variant &variant, const BlockableTile &tile, unsigned columns, unsigned bytes) {
  int64_t rowBytes = 0;
  for (AccessId id : tile.packed)
    rowBytes += bytesOf(variant.nest.accesses[id].type);
  int64_t depth = Depth;
  while (depth > LeastDepth && bytes < depth * rowBytes * columns)
    depth /= 2;
  const int64_t fitting = bytes / (depth * rowBytes) / columns * columns;
  if (fitting == 0)
    return std::nullopt;
  const auto isShort = [&](LoopId loop, int64_t size) {
    const std::optional<int64_t> trip = variant.nest.tripCount(loop).asConstant();
    return trip && *trip <= 2 * size;
  };
  if (isShort(tile.depth, depth) && isShort(tile.lanes, fitting))
    return std::nullopt; // there is nothing to block
  return CacheBlocks{depth, fitting};
}

} // namespace vecify
