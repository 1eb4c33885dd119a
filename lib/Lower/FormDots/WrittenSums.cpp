// See WrittenSums.h.
//
//     %p0 = mul %t0, (i16)%x0        %s0 = add (i32)%p0, (i32)%p1
//     %p1 = mul %t1, (i16)%x1        %s1 = add %s0, (i32)%p2           the root: no other sum has it as its only use
//     %p2 = mul %t2, (i16)%x2        %r  = shr_imm %s1 [2]
#include "WrittenSums.h"
#include "vecify/IR/Pattern.h"

namespace vecify {

namespace {

class SumSearch {
public:
  SumSearch(const Function &function, RangeTable &ranges, llvm::ArrayRef<unsigned> uses)
      : F(function), Products(function, ranges), Uses(uses), BlockOf(function.ops.size(), ~0u) {
    for (BlockId b = 0; b < F.blocks.size(); ++b)
      for (OpId id : F.blocks[b].ops)
        BlockOf[id] = b;
  }

  std::vector<WrittenSum> run() {
    std::vector<bool> isInner(F.ops.size());
    for (OpId id = 0; id < F.ops.size(); ++id)
      if (BlockOf[id] != ~0u && isSum(F.ops[id]))
        for (ValueId operand : F.ops[id].operands)
          if (const Op *addend = linkOf(operand, BlockOf[id]))
            isInner[addend->id] = true;
    std::vector<WrittenSum> sums;
    for (OpId id = 0; id < F.ops.size(); ++id) {
      if (BlockOf[id] == ~0u || isInner[id] || !isSum(F.ops[id]))
        continue;
      WrittenSum sum;
      sum.root = id;
      collect(F.ops[id], false, sum);
      addWhereFactorsDiffer(sum);
      if (sum.products.size() >= 2)
        sums.push_back(std::move(sum));
    }
    return sums;
  }

private:
  bool isSum(const Op &op) const {
    if (op.kind != OpKind::Add && op.kind != OpKind::Sub)
      return false;
    const VectorType &type = F.typeOf(op.results[0]);
    return type.rank() == 1 && isInteger(type.element) && type.element != ScalarType::Index &&
           bitsOf(type.element) >= 32;
  }

  /// The sum behind `v` that nothing else uses, through changes of sign.
  const Op *linkOf(ValueId v, BlockId block) const {
    while (Uses[v] == 1) {
      const Op *op = F.definitionOf(v);
      if (!op || BlockOf[op->id] != block)
        return nullptr;
      if (isSum(*op))
        return op;
      if (op->kind != OpKind::Bitcast || !(F.typeOf(op->operands[0]).shape == F.typeOf(v).shape))
        return nullptr;
      v = op->operands[0];
    }
    return nullptr;
  }

  /// To make lanes narrower first would cost what the dot products save.
  bool areNarrow(const NarrowProduct &product) const {
    return llvm::all_of(llvm::ArrayRef{product.x, product.y},
                        [&](ValueId v) { return isShared(F, v) || bitsOf(F.typeOf(v).element) <= 16; });
  }

  void collect(const Op &op, bool isSubtracted, WrittenSum &sum) {
    for (unsigned side : {0u, 1u}) {
      const ValueId v = op.operands[side];
      const bool takesAway = isSubtracted != (op.kind == OpKind::Sub && side == 1);
      if (const Op *link = linkOf(v, BlockOf[op.id])) {
        collect(*link, takesAway, sum);
        continue;
      }
      std::optional<NarrowProduct> product = Products.factorsOf(v, bitsOf(F.typeOf(op.results[0]).element));
      if (product && areNarrow(*product) && (!takesAway || splatInt(F, product->x))) {
        product->isSubtracted = takesAway;
        sum.products.push_back(*product);
      } else {
        sum.others.push_back({v, takesAway});
      }
    }
  }

  /// Constants are negated, where they are put together with others; beside factors that differ from lane to lane they
  /// are not.
  void addWhereFactorsDiffer(WrittenSum &sum) const {
    if (llvm::all_of(sum.products, [&](const NarrowProduct &p) { return isShared(F, p.x); }))
      return;
    for (size_t p = sum.products.size(); p-- > 0;)
      if (sum.products[p].isSubtracted) {
        sum.others.push_back({sum.products[p].term, true});
        sum.products.erase(sum.products.begin() + p);
      }
  }

  const Function &F;
  NarrowProducts Products;
  llvm::ArrayRef<unsigned> Uses;
  std::vector<BlockId> BlockOf;
};

} // namespace

std::vector<WrittenSum> writtenSums(const Function &function, RangeTable &ranges, llvm::ArrayRef<unsigned> uses) {
  return SumSearch(function, ranges, uses).run();
}

} // namespace vecify
