// Step: what the threads of a block read again and again, or in an order that memory does not follow, goes through
// shared memory.
//
//     for %k = 0 to %p step 1 {                          for %k0 = 0 to %p step 16 {
//       %a = transfer_read A[%i, %k] lanes(1, 0; 0, 0)     %t = transfer_read A[%i, %k0] : 64x16xf32
//       ...                                         ->     transfer_write %t, A_tile[0, 0]
//     }                                                    barrier
//                                                          for %k1 = 0 to min(16, %p - %k0) {
//                                                            %a = transfer_read A_tile[0, %k1] lanes(1, 0; 0, 0)
//                                                            ...
//                                                          }
//                                                          barrier
//                                                        }
//
//     transfer_write %v, B[%j, %i] lanes(0, 1; 1, 0)  ->  transfer_write %v, B_tile[0, 0]; barrier;
//                                                         %t = transfer_read B_tile[0, 0] lanes(0, 1; 1, 0)
//                                                         transfer_write %t, B[%j, %i] lanes(1, 0; 0, 1)
//
// Reads of one dim serve all lanes of the others; a write whose neighbours in memory are not neighbouring threads is
// turned around. Sound for arrays that nothing in the function writes (reads), and because iterations of a grid do not
// meet in memory (writes). Tiles are padded by one element where threads walk along their columns, so that no two
// threads of a warp meet in a bank.
#include "Match.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace vecify {

namespace {

const VectorType Index = VectorType::scalar(ScalarType::Index);
/// Bytes of shared memory that every device gives a block without being asked.
constexpr int64_t MostShared = 48 << 10;
/// Of what a thread reads of it at once.
constexpr int64_t VectorBytes = 16;
/// Steps of a loop that are staged at once: with one thread a row it is a line of memory, else a tile's depth.
constexpr int64_t LineDepth = 32, TileDepth = 16;

class Staging {
public:
  explicit Staging(const Function &source) : S(source), Rewrite(source), B(Rewrite.builder()) {
    collect(S.body, {});
    for (const Op &op : S.ops)
      if (isMemoryWrite(op.kind))
        Written.insert(S.patterns[op.mem.pattern].array);
  }

  Function run() {
    return Rewrite.run([&](const Op &op, Rewriter &) {
      B = Rewrite.builder();
      const OpId id = op.id;
      const auto loops = Grids.find(id);
      if (loops == Grids.end() || loops->second.empty())
        return false;
      const bool isDone = op.kind == OpKind::For && !mappingOf(op) ? stageLoop(op, loops->second)
                          : op.kind == OpKind::TransferWrite       ? turnAround(op, loops->second)
                                                                   : false;
      return isDone;
    });
  }

private:
  /// A grid's loop with more than one lane: a dim of the values in it.
  struct Dim {
    const Op *loop;
    LoopMapping mapping;
    ValueId counter;
  };
  using Dims = std::vector<Dim>;

  void collect(BlockId block, const Dims &dims) {
    for (OpId id : S.blocks[block].ops) {
      const Op &op = S.ops[id];
      Grids[id] = dims;
      Dims inside = dims;
      if (const auto mapping = mappingOf(op)) {
        if (!mapping->isGrid)
          continue; // a row's lanes
        if (mapping->lanes() > 1)
          inside.push_back({&op, *mapping, S.blocks[op.blocks[0]].arguments[0]});
        // Along a line, threads with some lanes of their own do not wait for each other.
        if (mapping->vector > 1 && mapping->axis == 0 && inside.size() == 1)
          continue;
      }
      for (BlockId inner : op.blocks)
        collect(inner, inside);
    }
  }

  std::optional<int64_t> strideAlong(const MemRef &mem, ValueId counter) const {
    const IndexExpr address = S.byteAddress(mem);
    if (!address.uses(counter))
      return 0;
    return address.degreeIn(counter) > 1 ? std::nullopt : address.coefficientOf(counter).asConstant();
  }

  // -- reads in a loop

