// Turns C's ways to write minimum, maximum and absolute value into their operators, where that is exactly the same.
//
//     a < b ? a : b      ints: Min      floats: CMin, which is defined as just that (NaN and zeros included)
//     x < 0 ? -x : x     ints: Abs
//     if (x > m) m = x;  m = CMax(x, m)
//
// and its many ways to write a clamp of integers.
#include "NestExtractor.h"
#include "Piecewise.h"
#include "vecify/Nest/NestConditions.h"
#include <cmath>
#include <map>
#include <set>

namespace vecify {
namespace {

class Normalizer {
public:
  Normalizer(Nest &nest, bool signedWraps) : nest(nest), SignedWraps(signedWraps) {}

  void run() {
    for (ExprId id = 0; id < nest.exprs.size(); ++id)
      if (nest.exprs[id].kind == Expr::Select)
        if (std::optional<Expr> better = fromSelect(nest.exprs[id]))
          nest.exprs[id] = std::move(*better);
    noteDefinitions();
    for (ExprId id = 0, end = ExprId(nest.exprs.size()); id < end; ++id)
      if (isChoice(id) || (at(id).kind == Expr::Cast && isChoice(at(id).operands[0])))
        clampInto(id);
    for (Node &node : nest.nodes)
      if (node.kind == Node::If)
        simplifyIf(node);
  }

private:
  const Expr &at(ExprId id) const { return nest.exprs[id]; }

  /// The same value wherever both are evaluated together.
  bool isSame(ExprId a, ExprId b, unsigned depth = 0) const {
    if (a == b)
      return true;
    const Expr &x = at(a), &y = at(b);
    if (x.kind == Expr::IntConst && y.kind == Expr::IntConst)
      return x.intValue == y.intValue;
    if (depth > 16 || x.kind != y.kind || x.type != y.type || x.operands.size() != y.operands.size())
      return false;
    switch (x.kind) {
    case Expr::IntConst:
      break;
    case Expr::FpConst:
      return x.fpValue == y.fpValue && std::signbit(x.fpValue) == std::signbit(y.fpValue);
    case Expr::Param:
      return x.symbol == y.symbol;
    case Expr::Index:
      return x.index == y.index;
    case Expr::Local:
      return x.local == y.local;
    case Expr::Load: {
      const Access &p = nest.accesses[x.access], &q = nest.accesses[y.access];
      if (p.array != q.array || p.type != q.type || p.subs != q.subs || p.strideBytes != q.strideBytes ||
          p.offsetBytes != q.offsetBytes || p.indirect.size() != q.indirect.size())
        return false;
      for (size_t d = 0; d < p.indirect.size(); ++d) {
        const bool isA = p.indirect[d] != NoId, isB = q.indirect[d] != NoId;
        if (isA != isB || (isA && !isSame(p.indirect[d], q.indirect[d], depth + 1)))
          return false;
      }
      return true;
    }
    case Expr::Unary:
      if (x.unary != y.unary)
        return false;
      break;
    case Expr::Binary:
      if (x.binary != y.binary)
        return false;
      break;
    case Expr::Compare:
      if (x.predicate != y.predicate)
        return false;
      break;
    case Expr::MulAdd:
      if (x.negateProduct != y.negateProduct || x.negateAddend != y.negateAddend)
        return false;
      break;
    case Expr::RecoverProduct:
      if (x.isImaginary != y.isImaginary)
        return false;
      break;
    case Expr::Call:
      if (x.function != y.function || x.ulp != y.ulp)
        return false;
      break;
    case Expr::Cast:
    case Expr::Not:
    case Expr::LogicalAnd:
    case Expr::LogicalOr:
    case Expr::Select:
    case Expr::Fma:
      break;
    }
    for (size_t i = 0; i < x.operands.size(); ++i)
      if (!isSame(x.operands[i], y.operands[i], depth + 1))
        return false;
    return true;
  }

  /// The operand of a conversion from `type` to a wider integer type.
  ExprId unwidened(ExprId id, ScalarType type) const {
    const Expr &expr = at(id);
    const bool isWidening = expr.kind == Expr::Cast && isInteger(type) && isInteger(expr.type) &&
                            at(expr.operands[0]).type == type && bitsOf(expr.type) > bitsOf(type);
    return isWidening ? expr.operands[0] : id;
  }
  bool isConstantOf(ExprId id, ScalarType type) const {
    const Expr &expr = at(id);
    return expr.kind == Expr::IntConst && isInteger(type) && expr.intValue >= minValue(type) &&
           expr.intValue <= maxValue(type);
  }

