#include "Piecewise.h"
#include "llvm/Support/MathExtras.h"

namespace vecify {
namespace {

class Evaluator {
public:
  Evaluator(const Nest &nest, llvm::function_ref<bool(ExprId)> isX, bool signedWraps)
      : N(nest), IsX(isX), SignedWraps(signedWraps) {}

  std::optional<Pieces> eval(ExprId id, int64_t lo, int64_t hi) {
    constexpr unsigned most = 200;
    const Expr &expr = N.exprs[id];
    const bool isTruth = expr.type == ScalarType::I1;
    if (++Visited > most || (!isTruth && !isInteger(expr.type)))
      return std::nullopt;
    // Of 64 bits only x itself, its sign, and what it is compared with.
    const bool isX = IsX(id), isShifted = expr.kind == Expr::Binary && expr.binary == BinaryOp::Shr;
    if (!isX && !isTruth && bitsOf(expr.type) > 32 && expr.kind != Expr::IntConst && !isShifted)
      return std::nullopt;
    if (isX)
      return Pieces{{lo, hi, 1, 0}};
    switch (expr.kind) {
    case Expr::IntConst:
      return Pieces{{lo, hi, 0, expr.intValue}};
    case Expr::Unary:
      return onEach(expr.operands[0], lo, hi, [&](const Piece &x, Pieces &into) {
        if (x.isNonzero || (expr.unary != UnaryOp::Neg && expr.unary != UnaryOp::BitNot))
          return false;
        const Wide offset = -x.offset - (expr.unary == UnaryOp::BitNot);
        return wrapped({x.lo, x.hi, -x.factor, offset}, expr.type, SignedWraps, into);
      });
    case Expr::Cast:
      return onEach(expr.operands[0], lo, hi,
                    [&](const Piece &x, Pieces &into) { return wrapped(x, expr.type, true, into); });
    case Expr::Not:
      return onEach(expr.operands[0], lo, hi, [&](const Piece &x, Pieces &into) {
        into.push_back({x.lo, x.hi, 0, !x.offset});
        return true;
      });
    case Expr::Select:
    case Expr::LogicalAnd:
    case Expr::LogicalOr:
      return onEach(expr.operands[0], lo, hi, [&](const Piece &truth, Pieces &into) {
        const bool isSelect = expr.kind == Expr::Select;
        if (!isSelect && (truth.offset != 0) == (expr.kind == Expr::LogicalOr)) {
          into.push_back(truth);
          return true;
        }
        return append(eval(expr.operands[isSelect && !truth.offset ? 2 : 1], truth.lo, truth.hi), into);
      });
    case Expr::Binary:
    case Expr::Compare:
      if (const std::optional<unsigned> bits = bitsAskedFor(expr))
        return whereItFits(*bits, expr.predicate == Predicate::Eq, lo, hi);
      return onEach(expr.operands[0], lo, hi, [&](const Piece &a, Pieces &into) {
        return append(onEach(expr.operands[1], a.lo, a.hi,
                             [&](const Piece &b, Pieces &inner) {
                               const Piece left = {b.lo, b.hi, a.factor, a.offset, a.isNonzero};
                               return expr.kind == Expr::Compare ? compare(expr.predicate, left, b, inner)
                                                                 : combine(expr, left, b, inner);
                             }),
                      into);
      });
    default:
      return std::nullopt;
    }
  }

private:
  using Wide = Piece::Wide;

