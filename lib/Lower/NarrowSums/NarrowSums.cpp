// Step: sums of which only the first lanes are ever filled have no others.
//
//     %s = for .. carry(%a : 16xi32 = 0) {           %s = for .. carry(%a : 4xi32 = 0) {
//       %p = bitcast (sad_octets ..) : 4xi32           %p = bitcast (sad_octets ..) : 4xi32
//       %q = concat %p, 0, 0, 0 : 16xi32       ->      %b = add %a, %p : 4xi32
//       %b = add %a, %q : 16xi32                       yield %b
//       yield %b                                     }
//     }                                              reduce add %s
//     reduce add %s
//
// Idioms that add up neighbours in one instruction (RecognizeIdioms/SumPairs.cpp) leave the other lanes 0. Lanes that
// nobody fills cost nothing where they are whole registers; as parts of one they have to be made.
#include "Match.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"
#include "llvm/Support/MathExtras.h"

namespace vecify {
namespace {

bool isSum(const Op &op) { return op.kind == OpKind::Add || op.kind == OpKind::Or || op.kind == OpKind::Xor; }

/// 0 stays 0.
bool isCastOfSum(const Function &f, const Op &op) {
  return op.kind == OpKind::Cast && isInteger(f.typeOf(op.operands[0]).element) &&
         isInteger(f.typeOf(op.results[0]).element);
}

/// Of each vector of integers, how many of its first lanes may be other than 0.
class FilledLanes {
public:
  explicit FilledLanes(const Function &f) : F(f), Filled(f.values.size(), 0) {
    for (ValueId v = 0; v < Filled.size(); ++v)
      if (F.values[v].definition == NoValue)
        Filled[v] = lanesOf(v);
    // What loops carry is as empty as it begins, until something is found to fill it.
    for (const Op &op : F.ops)
      if (op.kind == OpKind::For)
        for (ValueId argument : llvm::ArrayRef(F.blocks[op.blocks[0]].arguments).drop_front())
          Filled[argument] = 0;
    do
      IsChanged = false, walk(F.body);
    while (IsChanged);
  }

  int64_t operator[](ValueId v) const { return Filled[v]; }
  int64_t lanesOf(ValueId v) const { return F.typeOf(v).rank() == 1 ? F.typeOf(v).lanes() : 1; }

private:
  void fill(ValueId v, int64_t lanes) {
    lanes = std::min(lanes, lanesOf(v));
    IsChanged |= lanes > Filled[v];
    Filled[v] = std::max(Filled[v], lanes);
  }

  void walk(BlockId block) {
    for (OpId id : F.blocks[block].ops) {
      const Op &op = F.ops[id];
      for (BlockId inner : op.blocks)
        walk(inner);
      if (op.kind == OpKind::For) {
        const llvm::ArrayRef<ValueId> yielded = F.ops[F.blocks[op.blocks[0]].ops.back()].operands;
        for (size_t r = 0; r < op.results.size(); ++r) {
          const ValueId argument = F.blocks[op.blocks[0]].arguments[r + 1];
          fill(argument, Filled[op.operands[r + 3]]);
          fill(argument, Filled[yielded[r]]);
          fill(op.results[r], Filled[argument]);
        }
      } else if (op.kind == OpKind::If) {
        for (BlockId branch : op.blocks)
          for (size_t r = 0; r < op.results.size(); ++r)
            fill(op.results[r], Filled[F.ops[F.blocks[branch].ops.back()].operands[r]]);
      } else {
        for (ValueId result : op.results)
          fill(result, filledBy(op, result));
      }
    }
  }

  int64_t filledBy(const Op &op, ValueId result) const {
    const VectorType &type = F.typeOf(result);
    if (type.rank() != 1 || !isInteger(type.element))
      return lanesOf(result);
    if (isSum(op))
      return std::max(Filled[op.operands[0]], Filled[op.operands[1]]);
    if (splatInt(F, result) == 0)
      return 0;
    if (isCastOfSum(F, op))
      return Filled[op.operands[0]];
    if (op.kind == OpKind::ExtractSlice && F.typeOf(op.operands[0]).rank() == 1)
      return std::max<int64_t>(0, Filled[op.operands[0]] - op.ints[0]);
    if (op.kind == OpKind::Concat) {
      int64_t begin = 0, end = 0;
      for (ValueId part : op.operands) {
        end = Filled[part] > 0 ? begin + Filled[part] : end;
        begin += lanesOf(part);
      }
      return end;
    }
    return lanesOf(result);
  }

