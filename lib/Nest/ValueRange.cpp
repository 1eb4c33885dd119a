// What an integer expression can be: from the types of what it reads, and what C does with that.
#include "vecify/Nest/Range.h"

namespace vecify {
namespace {

Range ofType(ScalarType type) {
  if (type == ScalarType::I1)
    return {0, 1};
  return bitsOf(type) > 32 ? Range() : Range{minValue(type), maxValue(type)};
}

bool isBounded(const Range &r) { return r.lo >= INT32_MIN && r.hi <= UINT32_MAX; }

/// The exact result where the type holds it, else anything.
Range inType(ScalarType type, int64_t lo, int64_t hi) {
  const Range all = ofType(type);
  return lo >= all.lo && hi <= all.hi ? Range{lo, hi} : all;
}

Range ofBinary(const Expr &e, Range a, Range b) {
  if (e.binary == BinaryOp::Mul && a.lo == a.hi)
    std::swap(a, b);
  const bool isConstant = b.lo == b.hi;
  switch (e.binary) {
  case BinaryOp::Add:
    return inType(e.type, a.lo + b.lo, a.hi + b.hi);
  case BinaryOp::Sub:
    return inType(e.type, a.lo - b.hi, a.hi - b.lo);
  case BinaryOp::Mul:
    if (isConstant && std::abs(b.lo) < 1 << 24)
      return b.lo >= 0 ? inType(e.type, a.lo * b.lo, a.hi * b.lo) : inType(e.type, a.hi * b.lo, a.lo * b.lo);
    break;
  case BinaryOp::And:
    if (a.lo >= 0 || b.lo >= 0)
      return {0, a.lo < 0 ? b.hi : b.lo < 0 ? a.hi : std::min(a.hi, b.hi)};
    break;
  case BinaryOp::Shr:
    if (isConstant && b.lo >= 0 && b.lo < 32)
      return {a.lo >> b.lo, a.hi >> b.lo};
    break;
  case BinaryOp::Shl:
    if (isConstant && b.lo >= 0 && b.lo < 24 && a.lo >= 0)
      return inType(e.type, a.lo << b.lo, a.hi << b.lo);
    break;
  case BinaryOp::Rem:
    if (a.lo >= 0 && b.lo > 0)
      return {0, std::min(a.hi, b.hi - 1)};
    break;
  case BinaryOp::Div:
    if (a.lo >= 0 && b.lo > 0)
      return {a.lo / b.hi, a.hi / b.lo};
    break;
  case BinaryOp::Min:
    return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)};
  case BinaryOp::Max:
    return {std::max(a.lo, b.lo), std::max(a.hi, b.hi)};
  case BinaryOp::Or:
  case BinaryOp::Xor:
    if (a.lo >= 0 && b.lo >= 0) {
      int64_t ones = 0;
      while (ones < std::max(a.hi, b.hi))
        ones = ones * 2 + 1;
      return {0, ones};
    }
    break;
  default:
    break;
  }
  return ofType(e.type);
}

Range valueRange(const Nest &nest, ExprId id, unsigned depth) {
  constexpr unsigned deepest = 16;
  const Expr &e = nest.exprs[id];
  if (!isInteger(e.type) && e.type != ScalarType::I1)
    return {};
  if (e.kind == Expr::IntConst)
    return {e.intValue, e.intValue};
  if (depth == deepest)
    return ofType(e.type);
  const auto operand = [&](unsigned i) { return valueRange(nest, e.operands[i], depth + 1); };
  switch (e.kind) {
  case Expr::Cast: {
    const Range from = operand(0);
    return isBounded(from) ? inType(e.type, from.lo, from.hi) : ofType(e.type);
  }
  case Expr::Binary: {
    const Range a = operand(0), b = operand(1);
    return isBounded(a) && isBounded(b) ? ofBinary(e, a, b) : ofType(e.type);
  }
  case Expr::Select: {
    const Range a = operand(1), b = operand(2);
    return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
  }
  default:
    return ofType(e.type);
  }
}

} // namespace

Range valueRange(const Nest &nest, ExprId id) { return valueRange(nest, id, 0); }

} // namespace vecify