  bool isZero(ExprId id) const {
    return (at(id).kind == Expr::IntConst && at(id).intValue == 0) ||
           (at(id).kind == Expr::FpConst && at(id).fpValue == 0);
  }
  bool isNonzeroConstant(ExprId id) const {
    return at(id).kind == Expr::FpConst && at(id).fpValue != 0 && !std::isnan(at(id).fpValue);
  }
  bool isNegationOf(ExprId negated, ExprId value) const {
    const Expr &expr = at(negated);
    if (expr.kind == Expr::Unary && expr.unary == UnaryOp::Neg)
      return isSame(expr.operands[0], value);
    if (expr.kind == Expr::Index && at(value).kind == Expr::Index)
      return expr.index == -at(value).index;
    // a - b against b - a
    return expr.kind == Expr::Binary && expr.binary == BinaryOp::Sub && at(value).kind == Expr::Binary &&
           at(value).binary == BinaryOp::Sub && isSame(expr.operands[0], at(value).operands[1]) &&
           isSame(expr.operands[1], at(value).operands[0]);
  }

  static Expr made(const Expr &from, BinaryOp op, ExprId a, ExprId b) {
    Expr expr;
    expr.kind = Expr::Binary;
    expr.binary = op;
    expr.type = from.type;
    expr.operands = {a, b};
    expr.fp = from.fp;
    expr.loc = from.loc;
    return expr;
  }

  std::optional<Expr> fromSelect(const Expr &select) const {
    const Expr &compare = at(select.operands[0]);
    if (compare.kind != Expr::Compare)
      return std::nullopt;
    // Narrow values are compared as int, in the same order.
    const ExprId left = unwidened(compare.operands[0], select.type),
                 right = unwidened(compare.operands[1], select.type);
    const auto fits = [&](ExprId id) { return at(id).type == select.type || isConstantOf(id, select.type); };
    if (!fits(left) || !fits(right))
      return std::nullopt;
    const Predicate predicate = compare.predicate;
    const bool isLess = predicate == Predicate::Lt || predicate == Predicate::Le;
    const bool isGreater = predicate == Predicate::Gt || predicate == Predicate::Ge;
    if (!isLess && !isGreater)
      return std::nullopt;
    const ExprId chosen = select.operands[1], other = select.operands[2];
    if (isFloat(select.type))
      return fromFloatSelect(select, predicate, left, right, chosen, other);

    if (isSame(chosen, left) && isSame(other, right))
      return made(select, isLess ? BinaryOp::Min : BinaryOp::Max, chosen, other);
    if (isSame(chosen, right) && isSame(other, left))
      return made(select, isLess ? BinaryOp::Max : BinaryOp::Min, other, chosen);
    return fromAbs(select, isLess, left, right, chosen, other);
  }

  /// x < 0 ? -x : x and a < b ? b - a : a - b: with overflow undefined both are an absolute value.
  std::optional<Expr> fromAbs(const Expr &select, bool isLess, ExprId left, ExprId right, ExprId chosen,
                              ExprId other) const {
    if (!isSignedInteger(select.type))
      return std::nullopt;
    const ExprId positive = isLess ? other : chosen, negative = isLess ? chosen : other;
    if (!isNegationOf(negative, positive))
      return std::nullopt;
    const bool isOfZero = isZero(right) && isSame(left, positive);
    const Expr &difference = at(positive);
    const bool isOfDifference = difference.kind == Expr::Binary && difference.binary == BinaryOp::Sub &&
                                isSame(difference.operands[0], left) && isSame(difference.operands[1], right);
    if (!isOfZero && !isOfDifference)
      return std::nullopt;
    Expr expr;
    expr.kind = Expr::Unary;
    expr.unary = UnaryOp::Abs;
    expr.type = select.type;
    expr.operands = {positive};
    expr.loc = select.loc;
    return expr;
  }

  std::optional<Expr> fromFloatSelect(const Expr &select, Predicate predicate, ExprId left, ExprId right, ExprId chosen,
                                      ExprId other) const {
    const bool isStrict = predicate == Predicate::Lt || predicate == Predicate::Gt;
    const bool isLess = predicate == Predicate::Lt || predicate == Predicate::Le;
    // With <= equal operands give the first one; that shows only if they are zeros of different sign.
    if (!isStrict && !select.fp.nsz && !isNonzeroConstant(left) && !isNonzeroConstant(right))
      return std::nullopt;
    if (isSame(chosen, left) && isSame(other, right))
      return made(select, isLess ? BinaryOp::CMin : BinaryOp::CMax, left, right);
    if (isSame(chosen, right) && isSame(other, left))
      return made(select, isLess ? BinaryOp::CMax : BinaryOp::CMin, right, left);
    return std::nullopt;
  }