  struct Tile {
    const Op *read;
    std::vector<unsigned> dims; ///< that move it, ascending
    bool kIsMinor;              ///< memory follows the loop, not a dim
    bool isTurned;              ///< the tile follows the dim all the same: lanes of a thread lie side by side
  };

  /// Whether threads share what it reads, or could read it in a better order; and whether a tile holds it.
  std::optional<Tile> tileOf(const Op &op, const Dims &dims, ValueId k) const {
    if (op.kind != OpKind::TransferRead || op.mem.laneSteps.size() != dims.size() || !op.mem.indirectSubs.empty())
      return std::nullopt;
    const ValueId mask = maskOf(op, S);
    if (mask != NoValue && !definedBy(S, mask, OpKind::CreateMask))
      return std::nullopt;
    const uint32_t array = S.patterns[op.mem.pattern].array;
    for (uint32_t written : Written)
      if (written == array || !S.areDisjoint(written, array))
        return std::nullopt;
    const int64_t size = bytesOf(S.typeOf(op.results[0]).element);
    const std::optional<int64_t> alongK = strideAlong(op.mem, k);
    if (alongK == std::optional<int64_t>(0) || bytesOf(S.patterns[op.mem.pattern].type) != size)
      return std::nullopt;
    Tile tile{&op, {}, alongK == std::optional<int64_t>(size), false};
    for (unsigned d = 0; d < dims.size(); ++d)
      if (!S.laneStrideBytes(op.mem, d).isZero())
        tile.dims.push_back(d);
    // One dim and the loop make a matrix.
    if (tile.dims.size() != 1)
      return std::nullopt;
    const unsigned d = tile.dims[0];
    const bool isShared = dims.size() > 1;
    const bool followsThreads = S.laneStrideBytes(op.mem, d) == IndexExpr(size);
    if (!tile.kIsMinor && !followsThreads)
      return std::nullopt;
    if (!isShared && followsThreads)
      return std::nullopt;
    tile.isTurned = tile.kIsMinor && isShared && dims[d].mapping.vector > 1;
    // Every read of the tile must be one of the matrix: nothing else may depend on the dim's counter.
    return tile;
  }

  static bool mayTrap(const Function &f, BlockId block) {
    return llvm::any_of(f.blocks[block].ops, [&](OpId id) {
      const Op &op = f.ops[id];
      const bool isDivision =
          (op.kind == OpKind::Div || op.kind == OpKind::Rem) && isInteger(f.typeOf(op.results[0]).element);
      return isDivision || llvm::any_of(op.blocks, [&](BlockId inner) { return mayTrap(f, inner); });
    });
  }

  int64_t depthOf(const Dims &dims) const { return dims.size() > 1 ? TileDepth : LineDepth; }

  /// Extents of a tile: the minor dim is the one that memory follows.
  llvm::SmallVector<int64_t, 2> extentsOf(const Tile &tile, const Dims &dims) const {
    const int64_t lanes = dims[tile.dims[0]].mapping.lanes(), depth = depthOf(dims);
    const bool walksColumns = tile.kIsMinor && dims[tile.dims[0]].mapping.axis == 0;
    // Rows begin at whole vectors, and not all in one bank.
    if (tile.isTurned)
      return {depth, lanes + VectorBytes / bytesOf(S.typeOf(tile.read->results[0]).element)};
    if (tile.kIsMinor)
      return {lanes, depth + walksColumns};
    return {depth, lanes};
  }

