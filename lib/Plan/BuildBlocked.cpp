// Cache blocks around a tile, with panels of what every row reads again.
//
//     for %jb = 0 to m step 64 {                       columns of a block
//       for %kb = 0 to p step 256 {                    depth of a block
//         for %j, %k in the block: panel <- B[%k][%j]  contiguous, in the order in which tiles read it
//         for %i = 0 to n step 8 {                     the tile as ever, on the block's columns and depth
//           ...
//
// The panel holds slices as wide as the tile's columns, each %k after %k: column j of slice s lies at
// s * depth * width + (k - kb) * width + j.
#include "Blocking.h"
#include "SuperVectorBuilder.h"

namespace vecify {

using llvm::Error;
using llvm::Expected;

void SuperVectorBuilder::declarePanels(const std::vector<AccessId> &packed) {
  for (AccessId id : packed) {
    const Access &access = N.accesses[id];
    ArrayInfo buffer;
    buffer.name = N.arrays[access.array].name + "_panel";
    buffer.element = access.type;
    buffer.alignment = 64;
    buffer.space = ArrayInfo::Stack;
    buffer.extents = {Tiles->blocking.depth * Tiles->blocking.columns};
    for (uint32_t other = 0; other < F.arrays.size(); ++other) {
      buffer.disjoint.push_back(other);
      F.arrays[other].disjoint.push_back(uint32_t(F.arrays.size()));
    }
    MemPattern pattern;
    pattern.array = uint32_t(F.arrays.size());
    pattern.type = access.type;
    pattern.text = "panel[{0}]";
    pattern.strideBytes = {IndexExpr(bytesOf(access.type))};
    F.arrays.push_back(std::move(buffer));
    Panels.push_back({id, uint32_t(F.patterns.size())});
    F.patterns.push_back(std::move(pattern));
  }
}

MemRef SuperVectorBuilder::inPanel(const Panel &panel) const {
  const auto value = [&](LoopId loop) { return IndexExpr::symbol(symbols[N.loops[loop].iterator]); };
  const IndexExpr slice = IndexExpr::symbol(Slice);
  const int64_t width = int64_t(Tiles->lanes) * Tiles->unroll;
  MemRef mem;
  mem.pattern = panel.pattern;
  mem.subs.push_back((slice - IndexExpr::symbol(BlockStart[0])) * IndexExpr(Tiles->blocking.depth) +
                     (value(Blocks->depth) - IndexExpr::symbol(BlockStart[1])) * IndexExpr(width) +
                     value(Blocks->lanes) - slice);
  if (Lanes > 1)
    mem.laneSteps.push_back({IndexExpr(1)});
  return mem;
}

/// for %b = lower to upper step size: `build` with the loop's bounds set to the block.
Error SuperVectorBuilder::forEachBlock(LoopId id, int64_t size, unsigned which, llvm::function_ref<Error()> build) {
  const Loop &loop = N.loops[id];
  const std::string name = N.symbols[loop.iterator].name;
  const ValueId upper = B.index(map(loop.upper));
  const OpId op = B.forLoop(B.index(map(loop.lower)), upper, B.index(IndexExpr(size)), {}, name + "_block");
  const BlockId outer = B.block(), body = F.ops[op].blocks[0];
  B.setBlock(body);
  const ValueId from = F.blocks[body].arguments[0];
  const ValueId all = B.index(IndexExpr::symbol(from) + IndexExpr(size));
  const ValueId to = B.create(OpKind::Min, VectorType::scalar(ScalarType::Index), {all, upper}, name + "_block_end");
  BlockStart[which] = from;
  BlockBounds[id] = {from, to};
  if (Error error = build())
    return error;
  BlockBounds.erase(id);
  B.yield({});
  B.setBlock(outer);
  return Error::success();
}

/// Copies `columns` of the block from %j on, live under `mask`.
Error SuperVectorBuilder::packSlice(unsigned columns, ValueId j, ValueId mask) {
  const Loop &depth = N.loops[Blocks->depth];
  const auto [from, to] = BlockBounds[Blocks->depth];
  return plainLoop(from, to, 1, N.symbols[depth.iterator].name, [&](ValueId k) -> Error {
    symbols[depth.iterator] = k;
    symbols[N.loops[Blocks->lanes].iterator] = Slice = j;
    LaneSymbol = N.loops[Blocks->lanes].iterator;
    Lanes = columns;
    for (const Panel &panel : Panels) {
      Expected<ValueId> value = load(panel.access, mask);
      if (!value)
        return value.takeError();
      B.transferWrite(widen(*value), inPanel(panel), {}, mask == NoId ? ~0u : mask);
    }
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
  return onlyIf(B.create(OpKind::CmpLt, VectorType::scalar(ScalarType::I1), {whole, to}), [&, to = to] {
    const ValueId left = B.index(IndexExpr::symbol(to) - IndexExpr::symbol(whole));
    return packSlice(width, whole,
                     B.create(OpKind::CreateMask, VectorType::vector(width, ScalarType::I1), {left}, "rest"));
  });
}

Error SuperVectorBuilder::blockedRows(const Node &node) {
  return forEachBlock(Blocks->lanes, Tiles->blocking.columns, 0, [&] {
    return forEachBlock(Blocks->depth, Tiles->blocking.depth, 1, [&]() -> Error {
      if (Error error = packBlock())
        return error;
      ReadsPanels = true;
      if (Error error = rowsLoop(node))
        return error;
      ReadsPanels = false;
      return Error::success();
    });
  });
}

} // namespace vecify
