// Reductions and contractions, with their order of evaluation.
//
//     reduce       a balanced tree: lane l with lane l + n/2, then the halves
//                  again; the middle lane of an odd count waits a round
//     the others   one value after the other in row-major order, starting from
//                  the accumulator
//
// A product that may be contracted (flag `contract`, combining kind add) is
// fused with its sum.
#include "Interpret/Lanes.h"
#include "Interpret/Numbers.h"
#include "Verify/OpRules.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>

namespace vecify {
namespace {

/// The accumulator after one more value. cmin and cmax are `x < acc ? x : acc`.
uint64_t combine(ReductionKind kind, ScalarType type, uint64_t accumulator, uint64_t x) {
  uint64_t result;
  const bool isChoice = kind == ReductionKind::CMin || kind == ReductionKind::CMax;
  elementwise(opOf(kind), type, isChoice ? x : accumulator, isChoice ? accumulator : x, {}, result);
  return result;
}

/// accumulator combined with a * b (or what stands for the product in another
/// semiring), both factors of the accumulator's type.
uint64_t multiplyCombine(const Op &op, ScalarType type, uint64_t accumulator, uint64_t a, uint64_t b) {
  uint64_t result;
  const bool isProduct = op.product == ReductionKind::Mul;
  if (isProduct && op.combine == ReductionKind::Add && op.fp.contract && isFloat(type)) {
    elementwise(OpKind::Fma, type, a, b, accumulator, result);
    return result;
  }
  elementwise(opOf(op.product), type, a, b, {}, result);
  return combine(op.combine, type, accumulator, result);
}

void reduce(const Op &op, ScalarType type, Lanes a, MutableLanes out) {
  llvm::SmallVector<uint64_t, 64> tree(a.begin(), a.end());
  for (size_t n = tree.size(); n > 1;) {
    const size_t half = (n + 1) / 2, pairs = n - half;
    elementwise(opOf(op.combine), type, Lanes(tree).take_front(pairs), Lanes(tree).slice(half, pairs), {},
                MutableLanes(tree).take_front(pairs));
    n = half;
  }
  out[0] = tree[0];
}

/// Walks a box of iterations in row-major order. Every operand has a position
/// that moves with the dims it has.
class Box {
public:
  explicit Box(llvm::ArrayRef<int64_t> sizes) : Sizes(sizes), At(sizes.size(), 0) {}
  /// An operand whose dim i is dim map[i] of the box.
  void addOperand(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<uint8_t> map) {
    llvm::SmallVector<size_t, 4> strides(Sizes.size(), 0);
    size_t stride = 1;
    for (size_t i = map.size(); i-- > 0; stride *= shape[i])
      strides[map[i]] = stride;
    Strides.push_back(std::move(strides));
    Position.push_back(0);
  }
  size_t position(unsigned operand) const { return Position[operand]; }
  bool next() {
    for (size_t d = Sizes.size(); d-- > 0;) {
      const bool isInside = ++At[d] < Sizes[d];
      for (size_t o = 0; o < Position.size(); ++o)
        Position[o] += isInside ? Strides[o][d] : -Strides[o][d] * size_t(Sizes[d] - 1);
      if (isInside)
        return true;
      At[d] = 0;
    }
    return false;
  }

private:
  llvm::SmallVector<int64_t, 4> Sizes, At;
  llvm::SmallVector<llvm::SmallVector<size_t, 4>, 3> Strides;
  llvm::SmallVector<size_t, 3> Position;
};

void multiReduce(const Op &op, const VectorType &source, llvm::ArrayRef<Lanes> operands, MutableLanes out) {
  std::copy(operands[1].begin(), operands[1].end(), out.begin());
  llvm::SmallVector<uint8_t, 4> all, kept;
  llvm::SmallVector<int64_t, 4> keptShape;
  for (unsigned d = 0; d < source.rank(); ++d) {
    all.push_back(d);
    if (!llvm::is_contained(op.ints, int64_t(d))) {
      kept.push_back(d);
      keptShape.push_back(source.shape[d]);
    }
  }
  Box box(source.shape);
  box.addOperand(source.shape, all);
  box.addOperand(keptShape, kept);
  do {
    uint64_t &accumulator = out[box.position(1)];
    accumulator = combine(op.combine, source.element, accumulator, operands[0][box.position(0)]);
  } while (box.next());
}

/// The factors, converted to the accumulator's type.
llvm::SmallVector<uint64_t, 64> widened(const Function &f, const Op &op, unsigned o, Lanes lanes, ScalarType to) {
  llvm::SmallVector<uint64_t, 64> result(lanes.size());
  const ScalarType from = f.typeOf(op.operands[o]).element;
  if (from == to)
    result.assign(lanes.begin(), lanes.end());
  else
    cast(from, to, lanes, result);
  return result;
}

void contract(const Op &op, const Function &f, Box &box, llvm::ArrayRef<Lanes> operands, MutableLanes out) {
  const ScalarType type = f.typeOf(op.results[0]).element;
  const auto a = widened(f, op, 0, operands[0], type), b = widened(f, op, 1, operands[1], type);
  std::copy(operands[2].begin(), operands[2].end(), out.begin());
  do {
    uint64_t &accumulator = out[box.position(2)];
    accumulator = multiplyCombine(op, type, accumulator, a[box.position(0)], b[box.position(1)]);
  } while (box.next());
}

/// The sum of the distances of eight lanes.
void sadOctets(Lanes a, Lanes b, MutableLanes out) {
  for (size_t l = 0; l < out.size(); ++l) {
    out[l] = 0;
    for (size_t i = 8 * l; i < 8 * l + 8; ++i)
      out[l] += a[i] < b[i] ? b[i] - a[i] : a[i] - b[i];
  }
}

/// The sum of two products of bytes, clamped to 16 bits.
void mulAddBytes(Lanes a, Lanes b, MutableLanes out) {
  for (size_t l = 0; l < out.size(); ++l) {
    const int64_t sum = int64_t(a[2 * l] * b[2 * l] + a[2 * l + 1] * b[2 * l + 1]);
    out[l] = canonical(ScalarType::I16, uint64_t(std::clamp<int64_t>(sum, INT16_MIN, INT16_MAX)));
  }
}

/// acc + the sum of the products that lie in one lane of the result, wrapping.
void dot(ScalarType type, Lanes a, Lanes b, Lanes accumulator, MutableLanes out) {
  const size_t products = a.size() / out.size();
  for (size_t l = 0; l < out.size(); ++l) {
    uint64_t sum = accumulator.empty() ? 0 : accumulator[l];
    for (size_t p = l * products; p < (l + 1) * products; ++p)
      sum += a[p] * b[p];
    out[l] = canonical(type, sum);
  }
}

} // namespace

void reduction(const Op &op, const Function &f, llvm::ArrayRef<Lanes> operands, MutableLanes out) {
  const auto shape = [&](unsigned o) { return llvm::ArrayRef(f.typeOf(op.operands[o]).shape); };
  const ScalarType type = f.typeOf(op.results[0]).element;
  switch (op.kind) {
  case OpKind::Reduce:
    reduce(op, f.typeOf(op.operands[0]).element, operands[0], out);
    out[0] = canonical(type, out[0]);
    return;
  case OpKind::MultiReduce:
    return multiReduce(op, f.typeOf(op.operands[0]), operands, out);
  case OpKind::Contract: {
    Box box(iterationSpace(f, op));
    for (unsigned o = 0; o < 3; ++o)
      box.addOperand(shape(o), op.contract.maps[o]);
    return contract(op, f, box, operands, out);
  }
  case OpKind::OuterProduct: {
    Box box(shape(2));
    box.addOperand(shape(0), {0});
    box.addOperand(shape(1), {1});
    box.addOperand(shape(2), {0, 1});
    return contract(op, f, box, operands, out);
  }
  case OpKind::SadOctets:
    return sadOctets(operands[0], operands[1], out);
  case OpKind::MulAddPairs:
  case OpKind::MulAddQuads:
    return dot(type, operands[0], operands[1], {}, out);
  case OpKind::MulAddBytes:
    return mulAddBytes(operands[0], operands[1], out);
  case OpKind::DotAccumulate:
    return dot(type, operands[0], operands[1], operands[2], out);
  default:
    llvm_unreachable("not a reduction");
  }
}

} // namespace vecify
