// What may be tiled, and how large tiles are.
//
// A tile is computed where its write stands, so what the tree reads must still be there: no write between a read and
// the tree's own may touch it. The tree's own write may overlap a read only if both are the same place and each lane
// is computed from the lane that it replaces (y = a*x + y).
#include "TileLarge/TileLarge.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

namespace vecify {

namespace {

class TreeFinder {
public:
  TreeFinder(const Function &f, BlockId block, const Target &target, const LowerOptions &options)
      : F(f), T(target), O(options) {
    for (OpId id : f.blocks[block].ops)
      Position.try_emplace(id, Position.size());
    Ops = f.blocks[block].ops;
  }

  std::optional<LargeTree> treeOf(OpId write) {
    Write = &F.ops[write];
    Reads.clear();
    Seen.clear();
    IsLarge = Reduces = Transposes = false;
    ElementBits = 8;
    const VectorType type = F.typeOf(Write->operands[0]);
    if (!Write->mem.indirectSubs.empty() || type.isScalar())
      return std::nullopt;
    for (ValueId operand : Write->operands)
      if (!look(operand, true))
        return std::nullopt;
    if (!IsLarge || !readsAreKept(write))
      return std::nullopt;
    LargeTree tree{write, tileOf(type)};
    const bool keepsOrder = llvm::all_of(llvm::ArrayRef(tree.tile).drop_back(), [](int64_t n) { return n == 1; });
    const bool isInPlace = llvm::any_of(Reads, [&](const Op *read) { return mayOverlap(F, *read, *Write); });
    if ((isInPlace || !keepsOrder) && !lanesLieApart(type))
      return std::nullopt;
    return tree;
  }

private:
  /// Walks up to what `v` is made of. `isOwnLane`: each lane of the result depends on this lane only.
  bool look(ValueId v, bool isOwnLane) {
    const VectorType &type = F.typeOf(v);
    if (type.isScalar() || !Seen.insert({v, isOwnLane}).second)
      return true;
    const Op *op = F.definitionOf(v);
    if (!op || !Position.count(F.values[v].definition))
      return false;
    noteSize(type);
    switch (op->kind) {
    case OpKind::TransferRead:
      if (!op->mem.indirectSubs.empty() || (mayOverlap(F, *op, *Write) && !(isOwnLane && isSamePlace(F, *op, *Write))))
        return false;
      Reads.insert(op);
      break;
    case OpKind::Contract:
      Reduces = true;
      return look(op->operands[0], false) && look(op->operands[1], false) && look(op->operands[2], isOwnLane);
    case OpKind::MultiReduce:
      Reduces = true;
      return look(op->operands[0], false) && look(op->operands[1], isOwnLane);
    case OpKind::Transpose:
      Transposes = true;
      return look(op->operands[0], false);
    case OpKind::Broadcast:
      return look(op->operands[0], false);
    case OpKind::Iota:
      return isInteger(type.element);
    case OpKind::Constant:
    case OpKind::CreateMask:
      return true;
    default:
      if (!isLaneByLane(op->kind) && classOf(op->kind) != OpClass::Callee && op->kind != OpKind::Cast &&
          op->kind != OpKind::MaskCast)
        return false;
    }
    return llvm::all_of(op->operands, [&](ValueId operand) { return look(operand, isOwnLane); });
  }

  void noteSize(const VectorType &type) {
    if (type.element == ScalarType::I1)
      return;
    ElementBits = std::max(ElementBits, bitsOf(type.element));
    const int64_t registers = type.lanes() / std::max<int64_t>(1, T.lanesOf(type.element, O.registerBits));
    IsLarge |= registers > 2 * int64_t(T.vectorRegisters);
  }

  /// No write between a read and the tree's own touches what was read.
  bool readsAreKept(OpId write) const {
    for (const Op *read : Reads) {
      const unsigned first = Position.at(F.values[read->results[0]].definition);
      for (unsigned at = first + 1; at < Position.at(write); ++at)
        if (mayWrite(Ops[at], *read))
          return false;
    }
    return true;
  }

  bool mayWrite(OpId id, const Op &read) const {
    if (isMemoryWrite(F.ops[id].kind) && mayOverlap(F, F.ops[id], read))
      return true;
    return llvm::any_of(F.ops[id].blocks, [&](BlockId block) {
      return llvm::any_of(F.blocks[block].ops, [&](OpId inner) { return mayWrite(inner, read); });
    });
  }