  /// The value that an arm of a select is, or limits.
  ExprId limited(ExprId arm) const {
    for (;;) {
      const Expr &expr = at(arm);
      const bool isLimit = expr.kind == Expr::Binary && (expr.binary == BinaryOp::Min || expr.binary == BinaryOp::Max);
      if (expr.kind == Expr::Cast && isInteger(at(expr.operands[0]).type) &&
          at(expr.operands[0]).type != ScalarType::I1)
        arm = expr.operands[0];
      else if (isLimit && at(expr.operands[1]).kind == Expr::IntConst)
        arm = expr.operands[0];
      else if (isLimit && at(expr.operands[0]).kind == Expr::IntConst)
        arm = expr.operands[1];
      else
        return arm;
    }
  }

  /// Between values by a condition, or by all bits and none.
  bool isChoice(ExprId id) const {
    const Expr &expr = at(id);
    return expr.kind == Expr::Select ||
           (expr.kind == Expr::Binary && (expr.binary == BinaryOp::And || expr.binary == BinaryOp::Or) &&
            isSignedInteger(expr.type));
  }

  /// What a choice may be a clamp of, the likeliest first.
  void appendLimited(ExprId id, llvm::SmallVectorImpl<ExprId> &values, unsigned depth = 0) const {
    constexpr unsigned deepest = 3;
    if (isChoice(id) && depth < deepest) {
      for (size_t o = at(id).operands.size(); o > (at(id).kind == Expr::Select ? 1 : 0); --o)
        appendLimited(at(id).operands[o - 1], values, depth + 1);
    } else if (const ExprId x = limited(id); isChoice(x) && depth < deepest) {
      appendLimited(x, values, depth + 1);
    } else if (at(x).kind != Expr::IntConst && isInteger(at(x).type) && at(x).type != ScalarType::I1 &&
               !llvm::is_contained(values, x)) {
      values.push_back(x);
    }
  }

  /// Of variables that live in one iteration and are set once.
  void noteDefinitions() {
    std::set<LocalId> again;
    for (const Node &node : nest.nodes)
      if (node.kind == Node::Assign && node.local != NoId && nest.locals[node.local].scope != NoId &&
          !Definitions.emplace(node.local, node.value).second)
        again.insert(node.local);
    for (LocalId local : again)
      Definitions.erase(local);
  }

  /// What an integer of 32 bits at most can be, as clamps before it tell.
  std::pair<int64_t, int64_t> domainOf(ExprId id, unsigned depth = 0) const {
    constexpr unsigned deepest = 8;
    const Expr &e = at(id);
    std::pair<int64_t, int64_t> domain(minValue(e.type), maxValue(e.type));
    if (depth > deepest)
      return domain;
    if (e.kind == Expr::IntConst)
      return {e.intValue, e.intValue};
    if (const auto definition = e.kind == Expr::Local ? Definitions.find(e.local) : Definitions.end();
        definition != Definitions.end() && at(definition->second).type == e.type)
      return domainOf(definition->second, depth + 1);
    if (e.kind != Expr::Binary || (e.binary != BinaryOp::Min && e.binary != BinaryOp::Max))
      return domain;
    const auto a = domainOf(e.operands[0], depth + 1), b = domainOf(e.operands[1], depth + 1);
    return e.binary == BinaryOp::Min ? std::pair(std::min(a.first, b.first), std::min(a.second, b.second))
                                     : std::pair(std::max(a.first, b.first), std::max(a.second, b.second));
  }

