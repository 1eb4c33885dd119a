// Products summed in wider lanes, and the shift that brings the sums back.
#include "Interpret/Lanes.h"
#include "Interpret/Numbers.h"
#include "llvm/Support/ErrorHandling.h"

namespace vecify {
namespace {

uint64_t laneOf(Lanes lanes, size_t l) { return lanes.size() == 1 ? lanes[0] : lanes[l]; }

/// The value shifted right: rounded down, or to the nearest with halves up.
__int128 shifted(__int128 value, unsigned amount, bool half) {
  if (half && amount > 0)
    value += __int128(1) << (amount - 1);
  return value >> amount;
}

uint64_t narrowed(__int128 value, ScalarType type, bool saturate) {
  if (saturate && value > maxValue(type))
    return canonical(type, uint64_t(maxValue(type)));
  if (saturate && value < minValue(type))
    return canonical(type, uint64_t(minValue(type)));
  return canonical(type, uint64_t(value));
}

void shiftRoundSaturate(const Op &op, ScalarType from, ScalarType to, llvm::ArrayRef<Lanes> operands,
                        MutableLanes out) {
  const int64_t amount = int64_t(operands[1][0]);
  for (size_t l = 0; l < out.size(); ++l) {
    const __int128 value = isUnsignedInteger(from) ? __int128(operands[0][l]) : __int128(int64_t(operands[0][l]));
    // An amount that no lane has leaves the lanes undefined.
    out[l] = narrowed(shifted(value, amount < 0 || amount > 63 ? 0 : unsigned(amount), op.ints[0]), to, op.ints[1]);
  }
}

/// One product after the other, each sum rounded once.
void sumFloats(const Op &op, ScalarType factor, llvm::ArrayRef<Lanes> operands, MutableLanes out) {
  const bool fromZero = op.kind == OpKind::WideMul;
  const Lanes a = operands[fromZero ? 0 : 1], b = operands[fromZero ? 1 : 2];
  const auto number = [&](uint64_t lane) {
    return withFormat(factor, [&](auto format) { return float(format.load(lane)); });
  };
  for (size_t l = 0; l < out.size(); ++l) {
    float sum = fromZero ? 0 : Binary32::load(operands[0][l]);
    if (op.kind == OpKind::WideMul) {
      sum = number(laneOf(a, l)) * number(laneOf(b, l));
    } else if (op.kind == OpKind::WideMac) {
      sum = std::fma(number(laneOf(a, l)), number(laneOf(b, l)), sum);
    } else {
      const size_t depth = op.ints[1], columns = op.ints[2], row = l / columns, column = l % columns;
      for (size_t k = 0; k < depth; ++k)
        sum = std::fma(number(a[row * depth + k]), number(b[k * columns + column]), sum);
    }
    out[l] = Binary32::store(sum);
  }
}

} // namespace

void accumulate(const Op &op, const Function &f, llvm::ArrayRef<Lanes> operands, MutableLanes out) {
  const ScalarType type = f.typeOf(op.results[0]).element;
  if (op.kind == OpKind::Srs && isFloat(type))
    return cast(ScalarType::AccFloat, type, operands[0], out);
  if (isFloat(type))
    return sumFloats(op, f.typeOf(op.operands.back()).element, operands, out);
  if (op.kind == OpKind::Srs)
    return shiftRoundSaturate(op, f.typeOf(op.operands[0]).element, type, operands, out);
  const bool fromZero = op.kind == OpKind::WideMul;
  const Lanes a = operands[fromZero ? 0 : 1], b = operands[fromZero ? 1 : 2];
  // Modulo 2^64 the order of the sums does not matter.
  for (size_t l = 0; l < out.size(); ++l) {
    uint64_t sum = fromZero ? 0 : operands[0][l];
    switch (op.kind) {
    case OpKind::WideMul:
    case OpKind::WideMac:
      sum += laneOf(a, l) * laneOf(b, l);
      break;
    case OpKind::SlidingMul:
      for (int64_t p = 0; p < op.ints[2]; ++p)
        sum += a[op.ints[0] + p] * b[op.ints[1] + l + p];
      break;
    case OpKind::Mmul: {
      const size_t depth = op.ints[1], columns = op.ints[2], row = l / columns, column = l % columns;
      for (size_t k = 0; k < depth; ++k)
        sum += a[row * depth + k] * b[k * columns + column];
      break;
    }
    default:
      llvm_unreachable("no sum of products");
    }
    out[l] = canonical(type, sum);
  }
}

} // namespace vecify