  /// x >> by, with conversions of it that keep its value, and of x to `bits`.
  struct Shifted {
    int64_t by = 0;
    std::optional<unsigned> bits;
  };
  std::optional<Shifted> shiftOfX(ExprId id) const {
    const Expr *e = &N.exprs[id];
    std::optional<unsigned> kept; // by conversions of what is shifted
    for (; e->kind == Expr::Cast && isSignedInteger(e->type); e = &N.exprs[e->operands[0]])
      kept = std::min(kept.value_or(64), unsigned(bitsOf(e->type)));
    if (e->kind != Expr::Binary || e->binary != BinaryOp::Shr || !isSignedInteger(e->type) ||
        N.exprs[e->operands[1]].kind != Expr::IntConst)
      return std::nullopt;
    Shifted result{N.exprs[e->operands[1]].intValue, {}};
    const ExprId x = e->operands[0];
    const Expr &inner = N.exprs[x];
    // Conversions before the shift: one to fewer bits, and wider ones behind it.
    if (!IsX(x)) {
      ExprId from = x;
      for (; !IsX(from) && N.exprs[from].kind == Expr::Cast && isSignedInteger(N.exprs[from].type);
           from = N.exprs[from].operands[0])
        result.bits = std::min(result.bits.value_or(64), unsigned(bitsOf(N.exprs[from].type)));
      if (!IsX(from) || !isSignedInteger(N.exprs[from].type))
        return std::nullopt;
      if (*result.bits >= bitsOf(N.exprs[from].type))
        result.bits.reset();
    }
    const unsigned width = result.bits.value_or(bitsOf(inner.type));
    if (result.by <= 0 || result.by >= width || (kept && *kept < width - result.by))
      return std::nullopt;
    return result;
  }

  /// x >> 32 == (int)x >> 31, or x >> 16 == x >> 15: whether x fits 32 bits, or 16.
  std::optional<unsigned> bitsAskedFor(const Expr &expr) const {
    if (expr.kind != Expr::Compare || (expr.predicate != Predicate::Eq && expr.predicate != Predicate::Ne))
      return std::nullopt;
    std::optional<Shifted> high = shiftOfX(expr.operands[0]), sign = high ? shiftOfX(expr.operands[1]) : std::nullopt;
    if (!sign)
      return std::nullopt;
    if (high->by < sign->by)
      std::swap(high, sign);
    const bool isSign = high->by == sign->by + 1 && !high->bits && (!sign->bits || *sign->bits == high->by);
    return isSign ? std::optional(unsigned(high->by)) : std::nullopt;
  }

  static Pieces whereItFits(unsigned bits, bool isWanted, int64_t lo, int64_t hi) {
    Pieces result;
    const int64_t end = int64_t(1) << (bits - 1);
    split({lo, hi, 1, 0}, -end, [&](const Piece &part, bool isBelow) {
      split(part, end, [&](const Piece &side, bool isLess) {
        result.push_back({side.lo, side.hi, 0, (isLess && !isBelow) == isWanted});
      });
    });
    return result;
  }

  static bool append(const std::optional<Pieces> &pieces, Pieces &into) {
    if (pieces)
      into.append(pieces->begin(), pieces->end());
    return pieces.has_value();
  }

  std::optional<Pieces> onEach(ExprId id, int64_t lo, int64_t hi,
                               llvm::function_ref<bool(const Piece &, Pieces &)> then) {
    const std::optional<Pieces> operand = eval(id, lo, hi);
    if (!operand)
      return std::nullopt;
    Pieces result;
    for (const Piece &piece : *operand)
      if (!then(piece, result))
        return std::nullopt;
    return result;
  }

  /// Calls `then` with the parts of the piece whose values are less than `bound`, and with the others.
  static void split(const Piece &piece, Wide bound, llvm::function_ref<void(const Piece &, bool)> then) {
    const bool isFirstLess = piece.at(piece.lo) < bound, isLastLess = piece.at(piece.hi) < bound;
    if (isFirstLess == isLastLess)
      return then(piece, isFirstLess);
    // x + offset < bound up to bound - offset - 1; offset - x < bound from offset - bound + 1 on
    const auto last = int64_t(piece.factor > 0 ? bound - piece.offset - 1 : piece.offset - bound);
    Piece front = piece, back = piece;
    front.hi = last;
    back.lo = last + 1;
    then(front, isFirstLess);
    then(back, isLastLess);
  }