  /// The same of sums and products in 64 bits of what has 32.
  std::optional<std::pair<int64_t, int64_t>> wideDomainOf(ExprId id, unsigned depth = 0) const {
    constexpr unsigned deepest = 4;
    constexpr int64_t farthest = int64_t(1) << 62;
    const Expr &e = at(id);
    if (!isSignedInteger(e.type) || depth > deepest)
      return std::nullopt;
    if (bitsOf(e.type) <= 32)
      return domainOf(id);
    if (e.kind == Expr::IntConst)
      return std::abs(e.intValue) <= farthest ? std::optional(std::pair(e.intValue, e.intValue)) : std::nullopt;
    if (const auto definition = e.kind == Expr::Local ? Definitions.find(e.local) : Definitions.end();
        definition != Definitions.end())
      return wideDomainOf(definition->second, depth + 1);
    if (e.kind == Expr::Cast) {
      const Expr &from = at(e.operands[0]);
      return isInteger(from.type) && bitsOf(from.type) <= 32 ? std::optional(domainOf(e.operands[0])) : std::nullopt;
    }
    if (e.kind != Expr::Binary)
      return std::nullopt;
    const auto a = wideDomainOf(e.operands[0], depth + 1);
    if (const Expr &amount = at(e.operands[1]);
        a && e.binary == BinaryOp::Shr && amount.kind == Expr::IntConst && amount.intValue >= 0 && amount.intValue < 64)
      return std::pair(a->first >> amount.intValue, a->second >> amount.intValue);
    const auto b = wideDomainOf(e.operands[1], depth + 1);
    if (!a || !b)
      return std::nullopt;
    __int128 lo, hi;
    if (e.binary == BinaryOp::Add) {
      lo = __int128(a->first) + b->first, hi = __int128(a->second) + b->second;
    } else if (e.binary == BinaryOp::Sub) {
      lo = __int128(a->first) - b->second, hi = __int128(a->second) - b->first;
    } else if (e.binary == BinaryOp::Mul) {
      const __int128 ends[] = {__int128(a->first) * b->first, __int128(a->first) * b->second,
                               __int128(a->second) * b->first, __int128(a->second) * b->second};
      lo = *std::min_element(std::begin(ends), std::end(ends)),
      hi = *std::max_element(std::begin(ends), std::end(ends));
    } else {
      return std::nullopt;
    }
    if (lo < -farthest || hi > farthest)
      return std::nullopt;
    return std::pair(int64_t(lo), int64_t(hi));
  }

  /// (x & ~255) ? (-x) >> 31 & 255 : x is max(min(x, 255), 0).
  void clampInto(ExprId id) {
    const Expr whole = at(id);
    if (!isInteger(whole.type) || bitsOf(whole.type) > 32)
      return;
    llvm::SmallVector<ExprId, 4> values;
    appendLimited(whole.kind == Expr::Cast ? whole.operands[0] : id, values);
    for (ExprId x : values) {
      const ScalarType type = at(x).type;
      if (!isInteger(type) || type == ScalarType::Index)
        continue;
      if (bitsOf(type) > 32 && !isSignedInteger(type))
        continue;
      const auto [least, most] =
          bitsOf(type) > 32 ? wideDomainOf(x).value_or(std::pair(INT64_MIN, INT64_MAX)) : domainOf(x);
      const std::optional<Pieces> pieces = piecesOf(
          nest, id, [&](ExprId other) { return isSame(other, x); }, least, most, SignedWraps);
      const auto ends = pieces ? clampOf(*pieces) : std::nullopt;
      if (!ends)
        continue;
      const auto constant = [&](int64_t value) {
        Expr expr;
        expr.type = type;
        expr.intValue = value;
        expr.loc = whole.loc;
        return nest.add(std::move(expr));
      };
      Expr like = whole;
      like.type = type;
      ExprId result = x;
      if (ends->second < most)
        result = nest.add(made(like, BinaryOp::Min, result, constant(ends->second)));
      if (ends->first > least)
        result = nest.add(made(like, BinaryOp::Max, result, constant(ends->first)));
      Expr clamped = at(result);
      if (type != whole.type) {
        clamped = Expr();
        clamped.kind = Expr::Cast;
        clamped.type = whole.type;
        clamped.operands = {result};
        clamped.loc = whole.loc;
      }
      nest.exprs[id] = std::move(clamped);
      return;
    }
  }

  /// if (x > m) m = x;   with nothing else in it.
  void simplifyIf(Node &node) {
    if (node.body.size() != 1 || !node.elseBody.empty())
      return;
    const Node &assign = nest.nodes[node.body[0]];
    if (assign.kind != Node::Assign || assign.local == NoId)
      return;
    Expr old;
    old.kind = Expr::Local;
    old.type = nest.locals[assign.local].type;
    old.local = assign.local;
    old.loc = assign.loc;
    const ExprId oldId = nest.add(std::move(old));
    // The value may be converted after the comparison (int against uint8_t); then it is no plain minimum.
    Expr select;
    select.kind = Expr::Select;
    select.type = nest.locals[assign.local].type;
    select.operands = {node.condition, assign.value, oldId};
    select.fp = at(node.condition).fp;
    select.loc = node.loc;
    std::optional<Expr> better = fromSelect(select);
    if (!better)
      return;
    const ExprId value = nest.add(std::move(*better));
    const LocalId local = assign.local;
    const Loc loc = assign.loc;
    node = Node();
    node.kind = Node::Assign;
    node.local = local;
    node.value = value;
    node.loc = loc;
  }

  Nest &nest;
  const bool SignedWraps;
  std::map<LocalId, ExprId> Definitions;
};

} // namespace

void normalize(Nest &nest, bool signedWraps) {
  nestConditions(nest);
  Normalizer(nest, signedWraps).run();
}

} // namespace vecify