  bool stageLoop(const Op &loop, const Dims &dims) {
    const BlockId body = loop.blocks[0];
    const std::vector<ValueId> &arguments = S.blocks[body].arguments;
    const ValueId k = arguments[0];
    const auto *step = S.definitionOf(loop.operands[2]);
    if (!step || step->kind != OpKind::IndexValue || step->index != IndexExpr(1) || mayTrap(S, body))
      return false;
    std::vector<Tile> tiles;
    int64_t bytes = 0;
    for (OpId id : S.blocks[body].ops) {
      std::optional<Tile> tile = tileOf(S.ops[id], dims, k);
      if (!tile)
        continue;
      const auto extents = extentsOf(*tile, dims);
      const int64_t size = extents[0] * extents[1] * bytesOf(S.typeOf(tile->read->results[0]).element);
      if (bytes + size > MostShared)
        continue;
      bytes += size;
      tiles.push_back(*tile);
    }
    if (tiles.empty())
      return false;

    const int64_t depth = depthOf(dims);
    const ValueId lower = Rewrite.mapped(loop.operands[0]), upper = Rewrite.mapped(loop.operands[1]);
    llvm::SmallVector<ValueId, 4> inits;
    for (ValueId init : llvm::ArrayRef(loop.operands).drop_front(3))
      inits.push_back(Rewrite.mapped(init));
    Function &f = Rewrite.result();
    const std::string name = S.values[k].name;
    const OpId outer = B.forLoop(lower, upper, B.index(IndexExpr(depth)), inits, name + "0");
    const BlockId outside = B.block(), outerBody = f.ops[outer].blocks[0];
    const std::vector<ValueId> outerArguments = f.blocks[outerBody].arguments;
    setBlock(outerBody);
    const IndexExpr k0 = IndexExpr::symbol(outerArguments[0]);
    const IndexExpr left = IndexExpr::symbol(upper) - k0;
    std::vector<uint32_t> patterns;
    for (const Tile &tile : tiles)
      patterns.push_back(copyIn(tile, dims, k, k0, left));
    barrier();
    const ValueId count = B.create(OpKind::Min, Index, {B.index(left), B.constant(Index, depth)}, "depth");
    llvm::SmallVector<ValueId, 4> carried(outerArguments.begin() + 1, outerArguments.end());
    const OpId inner = B.forLoop(B.index(IndexExpr(0)), count, B.index(IndexExpr(1)), carried, name + "1");
    const BlockId innerBody = f.ops[inner].blocks[0];
    const std::vector<ValueId> innerArguments = f.blocks[innerBody].arguments;
    setBlock(innerBody);
    const IndexExpr k1 = IndexExpr::symbol(innerArguments[0]);
    Rewrite.map(k, B.index(k0 + k1, name));
    for (size_t c = 1; c < arguments.size(); ++c) {
      Rewrite.map(arguments[c], innerArguments[c]);
      f.values[innerArguments[c]].name = f.values[outerArguments[c]].name = S.values[arguments[c]].name;
    }
    for (OpId id : S.blocks[body].ops) {
      const Op &op = S.ops[id];
      setBlock(innerBody); // a branch that was copied has left it in its own
      const auto tile = llvm::find_if(tiles, [&](const Tile &t) { return t.read == &op; });
      if (tile != tiles.end())
        readTile(*tile, patterns[tile - tiles.begin()], dims, k1);
      else
        Rewrite.copy(op);
    }
    setBlock(outerBody);
    barrier();
    B = Rewrite.builder();
    B.yield(llvm::ArrayRef<ValueId>(f.ops[inner].results.begin(), f.ops[inner].results.end()));
    setBlock(outside);
    for (size_t r = 0; r < loop.results.size(); ++r) {
      const ValueId result = f.ops[outer].results[r];
      f.values[result].name = S.values[loop.results[r]].name;
      Rewrite.map(loop.results[r], result);
    }
    return true;
  }

  void setBlock(BlockId block) {
    Rewrite.builder().setBlock(block);
    B.setBlock(block);
  }

  void barrier() {
    Op op;
    op.kind = OpKind::Barrier;
    B.append(std::move(op));
  }