  /// The values as they are in `type`: modulo 2^bits where `wraps`, or where it is unsigned or narrower than int.
  static bool wrapped(const Piece &piece, ScalarType type, bool wraps, Pieces &into) {
    if (piece.isNonzero)
      return false;
    if (!wraps && isSignedInteger(type) && bitsOf(type) >= 32) {
      into.push_back(piece);
      return true;
    }
    const Wide size = Wide(1) << bitsOf(type), least = minValue(type);
    // How often the range lies below the values.
    const auto turns = [&](Wide value) { return (value - least) >> bitsOf(type); };
    constexpr int mostTurns = 3;
    const Wide first = turns(piece.least()), last = turns(piece.most());
    if (last - first > mostTurns)
      return false;
    Pieces parts = {piece};
    for (Wide turn = first + 1; turn <= last; ++turn) {
      Pieces finer;
      for (const Piece &part : parts)
        split(part, least + turn * size, [&](const Piece &side, bool) { finer.push_back(side); });
      parts = std::move(finer);
    }
    for (Piece part : parts) {
      part.offset -= turns(part.least()) * size;
      into.push_back(part);
    }
    return true;
  }

  static bool compare(Predicate predicate, const Piece &a, const Piece &b, Pieces &into) {
    const bool isEquality = predicate == Predicate::Eq || predicate == Predicate::Ne;
    if (a.isNonzero || b.isNonzero) {
      const Piece &other = a.isNonzero ? b : a;
      if (!isEquality || other.isNonzero || other.factor || other.offset || (a.isNonzero && b.isNonzero))
        return false;
      into.push_back({a.lo, a.hi, 0, predicate == Predicate::Ne});
      return true;
    }
    // a - b against 0
    const Piece difference = {a.lo, a.hi, a.factor - b.factor, a.offset - b.offset};
    if (difference.factor < -1 || difference.factor > 1)
      return false;
    split(difference, 0, [&](const Piece &below, bool isLess) {
      split(below, 1, [&](const Piece &side, bool isAtMost) {
        const bool isEqual = isAtMost && !isLess;
        const auto truth = [&] {
          switch (predicate) {
          case Predicate::Eq:
            return isEqual;
          case Predicate::Ne:
            return !isEqual;
          case Predicate::Lt:
            return isLess;
          case Predicate::Le:
            return isAtMost;
          case Predicate::Gt:
            return !isAtMost;
          case Predicate::Ge:
            return !isLess;
          }
          return false;
        };
        into.push_back({side.lo, side.hi, 0, truth()});
      });
    });
    return true;
  }

  bool combine(const Expr &expr, const Piece &a, const Piece &b, Pieces &into) {
    if (a.isNonzero || b.isNonzero)
      return false;
    const bool areNumbers = !a.factor && !b.factor;
    const auto number = [&](Wide value) {
      into.push_back({a.lo, a.hi, 0, value});
      return true;
    };
    switch (expr.binary) {
    case BinaryOp::Add:
    case BinaryOp::Sub: {
      const int sign = expr.binary == BinaryOp::Add ? 1 : -1;
      const int factor = a.factor + sign * b.factor;
      return factor >= -1 && factor <= 1 &&
             wrapped({a.lo, a.hi, factor, a.offset + sign * b.offset}, expr.type, SignedWraps, into);
    }
    case BinaryOp::Min:
    case BinaryOp::Max: {
      const Piece difference = {a.lo, a.hi, a.factor - b.factor, a.offset - b.offset};
      if (difference.factor < -1 || difference.factor > 1)
        return false;
      split(difference, 0, [&](const Piece &side, bool isLess) {
        const Piece &chosen = isLess == (expr.binary == BinaryOp::Min) ? a : b;
        into.push_back({side.lo, side.hi, chosen.factor, chosen.offset});
      });
      return true;
    }
    case BinaryOp::And:
    case BinaryOp::Or: {
      const bool isAnd = expr.binary == BinaryOp::And;
      if (areNumbers)
        return number(isAnd ? a.offset & b.offset : a.offset | b.offset);
      // -(x >= 0) & x: all bits or none.
      for (auto [bits, other] : {std::pair(&a, &b), {&b, &a}})
        if (!bits->factor && (bits->offset == 0 || bits->offset == -1) && isSignedInteger(expr.type)) {
          into.push_back((bits->offset == 0) == isAnd ? *bits : *other);
          return true;
        }
      return isAnd && !b.factor && mask(a, int64_t(b.offset), expr.type, into);
    }
    case BinaryOp::Xor:
      return areNumbers && number(a.offset ^ b.offset);
    case BinaryOp::Shr: {
      if (b.factor || b.offset < 0 || b.offset >= bitsOf(expr.type))
        return false;
      // The sign of all, or what is the same for all.
      if (isSignedInteger(expr.type) && b.offset == bitsOf(expr.type) - 1) {
        split(a, 0, [&](const Piece &side, bool isLess) { into.push_back({side.lo, side.hi, 0, isLess ? -1 : 0}); });
        return true;
      }
      return a.least() >> int(b.offset) == a.most() >> int(b.offset) && number(a.least() >> int(b.offset));
    }
    default:
      return false;
    }
  }

