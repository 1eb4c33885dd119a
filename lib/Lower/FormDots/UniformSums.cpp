// See UniformSums.h.
//
//     %main = and (%to - %from), -64
//     %e = for %p = %from to %from + %main step 64 carry(0) { dot_acc 128, (transfer_read a[%p] lanes(1)), .. }
//     %r = for %p = %from + %main to %to step 4 carry(broadcast (reduce add %e)) { dot_acc 128, (load_splat a[%p]), ..
//     }
#include "UniformSums.h"

namespace vecify {

bool areNeighbours(const Function &f, llvm::ArrayRef<ValueId> reads) {
  const Op *first = definedBy(f, reads[0], OpKind::TransferRead);
  if (!first || !f.typeOf(reads[0]).isScalar())
    return false;
  for (size_t r = 1; r < reads.size(); ++r) {
    const Op *read = definedBy(f, reads[r], OpKind::TransferRead);
    if (!read || !(f.typeOf(reads[r]) == f.typeOf(reads[0])) ||
        f.patterns[read->mem.pattern].array != f.patterns[first->mem.pattern].array ||
        (f.byteAddress(read->mem) - f.byteAddress(first->mem)).asConstant() !=
            int64_t(r * bytesOf(f.typeOf(reads[0]).element)))
      return false;
  }
  return true;
}

ValueId splatOfNeighbours(const Op &first, unsigned count, int64_t lanes, Rewriter &rewriter) {
  const Function &source = rewriter.source();
  const ScalarType element = source.typeOf(first.results[0]).element;
  const unsigned bits = count * bitsOf(element);
  Builder &b = rewriter.builder();
  const std::string name = source.values[first.results[0]].name;
  Op load;
  load.kind = OpKind::LoadSplat;
  load.mem = rewriter.mapped(first.mem);
  load.mem.unaligned = true;
  const OpId id = b.append(std::move(load), {VectorType::vector(lanes, integerType(bits, false))}, name);
  const ValueId words = rewriter.result().ops[id].results[0];
  return b.create(OpKind::Bitcast, VectorType::vector(count * lanes, element), {words}, name);
}

namespace {

class ScaledSum {
public:
  ScaledSum(const Op &loop, llvm::ArrayRef<ValueId> reads, bool isSigned, int64_t lanes, Rewriter &rewriter)
      : S(rewriter.source()), Loop(loop), Reads(reads), IsSigned(isSigned), Lanes(lanes), R(rewriter),
        B(rewriter.builder()) {}

  ValueId run() {
    ValueId from = R.mapped(Loop.operands[0]);
    const ValueId to = R.mapped(Loop.operands[1]), step = R.mapped(Loop.operands[2]);
    ValueId sum = B.constant(sums(), 0);
    if (isContiguous()) {
      const VectorType index = VectorType::scalar(ScalarType::Index);
      const ValueId count = B.create(OpKind::Sub, index, {to, from});
      const ValueId whole = B.create(OpKind::And, index, {count, B.constant(index, -4 * Lanes)});
      const ValueId main = B.create(OpKind::Add, index, {from, whole});
      sum = loop(from, main, B.constant(index, 4 * Lanes), sum, [&] {
        const Op &first = *S.definitionOf(Reads[0]);
        return B.transferRead(bytes(), contiguous(first), {}, NoValue, NoValue, S.values[first.results[0]].name);
      });
      sum = B.broadcast(B.reduce(ReductionKind::Add, sum), sums());
      from = main;
    }
    return loop(from, to, step, sum, nullptr);
  }

private:
  VectorType sums() const { return VectorType::vector(Lanes, ScalarType::I32); }
  VectorType bytes() const { return VectorType::vector(4 * Lanes, S.typeOf(Reads[0]).element); }

  /// An iteration reads as many neighbours as the counter goes on by.
  bool isContiguous() const {
    const ValueId counter = S.blocks[Loop.blocks[0]].arguments[0];
    const IndexExpr address = S.byteAddress(S.definitionOf(Reads[0])->mem);
    return areNeighbours(S, Reads) && splatInt(S, Loop.operands[2]) == int64_t(Reads.size()) &&
           address.degreeIn(counter) == 1 && address.coefficientOf(counter).asConstant() == 1;
  }

  MemRef contiguous(const Op &read) const {
    MemRef mem = R.mapped(read.mem);
    const llvm::ArrayRef<IndexExpr> strides = R.result().patterns[mem.pattern].strideBytes;
    mem.laneSteps = {{}};
    for (size_t s = 0; s < strides.size(); ++s)
      mem.laneSteps[0].push_back(IndexExpr(int64_t(strides[s] == IndexExpr(1))));
    return mem;
  }

  /// Over what `read` gives in an iteration; null: the reads in fours.
  ValueId loop(ValueId from, ValueId to, ValueId step, ValueId sum, llvm::function_ref<ValueId()> read) {
    const ValueId counter = S.blocks[Loop.blocks[0]].arguments[0];
    const OpId id = B.forLoop(from, to, step, {sum}, S.values[counter].name);
    const BlockId outer = B.block(), body = R.result().ops[id].blocks[0];
    B.setBlock(body);
    R.map(counter, R.result().blocks[body].arguments[0]);
    ValueId next = R.result().blocks[body].arguments[1];
    if (read)
      next = dot(read(), next);
    for (size_t r = 0; !read && r < Reads.size(); r += 4)
      next = dot(splatOfNeighbours(*S.definitionOf(Reads[r]), 4, Lanes, R), next);
    B.yield({next});
    B.setBlock(outer);
    return R.result().ops[id].results[0];
  }

  ValueId dot(ValueId data, ValueId sum) {
    const ValueId factor = IsSigned ? B.constant(bytes().withElement(ScalarType::U8), 128)
                                    : B.constant(bytes().withElement(ScalarType::I8), -128);
    return B.create(OpKind::DotAccumulate, sums(), {IsSigned ? factor : data, IsSigned ? data : factor, sum}, "excess");
  }

  const Function &S;
  const Op &Loop;
  llvm::ArrayRef<ValueId> Reads;
  bool IsSigned;
  int64_t Lanes;
  Rewriter &R;
  Builder &B;
};

} // namespace

ValueId scaledSumBefore(const Op &loop, llvm::ArrayRef<ValueId> reads, bool isSigned, int64_t lanes,
                        Rewriter &rewriter) {
  return ScaledSum(loop, reads, isSigned, lanes, rewriter).run();
}

} // namespace vecify
