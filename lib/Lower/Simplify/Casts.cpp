// Conversions of conversions, of constants, and of truth values.
#include "NarrowIntegers/Ranges.h"
#include "Patterns.h"
#include "Rewrites.h"

namespace vecify {

static bool isPlainInteger(ScalarType type) { return isInteger(type); }

/// from -> middle -> to as one conversion, where the middle loses nothing that `to` keeps.
static bool collapses(ScalarType from, ScalarType middle, ScalarType to) {
  if (!isPlainInteger(from) || !isPlainInteger(middle) || !isPlainInteger(to))
    return false;
  if (bitsOf(to) <= bitsOf(middle))
    return bitsOf(to) <= bitsOf(from) || bitsOf(from) <= bitsOf(middle);
  // Extended twice: both extensions must be by the same sign, or the first by zeros.
  if (bitsOf(middle) < bitsOf(from))
    return false;
  if (bitsOf(middle) == bitsOf(from))
    return isSignedInteger(middle) == isSignedInteger(from);
  return isUnsignedInteger(from) || isSignedInteger(middle);
}

/// From an integer that is at least as wide as the result by way of a narrower one, which holds all that it may be.
static bool goesThrough(const Site &s, ValueId from, ScalarType middle) {
  const ScalarType wide = s.typeOf(from).element;
  return s.isIntegerVector() && isPlainInteger(wide) && isPlainInteger(middle) && bitsOf(middle) < bitsOf(wide) &&
         bitsOf(wide) >= bitsOf(s.type.element) && rangeOf(s.f, from).fits(middle);
}

static Replacement collapse(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  VectorType middle = s.typeOf(op.operands[0]);
  if (middle == s.type)
    return with(op.operands[0]);
  const Op *inner = s.f.definitionOf(op.operands[0]);
  if (!inner || (inner->kind != OpKind::Cast && inner->kind != OpKind::Bitcast))
    return std::nullopt;
  VectorType from = s.typeOf(inner->operands[0]);
  if (from.shape != s.type.shape ||
      (!collapses(from.element, middle.element, s.type.element) && !goesThrough(s, inner->operands[0], middle.element)))
    return std::nullopt;
  return with(s.cast(inner->operands[0], s.type.element));
}

/// One lane of what was converted: only it is.
static Replacement convertLane(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  std::optional<Op> cast = s.definition(op.operands[0], OpKind::Cast);
  if (!cast || !isPlainInteger(s.type.element) || !isPlainInteger(s.typeOf(cast->operands[0]).element))
    return std::nullopt;
  const VectorType scalar = VectorType::scalar(s.typeOf(cast->operands[0]).element);
  return with(s.cast(s.emitInts(OpKind::Extract, scalar, {cast->operands[0]}, op.ints), s.type.element));
}

/// A constant converted at once; a splat is converted before it is spread.
static Replacement convertSplat(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  ScalarType from = s.typeOf(op.operands[0]).element, to = s.type.element;
  if (isMask(from) || isMask(to) || to == ScalarType::F16 || to == ScalarType::BF16)
    return std::nullopt;
  const Op *constant = definedBy(s.f, op.operands[0], OpKind::Constant);
  if (constant && isFloat(from) && isFloat(to))
    return with(s.b.constantFp(s.type, to == ScalarType::F32 ? double(float(constant->fpValue)) : constant->fpValue));
  if (constant && isFloat(from))
    return std::nullopt; // out of range is undefined: left to whoever runs it
  const std::optional<int64_t> number = splatInt(s.f, op.operands[0]);
  if (number && (constant || s.type.isScalar())) {
    const int64_t value = *number;
    if (isInteger(to))
      return with(s.constant(value));
    // Beyond 2^63 an unsigned number has a negative one's bits.
    const bool isHuge = bitsOf(from) == 64 && isUnsignedInteger(from) && value < 0;
    if (isHuge || value > (int64_t(1) << 52) || value < -(int64_t(1) << 52))
      return std::nullopt;
    return with(s.b.constantFp(s.type, to == ScalarType::F32 ? double(float(value)) : double(value)));
  }
  std::optional<Op> broadcast = s.definition(op.operands[0], OpKind::Broadcast);
  if (!broadcast || isAccumulator(to) || !s.typeOf(broadcast->operands[0]).isScalar())
    return std::nullopt;
  ValueId scalar = s.b.create(OpKind::Cast, VectorType::scalar(to), {broadcast->operands[0]}, s.name);
  return with(s.b.broadcast(scalar, s.type));
}

/// A count that does not wrap in the narrow type is the same count in any that holds it.
static Replacement convertIota(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const Op *iota = definedBy(s.f, op.operands[0], OpKind::Iota);
  const ScalarType from = s.typeOf(op.operands[0]).element, to = s.type.element;
  if (!iota || !s.isIntegerVector() || !isInteger(from) || bitsOf(from) > 32)
    return std::nullopt;
  const int64_t first = wrapTo(from, iota->ints[0]), last = first + (s.type.lanes() - 1) * iota->ints[1];
  const auto holds = [&](ScalarType type, int64_t value) {
    return isSignedInteger(type) ? value >= minValue(type) && value <= maxValue(type)
                                 : value >= 0 && (bitsOf(type) == 64 || value <= maxValue(type));
  };
  for (int64_t end : {first, last})
    if (!holds(from, end) || !holds(to, end))
      return std::nullopt;
  return with(s.b.iota(s.type, first, iota->ints[1]));
}

static Replacement truthOf(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  VectorType from = s.typeOf(op.operands[0]);
  if (!s.isVector() || s.type.element != ScalarType::I1 || isMask(from.element))
    return std::nullopt;
  ValueId zero = isFloat(from.element) ? s.b.constantFp(from, 0) : s.b.constant(from, 0);
  return with(s.emit(OpKind::CmpNe, {s.operand(0), zero}));
}

static Replacement numberOf(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (!s.isVector() || isMask(s.type.element) || s.typeOf(op.operands[0]).element != ScalarType::I1)
    return std::nullopt;
  bool fp = isFloat(s.type.element);
  ValueId one = fp ? s.b.constantFp(s.type, 1) : s.b.constant(s.type, 1);
  ValueId zero = fp ? s.b.constantFp(s.type, 0) : s.b.constant(s.type, 0);
  return with(s.emit(OpKind::Select, {s.operand(0), one, zero}));
}

const Pattern castOfCast = {"a conversion of a conversion is one",
                            R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %w = cast %a : 16xi32
  %r = cast %w : 16xu16
  transfer_write %r, u16[0] lanes(1))",
                            R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %r = cast %a : 16xu16
  transfer_write %r, u16[0] lanes(1))",
                            OpKind::Cast, collapse};

