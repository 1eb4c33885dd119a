// See Enumerate.h.
#include "Enumerate.h"
#include "Blocking.h"
#include "Grouping.h"
#include "SuperVectorBuilder.h"
#include "vecify/Nest/Exposed.h"
#include "vecify/Nest/Range.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>

namespace vecify {

using llvm::Expected;

/// Integers with a name for what an iteration computes, mostly from narrower ones and for one.
static llvm::BitVector intermediates(const Nest &nest) {
  llvm::BitVector carried(unsigned(nest.locals.size()));
  for (const Loop &loop : nest.loops)
    carried |= exposedLocals(nest, nest.nodes[loop.node].body);
  for (LocalId l = 0; l < nest.locals.size(); ++l)
    if (!isInteger(nest.locals[l].type))
      carried.set(l);
  return carried.flip();
}

/// Element widths in bits of all that becomes a vector.
static std::set<unsigned> widths(const Nest &nest, bool withIntermediates = true) {
  std::set<unsigned> result;
  for (const Access &access : nest.accesses)
    result.insert(bitsOf(access.type));
  const llvm::BitVector without =
      withIntermediates ? llvm::BitVector(unsigned(nest.locals.size())) : intermediates(nest);
  for (LocalId l = 0; l < nest.locals.size(); ++l)
    if (bitsOf(nest.locals[l].type) >= 8 && !without.test(l))
      result.insert(bitsOf(nest.locals[l].type));
  if (result.empty())
    result.insert(32);
  return result;
}

Expected<RequestedShape> requestedShape(const Nest &nest, const Target &target) {
  RequestedShape shape;
  unsigned big = 0;
  std::string text;
  for (Clauses::Dim dim : nest.clauses.shape) {
    text += (text.empty() ? "" : ", ") + dim.loop + ":" + std::to_string(dim.size) + (dim.inVectors ? "v" : "");
    if (dim.inVectors)
      dim.size *= target.registerBits[0] / *widths(nest).rbegin();
    if (dim.loop == nest.root().name)
      shape.lanes = std::max<int64_t>(0, dim.size);
    if (dim.size <= 1)
      continue;
    ++big;
    if (llvm::any_of(nest.loops, [&](const Loop &loop) { return loop.name == dim.loop; }))
      shape.tile.push_back(dim);
  }
  if (big > 2 || (big == 2 && shape.tile.size() != 2))
    return decline(nest.clauses.loc, Reason::ShapeNotSupported, {text});
  if (big < 2)
    shape.tile.clear();
  if (big < 2 && (shape.lanes & (shape.lanes - 1)))
    return decline(nest.clauses.loc, Reason::ShapeNotLegal,
                   {"the size " + std::to_string(shape.lanes) + " is not a power of two"});
  return shape;
}

/// In the order of enumeration; the first legal one is the plainest.
static constexpr Tail Tails[] = {Tail::None, Tail::Epilogue, Tail::Halves, Tail::Mask, Tail::Overlap};

bool hasReductions(const Nest &nest, const Facts &facts) {
  for (LocalId l = 0; l < nest.locals.size(); ++l)
    if (facts.locals[l].isAccumulated() && nest.locals[l].scope == NoId)
      return true;
  return !facts.cells.empty();
}

/// Shorter vectors than these take as long as their lanes one by one, or cannot be read.
static unsigned leastLanes(const std::set<unsigned> &widths, const Target &target) {
  const unsigned widestBits = *widths.rbegin(), narrowest = *widths.begin();
  if (target.aie)
    return 128 / narrowest;
  unsigned lanes = std::max(64 / widestBits, widestBits == 64 ? 2u : 4u);
  while (narrowest == 8 && lanes < 16 && !target.find(OpKind::Load, ScalarType::U8, lanes))
    lanes *= 2;
  return lanes;
}

/// Lanes of each vector of a tail, the plainest first. Masked vectors may be narrower than those of the main loop: what
/// is made of bytes mostly goes through ints, of which a register has a quarter of the lanes.
static llvm::SmallVector<unsigned, 2> tailLanes(Tail tail, unsigned lanes, unsigned least, const Target &target) {
  if (tail != Tail::Mask)
    return {std::min(lanes, least)};
  const unsigned ints = target.registerBits[0] / 32;
  return ints < lanes ? llvm::SmallVector<unsigned, 2>{lanes, ints} : llvm::SmallVector<unsigned, 2>{lanes};
}

uint64_t opsOf(const Nest &nest, unsigned lanes, unsigned unroll, unsigned registerBits) {
  const uint64_t bits = uint64_t(lanes) * unroll * *widths(nest).rbegin();
  return nest.exprs.size() * ((bits + registerBits - 1) / registerBits);
}

/// The same plans with dot products, where narrow products are summed up.
static void addGroups(const Nest &nest, const Target &target, size_t first, std::vector<Plan> &plans) {
  const unsigned group = productsAtOnce(nest, target);
  for (size_t p = first, count = group == 1 ? 0 : plans.size(); p < count; ++p) {
    Plan plan = plans[p];
    plan.number = plans.size();
    plan.group = group;
    plans.push_back(std::move(plan));
  }
}

std::vector<Plan> enumerate(const Nest &nest, const Facts &facts, const Legality &legality, const Target &target,
                            int64_t shape) {
  std::vector<Plan> plans;
  const Clauses &clauses = nest.clauses;
  std::set<unsigned> bits = widths(nest);
  std::set<std::pair<unsigned, unsigned>> seen; // (lanes, register bits)
  // So many iterations at once at most: there are no more, or they depend on each other. A few of these compilers carry
  // in registers on their own, and bytes that fill no register take as long.
  const bool fillsShortOnes = *bits.begin() >= 32;
  const unsigned few = fillsShortOnes ? 4 : 8;
  int64_t most = likelyIterations(nest, 0);
  if (legality.maxLanes >= few)
    most = std::min<int64_t>(most, legality.maxLanes);
  for (unsigned r = 0; r < target.registerBits.size(); ++r) {
    const unsigned width = target.registerBits[r], least = width / *bits.rbegin();
    // Narrow registers are for what never fills a wide one, and for what a wide one reads parts of two stores.
    const bool isBesideStores =
        fillsShortOnes && legality.maxLanes >= few && legality.maxLanes < 64 && legality.maxLanes % (least * 2) != 0;
    if (r >= 2 && int64_t(least) * 2 <= most && !isBesideStores)
      break;
    for (unsigned lanes = least; lanes <= width / *bits.begin(); lanes *= 2)
      seen.insert({lanes, width});
  }
  // Few iterations fill no register at all.
  for (unsigned lanes = target.registerBits.back() / *bits.rbegin();
       int64_t(lanes) > most && lanes > leastLanes(bits, target);)
    seen.insert({lanes /= 2, target.registerBits.back()});
  if (clauses.width > 0)
    seen = {{unsigned(clauses.width), target.registerBits[0]}};
  // Calls run one after the other, however many vectors there are.
  bool callsFunctions = llvm::any_of(nest.exprs, [](const Expr &e) { return e.kind == Expr::Call; });
  const bool maySkipSome =
      !target.aie && llvm::any_of(nest.nodes, [&](const Node &node) { return maySkip(nest, facts, node); });
  auto add = [&](unsigned lanes, unsigned unroll, unsigned width, Tail tail) {
    if (lanes < 2 || uint64_t(lanes) * unroll > legality.maxLanes || lanes * unroll > 512)
      return;
    // Nothing ever fills it; a masked vector need not be full.
    if (int64_t(lanes) * unroll > most && !(tail == Tail::Mask && unroll == 1 && int64_t(lanes) / 2 < most))
      return;
    if (clauses.tail != Clauses::AnyTail) {
      static constexpr Tail Wanted[] = {Tail::Epilogue, Tail::Mask, Tail::Epilogue, Tail::Overlap, Tail::None};
      if (tail != Wanted[clauses.tail])
        return;
    }
    // Nor need it have registers that are never used.
    if (lanes / 2 >= most && lanes > width / *bits.rbegin())
      return;
    if (opsOf(nest, lanes, unroll, width) > MostOps)
      return;
    if (tail == Tail::Overlap && !legality.idempotent)
      return;
    // What is left when the loop is left early is the source's.
    if (nest.mayLeaveEarly() && tail != Tail::Epilogue)
      return;
    // Only in order do blocks look out for pivots.
    if (!legality.pivots.empty() && tail != Tail::Epilogue && tail != Tail::None)
      return;
    // The scalar loop does the iterations behind the interior.
    if (nest.interior && tail != Tail::Epilogue && tail != Tail::Halves)
      return;
    if (tail == Tail::None && (tripFactor(nest) % lanes || legality.needsLastIteration))
      return;
    if (tail == Tail::Mask && (legality.needsLastIteration || legality.wholeVectors))
      return;
    // AI Engines mask no memory.
    if (tail == Tail::Mask && target.aie)
      return;
    const unsigned least = leastLanes(bits, target);
    if (tail == Tail::Halves && (lanes <= least || hasReductions(nest, facts) || legality.wholeVectors))
      return;
    Plan plan;
    plan.lanes = lanes;
    plan.unroll = unroll;
    plan.registerBits = width;
    plan.tail = tail;
    // Lanes for few channels run the loops inside mostly in vain.
    if (tail == Tail::Mask && nest.loops.size() > 1 && !nest.tripCount(0).asConstant())
      plan.fewest = std::min<int64_t>(lanes, most) / 2;
    for (unsigned inTail : tailLanes(tail, lanes, least, target))
      for (bool skips : {false, true}) {
        plan.leastLanes = inTail;
        // Sums go on in vectors as wide as they are.
        if ((skips && (!maySkipSome || unroll > 1)) || (plan.hasNarrowTail() && hasReductions(nest, facts)))
          continue;
        plan.skips = skips;
        plan.number = plans.size();
        plans.push_back(plan);
      }
  };
  for (auto [lanes, width] : seen)
    for (unsigned unroll : {1u, 2u, 4u, 8u}) {
      if (clauses.unroll > 0 ? unroll != unsigned(clauses.unroll) : unroll > 1 && callsFunctions && shape == 0)
        continue;
      if (shape > 0 && int64_t(lanes) * unroll != shape)
        continue;
      for (Tail tail : Tails)
        add(lanes, unroll, width, tail);
    }
  if (plans.empty() && shape > 1)
    for (Tail tail : Tails)
      add(shape, 1, target.registerBits[0], tail);
  addGroups(nest, target, 0, plans);
  return plans;
}

/// Rows and registers of lanes that are worth a try: as many accumulators as cover the latency of a sum and leave
/// registers for what they are made from.
static std::vector<std::pair<unsigned, unsigned>> tileSizes(const Target &target) {
  if (target.vectorRegisters >= 32)
    return {{1, 1}, {2, 1}, {4, 1}, {8, 1}, {2, 2}, {4, 2}, {8, 2}, {8, 3}, {4, 4}};
  return {{1, 1}, {2, 1}, {4, 1}, {2, 2}, {4, 2}, {6, 2}};
}

/// Whether the tile turns some access around: its rows lie side by side in memory, its lanes apart.
static bool transposes(const Variant &variant) {
  const Nest &nest = variant.nest;
  const Tile &tile = variant.tiles[0];
  return tile.rows != NoId && llvm::any_of(nest.accesses, [&](const Access &access) {
           if (!access.isAffine())
             return false;
           const IndexExpr place = nest.byteAddress(access);
           const SymbolId lanes = nest.loops[tile.lanes].iterator, rows = nest.loops[tile.rows].iterator;
           const int64_t size = bytesOf(access.type);
           if (place.degreeIn(lanes) != 1 || place.degreeIn(rows) != 1 ||
               place.coefficientOf(rows).asConstant() != size)
             return false;
           return std::abs(place.coefficientOf(lanes).asConstant().value_or(2 * size)) > size;
         });
}

/// Rows that wait for one another are worth their many streams where they add to one place, not where each hands on
/// what the first-level cache has for the next one: a[i][j] = a[i - 1][j] + b[i][j].
static bool rowsOnlyFollow(const Variant &variant) {
  const Nest &nest = variant.nest;
  const Tile &tile = variant.tiles[0];
  return tile.rows != NoId && !variant.facts.loops[tile.rows].parallel &&
         llvm::none_of(nest.loops, [&](const Loop &loop) { return loop.parent == tile.lanes; }) &&
         llvm::none_of(nest.accesses, [&](const Access &access) {
           return access.isWrite && access.isAffine() && !nest.byteAddress(access).uses(nest.loops[tile.rows].iterator);
         });
}

/// Rows that read and write places of their own only, one access after the other: side by side they are so many streams
/// more, and nothing is gained but a branch or two. Short rows may fill a register together.
static bool rowsShareNothing(const Variant &variant, const Tile &tile) {
  const Nest &nest = variant.nest;
  if (tile.rows == NoId || nest.tripCount(tile.lanes).asConstant() || hasReductions(nest, variant.facts) ||
      llvm::any_of(nest.loops, [&](const Loop &loop) { return loop.parent == tile.lanes; }))
    return false;
  const SymbolId rows = nest.loops[tile.rows].iterator, lanes = nest.loops[tile.lanes].iterator;
  return llvm::none_of(nest.accesses, [&](const Access &access) {
    if (!access.isAffine())
      return true;
    const IndexExpr place = nest.byteAddress(access);
    if (!place.uses(lanes))
      return false; // one for each row
    return !place.uses(rows) || llvm::any_of(nest.accesses, [&](const Access &other) {
      // The row above is read, too.
      return other.array == access.array && other.isAffine() &&
             nest.byteAddress(other) == place + place.coefficientOf(rows);
    });
  });
}

static bool rowsShareNothing(const Variant &variant) {
  return !transposes(variant) &&
         llvm::all_of(variant.tiles, [&](const Tile &tile) { return rowsShareNothing(variant, tile); });
}

/// pixels[i][c], one c after the other: the lanes of each row lie between those of the others, on the same lines, which
/// come as often as there are rows where no cache holds them all.
static bool rowsInterleave(const Variant &variant) {
  const Nest &nest = variant.nest;
  return llvm::any_of(variant.tiles, [&](const Tile &tile) {
    if (tile.rows == NoId)
      return false;
    const SymbolId rows = nest.loops[tile.rows].iterator, lanes = nest.loops[tile.lanes].iterator;
    return llvm::any_of(nest.accesses, [&](const Access &access) {
      if (!access.isAffine())
        return false;
      const IndexExpr place = nest.byteAddress(access);
      if (place.degreeIn(rows) != 1 || place.degreeIn(lanes) != 1)
        return false;
      const std::optional<int64_t> apart = place.coefficientOf(rows).asConstant(),
                                   step = place.coefficientOf(lanes).asConstant();
      return apart && step && std::abs(*apart) < std::abs(*step);
    });
  });
}

/// Tiles of as many rows as lanes, which registers of 128 bits and more turn around in a few shuffles.
static std::vector<std::pair<unsigned, unsigned>> squares(unsigned bits, unsigned native) {
  std::vector<std::pair<unsigned, unsigned>> sizes;
  for (unsigned n = 128 / bits; n <= std::min(native, 16u); n *= 2)
    sizes.push_back({n, n});
  return sizes;
}

/// The rows and lanes that a clause asks for, by the names of the loops.
static std::optional<std::pair<unsigned, unsigned>> requestedTile(const Variant &variant, const RequestedShape &shape) {
  const Tile &tile = variant.tiles[0];
  const auto sizeOf = [&](LoopId loop) -> unsigned {
    for (const Clauses::Dim &dim : shape.tile)
      if (loop != NoId && dim.loop == variant.nest.loops[loop].name)
        return unsigned(dim.size);
    return 0;
  };
  const unsigned rows = sizeOf(tile.rows), lanes = sizeOf(tile.lanes);
  if (rows == 0 || lanes == 0)
    return std::nullopt;
  return std::pair(rows, lanes);
}

/// The same in cache blocks, where a tile is large enough to be worth the copies. These put the products of a group
/// side by side at no cost.
static void addBlocks(const Variant &variant, const Target &target, const PlanOptions &options, size_t first,
                      std::vector<Plan> &plans) {
  const std::optional<BlockableTile> tile = blockableTile(variant);
  const unsigned group = productsAtOnce(variant.nest, target);
  for (size_t p = first, count = tile ? plans.size() : 0; p < count; ++p) {
    if (plans[p].rows * plans[p].unroll < 8 || plans[p].group != group)
      continue;
    if (plans[p].hasNarrowTail() || (tile->isSlanted && plans[p].tail != Tail::Mask) ||
        ((tile->isSlanted || tile->isDepthSlanted) && group > 1))
      continue;
    const unsigned columns = plans[p].lanes * plans[p].unroll;
    const std::optional<CacheBlocks> blocking = blockOf(variant, *tile, columns, plans[p].rows, group, options);
    if (!blocking)
      continue;
    Plan plan = plans[p];
    plan.number = plans.size();
    plan.blocking = *blocking;
    plans.push_back(std::move(plan));
  }
}

static int64_t bytesOfBuffers(const Nest &nest) {
  int64_t bytes = 0;
  for (const Array &array : nest.arrays)
    bytes += array.own * int64_t(bytesOf(array.element));
  return bytes;
}

Expected<Legality> enumerateTiles(const Variant &variant, const Target &target, const RequestedShape &shape,
                                  const PlanOptions &options, std::vector<Plan> &plans) {
  const Nest &nest = variant.nest;
  Expected<Legality> legality = checkTiles(nest, variant.facts, variant.tiles);
  if (!legality || bytesOfBuffers(nest) > int64_t(options.stackBytes))
    return legality;
  const unsigned widest = *widths(nest, false).rbegin(), native = target.registerBits[0] / widest;
  const size_t first = plans.size();
  std::vector<std::pair<unsigned, unsigned>> sizes; // rows, lanes in all
  for (auto [rows, unroll] : tileSizes(target))
    sizes.push_back({rows, native * unroll});
  if (transposes(variant))
    for (std::pair<unsigned, unsigned> square : squares(widest, native))
      if (!llvm::is_contained(sizes, square))
        sizes.push_back(square);
  if (!shape.tile.empty()) {
    const std::optional<std::pair<unsigned, unsigned>> asked = requestedTile(variant, shape);
    if (!asked)
      return decline(nest.clauses.loc, Reason::ShapeNotLegal, {"the loops cannot be put in that order"});
    const unsigned lanes = asked->second;
    if (lanes > native ? lanes % native != 0 : (lanes & (lanes - 1)) != 0)
      return decline(nest.clauses.loc, Reason::ShapeNotLegal,
                     {std::to_string(lanes) + " lanes are no multiple of a register's " + std::to_string(native) +
                      ", nor a power of two"});
    sizes = {*asked};
  } else if (!options.randomSeed && (rowsOnlyFollow(variant) || rowsShareNothing(variant))) {
    llvm::erase_if(sizes, [](const auto &size) { return size.first > 1; });
    // Their lanes are steps of one loop, as long as that alone is.
    for (unsigned unroll : {2, 4})
      sizes.push_back({1, native * unroll});
  }
  const Tile &tile = variant.tiles[0];
  const int64_t mostRows = tile.rows == NoId ? 1 : likelyIterations(nest, tile.rows);
  const int64_t mostLanes = likelyIterations(nest, tile.lanes);
  if (shape.tile.empty() && !options.randomSeed && nest.reordered && rowsInterleave(variant))
    llvm::erase_if(sizes, [&](const auto &size) { return int64_t(size.first) < mostRows; });
  // Of columns that move with the rows, one tile has edges only.
  const int64_t mostAtOnce = hasSlantedColumns(nest, tile) ? mostLanes / 2 : mostLanes;
  if (shape.tile.empty() && mostLanes < native) {
    const unsigned narrow = llvm::bit_floor(uint64_t(mostLanes));
    for (auto &[rows, all] : sizes)
      all = all == native ? narrow : all;
    // Rows that share registers are as many registers less, where all of them have lanes that are surely run.
    if (nest.tripCount(tile.lanes).asConstant())
      for (unsigned registers : {4, 8})
        if (const std::pair<unsigned, unsigned> many(registers * (native / narrow), narrow);
            !llvm::is_contained(sizes, many))
          sizes.push_back(many);
  }
  const auto add = [&](unsigned rows, unsigned lanes, unsigned all) {
    // Where masks cost nothing, they are the tail of rows that sum up one by one.
    const bool masksFirst = tile.rows == NoId && target.predicateMasks;
    for (Tail tail : {masksFirst ? Tail::Mask : Tail::Halves, masksFirst ? Tail::Halves : Tail::Mask}) {
      // Nothing would ever fill it.
      if (rows > mostRows || (shape.tile.empty() ? all > mostAtOnce : lanes > mostLanes))
        continue;
      if (lanes < 2 || all > legality->maxLanes || (tail == Tail::Mask && target.aie) ||
          rows * opsOf(nest, all, 1, target.registerBits[0]) > MostTileOps)
        continue;
      Plan plan;
      plan.tiles = variant.tiles;
      plan.rows = rows;
      plan.lanes = lanes;
      plan.unroll = all / lanes;
      plan.registerBits = target.registerBits[0];
      plan.tail = tail;
      for (unsigned inTail : tailLanes(tail, lanes, leastLanes(widths(nest), target), target)) {
        plan.leastLanes = inTail;
        // The edges of what moves with the rows are whole vectors.
        if (plan.hasNarrowTail() && hasSlantedColumns(nest, tile))
          continue;
        plan.number = plans.size();
        plans.push_back(plan);
      }
    }
  };
  for (auto [rows, all] : sizes)
    add(rows, std::min(native, all), all);
  // Sums along one row hide their latency behind one another, and narrow elements are mostly summed in parts.
  if (tile.rows == NoId && shape.tile.empty())
    for (unsigned lanes = native; lanes <= target.registerBits[0] / *widths(nest).begin(); lanes *= 2)
      for (unsigned unroll : {1, 2, 4})
        if (lanes > native || unroll > 1)
          add(1, lanes, lanes * unroll);
  addGroups(nest, target, first, plans);
  addBlocks(variant, target, options, first, plans);
  return legality;
}

} // namespace vecify