  /// With the low bits, or with all others: these are 0 only where the value is one of the low bits alone.
  static bool mask(const Piece &value, int64_t bits, ScalarType type, Pieces &into) {
    const int64_t all = int64_t(1) << bitsOf(type);
    const int64_t ones = bits < 0 ? bits + all : bits;
    const int64_t others = all - 1 - ones;
    if (llvm::isMask_64(ones) && value.least() >= 0 && value.most() <= ones) {
      into.push_back(value);
      return true;
    }
    if (!llvm::isMask_64(others) || value.least() < minValue(type) || value.most() > maxValue(type))
      return false;
    split(value, 0, [&](const Piece &side, bool isNegative) {
      split(side, others + 1, [&](const Piece &part, bool isLow) {
        Piece piece = {part.lo, part.hi, 0, 0};
        piece.isNonzero = isNegative || !isLow;
        into.push_back(piece);
      });
    });
    return true;
  }

  const Nest &N;
  llvm::function_ref<bool(ExprId)> IsX;
  const bool SignedWraps;
  unsigned Visited = 0;
};

} // namespace

std::optional<Pieces> piecesOf(const Nest &nest, ExprId id, llvm::function_ref<bool(ExprId)> isX, int64_t lo,
                               int64_t hi, bool signedWraps) {
  return Evaluator(nest, isX, signedWraps).eval(id, lo, hi);
}

std::optional<std::pair<int64_t, int64_t>> clampOf(const Pieces &pieces) {
  const auto isX = [](const Piece &piece) { return piece.factor == 1 && piece.offset == 0 && !piece.isNonzero; };
  const auto first = llvm::find_if(pieces, isX);
  if (first == pieces.end())
    return std::nullopt;
  const Piece *last = first;
  while (last + 1 != pieces.end() && isX(last[1]))
    ++last;
  const auto isNumber = [](const Piece &piece, int64_t value) {
    return !piece.factor && !piece.isNonzero && piece.offset == value;
  };
  int64_t lo = first->lo, hi = last->hi;
  // Where x is an end itself it may stand as that number.
  if (first != pieces.begin() && isNumber(first[-1], lo - 1))
    --lo;
  if (last + 1 != pieces.end() && isNumber(last[1], hi + 1))
    ++hi;
  if (!std::all_of(pieces.begin(), first, [&](const Piece &piece) { return isNumber(piece, lo); }) ||
      !std::all_of(last + 1, pieces.end(), [&](const Piece &piece) { return isNumber(piece, hi); }))
    return std::nullopt;
  return std::make_pair(lo, hi);
}

} // namespace vecify
