// What an integer expression can be: from the types of what it reads, and what C does with that.
#include "vecify/Nest/Range.h"
#include <algorithm>

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

class Values {
public:
  explicit Values(const Nest &nest) : N(nest) {}

  Range of(ExprId id, unsigned depth = 0) {
    const Expr &e = N.exprs[id];
    if (!isInteger(e.type) && e.type != ScalarType::I1)
      return {};
    if (e.kind == Expr::IntConst)
      return {e.intValue, e.intValue};
    if (depth == Deepest || ++Work > MostWork)
      return ofType(e.type);
    const auto operand = [&](unsigned i) { return of(e.operands[i], depth + 1); };
    switch (e.kind) {
    case Expr::Cast: {
      const Range from = operand(0);
      return isBounded(from) ? inType(e.type, from.lo, from.hi) : ofType(e.type);
    }
    case Expr::Binary: {
      const Range a = operand(0), b = operand(1);
      const auto exact = isBounded(a) && isBounded(b) ? resultRange(e.binary, a, b) : std::nullopt;
      return exact ? inType(e.type, exact->lo, exact->hi) : ofType(e.type);
    }
    case Expr::Select:
      return joined(operand(1), operand(2));
    case Expr::Local:
      return ofLocal(e.local, ofType(e.type), depth);
    default:
      return ofType(e.type);
    }
  }

private:
  static constexpr unsigned Deepest = 16, MostWork = 1000;

  static Range joined(const Range &a, const Range &b) { return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)}; }

  static std::optional<Range> joined(const std::optional<Range> &a, const std::optional<Range> &b) {
    return a && b ? joined(*a, *b) : a ? a : b;
  }

  /// Of what an assignment brings; nothing where it keeps what the variable is.
  std::optional<Range> broughtBy(ExprId id, unsigned depth) {
    const Expr &e = N.exprs[id];
    if (e.kind == Expr::Local && e.local == Open.back())
      return std::nullopt;
    const bool isOneOf =
        e.kind == Expr::Select || (e.kind == Expr::Binary && (e.binary == BinaryOp::Min || e.binary == BinaryOp::Max));
    if (!isOneOf || depth >= Deepest)
      return of(id, depth);
    const size_t first = e.kind == Expr::Select ? 1 : 0;
    return joined(broughtBy(e.operands[first], depth + 1), broughtBy(e.operands[first + 1], depth + 1));
  }

  /// Of one that is declared in a loop of the nest: what it is set to there, anywhere.
  Range ofLocal(LocalId local, const Range &all, unsigned depth) {
    if (N.locals[local].scope == NoId || llvm::is_contained(Open, local))
      return all;
    Open.push_back(local);
    std::optional<Range> range;
    for (const Node &node : N.nodes)
      if (node.kind == Node::Assign && node.local == local)
        range = joined(range, broughtBy(node.value, depth + 1));
    Open.pop_back();
    return range && range->lo >= all.lo && range->hi <= all.hi ? *range : all;
  }

  const Nest &N;
  unsigned Work = 0;
  llvm::SmallVector<LocalId, 4> Open; ///< whose values are being looked at
};

} // namespace

std::optional<Range> resultRange(BinaryOp op, const Range &a, const Range &b) {
  const bool isConstant = b.lo == b.hi;
  switch (op) {
  case BinaryOp::Add:
    return Range{a.lo + b.lo, a.hi + b.hi};
  case BinaryOp::Sub:
    return Range{a.lo - b.hi, a.hi - b.lo};
  case BinaryOp::Mul: {
    if (a.hi > INT32_MAX && b.hi > INT32_MAX)
      return std::nullopt; // beyond what int64_t holds
    const auto [least, most] = std::minmax({a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi});
    return Range{least, most};
  }
  case BinaryOp::And:
    if (a.lo < 0 && b.lo < 0)
      return std::nullopt;
    return Range{0, a.lo < 0 ? b.hi : b.lo < 0 ? a.hi : std::min(a.hi, b.hi)};
  case BinaryOp::Or:
  case BinaryOp::Xor: {
    if (a.lo < 0 || b.lo < 0)
      return std::nullopt;
    int64_t ones = 0;
    while (ones < std::max(a.hi, b.hi))
      ones = ones * 2 + 1;
    return Range{0, ones};
  }
  case BinaryOp::Shr:
    if (!isConstant || b.lo < 0 || b.lo >= 32)
      return std::nullopt;
    return Range{a.lo >> b.lo, a.hi >> b.lo};
  case BinaryOp::Shl:
    if (!isConstant || b.lo < 0 || b.lo >= 24 || a.lo < 0)
      return std::nullopt;
    return Range{a.lo << b.lo, a.hi << b.lo};
  case BinaryOp::Rem:
    if (b.lo <= 0)
      return std::nullopt;
    return Range{a.lo >= 0 ? 0 : std::max(a.lo, 1 - b.hi), std::clamp<int64_t>(a.hi, 0, b.hi - 1)};
  case BinaryOp::Div:
    if (a.lo < 0 || b.lo <= 0)
      return std::nullopt;
    return Range{a.lo / b.hi, a.hi / b.lo};
  case BinaryOp::Min:
    return Range{std::min(a.lo, b.lo), std::min(a.hi, b.hi)};
  case BinaryOp::Max:
    return Range{std::max(a.lo, b.lo), std::max(a.hi, b.hi)};
  default:
    return std::nullopt;
  }
}

Range valueRange(const Nest &nest, ExprId id) { return Values(nest).of(id); }

} // namespace vecify