  uint32_t sharedArray(const Op &like, llvm::ArrayRef<int64_t> extents) {
    Function &f = Rewrite.result();
    const MemPattern &pattern = S.patterns[like.mem.pattern];
    ArrayInfo array;
    array.element = pattern.type;
    array.space = ArrayInfo::Shared;
    array.extents.assign(extents.begin(), extents.end());
    array.alignment = VectorBytes;
    array.name = S.arrays[pattern.array].name + "_tile";
    unsigned others = 0;
    for (uint32_t a = 0; a < f.arrays.size(); ++a) {
      array.disjoint.push_back(a);
      others += llvm::StringRef(f.arrays[a].name).starts_with(array.name);
    }
    if (others)
      array.name += std::to_string(others + 1);
    MemPattern tile;
    tile.array = uint32_t(f.arrays.size());
    tile.type = pattern.type;
    tile.text = array.name + "[{0}][{1}]";
    tile.strideBytes = {IndexExpr(extents[1] * bytesOf(pattern.type)), IndexExpr(bytesOf(pattern.type))};
    f.arrays.push_back(std::move(array));
    f.patterns.push_back(std::move(tile));
    return uint32_t(f.patterns.size()) - 1;
  }

  /// `mem` of the source at lane 0 and with `k` replaced, moved along by `steps` of the matrix's two dims.
  MemRef matrix(const MemRef &mem, llvm::function_ref<IndexExpr(const IndexExpr &)> at,
                llvm::ArrayRef<llvm::SmallVector<IndexExpr, 2>> steps) {
    MemRef result;
    result.pattern = mem.pattern;
    for (const IndexExpr &sub : mem.subs)
      result.subs.push_back(at(sub));
    for (const auto &step : steps)
      result.laneSteps.push_back(step);
    return result;
  }

  MemRef tileRef(uint32_t pattern, IndexExpr row, IndexExpr column, llvm::ArrayRef<std::pair<int, int>> steps) {
    MemRef mem;
    mem.pattern = pattern;
    mem.subs = {std::move(row), std::move(column)};
    for (auto [ofRow, ofColumn] : steps)
      mem.laneSteps.push_back({IndexExpr(ofRow), IndexExpr(ofColumn)});
    return mem;
  }

  /// Reads the matrix under the mask of what there is of it and writes it to its tile.
  uint32_t copyIn(const Tile &tile, const Dims &dims, ValueId k, const IndexExpr &k0, const IndexExpr &left) {
    const Op &read = *tile.read;
    const Dim &dim = dims[tile.dims[0]];
    const int64_t lanes = dim.mapping.lanes(), depth = depthOf(dims);
    const uint32_t pattern = sharedArray(read, extentsOf(tile, dims));
    const ScalarType element = S.typeOf(read.results[0]).element;
    llvm::SmallVector<IndexExpr, 2> alongLanes, alongK;
    for (unsigned s = 0; s < read.mem.subs.size(); ++s) {
      alongLanes.push_back(Rewrite.mapped(read.mem.laneSteps[tile.dims[0]][s]));
      alongK.push_back(read.mem.subs[s].uses(k) ? Rewrite.mapped(read.mem.subs[s].coefficientOf(k)) : IndexExpr(0));
    }
    const auto atStart = [&](const IndexExpr &sub) {
      return sub.substituteAll([&](SymbolId s) { return s == k ? k0 : IndexExpr::symbol(Rewrite.mapped(ValueId(s))); });
    };
    const VectorType type{tile.kIsMinor ? llvm::SmallVector<int64_t, 2>{lanes, depth}
                                        : llvm::SmallVector<int64_t, 2>{depth, lanes},
                          element};
    const IndexExpr lanesLeft =
        IndexExpr::symbol(Rewrite.mapped(dim.loop->operands[1])) - IndexExpr::symbol(Rewrite.mapped(dim.counter));
    const ValueId lanesValue = B.index(lanesLeft), kValue = B.index(left);
    const ValueId mask = tile.kIsMinor
                             ? B.create(OpKind::CreateMask, type.withElement(ScalarType::I1), {lanesValue, kValue})
                             : B.create(OpKind::CreateMask, type.withElement(ScalarType::I1), {kValue, lanesValue});
    const ValueId padding =
        isFloat(element) ? B.constantFp(VectorType::scalar(element), 0) : B.constant(VectorType::scalar(element), 0);
    const llvm::SmallVector<IndexExpr, 2> steps[2] = {tile.kIsMinor ? alongLanes : alongK,
                                                      tile.kIsMinor ? alongK : alongLanes};
    const ValueId value = B.transferRead(type, matrix(read.mem, atStart, steps), {}, mask, padding);
    if (tile.isTurned)
      B.transferWrite(value, tileRef(pattern, 0, 0, {{0, 1}, {1, 0}}), {}, mask);
    else
      B.transferWrite(value, tileRef(pattern, 0, 0, {{1, 0}, {0, 1}}), {}, mask);
    return pattern;
  }

