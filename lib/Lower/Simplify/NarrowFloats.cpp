// Floats that C's promotions made double, computed with, and rounded back: y = 0.5 * x, y = fabs(x), x > 0.0.
//
// Numbers that are floats widened stay such under negation, rounding to integers, minima and selection, so these run on
// floats; so do sums and products of narrow integers and short constants as long as they have no more bits than a
// float. Of two floats' sum, difference, product or quotient, and of a float's square root, the double has so many
// more bits than twice a float's that rounding it again gives the float operation's own result.
// Source: Figueroa, "When is double rounding innocuous?", SIGNUM Newsletter 30(3), 1995.
#include "NarrowIntegers/Ranges.h"
#include "Patterns.h"
#include "Rewrites.h"
#include <cmath>

namespace vecify {
namespace {

constexpr unsigned MostDeep = 6;

/// The results are floats if the operands are: exact, and alike in both types.
bool keepsFloats(OpKind kind) {
  switch (kind) {
  case OpKind::Neg:
  case OpKind::Abs:
  case OpKind::CMin:
  case OpKind::CMax:
  case OpKind::FMin:
  case OpKind::FMax:
  case OpKind::Floor:
  case OpKind::Ceil:
  case OpKind::Trunc:
  case OpKind::Rint:
  case OpKind::Round:
  case OpKind::CopySign:
  case OpKind::Select:
    return true;
  default:
    return false;
  }
}

bool isFloatNumber(double number) { return std::isnan(number) || double(float(number)) == number; }

/// Multiples of 2^-places, none beyond `most`.
struct FixedPoint {
  int places = 0;
  double most = 0;
  /// Floats hold all of them, and whatever led to them by sums and products.
  bool fitsFloats() const { return std::abs(places) <= 64 && std::ldexp(most, places) <= 0x1p24; }
};

/// Of sums and products of narrow integers and short constants: (x - 128) / 128.0, exact in either type.
std::optional<FixedPoint> fixedPoint(const Function &f, ValueId v, unsigned depth = 0) {
  const Op *op = f.definitionOf(v);
  if (!op || depth > MostDeep || f.typeOf(v).element != ScalarType::F64)
    return std::nullopt;
  if (const std::optional<double> number = splatFp(f, v)) {
    if (*number == 0 || !std::isfinite(*number))
      return *number == 0 ? std::optional(FixedPoint{0, 0}) : std::nullopt;
    int places = 0;
    for (double scaled = std::abs(*number); scaled != std::floor(scaled) && places <= 32; scaled *= 2)
      ++places;
    return places <= 32 ? std::optional(FixedPoint{places, std::abs(*number)}) : std::nullopt;
  }
  const auto operand = [&](unsigned i) { return fixedPoint(f, op->operands[i], depth + 1); };
  std::optional<FixedPoint> result;
  switch (op->kind) {
  case OpKind::Cast: {
    const ScalarType from = f.typeOf(op->operands[0]).element;
    if (from == ScalarType::I1 || !isInteger(from) || bitsOf(from) > 32)
      return std::nullopt;
    const ValueRange range = rangeOf(f, op->operands[0]);
    result = {0, std::max(std::abs(double(range.lo)), std::abs(double(range.hi)))};
    break;
  }
  case OpKind::Neg:
    result = operand(0);
    break;
  case OpKind::Add:
  case OpKind::Sub:
    if (const auto a = operand(0), b = operand(1); a && b)
      result = {std::max(a->places, b->places), a->most + b->most};
    break;
  case OpKind::Mul:
    if (const auto a = operand(0), b = operand(1); a && b)
      result = {a->places + b->places, a->most * b->most};
    break;
  case OpKind::Div: {
    const std::optional<double> divisor = splatFp(f, op->operands[1]);
    int exponent = 0;
    if (!divisor || std::frexp(*divisor, &exponent) != 0.5 || exponent < 1)
      return std::nullopt;
    if (const auto a = operand(0))
      result = {a->places + exponent - 1, a->most / *divisor};
    break;
  }
  default:
    break;
  }
  return result && result->fitsFloats() ? result : std::nullopt;
}

/// A vector of doubles whose lanes are floats, or integers that floats hold.
bool holdsFloats(const Function &f, ValueId v, unsigned depth = 0) {
  const Op *op = f.definitionOf(v);
  if (!op || depth > MostDeep || f.typeOf(v).element != ScalarType::F64)
    return false;
  if (const std::optional<double> number = splatFp(f, v))
    return isFloatNumber(*number);
  if (op->kind == OpKind::Broadcast)
    return f.typeOf(op->operands[0]).isScalar() && holdsFloats(f, op->operands[0], depth + 1);
  if (fixedPoint(f, v, depth))
    return true;
  if (op->kind == OpKind::Cast)
    return f.typeOf(op->operands[0]).element == ScalarType::F32;
  return keepsFloats(op->kind) && llvm::all_of(op->operands, [&](ValueId operand) {
           return f.typeOf(operand).element == ScalarType::I1 || holdsFloats(f, operand, depth + 1);
         });
}

/// The same lanes as floats, of a value that holds them.
ValueId asFloats(Site &s, ValueId v) {
  const VectorType type = s.typeOf(v).withElement(ScalarType::F32);
  if (const std::optional<double> number = splatFp(s.f, v))
    return s.b.constantFp(type, *number);
  Op op = *s.f.definitionOf(v);
  if (op.kind == OpKind::Cast)
    return s.typeOf(op.operands[0]).element == ScalarType::F32
               ? op.operands[0]
               : s.b.create(OpKind::Cast, type, {op.operands[0]}, s.f.values[v].name);
  for (ValueId &operand : op.operands)
    if (s.typeOf(operand).element != ScalarType::I1)
      operand = asFloats(s, operand);
  if (op.kind == OpKind::Broadcast)
    return s.b.broadcast(op.operands[0], type);
  const std::string name = s.f.values[v].name;
  op.results.clear();
  return s.f.ops[s.b.append(std::move(op), {type}, name)].results[0];
}

/// Rounded to floats the doubles are what a float operation gives, on whichever side of a selection.
bool roundsOnce(const Function &f, ValueId v, unsigned depth = 0) {
  if (holdsFloats(f, v))
    return true;
  const Op *op = f.definitionOf(v);
  if (!op || depth > MostDeep)
    return false;
  switch (op->kind) {
  case OpKind::Cast: // doubles hold all of them
    return f.typeOf(op->operands[0]).element == ScalarType::I32;
  case OpKind::Add:
  case OpKind::Sub:
  case OpKind::Mul:
  case OpKind::Div:
  case OpKind::Sqrt:
    return llvm::all_of(op->operands, [&](ValueId operand) { return holdsFloats(f, operand); });
  case OpKind::Neg:
  case OpKind::Abs:
    return roundsOnce(f, op->operands[0], depth + 1);
  case OpKind::Select:
    return roundsOnce(f, op->operands[1], depth + 1) && roundsOnce(f, op->operands[2], depth + 1);
  default:
    return false;
  }
}

ValueId rounded(Site &s, ValueId v) {
  if (holdsFloats(s.f, v))
    return asFloats(s, v);
  const VectorType type = s.typeOf(v).withElement(ScalarType::F32);
  const std::string name = s.f.values[v].name;
  Op op = *s.f.definitionOf(v);
  if (op.kind == OpKind::Cast)
    return s.b.create(OpKind::Cast, type, {op.operands[0]}, name);
  const bool isSelection = op.kind == OpKind::Select;
  for (ValueId &operand : llvm::MutableArrayRef(op.operands).drop_front(isSelection))
    operand = rounded(s, operand);
  op.results.clear();
  // The source rounds here, whatever follows.
  op.fp.contract &= op.fp.reassoc;
  return s.f.ops[s.b.append(std::move(op), {type}, name)].results[0];
}

Replacement roundOnce(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const ValueId wide = op.operands[0];
  if (!s.isVector() || s.typeOf(wide).element != ScalarType::F64)
    return std::nullopt;
  const ScalarType to = s.type.element;
  if (to == ScalarType::F32 && roundsOnce(s.f, wide))
    return with(rounded(s, wide));
  const bool isNarrow = isInteger(to) && to != ScalarType::I1 && bitsOf(to) <= 16;
  if ((isNarrow || to == ScalarType::I32) && holdsFloats(s.f, wide))
    return with(s.emit(OpKind::Cast, {asFloats(s, wide)}));
  return std::nullopt;
}

/// A number that is no float lies between two of them, and floats compare with the one beside it.
std::optional<double> besideFor(OpKind compare, double number) {
  if (isFloatNumber(number))
    return number;
  const float near = float(number);
  if (std::isinf(near))
    return std::nullopt;
  const float below = near < number ? near : std::nextafter(near, -INFINITY);
  const float above = near > number ? near : std::nextafter(near, INFINITY);
  switch (compare) {
  case OpKind::CmpLt:
  case OpKind::CmpGe:
    return above;
  case OpKind::CmpGt:
  case OpKind::CmpLe:
    return below;
  default:
    return std::nullopt;
  }
}

Replacement compareFloats(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const ValueId x = op.operands[0], y = op.operands[1];
  if (!s.isVector() || s.typeOf(x).element != ScalarType::F64 || !holdsFloats(s.f, x))
    return std::nullopt;
  if (holdsFloats(s.f, y))
    return with(s.emit(op.kind, {asFloats(s, x), asFloats(s, y)}));
  const std::optional<double> number = splatFp(s.f, y);
  const std::optional<double> beside = number ? besideFor(op.kind, *number) : std::nullopt;
  if (!beside)
    return std::nullopt;
  const ValueId floats = asFloats(s, x);
  return with(s.emit(op.kind, {floats, s.b.constantFp(s.typeOf(floats), *beside)}));
}

/// A choice between two numbers is converted before it is made.
Replacement convertChoice(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const Op *select =
      s.isVector() && s.type.element == ScalarType::F32 ? definedBy(s.f, op.operands[0], OpKind::Select) : nullptr;
  if (!select || s.typeOf(op.operands[0]).element != ScalarType::F64)
    return std::nullopt;
  const std::optional<double> yes = splatFp(s.f, select->operands[1]), no = splatFp(s.f, select->operands[2]);
  if (!yes || !no)
    return std::nullopt;
  const ValueId mask = select->operands[0];
  const auto number = [&](double value) { return s.b.constantFp(s.type, double(float(value))); };
  return with(s.emit(OpKind::Select, {mask, number(*yes), number(*no)}));
}

} // namespace

const Pattern castOfChoice = {"a choice between two numbers is converted before it is made",
                              R"(  %x = transfer_read f32[0] lanes(1) : 8xf32
  %z = constant 0.0 : 8xf32
  %m = cmp_gt %x, %z : 8xi1
  %a = constant 1.0 : 8xf64
  %b = constant 0.5 : 8xf64
  %s = select %m, %a, %b : 8xf64
  %r = cast %s : 8xf32
  transfer_write %r, f32[8] lanes(1))",
                              R"(  %x = transfer_read f32[0] lanes(1) : 8xf32
  %z = constant 0.0 : 8xf32
  %m = cmp_gt %x, %z : 8xi1
  %a = constant 1.0 : 8xf32
  %b = constant 0.5 : 8xf32
  %s = select %m, %a, %b : 8xf32
  transfer_write %s, f32[8] lanes(1))",
                              OpKind::Cast, convertChoice};