  /// The least that `expr` can be, from the parameters' ranges and the guards; nullopt where nothing is known.
  std::optional<int64_t> least(const IndexExpr &expr) const {
    int64_t sum = 0;
    for (const IndexExpr::Term &term : expr.terms()) {
      if (term.symbols.empty()) {
        sum += term.coefficient;
        continue;
      }
      if (term.symbols.size() > 1 || term.coefficient < 0)
        return std::nullopt;
      std::optional<int64_t> low;
      for (const Parameter &p : F.parameters)
        if (p.value == term.symbols[0])
          low = p.lo;
      for (const RuntimeGuard &guard : F.guards)
        if (guard.kind == RuntimeGuard::NonNegative &&
            guard.expr == IndexExpr::symbol(term.symbols[0]) + IndexExpr(guard.expr.constantTerm()))
          low = std::max(low.value_or(INT64_MIN), -guard.expr.constantTerm());
      int64_t product = 0;
      if (!low || llvm::MulOverflow(*low, term.coefficient, product) || llvm::AddOverflow(sum, product, sum))
        return std::nullopt;
    }
    return sum;
  }

  /// No two lanes of the write are one place: from the minor dim outwards, each stride steps over all within it.
  bool lanesLieApart(const VectorType &type) const {
    IndexExpr extent(int64_t(bytesOf(type.element)));
    for (int d = int(type.rank()) - 1; d >= 0; --d) {
      if (type.shape[d] == 1)
        continue;
      const IndexExpr stride = F.laneStrideBytes(Write->mem, d);
      const std::optional<int64_t> room = least(stride - extent);
      if (!room || *room < 0)
        return false;
      extent = stride * IndexExpr(type.shape[d] - 1) + extent;
    }
    return true;
  }

  /// The largest divisor of `n` that is at most `most` and a multiple of `of`, or at most `most` if there is none.
  static int64_t divisor(int64_t n, int64_t most, int64_t of) {
    for (int64_t d = most - most % of; d >= of; d -= of)
      if (n % d == 0)
        return d;
    for (int64_t d = std::min(n, most);; --d)
      if (n % d == 0)
        return d;
  }

  /// Lane by lane: four registers of a row. With a reduction: as many accumulators as leave registers for one column
  /// of factors and a broadcast. With a transpose: blocks as wide as high.
  llvm::SmallVector<int64_t, 4> tileOf(const VectorType &type) const {
    llvm::SmallVector<int64_t, 4> tile(type.rank(), 1);
    const int64_t lanes = T.lanesOf(integerType(ElementBits, true), O.registerBits), minor = type.shape.back();
    tile.back() = divisor(minor, (Transposes ? 1 : 4) * lanes, lanes);
    if (type.rank() == 1 || !(Reduces || Transposes))
      return tile;
    const int64_t rows = type.shape[type.rank() - 2];
    int64_t &tileRows = tile[type.rank() - 2];
    if (Transposes) {
      tileRows = divisor(rows, lanes, lanes);
      return tile;
    }
    double best = 0;
    for (int64_t columns = 1; columns <= 4; ++columns)
      for (int64_t r = 1; r <= 16 && columns * lanes <= minor; ++r) {
        if (minor % (columns * lanes) || rows % r || (r + 1) * columns + 1 > int64_t(T.vectorRegisters))
          continue;
        // Products for each value that is loaded.
        const double reuse = double(r * columns) / double(r + columns);
        if (reuse <= best)
          continue;
        best = reuse;
        tileRows = r;
        tile.back() = columns * lanes;
      }
    return tile;
  }

  const Function &F;
  const Target &T;
  const LowerOptions &O;
  std::vector<OpId> Ops;
  std::map<OpId, unsigned> Position;
  const Op *Write = nullptr;
  std::set<const Op *> Reads;
  std::set<std::pair<ValueId, bool>> Seen;
  bool IsLarge = false, Reduces = false, Transposes = false;
  unsigned ElementBits = 8;
};

} // namespace

int64_t reducedTile(int64_t size, bool isLast) {
  // More at once would need registers for the factors that the accumulators have taken.
  if (!isLast)
    return 1;
  return size <= 3 ? size : size % 2 == 0 ? 2 : 1;
}

std::vector<LargeTree> findLargeTrees(const Function &f, BlockId block, const Target &target,
                                      const LowerOptions &options) {
  TreeFinder finder(f, block, target, options);
  std::vector<LargeTree> trees;
  for (OpId id : f.blocks[block].ops)
    if (f.ops[id].kind == OpKind::TransferWrite)
      if (std::optional<LargeTree> tree = finder.treeOf(id))
        trees.push_back(std::move(*tree));
  return trees;
}

} // namespace vecify