  /// The lanes of the source's read, out of the tile. Those that are off hold anything.
  void readTile(const Tile &tile, uint32_t pattern, const Dims &dims, const IndexExpr &k1) {
    std::vector<std::pair<int, int>> steps;
    const bool followsK = tile.kIsMinor && !tile.isTurned;
    for (unsigned d = 0; d < dims.size(); ++d) {
      const bool moves = d == tile.dims[0];
      steps.push_back(followsK ? std::pair(int(moves), 0) : std::pair(0, int(moves)));
    }
    const MemRef mem = followsK ? tileRef(pattern, 0, k1, steps) : tileRef(pattern, k1, 0, steps);
    const ValueId old = tile.read->results[0];
    Rewrite.map(old, B.transferRead(S.typeOf(old), mem, {}, NoValue, NoValue, S.values[old].name));
  }

  // -- writes that memory does not follow

  bool turnAround(const Op &write, const Dims &dims) {
    if (dims.size() != 2 || write.mem.laneSteps.size() != 2 || !write.mem.indirectSubs.empty())
      return false;
    const ValueId mask = maskOf(write, S);
    const VectorType &type = S.typeOf(write.operands[0]);
    const int64_t size = bytesOf(type.element);
    if ((mask != NoValue && !definedBy(S, mask, OpKind::CreateMask)) || type.shape[0] != type.shape[1] ||
        bytesOf(S.patterns[write.mem.pattern].type) != size || dims[1].mapping.axis != 0 ||
        S.laneStrideBytes(write.mem, 0) != IndexExpr(size) || S.laneStrideBytes(write.mem, 1) == IndexExpr(size))
      return false;
    const int64_t n = type.shape[0];
    if (n * (n + 1) * size > MostShared)
      return false;
    const uint32_t pattern = sharedArray(write, {n, n + 1});
    B.transferWrite(Rewrite.mapped(write.operands[0]), tileRef(pattern, 0, 0, {{1, 0}, {0, 1}}));
    barrier();
    const auto left = [&](const Dim &dim) {
      return B.index(IndexExpr::symbol(Rewrite.mapped(dim.loop->operands[1])) -
                     IndexExpr::symbol(Rewrite.mapped(dim.counter)));
    };
    const ValueId swapped =
        B.create(OpKind::CreateMask, type.withElement(ScalarType::I1), {left(dims[1]), left(dims[0])});
    const ValueId turned = B.transferRead(type, tileRef(pattern, 0, 0, {{0, 1}, {1, 0}}));
    const MemRef mapped = Rewrite.mapped(write.mem);
    const llvm::SmallVector<IndexExpr, 2> steps[2] = {
        llvm::SmallVector<IndexExpr, 2>(mapped.laneSteps[1].begin(), mapped.laneSteps[1].end()),
        llvm::SmallVector<IndexExpr, 2>(mapped.laneSteps[0].begin(), mapped.laneSteps[0].end())};
    MemRef mem = mapped;
    mem.laneSteps.assign(std::begin(steps), std::end(steps));
    B.transferWrite(turned, mem, {}, swapped);
    barrier();
    return true;
  }

  const Function &S;
  Rewriter Rewrite;
  Builder B;
  std::map<OpId, Dims> Grids; ///< of each op: the dims around it
  std::set<uint32_t> Written;
};

} // namespace

llvm::Expected<Function> stageInShared(const Function &f, const Target &, const LowerOptions &) {
  return sweep(Staging(f).run());
}

} // namespace vecify
