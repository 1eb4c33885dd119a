// Cache blocks around a tile, with panels of what every row reads again.
//
//     for %jb = 0 to m step 64 {                       columns of a block
//       for %kb = 0 to p step 256 {                    depth of a block
//         for %j, %k in the block: panel <- B[%k][%j]  contiguous, in the order in which tiles read it
//         for %i = 0 to n step 8 {                     the tile as ever, on the block's columns and depth
//           ...
//
// The panel holds slices as wide as the tile's columns, each %k after %k: column j of slice s lies at
// s * depth * width + (k - kb) * width + j. Where products are summed in groups, %k go on by a group and the elements
// of one column are neighbours: s * depth * width + (k - kb) * width + j * group + (which of the group).
#include "Blocking.h"
#include "SuperVectorBuilder.h"

namespace vecify {

using llvm::Error;
using llvm::Expected;

/// A buffer of our own, apart from all else; the number of its pattern.
uint32_t SuperVectorBuilder::declareBuffer(const std::string &name, ScalarType element, llvm::ArrayRef<int64_t> extents,
                                           ArrayInfo::Space space) {
  ArrayInfo buffer;
  buffer.name = name;
  buffer.element = element;
  buffer.alignment = 64;
  buffer.space = space;
  buffer.extents.assign(extents.begin(), extents.end());
  for (uint32_t other = 0; other < F.arrays.size(); ++other) {
    buffer.disjoint.push_back(other);
    F.arrays[other].disjoint.push_back(uint32_t(F.arrays.size()));
  }
  MemPattern pattern;
  pattern.array = uint32_t(F.arrays.size());
  pattern.type = element;
  int64_t stride = bytesOf(element);
  for (size_t dim = extents.size(); dim-- > 0; stride *= extents[dim]) {
    pattern.text = "[{" + std::to_string(dim) + "}]" + pattern.text;
    pattern.strideBytes.insert(pattern.strideBytes.begin(), IndexExpr(stride));
  }
  pattern.text = name + pattern.text;
  F.arrays.push_back(std::move(buffer));
  F.patterns.push_back(std::move(pattern));
  return uint32_t(F.patterns.size() - 1);
}

void SuperVectorBuilder::declarePanels(const std::vector<AccessId> &packed) {
  for (AccessId id : packed) {
    const Access &access = N.accesses[id];
    Panels.push_back({id, declareBuffer(N.arrays[access.array].name + "_panel", access.type,
                                        {Tiles->blocking.depth * Tiles->blocking.columns},
                                        Tiles->blocking.onHeap ? ArrayInfo::Heap : ArrayInfo::Stack)});
  }
}

MemRef SuperVectorBuilder::inPanel(const Panel &panel) const {
  const auto value = [&](LoopId loop) { return IndexExpr::symbol(symbols[N.loops[loop].iterator]); };
  const auto start = [&](LoopId loop) { return IndexExpr::symbol(BlockBounds.at(loop).first); };
  const IndexExpr slice = IndexExpr::symbol(Slice);
  const int64_t width = int64_t(Tiles->lanes) * Tiles->unroll;
  MemRef mem;
  mem.pattern = panel.pattern;
  mem.subs.push_back((slice - start(Blocks->lanes)) * IndexExpr(Tiles->blocking.depth) +
                     (value(Blocks->depth) - start(Blocks->depth)) * IndexExpr(width) +
                     (value(Blocks->lanes) - slice) * IndexExpr(Group) + IndexExpr(InGroup));
  if (Lanes > 1)
    mem.laneSteps.push_back({IndexExpr(Group)});
  return mem;
}

SuperVectorBuilder::Bounds SuperVectorBuilder::boundsOf(const Loop &loop) {
  const ValueId from = B.index(map(loop.lower));
  return {from, B.index(map(loop.upper))};
}

/// for %b = lower to upper step size: `build` with the loop's bounds set to the block; `atLeastOnce`: to an empty one
/// where there is none.
Error SuperVectorBuilder::forEachBlock(LoopId id, Bounds bounds, int64_t size, llvm::function_ref<Error()> build,
                                       bool atLeastOnce) {
  const Loop &loop = N.loops[id];
  const std::string name = N.symbols[loop.iterator].name;
  const ValueId upper = bounds.second;
  ValueId stop = upper;
  if (atLeastOnce)
    stop = countUp(B.index(IndexExpr::symbol(bounds.first) + IndexExpr(1)), upper, name + "_stop");
  const OpId op = B.forLoop(bounds.first, stop, B.index(IndexExpr(size)), {}, name + "_block");
  const BlockId outer = B.block(), body = F.ops[op].blocks[0];
  B.setBlock(body);
  const ValueId from = F.blocks[body].arguments[0];
  const ValueId all = B.index(IndexExpr::symbol(from) + IndexExpr(size));
  const ValueId to = B.create(OpKind::Min, VectorType::scalar(ScalarType::Index), {all, upper}, name + "_block_end");
  BlockBounds[id] = {from, to};
  if (Error error = build())
    return error;
  BlockBounds.erase(id);
  B.yield({});
  B.setBlock(outer);
  return Error::success();
}

/// In memory a group of products is one word, and the columns lie apart.
bool SuperVectorBuilder::liesInWords(const Panel &panel) const {
  const IndexExpr place = N.byteAddress(N.accesses[panel.access]);
  const SymbolId depth = N.loops[Blocks->depth].iterator, lanes = N.loops[Blocks->lanes].iterator;
  const IndexExpr element(bytesOf(N.accesses[panel.access].type));
  return Group > 1 && place.degreeIn(depth) == 1 && place.coefficientOf(depth) == element &&
         !(place.degreeIn(lanes) == 1 && place.coefficientOf(lanes) == element);
}

/// Copies the columns of the slice %j up to %end word by word.
Error SuperVectorBuilder::packWords(const Panel &panel, ValueId j, ValueId end) {
  const SymbolId depth = N.loops[Blocks->depth].iterator, lanes = N.loops[Blocks->lanes].iterator;
  const auto [from, to] = BlockBounds[Blocks->depth];
  const ValueId whole = roundedEnd(B, from, to, Group, N.symbols[depth].name + "_grouped");
  return plainLoop(j, end, 1, N.symbols[lanes].name, [&, from = from](ValueId column) {
    return plainLoop(from, whole, Group, N.symbols[depth].name, [&](ValueId k) -> Error {
      symbols[lanes] = column;
      symbols[depth] = k;
      Slice = j;
      LaneSymbol = depth;
      Lanes = Group;
      Expected<ValueId> word = load(panel.access, NoId);
      if (!word)
        return word.takeError();
      MemRef mem = inPanel(panel);
      mem.laneSteps = {{IndexExpr(1)}};
      B.transferWrite(*word, mem);
      Lanes = 1;
      return Error::success();
    });
  });
}

/// Copies `columns` of the block from %j on; where the mask is off a panel holds zeros.
Error SuperVectorBuilder::packSlice(unsigned columns, ValueId j, ValueId mask) {
  std::vector<Panel> panels;
  for (const Panel &panel : Panels) {
    if (!liesInWords(panel)) {
      panels.push_back(panel);
      continue;
    }
    const ValueId end =
        mask == NoId ? B.index(IndexExpr::symbol(j) + IndexExpr(columns)) : BlockBounds[Blocks->lanes].second;
    if (Error error = packWords(panel, j, end))
      return error;
  }
  if (panels.empty())
    return Error::success();
  const Loop &depth = N.loops[Blocks->depth];
  const auto [from, to] = BlockBounds[Blocks->depth];
  const std::string &name = N.symbols[depth.iterator].name;
  const ValueId whole = Group > 1 ? roundedEnd(B, from, to, Group, name + "_grouped") : to;
  return plainLoop(from, whole, Group, name, [&](ValueId k) -> Error {
    symbols[depth.iterator] = k;
    symbols[N.loops[Blocks->lanes].iterator] = Slice = j;
    LaneSymbol = N.loops[Blocks->lanes].iterator;
    Lanes = columns;
    GroupedSymbol = depth.iterator;
    for (const Panel &panel : panels)
      for (InGroup = 0; InGroup < Group; ++InGroup) {
        Expected<ValueId> value = load(panel.access, mask);
        if (!value)
          return value.takeError();
        B.transferWrite(widen(*value), inPanel(panel));
      }
    InGroup = 0;
    GroupedSymbol = NoId;
    Lanes = 1;
    return Error::success();
  });
}

Error SuperVectorBuilder::packBlock() {
  const unsigned width = Tiles->lanes * Tiles->unroll;
  const auto [from, to] = BlockBounds[Blocks->lanes];
  const std::string name = N.symbols[N.loops[Blocks->lanes].iterator].name;
  const ValueId whole = roundedEnd(B, from, to, width, name + "_whole");
  if (Error error = plainLoop(from, whole, width, name, [&](ValueId j) { return packSlice(width, j, NoId); }))
    return error;
  return onlyIf(B.create(OpKind::CmpLt, VectorType::scalar(ScalarType::I1), {whole, to}, "has_rest"), [&, to = to] {
    const ValueId left = B.index(IndexExpr::symbol(to) - IndexExpr::symbol(whole));
    return packSlice(width, whole,
                     B.create(OpKind::CreateMask, VectorType::vector(width, ScalarType::I1), {left}, "rest"));
  });
}

/// The rows at hand on one block of their depth after the other.
Error SuperVectorBuilder::depthBlocks(const Node &node) {
  const Tile &tile = Tiles->tiles.back();
  const Bounds rows = BlockBounds[Blocks->rows];
  DepthBounds = Blocks->isDepthSlanted ? boundsOfRows(tile, Blocks->depth, rows) : boundsOf(N.loops[Blocks->depth]);
  const auto build = [&]() -> Error {
    if (Error error = packBlock())
      return error;
    if (Blocks->isDepthSlanted && Blocks->isPerfect())
      BlockBounds[Blocks->rows] = rowsThatMeet(tile, Blocks->depth, rows, BlockBounds[Blocks->depth]);
    ReadsPanels = true;
    if (Error error = rowsLoop(node, N.loops[Blocks->lanes].node))
      return error;
    ReadsPanels = false;
    BlockBounds[Blocks->rows] = rows;
    return Error::success();
  };
  // Rows without any depth still have statements before and behind it.
  const bool atLeastOnce = Blocks->isDepthSlanted && !Blocks->isPerfect();
  return forEachBlock(Blocks->depth, DepthBounds, Tiles->blocking.depth, build, atLeastOnce);
}

Error SuperVectorBuilder::blockedRows(const Node &node) {
  const CacheBlocks &size = Tiles->blocking;
  const Tile &tile = Tiles->tiles.back();
  if (!Blocks->prelude.empty())
    if (Error error = rowsLoop(node, Blocks->prelude))
      return error;
  /// Blocks of the columns that these rows have, each with those of them that have some of its columns.
  const auto columnBlocks = [&](Bounds rows, llvm::function_ref<Error()> build) {
    const Bounds columns = Blocks->isSlanted ? boundsOfRows(tile, tile.lanes, rows) : boundsOf(N.loops[tile.lanes]);
    return forEachBlock(tile.lanes, columns, size.columns, [&]() -> Error {
      BlockBounds[tile.rows] = Blocks->isSlanted ? rowsThatMeet(tile, tile.lanes, rows, BlockBounds[tile.lanes]) : rows;
      Error error = build();
      BlockBounds[tile.rows] = rows;
      return error;
    });
  };
  const auto ofDepth = [&] { return depthBlocks(node); };
  Bounds rows = boundsOf(N.loops[tile.rows]);
  if (Blocks->isSlanted)
    rows = rowsThatRun(tile, rows);
  if (size.rowsOutside)
    return forEachBlock(tile.rows, rows, size.rows, [&] { return columnBlocks(BlockBounds[tile.rows], ofDepth); });
  const auto rowBlocks = [&] { return forEachBlock(tile.rows, BlockBounds[tile.rows], size.rows, ofDepth); };
  Error error = size.rows == 0 ? columnBlocks(rows, ofDepth) : columnBlocks(rows, rowBlocks);
  BlockBounds.erase(tile.rows);
  return error;
}

} // namespace vecify
