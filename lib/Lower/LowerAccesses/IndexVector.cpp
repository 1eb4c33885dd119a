// See IndexVector.h.
#include "IndexVector.h"
#include "NarrowIntegers/Ranges.h"

namespace vecify {

/// Distance in elements that one step of sub `s` makes, or nullopt if it is not whole.
static std::optional<IndexExpr> scaleOf(const Function &f, const MemRef &mem, unsigned s, ScalarType element) {
  return f.patterns[mem.pattern].strideBytes[s].dividedBy(bytesOf(element));
}

ScalarType indexTypeOf(const Function &f, const MemRef &mem, llvm::ArrayRef<ValueId> vectors, const VectorType &type) {
  ValueRange sum(0, 0);
  auto add = [&](const ValueRange &range) { sum = sum.plus(range); };
  if (!mem.laneSteps.empty()) {
    std::optional<int64_t> stride = f.laneStrideBytes(mem, 0).asConstant();
    if (!stride)
      return ScalarType::I64;
    add(ValueRange(0, type.lanes() - 1).times(ValueRange::of(*stride / int64_t(bytesOf(type.element)))));
  }
  for (unsigned i = 0; i < vectors.size(); ++i) {
    std::optional<IndexExpr> scale = scaleOf(f, mem, mem.indirectSubs[i], type.element);
    std::optional<int64_t> factor = scale ? scale->asConstant() : std::nullopt;
    if (!factor)
      return ScalarType::I64;
    add(rangeOf(f, vectors[i]).times(ValueRange::of(*factor)));
  }
  return sum.fits(ScalarType::I32) ? ScalarType::I32 : ScalarType::I64;
}

std::optional<ValueId> indexVector(const Function &f, Builder &b, const MemRef &mem, llvm::ArrayRef<ValueId> vectors,
                                   const VectorType &type, ScalarType indexType) {
  VectorType index = type.withElement(indexType);
  ValueId sum = NoValue;
  auto add = [&](ValueId v) { sum = sum == NoValue ? v : b.create(OpKind::Add, index, {sum, v}); };
  auto scaled = [&](ValueId v, const IndexExpr &scale) {
    if (scale == IndexExpr(1))
      return v;
    if (std::optional<int64_t> factor = scale.asConstant())
      return b.create(OpKind::Mul, index, {v, b.constant(index, *factor)});
    ValueId factor = b.cast(b.index(scale), indexType);
    return b.create(OpKind::Mul, index, {v, b.broadcast(factor, index)});
  };
  if (!mem.laneSteps.empty()) {
    std::optional<IndexExpr> step = f.laneStrideBytes(mem, 0).dividedBy(bytesOf(type.element));
    if (!step)
      return std::nullopt;
    if (std::optional<int64_t> constant = step->asConstant()) {
      if (*constant)
        add(b.iota(index, 0, *constant));
    } else {
      add(scaled(b.iota(index, 0, 1), *step));
    }
  }
  for (unsigned i = 0; i < vectors.size(); ++i) {
    std::optional<IndexExpr> scale = scaleOf(f, mem, mem.indirectSubs[i], type.element);
    if (!scale)
      return std::nullopt;
    add(scaled(b.cast(vectors[i], indexType), *scale));
  }
  return sum == NoValue ? b.constant(index, 0) : sum;
}

} // namespace vecify
