// The loops around and inside time tiles (TimeTiling.h).
//
//     for %t_block = 0 to steps step 8 {
//       %t_end = min(%t_block + 8, steps)
//       for %i_block = 1 to n + 2 * (%t_end - %t_block - 1) step 16 {
//         for %t = %t_block to %t_end {
//           %back = %i_block - 2 * (%t - %t_block)
//           for %i = max(1, %back) to min(n - 1, %back + 16)            each part within the tile, shifted by its own
//           for %i = max(1, %back - 1) to min(n - 1, %back - 1 + 16)
//
// On a small grid the size of a tile is that of the grid and what it moves back by: one tile does it all.
#include "SuperVectorBuilder.h"

namespace vecify {

using llvm::Error;

static const VectorType Index = VectorType::scalar(ScalarType::Index);
static const VectorType Truth = VectorType::scalar(ScalarType::I1);

/// The smallest or largest of the values; those that differ by constants are compared here.
ValueId SuperVectorBuilder::extreme(OpKind kind, llvm::ArrayRef<IndexExpr> values) {
  llvm::SmallVector<IndexExpr, 4> candidates;
  for (const IndexExpr &value : values) {
    const auto beats = [&](const IndexExpr &a, const IndexExpr &b) {
      const std::optional<int64_t> apart = (a - b).asConstant();
      return apart && (kind == OpKind::Min ? *apart <= 0 : *apart >= 0);
    };
    if (llvm::any_of(candidates, [&](const IndexExpr &other) { return beats(other, value); }))
      continue;
    llvm::erase_if(candidates, [&](const IndexExpr &other) { return beats(value, other); });
    candidates.push_back(value);
  }
  ValueId result = B.index(candidates[0]);
  for (const IndexExpr &value : llvm::drop_begin(candidates))
    result = B.create(kind, Index, {result, B.index(value)});
  return result;
}

llvm::SmallVector<SuperVectorBuilder::TiledPlaces, 3> SuperVectorBuilder::tiledPlaces() {
  const TimeTiles &time = *Tiles->time;
  llvm::SmallVector<TiledPlaces, 3> result;
  ValueId points = NoId;
  for (size_t d = 0; d < time.sizes.size(); ++d) {
    llvm::SmallVector<IndexExpr, 4> lowers, uppers;
    TiledPlaces places;
    IndexExpr trip;
    for (const TimeTiling::Part &part : time.tiling.parts) {
      const bool isLoop = part.loops[d] != NoId;
      const Loop *loop = isLoop ? &N.loops[part.loops[d]] : nullptr;
      lowers.push_back((isLoop ? map(loop->lower) : IndexExpr(0)) + IndexExpr(part.shifts[d]));
      uppers.push_back((isLoop ? map(loop->upper) : IndexExpr(1)) + IndexExpr(part.shifts[d]));
      if (!isLoop || !places.name.empty())
        continue;
      places.name = N.symbols[loop->iterator].name;
      trip = map(N.tripCount(part.loops[d]));
    }
    const ValueId count = B.index(trip);
    points = points == NoId ? count : B.create(OpKind::Mul, Index, {points, count});
    places.begin = extreme(OpKind::Min, lowers);
    places.end = extreme(OpKind::Max, uppers);
    result.push_back(std::move(places));
  }
  const bool isCut = time.leastPoints == 0;
  const ValueId isLarge =
      isCut ? NoId : B.create(OpKind::CmpLe, Truth, {B.index(IndexExpr(time.leastPoints)), points}, "is_large");
  for (size_t d = 0; d < time.sizes.size(); ++d) {
    TiledPlaces &places = result[d];
    places.size = B.index(IndexExpr(time.sizes[d]));
    if (isCut)
      continue;
    const auto polynomial = [&](ValueId v) {
      const Op *op = F.definitionOf(v);
      return op && op->kind == OpKind::IndexValue ? op->index : IndexExpr::symbol(v);
    };
    const IndexExpr all =
        polynomial(places.end) - polynomial(places.begin) + IndexExpr(time.tiling.skews[d] * (time.steps - 1));
    places.size = B.create(OpKind::Select, Index, {isLarge, places.size, B.index(all)}, places.name + "_size");
  }
  return result;
}

Error SuperVectorBuilder::timeTiles() {
  const Loop &root = N.root();
  const std::string name = N.symbols[root.iterator].name;
  const llvm::SmallVector<TiledPlaces, 3> places = tiledPlaces();
  const ValueId upper = B.index(map(root.upper));
  return plainLoop(B.index(map(root.lower)), upper, Tiles->time->steps, name + "_block", [&](ValueId start) {
    const ValueId all = B.index(IndexExpr::symbol(start) + IndexExpr(Tiles->time->steps));
    const ValueId stop = B.create(OpKind::Min, Index, {all, upper}, name + "_end");
    return tilesFrom(places, start, stop, {});
  });
}

/// The tiles along the dimensions that `corner` leaves open, and the steps of the one whose corner is complete.
Error SuperVectorBuilder::tilesFrom(llvm::ArrayRef<TiledPlaces> places, ValueId start, ValueId stop,
                                    llvm::SmallVector<ValueId, 3> corner) {
  const TimeTiling &tiling = Tiles->time->tiling;
  const IndexExpr first = IndexExpr::symbol(start);
  const size_t d = corner.size();
  if (d == places.size())
    return plainLoop(start, stop, 1, N.symbols[N.rootIterator()].name, [&](ValueId t) -> Error {
      symbols[N.rootIterator()] = t;
      const ValueId stepsSoFar = B.index(IndexExpr::symbol(t) - first, "steps");
      for (const TimeTiling::Part &part : tiling.parts)
        if (Error error = partOfTile(part, places, corner, stepsSoFar, 0))
          return error;
      return Error::success();
    });
  const IndexExpr lastStep = IndexExpr::symbol(B.index(IndexExpr::symbol(stop) - first - IndexExpr(1), "last_step"));
  const ValueId end =
      B.index(IndexExpr::symbol(places[d].end) + IndexExpr(tiling.skews[d]) * lastStep, places[d].name + "_stop");
  const OpId loop = B.forLoop(places[d].begin, end, places[d].size, {}, places[d].name + "_block");
  const BlockId outer = B.block(), body = F.ops[loop].blocks[0];
  B.setBlock(body);
  corner.push_back(F.blocks[body].arguments[0]);
  if (Error error = tilesFrom(places, start, stop, corner))
    return error;
  B.yield({});
  B.setBlock(outer);
  return Error::success();
}

/// The part, its loops from `dimension` on bounded by the tile, `stepsSoFar` after the tile's first step.
Error SuperVectorBuilder::partOfTile(const TimeTiling::Part &part, llvm::ArrayRef<TiledPlaces> places,
                                     llvm::ArrayRef<ValueId> corner, ValueId stepsSoFar, size_t dimension) {
  if (dimension == places.size())
    return statement(N.nodes[part.node], NoId);
  const auto inside = [&] { return partOfTile(part, places, corner, stepsSoFar, dimension + 1); };
  const IndexExpr back = IndexExpr::symbol(corner[dimension]) -
                         IndexExpr(Tiles->time->tiling.skews[dimension]) * IndexExpr::symbol(stepsSoFar) -
                         IndexExpr(part.shifts[dimension]);
  const ValueId begin = B.index(back, places[dimension].name + "_begin");
  const ValueId end = B.index(IndexExpr::symbol(begin) + IndexExpr::symbol(places[dimension].size));
  if (part.loops[dimension] == NoId) {
    const ValueId zero = B.index(IndexExpr(0));
    return onlyIf(B.create(OpKind::CmpLe, Truth, {begin, zero}), [&] {
      return onlyIf(B.create(OpKind::CmpLt, Truth, {zero, end}), inside);
    });
  }
  const Loop &loop = N.loops[part.loops[dimension]];
  const std::string name = N.symbols[loop.iterator].name;
  const ValueId from = B.create(OpKind::Max, Index, {begin, B.index(map(loop.lower))}, name + "_from");
  ValueId to = B.create(OpKind::Min, Index, {end, B.index(map(loop.upper))}, name + "_to");
  if (tileWith(&Tile::lanes, part.loops[dimension]))
    to = countUp(from, to, name + "_stop");
  BlockBounds[part.loops[dimension]] = {from, to};
  Error error = inside();
  BlockBounds.erase(part.loops[dimension]);
  return error;
}

} // namespace vecify
