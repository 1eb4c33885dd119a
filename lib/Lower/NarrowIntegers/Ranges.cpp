// See Ranges.h. Every op that may wrap gives its type's whole range once the exact result does not fit.
#include "Ranges.h"
#include <cmath>
#include <map>

namespace vecify {

static __int128 maxOf(ScalarType type) {
  return type == ScalarType::U64 ? __int128(UINT64_MAX) : __int128(maxValue(type));
}

ValueRange ValueRange::ofType(ScalarType type) {
  if (isMask(type))
    return {-1, 1};
  return {minValue(type), maxOf(type)};
}

bool ValueRange::fits(ScalarType type) const {
  return isInteger(type) && lo >= __int128(minValue(type)) && hi <= maxOf(type);
}

ValueRange ValueRange::times(const ValueRange &other) const {
  // Ends are at most 65 bits wide, so that a product may need 130: clamp first.
  auto clamped = [](__int128 v) {
    const __int128 limit = (__int128(1) << 62);
    return v > limit ? limit : v < -limit ? -limit : v;
  };
  auto isClamped = [&](const ValueRange &r) { return clamped(r.lo) != r.lo || clamped(r.hi) != r.hi; };
  if (isClamped(*this) || isClamped(other))
    return {-(__int128(1) << 125), __int128(1) << 125};
  __int128 ends[4] = {lo * other.lo, lo * other.hi, hi * other.lo, hi * other.hi};
  return {*std::min_element(ends, ends + 4), *std::max_element(ends, ends + 4)};
}

ValueRange ValueRange::joined(const ValueRange &other) const {
  return {std::min(lo, other.lo), std::max(hi, other.hi)};
}

std::optional<ScalarType> narrowestType(const ValueRange &range) {
  for (unsigned bits : {8u, 16u, 32u, 64u})
    for (bool isSigned : {false, true})
      if (range.fits(integerType(bits, isSigned)))
        return integerType(bits, isSigned);
  return std::nullopt;
}

/// `exact` where the type holds it, else everything the type holds.
static ValueRange wrapped(const ValueRange &exact, ScalarType type) {
  return exact.fits(type) ? exact : ValueRange::ofType(type);
}

using RangeOfOperand = llvm::function_ref<ValueRange(ValueId)>;

static ValueRange polynomialRange(const IndexExpr &expr, RangeOfOperand rangeOf) {
  ValueRange sum(0, 0);
  for (const IndexExpr::Term &term : expr.terms()) {
    ValueRange product = ValueRange::of(term.coefficient);
    for (SymbolId symbol : term.symbols)
      product = product.times(rangeOf(symbol));
    sum = sum.plus(product);
  }
  return sum;
}

static ValueRange shiftedRight(const ValueRange &range, int64_t amount) {
  return {range.lo >> amount, range.hi >> amount};
}

static ValueRange parameterRange(const Function &f, ValueId v) {
  ValueRange range = ValueRange::ofType(f.typeOf(v).element);
  for (const Parameter &parameter : f.parameters)
    if (parameter.value == v) {
      if (parameter.lo)
        range.lo = std::max<__int128>(range.lo, *parameter.lo);
      if (parameter.hi)
        range.hi = std::min<__int128>(range.hi, *parameter.hi);
    }
  return range.lo <= range.hi ? range : ValueRange::ofType(f.typeOf(v).element);
}

/// 2^k - 1 >= hi >= 0
static __int128 onesAbove(__int128 hi) {
  __int128 ones = 0;
  while (ones < hi)
    ones = ones * 2 + 1;
  return ones;
}

/// ~a is max - a for unsigned types and -1 - a for signed ones.
static ValueRange complement(const ValueRange &a, ScalarType type) {
  const __int128 top = isUnsignedInteger(type) ? ValueRange::ofType(type).hi : -1;
  return {top - a.hi, top - a.lo};
}

static ValueRange bitwiseRange(OpKind kind, const ValueRange &a, const ValueRange &b, ScalarType type) {
  bool bothPositive = a.lo >= 0 && b.lo >= 0;
  if (kind == OpKind::And) {
    if (a.lo >= 0 || b.lo >= 0) {
      __int128 hi = bothPositive ? std::min(a.hi, b.hi) : a.lo >= 0 ? a.hi : b.hi;
      return {0, hi};
    }
  } else if (bothPositive) {
    return {0, onesAbove(std::max(a.hi, b.hi))};
  }
  // Two's complement: both fit k bits signed, so does the result.
  for (unsigned bits : {8u, 16u, 32u})
    if (a.fits(integerType(bits, true)) && b.fits(integerType(bits, true)))
      return ValueRange::ofType(integerType(bits, true));
  return ValueRange::ofType(type);
}

/// Integers that a float can be, from the clamps above it: cmin / cmax with a constant give the constant for NaN only
/// where it is their second operand.
static std::optional<ValueRange> floatRange(const Function &f, ValueId v) {
  double lo = -1e18, hi = 1e18;
  for (unsigned level = 0; level < 4; ++level) {
    const Op *op = f.definitionOf(v);
    if (!op || (op->kind != OpKind::CMin && op->kind != OpKind::CMax))
      break;
    bool isMin = op->kind == OpKind::CMin;
    std::optional<double> second = splatFp(f, op->operands[1]), first = splatFp(f, op->operands[0]);
    // cmin(x, c) is at most c, also for a NaN; cmin(c, x) is x for a NaN, whose conversion is undefined anyway.
    std::optional<double> bound = second ? second : first;
    if (!bound)
      break;
    (isMin ? hi : lo) = isMin ? std::min(hi, *bound) : std::max(lo, *bound);
    v = op->operands[second ? 0 : 1];
  }
  if (!(lo <= hi) || lo < -1e15 || hi > 1e15)
    return std::nullopt;
  return ValueRange(__int128(std::trunc(lo)), __int128(std::trunc(hi)));
}

/// The elements of the 32-bit words of `v`, where all words are the same constant.
template <size_t Count> static std::optional<std::array<int64_t, Count>> weightsInWords(const Function &f, ValueId v) {
  constexpr unsigned size = 32 / Count;
  const ScalarType element = f.typeOf(v).element;
  if (!isInteger(element) || bitsOf(element) != size)
    return std::nullopt;
  std::array<int64_t, Count> weights;
  const Op *parts = definedBy(f, v, OpKind::Concat);
  if (parts && llvm::all_equal(parts->operands))
    v = parts->operands[0];
  const Op *words = definedBy(f, v, OpKind::Bitcast);
  std::optional<int64_t> splat = splatInt(f, words ? words->operands[0] : v);
  const unsigned bits = bitsOf(f.typeOf(words ? words->operands[0] : v).element);
  if (!splat || (bits != size && bits != 32))
    return std::nullopt;
  for (unsigned w = 0; w < Count; ++w)
    weights[w] = wrapTo(element, *splat >> (bits == 32 ? size * w : 0));
  return weights;
}

std::optional<std::array<int64_t, 4>> byteWeights(const Function &f, ValueId v) { return weightsInWords<4>(f, v); }

static ValueRange weighted(const ValueRange &data, llvm::ArrayRef<int64_t> weights) {
  ValueRange sum(0, 0);
  for (int64_t weight : weights)
    sum = sum.plus(data.times(ValueRange::of(weight)));
  return sum;
}

bool pairSumsFit(const ValueRange &data, const std::array<int64_t, 4> &weights) {
  return weighted(data, llvm::ArrayRef(weights).take_front(2)).fits(ScalarType::I16) &&
         weighted(data, llvm::ArrayRef(weights).take_back(2)).fits(ScalarType::I16);
}

/// Of a sum that is shifted, rounded and made narrower.
static ValueRange leavingRange(const Op &srs, ValueRange sum, const ValueRange &shift, ScalarType type) {
  ValueRange range = {std::min<__int128>(sum.lo, 0), std::max<__int128>(sum.hi, 0)};
  if (shift.isConstant() && shift.lo >= 0 && shift.lo < 63) {
    const __int128 half = srs.ints[0] && shift.lo > 0 ? __int128(1) << (shift.lo - 1) : 0;
    range = shiftedRight(sum.plus({half, half}), int64_t(shift.lo));
  }
  const ValueRange all = ValueRange::ofType(type);
  if (srs.ints[1]) // saturated
    return {std::clamp(range.lo, all.lo, all.hi), std::clamp(range.hi, all.lo, all.hi)};
  return range.fits(type) ? range : all;
}

/// x * a + y * (all - a) with 0 <= a <= all, the weights of a blend: what all * x and all * y can be, and all between.
static std::optional<ValueRange> blendRange(const Function &f, const Op &sum, ScalarType type, RangeOfOperand rangeOf) {
  const Op *products[] = {definedBy(f, sum.operands[0], OpKind::Mul), definedBy(f, sum.operands[1], OpKind::Mul)};
  if (!products[0] || !products[1])
    return std::nullopt;
  for (unsigned way = 0; way < 8; ++way) {
    const Op &first = *products[way & 1], &second = *products[~way & 1];
    const unsigned i = way >> 1 & 1, j = way >> 2 & 1;
    const ValueId weight = first.operands[i], x = first.operands[1 - i], y = second.operands[1 - j];
    const Op *rest = definedBy(f, second.operands[j], OpKind::Sub);
    const std::optional<int64_t> all = rest ? splatInt(f, rest->operands[0]) : std::nullopt;
    if (!all || rest->operands[1] != weight)
      continue;
    const ValueRange weights = rangeOf(weight), whole = ValueRange::of(*all);
    const ValueRange blend = rangeOf(x).times(whole).joined(rangeOf(y).times(whole));
    // What is less than that does not wrap either.
    if (weights.lo >= 0 && weights.hi <= *all && blend.joined({0, 0}).fits(type))
      return blend;
  }
  return std::nullopt;
}

static ValueRange definedRange(const Function &f, const Op &op, ScalarType type, RangeOfOperand rangeOf) {
  auto operand = [&](unsigned i) { return rangeOf(op.operands[i]); };
  auto isIntOperand = [&](unsigned i) { return isInteger(f.typeOf(op.operands[i]).element); };
  switch (op.kind) {
  case OpKind::Constant:
    return type == ScalarType::U64 && op.intValue < 0 ? ValueRange::ofType(type)
                                                      : ValueRange::of(wrapTo(type, op.intValue));
  case OpKind::IndexValue:
    return wrapped(polynomialRange(op.index, rangeOf), type);
  case OpKind::Iota: {
    __int128 last = __int128(op.ints[0]) + __int128(op.ints[1]) * (minorLanes(f.typeOf(op.results[0])) - 1);
    return wrapped(ValueRange::of(op.ints[0]).joined({last, last}), type);
  }
  case OpKind::Broadcast:
  case OpKind::Reverse:
  case OpKind::ExtractSlice:
  case OpKind::Extract:
  case OpKind::FpFence:
    return operand(0);
  case OpKind::Even:
  case OpKind::Odd:
  case OpKind::ZipLo:
  case OpKind::ZipHi:
  case OpKind::Shuffle:
  case OpKind::Concat:
  case OpKind::FromLanes: {
    ValueRange range = operand(0);
    for (unsigned i = 1; i < op.operands.size(); ++i)
      range = range.joined(operand(i));
    return range;
  }
  case OpKind::Add: {
    const std::optional<ValueRange> blend = blendRange(f, op, type, rangeOf);
    return blend ? *blend : wrapped(operand(0).plus(operand(1)), type);
  }
  case OpKind::Sub:
    return wrapped(operand(0).minus(operand(1)), type);
  case OpKind::Mul: {
    ValueRange product = operand(0).times(operand(1));
    if (op.operands[0] == op.operands[1]) // a square
      product.lo = std::max<__int128>(product.lo, 0);
    return wrapped(product, type);
  }
  case OpKind::Neg:
    return wrapped(ValueRange(0, 0).minus(operand(0)), type);
  case OpKind::Abs: {
    ValueRange a = operand(0);
    if (a.lo >= 0)
      return a;
    __int128 hi = std::max(-a.lo, a.hi);
    return wrapped({a.hi < 0 ? -a.hi : 0, hi}, type);
  }
  case OpKind::Popcount:
  case OpKind::LeadingZeros:
    return {0, bitsOf(type)};
  case OpKind::AbsDiff: {
    ValueRange d = operand(0).minus(operand(1));
    return wrapped({0, std::max(d.hi, -d.lo)}, type);
  }
  case OpKind::Min: {
    ValueRange a = operand(0), b = operand(1);
    return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)};
  }
  case OpKind::Max: {
    ValueRange a = operand(0), b = operand(1);
    return {std::max(a.lo, b.lo), std::max(a.hi, b.hi)};
  }
  case OpKind::AvgUp: {
    ValueRange sum = operand(0).plus(operand(1)).plus({1, 1});
    return shiftedRight(sum, 1);
  }
  case OpKind::AvgDown:
    return shiftedRight(operand(0).plus(operand(1)), 1);
  case OpKind::AddSat:
  case OpKind::SubSat: {
    ValueRange exact = op.kind == OpKind::AddSat ? operand(0).plus(operand(1)) : operand(0).minus(operand(1));
    ValueRange all = ValueRange::ofType(type);
    auto clamp = [&](__int128 v) { return std::min(std::max(v, all.lo), all.hi); };
    return {clamp(exact.lo), clamp(exact.hi)};
  }
  case OpKind::DotAccumulate:
    for (unsigned i : {0u, 1u})
      if (std::optional<std::array<int64_t, 4>> weights = byteWeights(f, op.operands[i]))
        return wrapped(weighted(operand(1 - i), *weights).plus(operand(2)), type);
    return ValueRange::ofType(type);
  case OpKind::MulAddQuads: {
    const ValueRange product = operand(0).times(operand(1)), two = product.plus(product);
    return wrapped(two.plus(two), type);
  }
  case OpKind::MulAddPairs: {
    for (unsigned i : {0u, 1u})
      if (const auto weights = weightsInWords<2>(f, op.operands[i]))
        return wrapped(weighted(operand(1 - i), *weights), type);
    const ValueRange product = operand(0).times(operand(1));
    return wrapped(product.plus(product), type);
  }
  case OpKind::SadOctets:
    return {0, 8 * 255};
  case OpKind::MulHigh:
    return shiftedRight(operand(0).times(operand(1)), bitsOf(type));
  case OpKind::And:
  case OpKind::Or:
  case OpKind::Xor:
    return bitwiseRange(op.kind, operand(0), operand(1), type);
  case OpKind::Not:
    return complement(operand(0), type);
  case OpKind::AndNot:
    return bitwiseRange(OpKind::And, complement(operand(0), type), operand(1), type);
  case OpKind::ShlImm:
    if (op.ints[0] > 62)
      return ValueRange::ofType(type);
    return wrapped(operand(0).times(ValueRange::of(int64_t(1) << op.ints[0])), type);
  case OpKind::ShrImm:
    return shiftedRight(operand(0), op.ints[0]);
  case OpKind::Within: {
    const ValueRange a = operand(0), both(std::max<__int128>(a.lo, op.ints[0]), std::min<__int128>(a.hi, op.ints[1]));
    return both.lo <= both.hi ? both : a;
  }
  case OpKind::Shr:
  case OpKind::ShrUniform: {
    ValueRange a = operand(0);
    return {std::min<__int128>(a.lo, 0), std::max<__int128>(a.hi, 0)};
  }
  case OpKind::Rem: {
    ValueRange b = operand(1), a = operand(0);
    if (b.lo <= 0)
      return {std::min<__int128>(a.lo, 0), std::max<__int128>(a.hi, 0)};
    return {a.lo < 0 ? -(b.hi - 1) : 0, std::min(b.hi - 1, std::max<__int128>(a.hi, 0))};
  }
  case OpKind::Div: {
    ValueRange a = operand(0), b = operand(1);
    if (b.lo <= 0 && b.hi >= 0)
      return ValueRange::ofType(type);
    const auto [least, most] = std::minmax({a.lo / b.lo, a.lo / b.hi, a.hi / b.lo, a.hi / b.hi});
    return wrapped({least, most}, type);
  }
  case OpKind::Select:
    return operand(1).joined(operand(2));
  case OpKind::Cast:
    if (isFloat(f.typeOf(op.operands[0]).element))
      if (std::optional<ValueRange> range = floatRange(f, op.operands[0]))
        return wrapped(*range, type);
    return isIntOperand(0) ? wrapped(operand(0), type) : ValueRange::ofType(type);
  case OpKind::Bitcast:
    if (isIntOperand(0) && bitsOf(f.typeOf(op.operands[0]).element) == bitsOf(type))
      return wrapped(operand(0), type);
    return ValueRange::ofType(type);
  case OpKind::NarrowPairSat: {
    ValueRange range = operand(0).joined(operand(1)), all = ValueRange::ofType(type);
    auto clamp = [&](__int128 v) { return std::min(std::max(v, all.lo), all.hi); };
    return {clamp(range.lo), clamp(range.hi)};
  }
  case OpKind::WideMul:
    return wrapped(operand(0).times(operand(1)), type);
  case OpKind::WideMac:
    return wrapped(operand(1).times(operand(2)).plus(operand(0)), type);
  case OpKind::Srs:
    return leavingRange(op, operand(0), operand(1), type);
  default:
    return ValueRange::ofType(type);
  }
}

