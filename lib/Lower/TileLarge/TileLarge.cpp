// Step: values far larger than the register file are computed tile by tile, in loops around what writes them.
//
//     %a = transfer_read A : 128x64xf32              for %i = 0 to 128 step 4
//     %b = transfer_read B : 64x256xf32                for %j = 0 to 256 step 16
//     %c = transfer_read C : 128x256xf32        ->       %c = transfer_read C[i, j] : 4x16xf32
//     %r = contract add %a, %b, %c : 128x256xf32         %r = for %k = 0 to 64 step 4 carry(%acc = %c)
//     transfer_write %r, C                                  yield contract add (4x4) (4x16) %acc
//                                                        transfer_write %r, C[i, j] : 4x16xf32
//
// Every op knows which part of its operands a part of its result is made of, so whatever lies between reads and the
// write is fused into the loops. Reduced dims become loops inside that carry the accumulator, in the order of the op.
#include "TileLarge/TileLarge.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace vecify {

using llvm::ArrayRef;

namespace {

/// A part of a value: per dim, where it begins and how many lanes it has.
struct Range {
  IndexExpr begin;
  int64_t size = 1;
  bool operator==(const Range &) const = default;
};
using Box = llvm::SmallVector<Range, 4>;

class Tiling {
public:
  Tiling(const LargeTree &tree, Rewriter &rewriter)
      : Tree(tree), R(rewriter), S(rewriter.source()), F(rewriter.result()), B(rewriter.builder()) {}

  void run() {
    const Op &write = S.ops[Tree.write];
    const VectorType type = S.typeOf(write.operands[0]);
    const BlockId outer = B.block();
    Box box(type.rank());
    llvm::SmallVector<BlockId, 4> bodies;
    for (unsigned d = 0; d < type.rank(); ++d) {
      box[d].size = Tree.tile[d];
      if (Tree.tile[d] < type.shape[d])
        bodies.push_back(enter(type.shape[d], Tree.tile[d], {}, box[d].begin));
    }
    Op part = R.mapped(write);
    moveTo(part.mem, box);
    part.operands.clear();
    for (ValueId operand : write.operands)
      part.operands.push_back(slice(operand, box));
    B.append(std::move(part));
    for (BlockId body : llvm::reverse(bodies)) {
      B.setBlock(body);
      B.yield({});
    }
    B.setBlock(outer);
  }

private:
  /// Begins a loop over `size` points and stands in its body; `at` becomes its counter.
  BlockId enter(int64_t size, int64_t step, ArrayRef<ValueId> carried, IndexExpr &at) {
    static constexpr const char *names[] = {"i", "j", "k", "l"};
    const ValueId lower = B.index(IndexExpr(0)), upper = B.index(IndexExpr(size)), by = B.index(IndexExpr(step));
    const OpId loop = B.forLoop(lower, upper, by, carried, names[std::min(Depth++, 3u)]);
    const BlockId body = F.ops[loop].blocks[0];
    Loops[body] = loop;
    at = IndexExpr::symbol(F.blocks[body].arguments[0]);
    B.setBlock(body);
    return body;
  }

  static void moveTo(MemRef &mem, const Box &box) {
    for (unsigned d = 0; d < box.size(); ++d)
      for (unsigned s = 0; s < mem.subs.size(); ++s)
        mem.subs[s] += mem.laneSteps[d][s] * box[d].begin;
  }

  static VectorType typeOf(const Box &box, ScalarType element) {
    VectorType type = VectorType::scalar(element);
    for (const Range &range : box)
      type.shape.push_back(range.size);
    return type;
  }

  /// The part `box` of a value of the source, computed here.
  ValueId slice(ValueId v, const Box &box) {
    if (S.typeOf(v).isScalar())
      return R.mapped(v);
    for (const auto &[value, part, made] : Made)
      if (value == v && part == box)
        return made;
    const ValueId made = make(v, box);
    Made.push_back({v, box, made});
    return made;
  }

  ValueId append(Op op, const Box &box, ValueId of) {
    const Op &source = *S.definitionOf(of);
    B.loc = source.loc;
    B.fp = source.fp;
    const OpId id = B.append(std::move(op), {typeOf(box, S.typeOf(of).element)}, S.values[of].name);
    return F.ops[id].results[0];
  }

  ValueId make(ValueId v, const Box &box) {
    const Op &op = *S.definitionOf(v);
    Op part = R.mapped(op);
    part.operands.clear();
    switch (op.kind) {
    case OpKind::Contract:
      return contract(op, box);
    case OpKind::MultiReduce:
      return multiReduce(op, box);
    case OpKind::Transpose: {
      Box from(box.size());
      for (unsigned d = 0; d < box.size(); ++d)
        from[op.ints[d]] = box[d];
      part.operands = {slice(op.operands[0], from)};
      return append(std::move(part), box, v);
    }
    case OpKind::Broadcast: {
      const VectorType &source = S.typeOf(op.operands[0]);
      Box from(box.end() - source.rank(), box.end());
      for (unsigned d = 0; d < source.rank(); ++d)
        if (source.shape[d] == 1)
          from[d] = Range();
      part.operands = {slice(op.operands[0], from)};
      return append(std::move(part), box, v);
    }
    case OpKind::Iota:
      return iota(op, std::move(part), box);
    case OpKind::CreateMask:
      for (unsigned d = 0; d < box.size(); ++d)
        part.operands.push_back(B.index(IndexExpr::symbol(R.mapped(op.operands[d])) - box[d].begin));
      return append(std::move(part), box, v);
    case OpKind::TransferRead:
      moveTo(part.mem, box);
      break;
    default:
      break;
    }
    for (ValueId operand : op.operands)
      part.operands.push_back(slice(operand, box));
    return append(std::move(part), box, v);
  }

