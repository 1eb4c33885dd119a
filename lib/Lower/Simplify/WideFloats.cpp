// Floats that become wide integers of which only the low bits are kept, as those of (int)lrintf(x).
#include "Patterns.h"
#include "Rewrites.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace vecify {
namespace {

struct Bounds {
  double lo = -std::numeric_limits<double>::infinity(), hi = std::numeric_limits<double>::infinity();
};

constexpr unsigned maxDepth = 6;

/// Of the lanes of a vector of floats that are numbers.
Bounds boundsOf(const Function &f, ValueId v, unsigned depth = 0) {
  const Op *op = f.definitionOf(v);
  if (!op || depth > maxDepth)
    return {};
  const auto operand = [&](unsigned i) { return boundsOf(f, op->operands[i], depth + 1); };
  const auto isConstant = [&](unsigned i) { return splatFp(f, op->operands[i]).has_value(); };
  if (const std::optional<double> number = splatFp(f, v))
    return {*number, *number};
  switch (op->kind) {
  case OpKind::Rint:
  case OpKind::Round:
  case OpKind::Trunc:
  case OpKind::Floor:
  case OpKind::Ceil:
    return {std::floor(operand(0).lo), std::ceil(operand(0).hi)};
  case OpKind::Neg:
    return {-operand(0).hi, -operand(0).lo};
  case OpKind::CMin: {
    // The second operand is the result where one of them is no number.
    const Bounds a = operand(0), b = operand(1);
    return {std::min(a.lo, b.lo), isConstant(0) ? std::min(a.hi, b.hi) : b.hi};
  }
  case OpKind::CMax: {
    const Bounds a = operand(0), b = operand(1);
    return {isConstant(0) ? std::max(a.lo, b.lo) : b.lo, std::max(a.hi, b.hi)};
  }
  case OpKind::Cast: {
    const ScalarType from = f.typeOf(op->operands[0]).element;
    if (from == ScalarType::I1 || !isInteger(from) || bitsOf(from) > 32)
      return {};
    return {double(minValue(from)), double(maxValue(from))};
  }
  default:
    return {};
  }
}

bool isIntegral(const Op *op) {
  return op && (op->kind == OpKind::Rint || op->kind == OpKind::Round || op->kind == OpKind::Trunc ||
                op->kind == OpKind::Floor || op->kind == OpKind::Ceil);
}

/// Wide integers are made of floats by an instruction or two.
bool convertsToWide(const Target &target) {
  const Row *row = target.find(OpKind::Cast, ScalarType::I64, ScalarType::F64, target.lanesOf(ScalarType::F64));
  return !row || row->uops <= 3;
}

/// The number modulo 2^32, between -2^31 and 2^31 - 1, in place of the number: exact, for what is taken off has bits of
/// the number only. What does not fit 64 bits gives 0, as x86 has it.
Replacement convertLowBits(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const std::optional<Op> wide = s.definition(op.operands[0], OpKind::Cast);
  if (!s.isIntegerVector() || bitsOf(s.type.element) > 32 || !wide ||
      s.typeOf(op.operands[0]).element != ScalarType::I64)
    return std::nullopt;
  ValueId number = wide->operands[0];
  const VectorType type = s.typeOf(number);
  if (type.element != ScalarType::F32 && type.element != ScalarType::F64)
    return std::nullopt;
  const double limit = 2147483648.0;
  const Bounds bounds = boundsOf(s.f, number);
  if (!(bounds.lo >= -limit && bounds.hi < limit)) {
    if (convertsToWide(target))
      return std::nullopt;
    if (!isIntegral(s.f.definitionOf(number)))
      number = s.emit(OpKind::Trunc, type, {number});
    const auto constant = [&](double value) { return s.b.constantFp(type, value); };
    const ValueId times = s.emit(OpKind::Rint, type, {s.emit(OpKind::Mul, type, {number, constant(0.5 / limit)})});
    const ValueId rest = s.emit(OpKind::Fnma, type, {times, constant(2 * limit), number});
    const auto equals = [&](ValueId v) { return s.emit(OpKind::CmpEq, type.withElement(ScalarType::I1), {rest, v}); };
    number = s.emit(OpKind::Select, type, {equals(constant(limit)), constant(-limit), rest});
    number = s.emit(OpKind::Select, type, {equals(rest), number, constant(0)});
  }
  const ValueId word = s.b.create(OpKind::Cast, type.withElement(ScalarType::I32), {number}, s.name);
  return with(s.cast(word, s.type.element));
}

} // namespace

const Pattern castOfWideFloat = {"of floats that fit 32 bits no wider integers are made",
                                 R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  %lo = constant -32768.0 : 8xf32
  %hi = constant 32767.0 : 8xf32
  %m = cmax %a, %lo : 8xf32
  %n = cmin %m, %hi : 8xf32
  %i = rint %n : 8xf32
  %w = cast %i : 8xi64
  %r = cast %w : 8xi16
  transfer_write %r, i16[0] lanes(1))",
                                 R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  %lo = constant -32768.0 : 8xf32
  %hi = constant 32767.0 : 8xf32
  %m = cmax %a, %lo : 8xf32
  %n = cmin %m, %hi : 8xf32
  %i = rint %n : 8xf32
  %w = cast %i : 8xi32
  %r = cast %w : 8xi16
  transfer_write %r, i16[0] lanes(1))",
                                 OpKind::Cast, convertLowBits};

} // namespace vecify
