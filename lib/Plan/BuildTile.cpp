// Two-dimensional tiles: some iterations of a loop at once, each of which runs a loop inside it in vectors.
//
//     for %i = 0 to %i_main step 4 {                     4 rows: every statement once for each of them
//       for %j = 0 to %j_main step 16 {                  vectors along j
//         for %k = 0 to n carry(4 sums) { ... }          inner loops carry the values of all rows
//         ...
//       }
//       <the last columns: vectors of half the lanes, then one by one; or a masked vector>
//     }
//     for %i = %i_main to n { one row }
//
// Tiles may lie anywhere in the nest; loops around them run one iteration after the other.
#include "LaneSums.h"
#include "ReloadedRows.h"
#include "vecify/Nest/Permute.h"
#include "vecify/Nest/Range.h"
#include "vecify/Nest/Reductions.h"
#include "llvm/Support/SaveAndRestore.h"

namespace vecify {

using llvm::Error;
using llvm::Expected;

const Tile *SuperVectorBuilder::tileWith(LoopId Tile::*role, LoopId loop) const {
  if (!Tiles)
    return nullptr;
  const auto found = llvm::find_if(Tiles->tiles, [&](const Tile &tile) { return tile.*role == loop; });
  return found == Tiles->tiles.end() ? nullptr : &*found;
}

Error SuperVectorBuilder::plainLoop(ValueId from, ValueId to, int64_t step, const std::string &name,
                                    llvm::function_ref<Error(ValueId)> build) {
  const OpId id = B.forLoop(from, to, B.index(IndexExpr(step)), {}, name);
  const BlockId outer = B.block(), body = F.ops[id].blocks[0];
  B.setBlock(body);
  if (Error error = build(F.blocks[body].arguments[0]))
    return error;
  B.yield({});
  B.setBlock(outer);
  return Error::success();
}

static IndexExpr polynomialOf(const Function &f, ValueId v) {
  const Op *op = f.definitionOf(v);
  return op && op->kind == OpKind::IndexValue ? op->index : IndexExpr::symbol(v);
}

/// As the polynomials show it: 8 * n of 8.
static bool isMultiple(const Function &f, ValueId from, ValueId to, int64_t size) {
  return (polynomialOf(f, to) - polynomialOf(f, from)).dividedBy(size).has_value();
}

/// How far two indices always are apart.
static std::optional<int64_t> distanceBetween(const Function &f, ValueId from, ValueId to) {
  return (polynomialOf(f, to) - polynomialOf(f, from)).asConstant();
}

/// The same, where the loop carries sums.
Error SuperVectorBuilder::summingLoop(ValueId from, ValueId to, int64_t step, const std::string &name, LaneSums &sums,
                                      llvm::function_ref<Error(ValueId)> build) {
  if (distanceBetween(F, from, to) == step) // it runs once
    return build(from);
  const OpId id = B.forLoop(from, to, B.index(IndexExpr(step)), sums.values(), name);
  const BlockId outer = B.block(), body = F.ops[id].blocks[0];
  B.setBlock(body);
  const std::vector<ValueId> arguments = F.blocks[body].arguments;
  sums.set(llvm::ArrayRef(arguments).drop_front());
  if (Error error = build(arguments[0]))
    return error;
  B.yield(sums.values());
  B.setBlock(outer);
  sums.set(F.ops[id].results);
  return Error::success();
}

/// `a < b` of values that are always as far apart.
static std::optional<bool> isKnownLess(const Function &f, ValueId condition) {
  const Op *less = f.definitionOf(condition);
  if (!less || less->kind != OpKind::CmpLt)
    return std::nullopt;
  const std::optional<int64_t> distance = distanceBetween(f, less->operands[0], less->operands[1]);
  return distance ? std::optional(*distance > 0) : std::nullopt;
}

Error SuperVectorBuilder::onlyIf(ValueId condition, llvm::function_ref<Error()> build) {
  if (const std::optional<bool> isTrue = isKnownLess(F, condition))
    return *isTrue ? build() : Error::success();
  const BlockId outer = B.block();
  enterIf(condition);
  if (Error error = build())
    return error;
  B.yield({});
  B.setBlock(outer);
  return Error::success();
}

/// The same, where it may change sums.
Error SuperVectorBuilder::summingIf(ValueId condition, LaneSums &sums, llvm::function_ref<Error()> build) {
  const std::optional<bool> isTrue = isKnownLess(F, condition);
  if (sums.empty() || isTrue)
    return onlyIf(condition, build);
  const std::vector<ValueId> unchanged = sums.values();
  const auto then = [&]() -> Expected<Values> {
    if (Error error = build())
      return std::move(error);
    return Values(sums.values());
  };
  Expected<Values> values = either(condition, then, [&]() -> Expected<Values> { return unchanged; });
  if (!values)
    return values.takeError();
  sums.set(*values);
  return Error::success();
}

/// One row after the other: in `build` there is only the row at hand.
Error SuperVectorBuilder::forEachRow(llvm::function_ref<Error()> build) {
  if (Rows.empty())
    return build();
  std::vector<std::vector<ValueId>> all = std::move(Rows);
  Rows.clear();
  llvm::SaveAndRestore<ValueId> live(LiveLanes);
  for (Row = 0; Row < all.size(); ++Row) {
    std::swap(locals, all[Row]);
    LiveLanes = RowMasks.empty() ? LiveLanes : RowMasks[Row];
    if (Error error = build())
      return error;
    std::swap(locals, all[Row]);
  }
  Row = 0;
  Rows = std::move(all);
  return Error::success();
}

/// Iterations of a tile's loops hand no scalar on.
Error SuperVectorBuilder::checkEntry(const Node &node) {
  const llvm::BitVector assigned = assignedLocals(N, node.body);
  for (LocalId l = 0; l < assigned.size(); ++l)
    for (const std::vector<ValueId> &row : localsOfRows())
      if (assigned[l] && row[l] != NoId)
        return decline(N.loops[node.loop].loc, Reason::CarriedScalar, {N.loops[node.loop].name, N.locals[l].name});
  return Error::success();
}

/// The end of a loop that may not run at all: `to`, but not below `from`. The cost model takes it for `to`.
ValueId SuperVectorBuilder::countUp(ValueId from, ValueId to, llvm::StringRef name) {
  return B.create(OpKind::Max, VectorType::scalar(ScalarType::Index), {from, to}, name);
}

/// Whether no two rows meet in places that move with the rows; nor in other iterations of loops around them that may be
/// written out.
bool SuperVectorBuilder::areRowsApart(LoopId rows) const {
  const auto moves = [&](AccessId id) {
    const Access &access = N.accesses[id];
    return !access.isAffine() || N.byteAddress(access).uses(N.loops[rows].iterator);
  };
  const size_t depth = depthOf(N, rows);
  const auto mayMeet = [&](const Edge &edge) {
    if (edge.carriedBy == rows)
      return true;
    const bool staysInRow = depth < edge.distance.size() && edge.distance[depth] == 0;
    for (LoopId around = N.loops[rows].parent; around != NoId && !staysInRow; around = N.loops[around].parent)
      if (edge.carriedBy == around && N.tripCount(around).asConstant())
        return true;
    return false;
  };
  return llvm::none_of(Fa.edges,
                       [&](const Edge &edge) { return mayMeet(edge) && moves(edge.source) && moves(edge.sink); });
}

/// What rows of a tile write never meets what others touch at places that move with the rows, too.
void SuperVectorBuilder::tagRow(AccessId id, MemRef &mem) const {
  const Access &access = N.accesses[id];
  if (RowSet == 0 || !N.isWritten(access.array) || !access.isAffine() || !N.byteAddress(access).uses(RowSymbol))
    return;
  mem.rowSet = RowSet;
  mem.row = uint8_t(Row);
}

ValueId roundedEnd(Builder &b, ValueId from, ValueId to, int64_t size, const std::string &name) {
  const Function &f = b.function();
  const VectorType index = VectorType::scalar(ScalarType::Index);
  if (isMultiple(f, from, to, size))
    return to;
  const IndexExpr first = polynomialOf(f, from), count = polynomialOf(f, to) - first;
  if (std::optional<int64_t> constant = count.asConstant())
    return b.index(first + IndexExpr(*constant / size * size), name);
  const bool isPower = (size & (size - 1)) == 0;
  ValueId whole = isPower ? b.create(OpKind::And, index, {b.index(count), b.constant(index, -size)}, name)
                          : b.create(OpKind::Rem, index, {b.index(count), b.constant(index, size)});
  if (!isPower)
    return b.index(polynomialOf(f, to) - IndexExpr::symbol(whole), name);
  return first.isZero() ? whole : b.index(first + IndexExpr::symbol(whole), name);
}

/// From so many on, half of the rows get a loop too.
static constexpr unsigned ManyRows = 6;

Error SuperVectorBuilder::rowsLoop(const Node &node, llvm::ArrayRef<NodeId> body) {
  const Loop &loop = N.loops[node.loop];
  if (Error error = checkEntry(node))
    return error;
  const std::string counter = N.symbols[loop.iterator].name;
  ValueId from, upper;
  if (const auto block = BlockBounds.find(node.loop); block != BlockBounds.end()) {
    std::tie(from, upper) = block->second;
  } else {
    from = B.index(map(loop.lower));
    upper = B.index(map(loop.upper));
    const Tile &tile = *tileWith(&Tile::rows, node.loop);
    if (masksEdges(tile))
      std::tie(from, upper) = rowsThatRun(tile, {from, upper});
    else if (!isGuarded(node.loop))
      upper = countUp(from, upper, counter + "_stop");
  }
  const std::vector<ValueId> before = locals;
  auto loopOver = [&](ValueId to, unsigned rows) -> Error {
    OpId id = B.forLoop(from, to, B.index(IndexExpr(rows)), {}, counter);
    const BlockId outer = B.block(), inner = F.ops[id].blocks[0];
    B.setBlock(inner);
    symbols[loop.iterator] = F.blocks[inner].arguments[0];
    RowSymbol = loop.iterator;
    Rows.assign(rows > 1 ? rows : 0, before);
    // Two sets of one number would claim too much; beyond what the number holds nothing is claimed.
    RowSet = rows > 1 && areRowsApart(node.loop) && RowSets < UINT8_MAX ? ++RowSets : 0;
    if (ReadsPanels && !RowPanels.empty())
      if (Error error = packRows())
        return error;
    if (Error error = statements(body, NoId))
      return error;
    Rows.clear();
    RowSymbol = NoId;
    RowSet = 0;
    locals = before;
    B.yield({});
    B.setBlock(outer);
    from = to;
    return Error::success();
  };
  if (Tiles->rows > 1)
    if (Error error = loopOver(roundedEnd(B, from, upper, Tiles->rows, counter + "_main"), Tiles->rows))
      return error;
  // One by one, the rest of many rows would take longer than quite a few of them.
  if (const unsigned half = Tiles->rows / 2; half >= ManyRows / 2)
    if (Error error = loopOver(roundedEnd(B, from, upper, half, counter + "_half"), half))
      return error;
  return loopOver(upper, 1);
}

/// The vector loop of all rows.
Error SuperVectorBuilder::vectorLoop(const Node &node) {
  const Loop &loop = N.loops[node.loop];
  const bool isSlanted = masksEdges(*tileWith(&Tile::lanes, node.loop));
  if (isSlanted || Blocks)
    if (Error error = checkEntry(node))
      return error;
  if (isSlanted)
    return slantedColumns(node);
  const std::vector<std::vector<ValueId>> before(localsOfRows().begin(), localsOfRows().end());
  const bool isVarying = variesByRow(loop);
  Expected<CommonRange> range = commonRange(node);
  if (!range)
    return range.takeError();
  LaneSymbol = loop.iterator;
  const auto oneByOne = [&](ValueId from, ValueId to) { return groupedLoop(node, from, to, false, NoId); };
  if (isVarying)
    if (Error error = beforeCommon(loop, *range, oneByOne))
      return error;
  // What rows have summed up before is where their lanes begin.
  Expected<LaneSums> sums = LaneSums::of(*this, node);
  if (!sums)
    return sums.takeError();
  if (Error error = vectorBlocks(node, range->from, range->to, *sums))
    return error;
  Lanes = 1;
  LiveLanes = NoId;
  Unconditional.clear();
  llvm::copy(before, localsOfRows().begin());
  sums->enter();
  return isVarying ? behindCommon(loop, *range, oneByOne) : Error::success();
}

bool SuperVectorBuilder::variesByRow(const Loop &loop) const {
  return !Rows.empty() && (loop.lower.uses(RowSymbol) || loop.upper.uses(RowSymbol));
}

/// Bounds move with the rows one by one, two by two ...: the largest and the smallest one belong to the first or to
/// the last row.
std::optional<IndexExpr> SuperVectorBuilder::extremeOverRows(const IndexExpr &bound, bool isLargest) {
  if (Rows.empty() || !bound.uses(RowSymbol))
    return map(bound);
  if (bound.degreeIn(RowSymbol) != 1 || !bound.coefficientOf(RowSymbol).asConstant())
    return std::nullopt;
  const bool grows = *bound.coefficientOf(RowSymbol).asConstant() > 0;
  llvm::SaveAndRestore<unsigned> row(Row, grows == isLargest ? unsigned(Rows.size()) - 1 : 0);
  return map(bound);
}

Expected<SuperVectorBuilder::CommonRange> SuperVectorBuilder::commonRange(const Node &node) {
  const Loop &loop = N.loops[node.loop];
  const std::optional<IndexExpr> lower = extremeOverRows(loop.lower, true), upper = extremeOverRows(loop.upper, false);
  if (!lower || !upper)
    return decline(loop.loc, Reason::InnerVarying, {loop.name, N.loops[N.symbols[RowSymbol].loop].name});
  ValueId from = B.index(*lower), to = B.index(*upper);
  if (const auto block = BlockBounds.find(node.loop); block != BlockBounds.end()) {
    if (!loop.lower.uses(RowSymbol) && !loop.upper.uses(RowSymbol))
      return CommonRange{block->second.first, block->second.second, *lower, *upper};
    const VectorType index = VectorType::scalar(ScalarType::Index);
    from = B.create(OpKind::Max, index, {from, block->second.first});
    to = B.create(OpKind::Min, index, {block->second.second, to});
  }
  // What every row runs, all of them together may not.
  if (isGuarded(node.loop) && !loop.lower.uses(RowSymbol) && !loop.upper.uses(RowSymbol))
    return CommonRange{from, to, *lower, *upper};
  return CommonRange{from, countUp(from, to, N.symbols[loop.iterator].name + "_stop"), *lower, *upper};
}

/// Of the row at hand, in the block.
SuperVectorBuilder::Bounds SuperVectorBuilder::clippedBounds(LoopId loop) {
  const auto block = BlockBounds.find(loop);
  if (block != BlockBounds.end() && !N.loops[loop].lower.uses(RowSymbol) && !N.loops[loop].upper.uses(RowSymbol))
    return block->second;
  const auto [from, to] = boundsOf(N.loops[loop]);
  if (block == BlockBounds.end())
    return {from, to};
  const VectorType index = VectorType::scalar(ScalarType::Index);
  const ValueId first = B.create(OpKind::Max, index, {from, block->second.first});
  return {first, B.create(OpKind::Min, index, {block->second.second, to})};
}

/// Row by row, what each runs of the loop before all of them do.
Error SuperVectorBuilder::beforeCommon(const Loop &loop, CommonRange range,
                                       llvm::function_ref<Error(ValueId, ValueId)> build) {
  if (!loop.lower.uses(RowSymbol))
    return Error::success();
  llvm::SaveAndRestore<ValueId> alone(SharedLanes, NoId);
  return forEachRow([&]() -> Error {
    if (map(loop.lower) == range.lower)
      return Error::success();
    const auto [lower, upper] = clippedBounds(N.nodes[loop.node].loop);
    return build(lower, B.create(OpKind::Min, VectorType::scalar(ScalarType::Index), {range.from, upper}));
  });
}

/// Row by row, what each runs of the loop after all of them did.
Error SuperVectorBuilder::behindCommon(const Loop &loop, CommonRange range,
                                       llvm::function_ref<Error(ValueId, ValueId)> build) {
  if (!loop.upper.uses(RowSymbol))
    return Error::success();
  llvm::SaveAndRestore<ValueId> alone(SharedLanes, NoId);
  return forEachRow([&]() -> Error {
    if (map(loop.upper) == range.upper)
      return Error::success();
    return build(range.to, clippedBounds(N.nodes[loop.node].loop).second);
  });
}

/// Constant bounds without an iteration between them.
static bool isEmpty(const Function &f, ValueId from, ValueId to) { return distanceBetween(f, from, to) == 0; }

/// Of the lanes' loop: so many lanes from `iv` on.
Error SuperVectorBuilder::columns(const Node &node, unsigned lanes, ValueId iv, ValueId mask) {
  Lanes = lanes;
  LiveLanes = mask;
  symbols[N.loops[node.loop].iterator] = iv;
  const bool isBlocked = Blocks && Blocks->lanes == node.loop;
  return isBlocked && !Blocks->isPerfect() ? columnsOfBlock(mask) : statements(node.body, mask);
}

Error SuperVectorBuilder::vectorBlocks(const Node &node, ValueId from, ValueId upper, LaneSums &sums) {
  const Loop &loop = N.loops[node.loop];
  const std::string counter = N.symbols[loop.iterator].name;
  const std::vector<std::vector<ValueId>> before(localsOfRows().begin(), localsOfRows().end());
  const VectorType truth = VectorType::scalar(ScalarType::I1);
  Unconditional = touchedPlaces(N, node.loop);
  // Where columns of the last, narrower vectors lie in a panel.
  ValueId rest = NoId;
  auto block = [&](unsigned lanes, ValueId iv, ValueId mask) {
    Slice = rest == NoId ? iv : rest;
    llvm::copy(before, localsOfRows().begin());
    sums.enter();
    Error error = columns(node, lanes, iv, mask);
    if (!error)
      sums.leave(mask);
    return error;
  };
  auto loopOver = [&](ValueId to, unsigned lanes) -> Error {
    const ValueId begin = from;
    from = to;
    return summingLoop(begin, to, lanes, counter, sums, [&](ValueId iv) { return block(lanes, iv, NoId); });
  };
  const unsigned vf = Tiles->lanes, wide = vf * Tiles->unroll;
  ValueId lower = from;
  sums.become(wide);
  if (wide > vf) {
    if (Error error = loopOver(roundedEnd(B, lower, upper, wide, counter + "_main"), wide))
      return error;
    rest = from;
    sums.become(vf);
  }
  if (Error error = loopOver(roundedEnd(B, lower, upper, vf, counter + "_end"), vf))
    return error;
  if (rest == NoId)
    rest = from;
  if (Tiles->tail == Tail::Mask) {
    const unsigned least = Tiles->leastLanes;
    const auto tailBlock = [&](ValueId iv) {
      if (isMultiple(F, lower, upper, least))
        return block(least, iv, NoId);
      const ValueId left = B.index(IndexExpr::symbol(upper) - IndexExpr::symbol(iv), "left");
      return block(least, iv, B.create(OpKind::CreateMask, VectorType::vector(least, ScalarType::I1), {left}, "tail"));
    };
    if (!isEmpty(F, from, upper)) {
      sums.become(least);
      const ValueId isLeft = Tiles->hasNarrowTail() ? NoId : B.create(OpKind::CmpLt, truth, {from, upper}, "has_tail");
      if (Error error = Tiles->hasNarrowTail() ? summingLoop(from, upper, least, counter, sums, tailBlock)
                                               : summingIf(isLeft, sums, [&] { return tailBlock(from); }))
        return error;
    }
    sums.finish();
    return Error::success();
  }
  for (unsigned half = vf / 2; half >= Tiles->leastLanes && !isEmpty(F, from, upper); half /= 2) {
    sums.become(half);
    ValueId to = roundedEnd(B, lower, upper, half, counter + "_end" + std::to_string(half));
    ValueId isLeft = B.create(OpKind::CmpLt, truth, {from, to}, "has_" + std::to_string(half));
    if (Error error = summingIf(isLeft, sums, [&] { return block(half, from, NoId); }))
      return error;
    from = to;
  }
  sums.finish();
  return isEmpty(F, from, upper) ? Error::success() : loopOver(upper, 1);
}

/// The loops of tiles whose bounds are known on entry run at least once, or else the source's loop runs instead.
bool SuperVectorBuilder::isGuarded(LoopId loop) const {
  if (alwaysRuns(N, loop))
    return true;
  const bool isBlocksDepth = Blocks && (!Blocks->isPerfect() || Blocks->isDepthSlanted) && Blocks->depth == loop;
  // Where a loop does not run, the source does not touch what lies in a scalar around it.
  const bool isTiles = loop == 0 || N.reordered || !N.inScalars.empty() || (Tiles && Tiles->time) ||
                       tileWith(&Tile::lanes, loop) || tileWith(&Tile::rows, loop) || isBlocksDepth;
  return isTiles && !usesCounter(N, N.tripCount(loop));
}

/// Columns below which the source's loops are faster; 0: there are no so few. Where lanes lie along a loop that the
/// source has further out, these are channels, or a stride that is mostly 1: compilers have a version for that.
static int64_t leastColumns(const Nest &nest, const Tile &tile) {
  constexpr int64_t fewChannels = 4;
  if (reloadsMaskedStores(nest, tile.lanes) && mostIterations(nest, tile.lanes) >= LeastReloadedColumns)
    return LeastReloadedColumns;
  const llvm::SmallVector<SymbolId, 4> columns = nest.tripCount(tile.lanes).symbols();
  const auto isPitch = [&](const Access &access, const Loop &loop) {
    const IndexExpr address = nest.byteAddress(access);
    return address.degreeIn(loop.iterator) == 1 &&
           llvm::any_of(columns, [&](SymbolId s) { return address.coefficientOf(loop.iterator).uses(s); });
  };
  const bool isInnermost = llvm::none_of(nest.loops, [&](const Loop &loop) { return loop.parent == tile.lanes; });
  const bool hasPitch = llvm::any_of(nest.accesses, [&](const Access &access) {
    return access.isAffine() && llvm::any_of(nest.loops, [&](const Loop &loop) { return isPitch(access, loop); });
  });
  return nest.reordered && isInnermost && hasPitch ? fewChannels : 0;
}

bool isCarriedAround(const Nest &nest, llvm::ArrayRef<Tile> tiles, const Facts &facts, LocalId local) {
  const Local &variable = nest.locals[local];
  const bool isPrivate = facts.locals[local].kind == ScalarFacts::Private && !variable.isLiveOut;
  if (variable.scope != NoId || isPrivate || variable.onEntry != NoId || isFreeSum(nest, facts, local))
    return false;
  return llvm::none_of(tiles, [&](const Tile &tile) {
    const LoopId outermost = tile.rows == NoId ? tile.lanes : tile.rows;
    return assignedLocals(nest, nest.nodes[nest.loops[outermost].node].body).test(local);
  });
}

Error SuperVectorBuilder::buildTiles(const Plan &plan) {
  Tiles = &plan;
  groupProducts(plan.group);
  if (Blocks) {
    declarePanels(Blocks->packed);
    declareKept(Blocks->kept);
    if (Group == 1)
      declareRowPanels(Blocks->shared);
  }
  Lanes = 1;
  std::vector<IndexExpr> trips;
  for (LoopId loop = 0; loop < N.loops.size(); ++loop)
    if (isGuarded(loop) && !usesCounter(N, N.tripCount(loop)) && !llvm::is_contained(trips, N.tripCount(loop)))
      trips.push_back(N.tripCount(loop));
  for (const IndexExpr &trip : llvm::reverse(trips))
    if (Error error = guardThatRuns(trip))
      return error;
  for (const Tile &tile : plan.tiles)
    if (const IndexExpr columns = N.tripCount(tile.lanes); !Options.randomSeed && N.isOverParams(columns)) {
      const int64_t least = Blocks ? 0 : leastColumns(N, tile);
      if (least == 0)
        continue;
      RuntimeGuard enough;
      enough.expr = map(columns - IndexExpr(least));
      enough.why = "rows of at least " + std::to_string(least) + " columns";
      const auto isWeaker = [&](const RuntimeGuard &guard) {
        return guard.kind == RuntimeGuard::NonNegative && (guard.expr - enough.expr).asConstant().value_or(-1) >= 0;
      };
      // What is asked behind the weaker one may count on it.
      const size_t place = size_t(llvm::find_if(F.guards, isWeaker) - F.guards.begin());
      llvm::erase_if(F.guards, isWeaker);
      if (!enough.expr.asConstant())
        F.guards.insert(F.guards.begin() + ptrdiff_t(place), std::move(enough));
    }
  llvm::SmallVector<LocalId, 2> carried;
  for (LocalId l = 0; l < N.locals.size(); ++l)
    if (isFreeSum(N, Fa, l) || isCarriedAround(N, plan.tiles, Fa, l)) {
      locals[l] = declareCarried(N.locals[l]);
      carried.push_back(l);
    }
  if (Error error = plan.time ? timeTiles() : statement(N.nodes[N.root().node], NoId))
    return error;
  const bool isWhole = !N.writtenOut || N.writtenOut->trip.dividedBy(N.writtenOut->count);
  F.coversAll = isWhole;
  Values results = {B.index(isWhole ? F.trip : map(N.tripCount(0) * IndexExpr(N.writtenOut->count)))};
  for (LocalId l : carried)
    finishCarried(N.locals[l], locals[l], [&](ValueId result) { results.push_back(result); });
  B.ret(results);
  return Error::success();
}

Expected<Function> buildTiles(const Nest &nest, const Facts &facts, const Legality &legality, const Plan &plan,
                              const PlanOptions &options) {
  Facts apart = facts;
  // Panels and time steps read what others write meanwhile.
  const bool isInOrder = plan.blocking.depth == 0 && !plan.time;
  for (Facts::AliasPair &pair : apart.mayAlias)
    pair.equalIsFine = isInOrder && pair.equalIsFineInTiles;
  // A cell stays in memory: tiles keep the order in which it is updated.
  apart.cells.clear();
  for (LocalId l = 0; l < nest.locals.size(); ++l)
    if (isCarriedAround(nest, plan.tiles, facts, l))
      apart.locals[l] = ScalarFacts();
  SuperVectorBuilder S(nest, apart, options);
  if (Error error = S.declareInterface(legality))
    return std::move(error);
  S.B.loc = nest.loc();
  if (plan.blocking.depth != 0)
    S.Blocks = blockableTile({nest, facts, plan.tiles, std::nullopt});
  if (Error error = S.buildTiles(plan))
    return std::move(error);
  return std::move(S.F);
}

} // namespace vecify