const Pattern castThroughNarrow = {"a conversion to few bits and back is nothing, where they hold the value",
                                   R"(  %x = transfer_read i32[0] lanes(1) : 8xi32
  %c = constant 15 : 8xi32
  %m = and %x, %c : 8xi32
  %b = cast %m : 8xu8
  %r = cast %b : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                                   R"(  %x = transfer_read i32[0] lanes(1) : 8xi32
  %c = constant 15 : 8xi32
  %m = and %x, %c : 8xi32
  transfer_write %m, i32[8] lanes(1))",
                                   OpKind::Cast, collapse};

const Pattern bitcastOfCast = {"a change of sign and back is nothing",
                               R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %w = bitcast %a : 16xi8
  %r = bitcast %w : 16xu8
  transfer_write %r, u8[16] lanes(1))",
                               R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  transfer_write %a, u8[16] lanes(1))",
                               OpKind::Bitcast, collapse};

const Pattern castOfConstant = {"constants and splats are converted before they are spread",
                                R"(  %b = broadcast %amount : 16xi32
  %r = cast %b : 16xu16
  transfer_write %r, u16[0] lanes(1))",
                                R"(  %c = cast %amount : u16
  %r = broadcast %c : 16xu16
  transfer_write %r, u16[0] lanes(1))",
                                OpKind::Cast, convertSplat};

const Pattern castOfIota = {"a count is converted before it is counted",
                            R"(  %i = iota [3, 2] : 16xu8
  %r = cast %i : 16xi32
  transfer_write %r, i32[0] lanes(1))",
                            R"(  %r = iota [3, 2] : 16xi32
  transfer_write %r, i32[0] lanes(1))",
                            OpKind::Cast, convertIota};

const Pattern laneOfCast = {"one lane of a conversion is converted by itself",
                            R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %w = cast %a : 16xi32
  %r = extract %w [15] : i32
  transfer_write %r, i32[0])",
                            R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %l = extract %a [15] : u8
  %r = cast %l : i32
  transfer_write %r, i32[0])",
                            OpKind::Extract, convertLane};

const Pattern castToTruth = {"a conversion to _Bool is a comparison with zero",
                             R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %m = cast %a : 8xi1
  %r = select %m, %a, %b : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                             R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %z = constant 0 : 8xi32
  %m = cmp_ne %a, %z : 8xi1
  %r = select %m, %a, %b : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                             OpKind::Cast, truthOf};

const Pattern castFromTruth = {"a truth value as a number is 1 or 0",
                               R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %m = cmp_lt %a, %b : 8xi1
  %r = cast %m : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                               R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %m = cmp_lt %a, %b : 8xi1
  %one = constant 1 : 8xi32
  %zero = constant 0 : 8xi32
  %r = select %m, %one, %zero : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                               OpKind::Cast, numberOf};

} // namespace vecify
