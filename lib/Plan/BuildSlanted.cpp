// Columns that move with the rows: whole vectors for all rows, and at the edges a mask for each row.
//
//     for i, 4 rows at a time              columns ->
//       for j <= i                         xxxxxxxx xooooooo       x: what the row has
//                                          xxxxxxxx xxoooooo       o: switched off
//                                          xxxxxxxx xxxooooo
//                                          xxxxxxxx xxxxoooo
//
// Only rows run that have columns at all, so what a row reads wherever its columns are may be read for it.
#include "SuperVectorBuilder.h"
#include "vecify/Nest/Range.h"

namespace vecify {

using llvm::Error;

bool SuperVectorBuilder::masksEdges(const Tile &tile) const {
  return Tiles->tail == Tail::Mask && !Tiles->time && hasSlantedColumns(N, tile);
}

/// Slope of a bound over the rows, and its value in row 0.
static std::pair<int64_t, IndexExpr> alongRows(const IndexExpr &bound, SymbolId rows) {
  if (!bound.uses(rows))
    return {0, bound};
  const IndexExpr slope = bound.coefficientOf(rows);
  return {*slope.asConstant(), bound - slope * IndexExpr::symbol(rows)};
}

/// Of these rows, those in which slope * row + rest > 0; |slope| <= 1, `rest` is over values. They may end before they
/// begin.
SuperVectorBuilder::Bounds SuperVectorBuilder::whereRows(LoopId loop, Bounds rows, int64_t slope,
                                                         const IndexExpr &rest) {
  const VectorType index = VectorType::scalar(ScalarType::Index);
  const std::string &name = N.symbols[N.loops[loop].iterator].name;
  auto [from, to] = rows;
  if (slope > 0)
    from = B.create(OpKind::Max, index, {B.index(IndexExpr(1) - rest), from}, name + "_first");
  if (slope < 0)
    to = B.create(OpKind::Min, index, {to, B.index(rest)}, name + "_last");
  return {from, to};
}

/// Those that have columns. Where there is none, boundsOfRows is empty, too.
SuperVectorBuilder::Bounds SuperVectorBuilder::rowsThatRun(const Tile &tile, Bounds rows) {
  if (alwaysRuns(N, tile.lanes) && isGuarded(tile.rows))
    return rows;
  const auto [slope, rest] = alongRows(N.tripCount(tile.lanes), N.loops[tile.rows].iterator);
  const auto [from, to] = whereRows(tile.rows, rows, slope, map(rest));
  return {from, countUp(from, to, N.symbols[N.loops[tile.rows].iterator].name + "_stop")};
}

/// Of rows that run the loop, those which do so in the block.
SuperVectorBuilder::Bounds SuperVectorBuilder::rowsThatMeet(const Tile &tile, LoopId loop, Bounds rows, Bounds block) {
  const SymbolId counter = N.loops[tile.rows].iterator;
  const auto [lowerSlope, lower] = alongRows(N.loops[loop].lower, counter);
  const auto [upperSlope, upper] = alongRows(N.loops[loop].upper, counter);
  rows = whereRows(tile.rows, rows, upperSlope, map(upper) - IndexExpr::symbol(block.first));
  rows = whereRows(tile.rows, rows, -lowerSlope, IndexExpr::symbol(block.second) - map(lower));
  return {rows.first, countUp(rows.first, rows.second, N.symbols[counter].name + "_stop")};
}

/// What all rows together run of the loop. From one row that runs it to the next the bounds move by one, so nothing is
/// left out between them.
SuperVectorBuilder::Bounds SuperVectorBuilder::boundsOfRows(const Tile &tile, LoopId loop, Bounds rows) {
  const SymbolId counter = N.loops[tile.rows].iterator;
  const auto inRow = [&](const IndexExpr &bound, bool isLower) {
    const auto [slope, rest] = alongRows(bound, counter);
    const IndexExpr last = IndexExpr::symbol(rows.second) - IndexExpr(1);
    const IndexExpr row = (slope > 0) == isLower ? IndexExpr::symbol(rows.first) : last;
    return B.index(map(rest) + IndexExpr(slope) * row);
  };
  const ValueId from = inRow(N.loops[loop].lower, true);
  return {from, inRow(N.loops[loop].upper, false)};
}

/// The tile's whole columns bare, those at its edges masked. In a cache block tiles begin at multiples of their width,
/// as the panels' slices do.
Error SuperVectorBuilder::slantedColumns(const Node &node) {
  const Loop &loop = N.loops[node.loop];
  const VectorType index = VectorType::scalar(ScalarType::Index);
  const std::string counter = N.symbols[loop.iterator].name;
  const unsigned width = Tiles->lanes * Tiles->unroll;
  // Some row's columns, and those of all rows.
  ValueId first = B.index(*extremeOverRows(loop.lower, false)), start = B.index(*extremeOverRows(loop.lower, true));
  ValueId stop = B.index(*extremeOverRows(loop.upper, false)), end = B.index(*extremeOverRows(loop.upper, true));
  ValueId base = first;
  const auto block = BlockBounds.find(node.loop);
  const bool isBlock = block != BlockBounds.end();
  if (isBlock) {
    base = block->second.first;
    stop = B.create(OpKind::Min, index, {block->second.second, stop});
    end = B.create(OpKind::Min, index, {block->second.second, end});
  }
  LaneSymbol = loop.iterator;
  Unconditional = touchedPlaces(N, node.loop);
  const std::vector<std::vector<ValueId>> before(localsOfRows().begin(), localsOfRows().end());
  const auto loopOver = [&](ValueId from, ValueId to, llvm::function_ref<Error(ValueId)> build) -> Error {
    if (Error error = plainLoop(from, to, width, counter, build))
      return error;
    llvm::copy(before, localsOfRows().begin());
    return Error::success();
  };

  ValueId whole = base;
  if (loop.lower.uses(RowSymbol) && (isBlock || !Rows.empty())) {
    if (isBlock) {
      first = roundedEnd(B, base, countUp(first, base, counter + "_first"), width, counter + "_begin");
      start = countUp(start, base, counter + "_start");
    }
    const ValueId beyond = B.index(IndexExpr::symbol(start) + IndexExpr(width - 1));
    whole = roundedEnd(B, base, beyond, width, counter + "_whole");
    if (Error error = loopOver(first, whole, [&](ValueId iv) { return maskedColumns(node, iv, true); }))
      return error;
  }
  const ValueId rest = roundedEnd(B, whole, countUp(whole, stop, counter + "_stop"), width, counter + "_main");
  const auto bare = [&](ValueId iv) {
    Slice = iv;
    return columns(node, width, iv, NoId);
  };
  if (Error error = loopOver(whole, rest, bare))
    return error;
  if (Error error = loopOver(rest, end, [&](ValueId iv) { return maskedColumns(node, iv, false); }))
    return error;
  Lanes = 1;
  LiveLanes = NoId;
  Unconditional.clear();
  return Error::success();
}

/// One tile's columns from `iv` on; `mayBegin`: some rows may begin behind that.
Error SuperVectorBuilder::maskedColumns(const Node &node, ValueId iv, bool mayBegin) {
  const Loop &loop = N.loops[node.loop];
  const unsigned width = Tiles->lanes * Tiles->unroll;
  const auto below = [&](const IndexExpr &bound, llvm::StringRef name) {
    const ValueId left = B.index(bound - IndexExpr::symbol(iv), name);
    return B.create(OpKind::CreateMask, VectorType::vector(width, ScalarType::I1), {left}, name);
  };
  const auto between = [&](const IndexExpr &lower, const IndexExpr &upper, llvm::StringRef name) {
    const ValueId live = below(upper, name);
    return mayBegin ? B.create(OpKind::AndNot, F.typeOf(live), {below(lower, "before"), live}, name) : live;
  };
  const ValueId some = between(*extremeOverRows(loop.lower, false), *extremeOverRows(loop.upper, true), "edge");
  for (Row = 0; Row < Rows.size(); ++Row)
    RowMasks.push_back(between(map(loop.lower), map(loop.upper), "row" + std::to_string(Row)));
  Row = 0;
  SharedLanes = Rows.empty() ? NoId : some;
  Slice = iv;
  Error error = columns(node, width, iv, some);
  RowMasks.clear();
  SharedLanes = NoId;
  return error;
}

} // namespace vecify