  const Function &F;
  std::vector<int64_t> Filled;
  bool IsChanged = false;
};

class NarrowingSums {
public:
  explicit NarrowingSums(const Function &source) : S(source), Filled(source) {}

  /// Where nothing is carried or added up in lanes that stay empty, there is nothing to do.
  bool hasWork() const {
    return llvm::any_of(S.ops, [&](const Op &op) {
      return ((op.kind == OpKind::For || isSum(op)) &&
              llvm::any_of(op.results, [&](ValueId r) { return isNarrow(r); })) ||
             (op.kind == OpKind::Reduce && isNarrow(op.operands[0]));
    });
  }

  bool rewrite(const Op &op, Rewriter &rewriter) const {
    Builder &b = rewriter.builder();
    if (op.kind == OpKind::For && llvm::any_of(op.results, [&](ValueId r) { return isNarrow(r); })) {
      loop(op, rewriter);
      return true;
    }
    if (op.kind == OpKind::If && llvm::any_of(op.results, [&](ValueId r) { return isNarrow(r); })) {
      branch(op, rewriter);
      return true;
    }
    if (isSum(op) && isNarrow(op.results[0])) {
      const ValueId result = op.results[0];
      const VectorType type = narrowed(result);
      const ValueId x = leading(rewriter.mapped(op.operands[0]), type, rewriter);
      const ValueId y = leading(rewriter.mapped(op.operands[1]), type, rewriter);
      rewriter.map(result, padded(b.create(op.kind, type, {x, y}, S.values[result].name), result, rewriter));
      return true;
    }
    if (isCastOfSum(S, op) && isNarrow(op.results[0])) {
      const ValueId result = op.results[0];
      const VectorType type = narrowed(result);
      const ScalarType from = S.typeOf(op.operands[0]).element;
      const ValueId x = leading(rewriter.mapped(op.operands[0]), type.withElement(from), rewriter);
      rewriter.map(result, padded(b.create(op.kind, type, {x}, S.values[result].name), result, rewriter));
      return true;
    }
    if (op.kind == OpKind::Reduce && isNarrow(op.operands[0]) &&
        (op.combine == ReductionKind::Add || op.combine == ReductionKind::Or || op.combine == ReductionKind::Xor)) {
      const ValueId all = leading(rewriter.mapped(op.operands[0]), narrowed(op.operands[0]), rewriter);
      rewriter.map(op.results[0], b.reduce(op.combine, all));
      return true;
    }
    if (op.kind == OpKind::ExtractSlice && isNarrow(op.results[0]) && Filled[op.results[0]] == 0) {
      rewriter.map(op.results[0], b.constant(S.typeOf(op.results[0]), 0));
      return true;
    }
    if (op.kind == OpKind::ExtractSlice && isNarrow(op.operands[0]) && op.ints[0] == 0) {
      const VectorType &type = S.typeOf(op.results[0]), filled = narrowed(op.operands[0]);
      if (type.lanes() > filled.lanes())
        return false;
      rewriter.map(op.results[0], leading(rewriter.mapped(op.operands[0]), type, rewriter));
      return true;
    }
    return false;
  }

private:
  /// The type of the lanes that are filled.
  VectorType narrowed(ValueId v) const {
    const int64_t lanes = int64_t(llvm::PowerOf2Ceil(uint64_t(std::max<int64_t>(2, Filled[v]))));
    return withMinor(S.typeOf(v), std::min(lanes, Filled.lanesOf(v)));
  }
  bool isNarrow(ValueId v) const {
    const VectorType &type = S.typeOf(v);
    return type.rank() == 1 && isInteger(type.element) && type.element != ScalarType::I1 &&
           Filled.lanesOf(v) % narrowed(v).lanes() == 0 && narrowed(v).lanes() < Filled.lanesOf(v);
  }

  /// The first lanes of a value of the result.
  static ValueId leading(ValueId v, const VectorType &type, Rewriter &rewriter) {
    const Function &f = rewriter.result();
    Builder &b = rewriter.builder();
    if (f.typeOf(v) == type)
      return v;
    if (const std::optional<int64_t> all = splatInt(f, v))
      return b.constant(type, *all);
    const Op *concat = definedBy(f, v, OpKind::Concat);
    if (!concat)
      return b.extractSlice(v, {0}, type);
    llvm::SmallVector<ValueId, 8> parts;
    int64_t lanes = 0;
    for (size_t p = 0; lanes < type.lanes(); ++p) {
      parts.push_back(concat->operands[p]);
      lanes += f.typeOf(parts.back()).lanes();
    }
    if (parts.size() == 1)
      return leading(parts[0], type, rewriter);
    return lanes == type.lanes() ? b.create(OpKind::Concat, type, parts) : b.extractSlice(v, {0}, type);
  }

