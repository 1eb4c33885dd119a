// See Blocking.h. Source: Goto & van de Geijn, Anatomy of High-Performance Matrix Multiplication, 2008; of its layers
// just the panel of the streamed operand, for it must fit on a stack.
#include "Blocking.h"
#include "vecify/Nest/Exposed.h"
#include "vecify/Nest/Occurrences.h"
#include "vecify/Nest/Permute.h"
#include "vecify/Nest/Range.h"
#include "vecify/Nest/RunTogether.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

/// No counter but this one moves it.
static bool isFixedBut(const Nest &nest, const IndexExpr &expr, SymbolId counter) {
  return llvm::none_of(expr.symbols(),
                       [&](SymbolId s) { return s != counter && nest.symbols[s].kind == Symbol::Iterator; });
}

bool usesCounter(const Nest &nest, const IndexExpr &expr) { return !isFixedBut(nest, expr, NoId); }

/// The loop's bounds move with the rows, by one a row; and where it does not run in a row, neither does it in all rows
/// before or in all behind, or the guards see it.
static bool isSlanted(const Nest &nest, LoopId loop, SymbolId rows) {
  const auto slopeOf = [&](const IndexExpr &expr) -> std::optional<int64_t> {
    if (!expr.uses(rows))
      return 0;
    const std::optional<int64_t> slope =
        expr.degreeIn(rows) == 1 ? expr.coefficientOf(rows).asConstant() : std::nullopt;
    return slope && std::abs(*slope) == 1 ? slope : std::nullopt;
  };
  const auto &[lower, upper] = std::tie(nest.loops[loop].lower, nest.loops[loop].upper);
  const IndexExpr count = nest.tripCount(loop);
  return (lower.uses(rows) || upper.uses(rows)) && slopeOf(lower) && slopeOf(upper) && slopeOf(count) &&
         (count.uses(rows) || !usesCounter(nest, count) || alwaysRuns(nest, loop));
}

bool hasSlantedColumns(const Nest &nest, const Tile &tile) {
  if (tile.rows == NoId || nest.loops[tile.lanes].parent != tile.rows ||
      !isSlanted(nest, tile.lanes, nest.loops[tile.rows].iterator))
    return false;
  return nest.nodes[nest.loops[tile.rows].node].body.size() == 1 || alwaysRuns(nest, tile.lanes);
}

bool isSameRead(const Nest &nest, AccessId a, AccessId b) {
  const Access &one = nest.accesses[a], &other = nest.accesses[b];
  return !one.isWrite && !other.isWrite && one.isAffine() && other.isAffine() && one.array == other.array &&
         one.type == other.type && nest.byteAddress(one) == nest.byteAddress(other);
}

/// Nothing but scalars and updates of memory whose place the depth does not move.
static bool isUpdate(const Nest &nest, llvm::ArrayRef<NodeId> body, SymbolId depth) {
  return llvm::all_of(body, [&](NodeId id) {
    const Node &node = nest.nodes[id];
    if (node.kind != Node::Assign || node.access == NoId)
      return node.kind == Node::Assign;
    const Access &access = nest.accesses[node.access];
    return access.isAffine() && !nest.byteAddress(access).uses(depth);
  });
}

static bool hasLoop(const Nest &nest, const Node &node) {
  const auto isIn = [&](NodeId id) { return hasLoop(nest, nest.nodes[id]); };
  return node.kind == Node::Loop || llvm::any_of(node.body, isIn) || llvm::any_of(node.elseBody, isIn);
}

/// The one loop inside the lanes' loop, and what stands around it.
static bool splitAtDepth(const Nest &nest, BlockableTile &tile) {
  for (NodeId id : nest.nodes[nest.loops[tile.lanes].node].body) {
    const Node &node = nest.nodes[id];
    if (node.kind == Node::Loop && tile.depth != NoId)
      return false;
    if (node.kind == Node::Loop)
      tile.depth = node.loop;
    else if (hasLoop(nest, node))
      return false;
    else
      (tile.depth == NoId ? tile.before : tile.behind).push_back(id);
  }
  return tile.depth != NoId;
}