  ValueId iota(const Op &op, Op part, const Box &box) {
    const ValueId v = op.results[0], first = append(std::move(part), box, v);
    if (box.back().begin.isZero())
      return first;
    const ScalarType element = S.typeOf(v).element;
    Op start;
    start.kind = OpKind::IndexValue;
    start.index = box.back().begin * IndexExpr(op.ints[1]);
    const OpId id = B.append(std::move(start), {VectorType::scalar(element)});
    const VectorType type = typeOf(box, element);
    return B.create(OpKind::Add, type, {first, B.broadcast(F.ops[id].results[0], type)}, S.values[v].name);
  }

  /// Loops over the reduced dims that carry `accumulator`; `body` is called with where it stands in each of them.
  ValueId reduced(ArrayRef<int64_t> sizes, ValueId accumulator,
                  llvm::function_ref<ValueId(ArrayRef<Range>, ValueId)> body) {
    const BlockId outer = B.block();
    const unsigned depth = Depth;
    Box at(sizes.size());
    llvm::SmallVector<BlockId, 4> bodies;
    const size_t mark = Made.size();
    for (unsigned d = 0; d < sizes.size(); ++d) {
      at[d].size = reducedTile(sizes[d], d + 1 == sizes.size());
      if (at[d].size == sizes[d])
        continue;
      bodies.push_back(enter(sizes[d], at[d].size, {accumulator}, at[d].begin));
      accumulator = F.blocks[bodies.back()].arguments[1];
    }
    ValueId result = body(at, accumulator);
    for (BlockId block : llvm::reverse(bodies)) {
      B.setBlock(block);
      B.yield({result});
      result = F.ops[Loops[block]].results[0];
    }
    // What was computed in the loops is not visible behind them.
    if (!bodies.empty())
      Made.resize(mark);
    B.setBlock(outer);
    Depth = depth;
    return result;
  }

  ValueId contract(const Op &op, const Box &box) {
    const auto &maps = op.contract.maps;
    Box space(op.contract.isReduction.size());
    llvm::SmallVector<int64_t, 4> dims, sizes;
    for (unsigned d = 0; d < maps[2].size(); ++d)
      space[maps[2][d]] = box[d];
    for (unsigned dim = 0; dim < space.size(); ++dim) {
      if (!op.contract.isReduction[dim])
        continue;
      dims.push_back(dim);
      sizes.push_back(sizeOf(op, dim));
    }
    return reduced(sizes, slice(op.operands[2], box), [&](ArrayRef<Range> at, ValueId accumulator) {
      for (unsigned d = 0; d < dims.size(); ++d)
        space[dims[d]] = at[d];
      Op part = R.mapped(op);
      part.operands.clear();
      for (unsigned o = 0; o < 2; ++o) {
        Box from;
        for (uint8_t dim : maps[o])
          from.push_back(space[dim]);
        part.operands.push_back(slice(op.operands[o], from));
      }
      part.operands.push_back(accumulator);
      return append(std::move(part), box, op.results[0]);
    });
  }

  int64_t sizeOf(const Op &op, unsigned dim) const {
    for (unsigned o = 0; o < 2; ++o)
      for (unsigned d = 0; d < op.contract.maps[o].size(); ++d)
        if (op.contract.maps[o][d] == dim)
          return S.typeOf(op.operands[o]).shape[d];
    return 1;
  }

  ValueId multiReduce(const Op &op, const Box &box) {
    const VectorType &source = S.typeOf(op.operands[0]);
    llvm::SmallVector<int64_t, 4> sizes;
    for (int64_t dim : op.ints)
      sizes.push_back(source.shape[dim]);
    return reduced(sizes, slice(op.operands[1], box), [&](ArrayRef<Range> at, ValueId accumulator) {
      Box from;
      unsigned kept = 0, gone = 0;
      for (unsigned d = 0; d < source.rank(); ++d)
        from.push_back(llvm::is_contained(op.ints, int64_t(d)) ? at[gone++] : box[kept++]);
      Op part = R.mapped(op);
      part.operands = {slice(op.operands[0], from), accumulator};
      return append(std::move(part), box, op.results[0]);
    });
  }

  const LargeTree &Tree;
  Rewriter &R;
  const Function &S;
  Function &F;
  Builder &B;
  unsigned Depth = 0;
  std::map<BlockId, OpId> Loops;
  std::vector<std::tuple<ValueId, Box, ValueId>> Made;
};

} // namespace

llvm::Expected<Function> tileLarge(const Function &f, const Target &target, const LowerOptions &options) {
  std::map<OpId, LargeTree> trees;
  for (BlockId block = 0; block < f.blocks.size(); ++block)
    for (LargeTree &tree : findLargeTrees(f, block, target, options))
      trees[tree.write] = std::move(tree);
  if (trees.empty())
    return f;
  Rewriter rewriter(f);
  return sweep(rewriter.run([&](const Op &op, Rewriter &r) {
    const auto tree = trees.find(op.id);
    if (tree == trees.end())
      return false;
    Tiling(tree->second, r).run();
    return true;
  }));
}

} // namespace vecify
