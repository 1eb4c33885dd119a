// Every second lane widened needs no shuffle: a pair of lanes is a lane of twice the width already.
#include "EverySecond.h"
#include "Rewrites.h"

namespace vecify {

/// The lower half of each pair without its upper half, or the upper half where the lower was.
static ValueId halfOfPairs(Site &s, ValueId pairs, bool isUpper, unsigned bits) {
  const VectorType type = s.typeOf(pairs);
  if (!isUpper && isUnsignedInteger(type.element))
    return s.emit(OpKind::And, type, {pairs, s.b.constant(type, (int64_t(1) << bits) - 1)});
  ValueId upper = isUpper ? pairs : s.emitInts(OpKind::ShlImm, type, {pairs}, {bits});
  return s.emitInts(OpKind::ShrImm, type, {upper}, {bits});
}

static Replacement widenInPlace(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  std::optional<Op> slice = s.definition(op.operands[0], OpKind::ExtractSlice);
  if (!slice || !s.isIntegerVector())
    return std::nullopt;
  const Op *choice = s.f.definitionOf(slice->operands[0]);
  if (!choice || (choice->kind != OpKind::Even && choice->kind != OpKind::Odd))
    return std::nullopt;
  const VectorType from = s.typeOf(choice->operands[0]);
  if (!isInteger(from.element) || bitsOf(s.type.element) != 2 * bitsOf(from.element) ||
      from.lanes() != 2 * s.type.lanes() || slice->ints[0] % s.type.lanes())
    return std::nullopt;
  const unsigned bits = bitsOf(from.element);
  const VectorType pairs = s.type.withElement(integerType(2 * bits, isSignedInteger(from.element)));
  for (OpKind kind : {OpKind::ShrImm, OpKind::ShlImm, OpKind::And})
    if (!s.target.find(kind, pairs.element, unsigned(pairs.lanes())))
      return std::nullopt;
  const bool isOdd = choice->kind == OpKind::Odd;
  ValueId both = s.emit(OpKind::Bitcast, pairs, {choice->operands[slice->ints[0] / s.type.lanes()]});
  return with(s.cast(halfOfPairs(s, both, isOdd, bits), s.type.element));
}

const Pattern widenOfEvery2nd = {"widening every second lane clears or shifts away the others",
                                 R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %b = transfer_read u8[16] lanes(1) : 16xu8
  %e = odd %a, %b : 16xu8
  %h = extract_slice %e [8] : 8xu8
  %r = cast %h : 8xi16
  transfer_write %r, i16[0] lanes(1))",
                                 R"(  %b = transfer_read u8[16] lanes(1) : 16xu8
  %p = bitcast %b : 8xu16
  %w = shr_imm %p [8] : 8xu16
  %r = bitcast %w : 8xi16
  transfer_write %r, i16[0] lanes(1))",
                                 OpKind::Cast, widenInPlace};

namespace {

/// A lane of each pair of 16-bit numbers, times a constant.
struct WeightedHalf {
  ValueId source; ///< the 16-bit lanes
  bool isUpper;
  int64_t weight;
};

} // namespace

static std::optional<WeightedHalf> weightedHalf(const Site &s, ValueId v) {
  int64_t weight = 1;
  if (std::optional<Op> product = s.definition(v, OpKind::Mul)) {
    for (unsigned i : {0u, 1u})
      if (std::optional<int64_t> factor = splatInt(s.f, product->operands[i])) {
        weight = *factor;
        v = product->operands[1 - i];
        break;
      }
  }
  std::optional<Op> shift = s.definition(v, OpKind::ShrImm);
  if (weight != int16_t(weight) || !shift || shift->ints[0] != 16)
    return std::nullopt;
  std::optional<Op> lower = s.definition(shift->operands[0], OpKind::ShlImm);
  if (lower && lower->ints[0] != 16)
    return std::nullopt;
  std::optional<Op> pairs = s.definition(lower ? lower->operands[0] : shift->operands[0], OpKind::Bitcast);
  if (!pairs || s.typeOf(pairs->operands[0]).element != ScalarType::I16)
    return std::nullopt;
  return WeightedHalf{pairs->operands[0], !lower, weight};
}

/// a * even + b * odd of 16-bit lanes is what the multiply-add of pairs does.
static Replacement sumPairsOfLanes(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (!s.isVector() || s.type.element != ScalarType::I32 ||
      !target.find(OpKind::MulAddPairs, ScalarType::I32, ScalarType::I16, unsigned(s.type.lanes())))
    return std::nullopt;
  std::optional<WeightedHalf> x = weightedHalf(s, op.operands[0]);
  std::optional<WeightedHalf> y = x ? weightedHalf(s, op.operands[1]) : std::nullopt;
  // Only (-32768)(-32768) twice would overflow.
  if (!y || x->source != y->source || x->isUpper == y->isUpper || (x->weight == -32768 && y->weight == -32768))
    return std::nullopt;
  const WeightedHalf &lower = x->isUpper ? *y : *x, &upper = x->isUpper ? *x : *y;
  const VectorType lanes = s.typeOf(x->source);
  ValueId weights;
  if (lower.weight == upper.weight)
    weights = s.b.constant(lanes, lower.weight);
  else
    weights = s.emit(OpKind::Bitcast, lanes,
                     {s.constant(int64_t(uint64_t(upper.weight) << 16 | uint64_t(uint16_t(lower.weight))))});
  return with(s.emit(OpKind::MulAddPairs, {x->source, weights}));
}

const Pattern sumOfPairs = {"sums of the two lanes of a pair, weighted",
                            R"(  %a = transfer_read i16[0] lanes(1) : 8xi16
  %p = bitcast %a : 4xi32
  %l = shl_imm %p [16] : 4xi32
  %e = shr_imm %l [16] : 4xi32
  %o = shr_imm %p [16] : 4xi32
  %r = add %e, %o : 4xi32
  transfer_write %r, i32[0] lanes(1))",
                            R"(  %a = transfer_read i16[0] lanes(1) : 8xi16
  %w = constant 1 : 8xi16
  %r = mul_add_pairs %a, %w : 4xi32
  transfer_write %r, i32[0] lanes(1))",
                            OpKind::Add, sumPairsOfLanes};

} // namespace vecify