/// Scalars that an iteration of the lanes sets before its depth or in it, and needs later; false where one of them
/// cannot be kept.
static bool findKept(const Nest &nest, BlockableTile &tile) {
  const std::vector<NodeId> &depth = nest.nodes[nest.loops[tile.depth].node].body;
  llvm::BitVector set = assignedLocals(nest, tile.before), needed = exposedLocals(nest, depth);
  const llvm::BitVector setBefore = set;
  set |= assignedLocals(nest, depth);
  needed |= exposedLocals(nest, tile.behind);
  for (LocalId l = 0; l < nest.locals.size(); ++l) {
    if (!set[l] || !needed[l])
      continue;
    const Local &local = nest.locals[l];
    if (!setBefore[l] || local.isLiveOut || local.isBool)
      return false;
    tile.kept.push_back(l);
  }
  return true;
}

/// Whether the read may get what the nest has written since an iteration of the loops around the rows began.
static bool seesWrite(const Variant &variant, LoopId rows, AccessId read) {
  const auto isAround = [&](LoopId loop) {
    for (LoopId outer = variant.nest.loops[rows].parent; outer != NoId; outer = variant.nest.loops[outer].parent)
      if (outer == loop)
        return true;
    return false;
  };
  return llvm::any_of(variant.facts.edges, [&](const Edge &edge) {
    return edge.kind == Edge::Flow && edge.sink == read && (edge.carriedBy == NoId || !isAround(edge.carriedBy));
  });
}

/// What stands before the lanes' loop in the rows; false where something stands behind it, or takes part in both.
static bool splitRows(const Variant &variant, BlockableTile &tile) {
  const Nest &nest = variant.nest;
  const NodeId lanes = nest.loops[tile.lanes].node;
  tile.prelude = nest.nodes[nest.loops[tile.rows].node].body;
  if (tile.prelude.empty() || tile.prelude.back() != lanes)
    return false;
  tile.prelude.pop_back();
  llvm::BitVector handedOn = assignedLocals(nest, tile.prelude);
  handedOn &= exposedLocals(nest, {lanes});
  return tile.prelude.empty() || (variant.facts.loops[tile.rows].parallel && handedOn.none());
}

std::optional<BlockableTile> blockableTile(const Variant &variant) {
  const Nest &nest = variant.nest;
  if (variant.tiles.empty())
    return std::nullopt;
  BlockableTile tile;
  tile.rows = variant.tiles.back().rows;
  tile.lanes = variant.tiles.back().lanes;
  if (llvm::any_of(variant.tiles, [&](const Tile &other) { return other.rows == NoId || other.rows != tile.rows; }))
    return std::nullopt;
  if (!splitRows(variant, tile) || !splitAtDepth(nest, tile))
    return std::nullopt;
  const LoopFacts &lanesFacts = variant.facts.loops[tile.lanes];
  if (!lanesFacts.parallel || lanesFacts.updatesCells || !mayRunTogether(nest, variant.facts, tile.rows, tile.lanes))
    return std::nullopt;
  const auto isFixed = [&](LoopId loop, SymbolId but) {
    return isFixedBut(nest, nest.loops[loop].lower, but) && isFixedBut(nest, nest.loops[loop].upper, but);
  };
  const SymbolId rows = nest.loops[tile.rows].iterator, lanes = nest.loops[tile.lanes].iterator,
                 depth = nest.loops[tile.depth].iterator;
  tile.isSlanted = hasSlantedColumns(nest, variant.tiles.back());
  // Of a triangle in columns and depth, no row may have all.
  tile.isDepthSlanted = !tile.isSlanted && isSlanted(nest, tile.depth, rows);
  if (!isFixed(tile.rows, NoId) || !isFixed(tile.lanes, tile.isSlanted ? rows : NoId) ||
      !isFixed(tile.depth, tile.isDepthSlanted ? rows : NoId))
    return std::nullopt;
  if (!isUpdate(nest, nest.nodes[nest.loops[tile.depth].node].body, depth) || !findKept(nest, tile))
    return std::nullopt;
  // Panels are filled whatever the branches in the body say.
  const TouchedPlaces unconditional = touchedPlaces(nest, tile.depth);
  const auto mayBeCopied = [&](AccessId id) {
    const Access &access = nest.accesses[id];
    return !access.isWrite && access.isAffine() && !seesWrite(variant, tile.rows, id) &&
           unconditional.count(placeOf(nest, access));
  };
  for (AccessId id = 0; id < nest.accesses.size(); ++id) {
    if (!mayBeCopied(id))
      continue;
    const IndexExpr place = nest.byteAddress(nest.accesses[id]);
    const bool isKnown = llvm::any_of(tile.packed, [&](AccessId other) { return isSameRead(nest, id, other); });
    if (place.uses(lanes) && place.uses(depth) && !place.uses(rows) && !isKnown)
      tile.packed.push_back(id);
  }
  if (tile.packed.empty())
    return std::nullopt;
  if (!tile.isDepthSlanted)
    tile.shared = sharedByLanes(nest, tile, mayBeCopied);
  constexpr int64_t LineBytes = 64;
  tile.readsDown = llvm::any_of(nest.accesses, [&](const Access &access) {
    if (access.isWrite || !access.isAffine())
      return false;
    const IndexExpr place = nest.byteAddress(access);
    return place.uses(rows) && !place.uses(lanes) && place.degreeIn(depth) == 1 &&
           std::abs(place.coefficientOf(depth).asConstant().value_or(LineBytes)) >= LineBytes;
  });
  return tile;
}