static ValueRange typeRange(const Function &f, ValueId v) {
  ScalarType type = f.typeOf(v).element;
  return ValueRange::ofType(isFloat(type) ? ScalarType::I64 : type);
}

/// Asks `rangeOf` for the operands.
static ValueRange rangeFrom(const Function &f, ValueId v, RangeOfOperand rangeOf) {
  ScalarType type = f.typeOf(v).element;
  if (!isInteger(type))
    return typeRange(f, v);
  if (const Op *op = f.definitionOf(v))
    return definedRange(f, *op, type, rangeOf);
  return parameterRange(f, v);
}

namespace {

/// Follows a value upwards, through so many ops in all; beyond them types speak.
class NearbyRanges {
public:
  explicit NearbyRanges(const Function &function) : F(function) {}

  ValueRange operator()(ValueId v) {
    if (const auto known = Known.find(v); known != Known.end())
      return known->second;
    if (OpsLeft == 0)
      return typeRange(F, v);
    --OpsLeft;
    const ValueRange range = rangeFrom(F, v, [this](ValueId operand) { return (*this)(operand); });
    return Known.insert({v, range}).first->second;
  }

private:
  const Function &F;
  std::map<ValueId, ValueRange> Known;
  unsigned OpsLeft = 100;
};

} // namespace

ValueRange rangeOf(const Function &f, ValueId v) { return NearbyRanges(f)(v); }

RangeTable::RangeTable(const Function &function) : F(function), Known(function.values.size()) {
  // In the order of definition, so that long chains do not make deep recursion.
  for (ValueId v = 0; v < Known.size(); ++v)
    (*this)[v];
}

const ValueRange &RangeTable::operator[](ValueId v) {
  if (!Known[v]) {
    ValueRange range = rangeFrom(F, v, [&](ValueId operand) { return (*this)[operand]; });
    Known[v] = range;
  }
  return *Known[v];
}

} // namespace vecify