  /// As the source has it, for those who want that.
  ValueId padded(ValueId v, ValueId old, Rewriter &rewriter) const {
    Builder &b = rewriter.builder();
    const VectorType &part = rewriter.result().typeOf(v), &all = S.typeOf(old);
    if (part == all)
      return v;
    llvm::SmallVector<ValueId, 8> parts(size_t(all.lanes() / part.lanes()), b.constant(part, 0));
    parts[0] = v;
    return b.create(OpKind::Concat, all, parts, S.values[old].name);
  }

  VectorType carried(ValueId result) const { return isNarrow(result) ? narrowed(result) : S.typeOf(result); }

  void yield(const Op &op, BlockId from, Rewriter &rewriter) const {
    llvm::SmallVector<ValueId, 16> values;
    for (auto [result, value] : llvm::zip_equal(op.results, S.ops[S.blocks[from].ops.back()].operands))
      values.push_back(leading(rewriter.mapped(value), carried(result), rewriter));
    rewriter.builder().yield(values);
  }

  void body(const Op &op, BlockId from, BlockId to, Rewriter &rewriter) const {
    Builder &b = rewriter.builder();
    b.setBlock(to);
    for (OpId id : llvm::ArrayRef(S.blocks[from].ops).drop_back()) {
      const Op &inner = S.ops[id];
      b.loc = inner.loc;
      b.fp = inner.fp;
      if (!rewrite(inner, rewriter))
        rewriter.copy(inner);
    }
    yield(op, from, rewriter);
  }

  void mapResults(const Op &op, OpId fresh, Rewriter &rewriter) const {
    for (size_t r = 0; r < op.results.size(); ++r) {
      const ValueId result = rewriter.result().ops[fresh].results[r];
      rewriter.result().values[result].name = S.values[op.results[r]].name;
      rewriter.map(op.results[r], padded(result, op.results[r], rewriter));
    }
  }

  void loop(const Op &op, Rewriter &rewriter) const {
    Builder &b = rewriter.builder();
    Function &f = rewriter.result();
    const Block &from = S.blocks[op.blocks[0]];
    llvm::SmallVector<ValueId, 16> inits;
    for (size_t r = 0; r < op.results.size(); ++r)
      inits.push_back(leading(rewriter.mapped(op.operands[r + 3]), carried(op.results[r]), rewriter));
    const OpId fresh = b.forLoop(rewriter.mapped(op.operands[0]), rewriter.mapped(op.operands[1]),
                                 rewriter.mapped(op.operands[2]), inits, S.values[from.arguments[0]].name);
    f.ops[fresh].mayStop = op.mayStop;
    f.ops[fresh].ints = op.ints;
    const BlockId outer = b.block(), inside = f.ops[fresh].blocks[0];
    b.setBlock(inside);
    rewriter.map(from.arguments[0], f.blocks[inside].arguments[0]);
    for (size_t a = 1; a < from.arguments.size(); ++a) {
      const ValueId argument = f.blocks[inside].arguments[a];
      f.values[argument].name = S.values[from.arguments[a]].name;
      rewriter.map(from.arguments[a], padded(argument, from.arguments[a], rewriter));
    }
    body(op, op.blocks[0], inside, rewriter);
    b.setBlock(outer);
    mapResults(op, fresh, rewriter);
  }

  void branch(const Op &op, Rewriter &rewriter) const {
    Builder &b = rewriter.builder();
    llvm::SmallVector<VectorType, 4> types;
    for (ValueId result : op.results)
      types.push_back(carried(result));
    const OpId fresh = b.ifOp(rewriter.mapped(op.operands[0]), types);
    const BlockId outer = b.block();
    const llvm::SmallVector<BlockId, 2> blocks = rewriter.result().ops[fresh].blocks;
    for (size_t side = 0; side < blocks.size(); ++side)
      body(op, op.blocks[side], blocks[side], rewriter);
    b.setBlock(outer);
    mapResults(op, fresh, rewriter);
  }

  const Function &S;
  const FilledLanes Filled;
};

} // namespace

llvm::Expected<Function> narrowSums(const Function &f, const Target &, const LowerOptions &) {
  const NarrowingSums step(f);
  if (!step.hasWork())
    return f;
  Rewriter rewriter(f);
  return sweep(rewriter.run([&](const Op &op, Rewriter &r) { return step.rewrite(op, r); }));
}

} // namespace vecify