const Pattern castOfFloats = {"floats that are computed with in double are floats where double rounds to the same",
                              R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  %w = cast %a : 8xf64
  %h = constant 0.5 : 8xf64
  %p = mul %w, %h : 8xf64
  %r = cast %p : 8xf32
  transfer_write %r, f32[8] lanes(1))",
                              R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  %h = constant 0.5 : 8xf32
  %r = mul %a, %h : 8xf32
  transfer_write %r, f32[8] lanes(1))",
                              OpKind::Cast, roundOnce};

#define COMPARE_FLOATS(name, kind, text)                                                                               \
  const Pattern name = {"floats that are compared as doubles are compared as floats",                                  \
                        "  %a = transfer_read f32[0] lanes(1) : 8xf32\n"                                               \
                        "  %b = transfer_read f32[8] lanes(1) : 8xf32\n"                                               \
                        "  %w = cast %a : 8xf64\n"                                                                     \
                        "  %z = constant 0.0 : 8xf64\n"                                                                \
                        "  %m = " text " %w, %z : 8xi1\n"                                                              \
                        "  %r = select %m, %a, %b : 8xf32\n"                                                           \
                        "  transfer_write %r, f32[16] lanes(1)",                                                       \
                        "  %a = transfer_read f32[0] lanes(1) : 8xf32\n"                                               \
                        "  %b = transfer_read f32[8] lanes(1) : 8xf32\n"                                               \
                        "  %z = constant 0.0 : 8xf32\n"                                                                \
                        "  %m = " text " %a, %z : 8xi1\n"                                                              \
                        "  %r = select %m, %a, %b : 8xf32\n"                                                           \
                        "  transfer_write %r, f32[16] lanes(1)",                                                       \
                        OpKind::kind, compareFloats};
COMPARE_FLOATS(equalFloats, CmpEq, "cmp_eq")
COMPARE_FLOATS(unequalFloats, CmpNe, "cmp_ne")
COMPARE_FLOATS(lessFloats, CmpLt, "cmp_lt")
COMPARE_FLOATS(lessOrEqualFloats, CmpLe, "cmp_le")
COMPARE_FLOATS(greaterFloats, CmpGt, "cmp_gt")
COMPARE_FLOATS(greaterOrEqualFloats, CmpGe, "cmp_ge")
#undef COMPARE_FLOATS

} // namespace vecify