/// Most and fewest iterations of the depth in a block: sums are loaded and stored once for them. Those that touch a
/// page each should find it in the TLB when the next columns come.
static constexpr int64_t Depth = 256, DepthOfPages = 64, LeastDepth = 16;

std::optional<CacheBlocks> blockOf(const Variant &variant, const BlockableTile &tile, unsigned columns, unsigned rows,
                                   unsigned group, const PlanOptions &options) {
  int64_t rowBytes = 0, keptBytes = 0, sharedBytes = 0;
  for (AccessId id : tile.packed)
    rowBytes += bytesOf(variant.nest.accesses[id].type);
  for (LocalId id : tile.kept)
    keptBytes += bytesOf(variant.nest.locals[id].type);
  for (ExprId id : tile.shared)
    sharedBytes += group == 1 ? rows * bytesOf(variant.nest.exprs[id].type) : 0;
  // Threads have panels of their own, on their stacks. Where scalars are kept, narrow blocks of many rows do as well.
  const bool onHeap = options.heapBytes > options.stackBytes && keptBytes == 0 && variant.nest.clauses.cores == 0;
  const int64_t stack = options.stackBytes;
  const int64_t panelBytes = onHeap ? options.heapBytes : keptBytes == 0 ? stack : stack / 2;
  const int64_t besides = onHeap ? 0 : sharedBytes;
  int64_t depth = tile.readsDown ? DepthOfPages : Depth;
  while (depth > LeastDepth && panelBytes < depth * (rowBytes * columns + besides))
    depth /= 2;
  int64_t fitting = std::max<int64_t>(0, panelBytes - depth * besides) / (depth * rowBytes) / columns * columns;
  if (fitting == 0 || (onHeap && depth * sharedBytes > stack))
    return std::nullopt;
  // Groups are copied in another order, which takes longer: the more rows use a copy, the better.
  if (group > 1 && keptBytes != 0)
    fitting = columns;
  const int64_t left = stack - depth * (rowBytes * fitting + besides);
  const int64_t keptRows = keptBytes == 0 ? 0 : left / (fitting * keptBytes) / rows * rows;
  if (keptBytes != 0 && keptRows == 0)
    return std::nullopt;
  const auto isShort = [&](LoopId loop, int64_t size) {
    const std::optional<int64_t> trip = variant.nest.tripCount(loop).asConstant();
    return trip && *trip <= 2 * size;
  };
  if (group == 1 && isShort(tile.depth, depth) && isShort(tile.lanes, fitting))
    return std::nullopt; // there is nothing to block
  const bool usesThreads = options.usesThreads || variant.nest.clauses.cores > 0;
  return CacheBlocks{depth, fitting, keptRows, onHeap, keptRows != 0 && !usesThreads};
}

} // namespace vecify
