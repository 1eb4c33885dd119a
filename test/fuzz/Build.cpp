// Interval arithmetic for C's operators, and the repairs.
#include "Build.h"
#include <algorithm>
#include <cassert>
#include <cmath>

namespace vecify::fuzz {
namespace {

bool isLogical(const std::string &op) { return op == "&&" || op == "||"; }
bool isBitwise(const std::string &op) {
  return op == "&" || op == "|" || op == "^";
}
bool isShift(const std::string &op) { return op == "<<" || op == ">>"; }

/// The smallest 2^k with |x| < 2^k for all x of the range.
Wide powerAbove(const Range &r) {
  Wide power = 1;
  while (power <= r.hi || power < -r.lo)
    power *= 2;
  return power;
}

/// The exact hull of {x op y}, or nothing where it is undefined or too big.
std::optional<Range> exact(const std::string &op, const Range &a,
                           const Range &b) {
  auto corners = [&](auto combine) -> std::optional<Range> {
    Range out;
    bool first = true;
    for (Wide x : {a.lo, a.hi})
      for (Wide y : {b.lo, b.hi}) {
        Wide z;
        if (combine(x, y, z))
          return std::nullopt;
        out = first ? Range{z, z} : hull(out, {z, z});
        first = false;
      }
    return out;
  };
  if (op == "+")
    return Range{a.lo + b.lo, a.hi + b.hi};
  if (op == "-")
    return Range{a.lo - b.hi, a.hi - b.lo};
  if (op == "*")
    return corners([](Wide x, Wide y, Wide &z) {
      return __builtin_mul_overflow(x, y, &z);
    });
  if (op == "/" && b.lo > 0)
    return corners([](Wide x, Wide y, Wide &z) { return z = x / y, false; });
  if (op == "%" && b.lo > 0)
    return Range{a.lo < 0 ? std::max(a.lo, 1 - b.hi) : 0,
                 a.hi > 0 ? std::min(a.hi, b.hi - 1) : 0};
  if (op == "<<" && a.lo >= 0 && a.hi < (Wide(1) << 63))
    return Range{a.lo << int(b.lo), a.hi << int(b.hi)};
  if (op == ">>")
    return Range{a.lo >> int(a.lo < 0 ? b.lo : b.hi),
                 a.hi >> int(a.hi < 0 ? b.hi : b.lo)};
  if (op == "&" && a.lo >= 0 && b.lo >= 0)
    return Range{0, std::min(a.hi, b.hi)};
  if (op == "&" && (a.lo >= 0 || b.lo >= 0))
    return Range{0, a.lo >= 0 ? a.hi : b.hi};
  if (isBitwise(op)) {
    Wide power = std::max(powerAbove(a), powerAbove(b));
    return Range{a.lo >= 0 && b.lo >= 0 ? 0 : -power, power - 1};
  }
  return std::nullopt;
}

Range floatRange(const std::string &op, const Expr &a, const Expr &b) {
  Range wild{0, 0, true};
  Range ra = converted(a.type, a.range, Ty::F64),
        rb = converted(b.type, b.range, Ty::F64);
  if (ra.wild || rb.wild)
    return wild;
  if (op == "/") // by a literal that does not enlarge
    return b.kind == Expr::FloatLit && std::abs(b.number) >= 1
               ? hull(ra, {-ra.hi, -ra.lo})
               : wild;
  std::optional<Range> sum = exact(op, ra, rb);
  return sum ? rounded(sum->lo, sum->hi) : wild;
}

Expr node(Expr::Kind kind, Ty type, Range range, const std::string &op,
          std::vector<Expr> kids) {
  Expr e;
  e.kind = kind;
  e.type = type;
  e.range = range;
  e.op = op;
  e.kids = std::move(kids);
  return e;
}

/// Makes the operand's type explicit where -Wsign-compare would complain.
Expr sameSign(Expr value, Ty common) {
  if (value.kind == Expr::IntLit && value.value >= 0 && isInt(common))
    return literal(value.value, common);
  bool differs =
      isInt(common) && isSigned(promote(value.type)) && !isSigned(common);
  return differs ? cast(common, std::move(value)) : value;
}
} // namespace

Expr literal(int64_t value, Ty type) {
  Expr e = node(Expr::IntLit, type, {value, value}, "", {});
  if (type == Ty::U64)
    e.range = {Wide(uint64_t(value)), Wide(uint64_t(value))};
  e.value = value;
  return e;
}

Expr real(double value, Ty type) {
  if (type == Ty::F32)
    value = float(value);
  Expr e = node(Expr::FloatLit, type,
                {Wide(std::floor(value)), Wide(std::ceil(value))}, "", {});
  e.number = value;
  return e;
}

Expr ref(const Function &f, int var) {
  Expr e = node(Expr::VarRef, f.vars[var].type, f.vars[var].range, "", {});
  e.var = var;
  return e;
}

Expr element(const Function &f, int var, std::vector<Expr> subs, int field) {
  subs.insert(subs.begin(), ref(f, var));
  const Var &v = f.vars[var];
  std::string suffix = v.fields ? std::string(".") + fieldName(field) : "";
  return node(Expr::Index, v.type, v.range, suffix, std::move(subs));
}

Expr deref(const Function &f, int var, const std::string &move) {
  Expr pointer = ref(f, var);
  if (!move.empty()) {
    pointer.kind = Expr::PostInc;
    pointer.op = move;
  }
  return node(Expr::Deref, f.vars[var].type, f.vars[var].range, "", {pointer});
}

Expr cast(Ty to, Expr value) {
  assert(canConvert(value.type, value.range, to));
  Range range = converted(value.type, value.range, to);
  return node(Expr::Cast, to, range, "", {std::move(value)});
}

Expr unary(const std::string &op, Expr value) {
  Ty type = op == "!" ? Ty::I32 : promote(value.type);
  Range r = value.range, range = r;
  if (op == "!")
    range = {0, 1};
  else if (op == "~")
    range = isSigned(type) ? Range{-r.hi - 1, -r.lo - 1} : fullRange(type);
  else if (!isSigned(type))
    range = fullRange(type);
  else if (!r.wild)
    range = {-r.hi, -r.lo};
  assert(isFloat(type) || range.within(fullRange(type)));
  return node(Expr::Unary, type, range, op, {std::move(value)});
}

Expr select(Expr condition, Expr yes, Expr no) {
  Ty type = usual(yes.type, no.type);
  Range range = hull(converted(yes.type, yes.range, type),
                     converted(no.type, no.range, type));
  return node(Expr::Cond, type, range, "",
              {std::move(condition), sameSign(std::move(yes), type),
               sameSign(std::move(no), type)});
}

Expr call(const std::string &callee, Ty type, Range range,
          std::vector<Expr> args) {
  return node(Expr::Call, type, range, callee, std::move(args));
}

bool isComparison(const std::string &op) {
  return op == "<" || op == ">" || op == "<=" || op == ">=" || op == "==" ||
         op == "!=";
}

bool isConstant(const Expr &e) {
  if (e.kind == Expr::Index || e.kind == Expr::Deref ||
      e.kind == Expr::VarRef || e.kind == Expr::PostInc)
    return false;
  return std::all_of(e.kids.begin(), e.kids.end(), isConstant);
}

/// Whether a constant arm of the value does not fit the type.
static bool hasWideArm(const Expr &e, Ty type) {
  if (e.kind == Expr::Cond)
    return hasWideArm(e.kids[1], type) || hasWideArm(e.kids[2], type);
  if (e.kind == Expr::Call) // a macro's arms
    return std::any_of(e.kids.begin(), e.kids.end(), [&](const Expr &kid) {
      return isConstant(kid) && hasWideArm(kid, type);
    });
  return isConstant(e) && isInt(e.type) && !e.range.within(fullRange(type));
}

std::optional<Expr> tryBinary(const std::string &op, Expr a, Expr b) {
  if (isLogical(op))
    return node(Expr::Binary, Ty::I32, {0, 1}, op,
                {std::move(a), std::move(b)});
  Ty type = isShift(op) ? promote(a.type) : usual(a.type, b.type);
  if (isComparison(op)) {
    // The compilers take the signs of literals for what they are.
    Expr x = a.kind == Expr::IntLit && a.value >= 0 ? a : sameSign(a, type);
    Expr y = b.kind == Expr::IntLit && b.value >= 0 ? b : sameSign(b, type);
    return node(Expr::Binary, Ty::I32, {0, 1}, op, {x, y});
  }
  if (isFloat(type)) {
    if (isBitwise(op) || op == "%" || op == "<<" || op == ">>")
      return std::nullopt;
    Range range = floatRange(op, a, b);
    return node(Expr::Binary, type, range, op, {std::move(a), std::move(b)});
  }
  if (isShift(op) &&
      (isFloat(b.type) || b.range.lo < 0 || b.range.hi >= bits(type)))
    return std::nullopt;
  Range rb = isShift(op) ? b.range : converted(b.type, b.range, type);
  std::optional<Range> range = exact(op, converted(a.type, a.range, type), rb);
  if (!range || !range->within(fullRange(type))) {
    if (isSigned(type) || op == "/" || op == "%")
      return std::nullopt;
    range = fullRange(type);
  }
  return node(Expr::Binary, type, *range, op, {std::move(a), std::move(b)});
}

Expr binary(const std::string &op, Expr a, Expr b) {
  std::optional<Expr> e = tryBinary(op, std::move(a), std::move(b));
  assert(e && "operands are not known to be in range");
  return std::move(*e);
}

Expr arith(const std::string &op, Expr a, Expr b, Rng &rng) {
  if (std::optional<Expr> e = tryBinary(op, a, b))
    return *e;
  // What is not for floats happens to a bounded integer instead.
  for (Expr *side : {&a, &b})
    if (isFloat(side->type)) {
      *side = fit(std::move(*side), Ty::I32, {-10000, 10000}, rng);
      if (isFloat(side->type))
        *side = cast(Ty::I32, std::move(*side));
    }
  Ty type = promote(a.type);
  if (isShift(op)) {
    if (b.range.lo < 0 || b.range.hi >= bits(type))
      b = binary("&", std::move(b), literal(rng.pick({7, 15, bits(type) - 1})));
    if (op == "<<" && isSigned(type))
      a = cast(unsignedOf(type), std::move(a));
    return binary(op, std::move(a), std::move(b));
  }
  if (op == "/" || op == "%") {
    b = rng.percent(50)
            ? literal(rng.pick({2, 3, 4, 5, 7, 8, 10, 16, 100, 255}))
            : binary("+",
                     binary("&", std::move(b), literal(rng.pick({3, 7, 15}))),
                     literal(1));
    // An unsigned divisor would turn a negative dividend into a big one: fine.
    return binary(op, std::move(a), std::move(b));
  }
  Ty common = usual(a.type, b.type);
  if (common == Ty::I32 && rng.percent(25)) {
    if (auto e = tryBinary(op, cast(Ty::I64, a), b))
      return *e;
  }
  if (a.type != common && bytes(a.type) < bytes(common))
    a = cast(common, std::move(a));
  if (b.type != common && bytes(b.type) < bytes(common))
    b = cast(common, std::move(b));
  int room = op == "*" ? bits(common) / 2 - 1 : bits(common) - 2;
  if (rng.percent(35))
    return binary(op, binary(">>", a, literal(bits(common) - room)),
                  binary(">>", b, literal(bits(common) - room)));
  if (rng.percent(30))
    return binary(op, binary("&", a, literal((int64_t(1) << room) - 1, common)),
                  binary("&", b, literal((int64_t(1) << room) - 1, common)));
  return binary(op, cast(unsignedOf(common), a), std::move(b));
}

Expr fit(Expr value, Ty type, const Range &range, Rng &rng) {
  if (isFloat(type))
    return value;
  if (type == Ty::Bool) {
    bool isPlain = value.kind == Expr::Index || value.kind == Expr::Deref ||
                   value.kind == Expr::VarRef || value.range == Range{0, 1};
    if (isConstant(value))
      return literal(rng.below(2));
    return isPlain && value.kind != Expr::Cond
               ? value
               : binary("!=", value,
                        isFloat(value.type) ? real(0, value.type)
                                            : literal(0, promote(value.type)));
  }
  if (isFloat(value.type) && isConstant(value))
    return literal(int64_t(range.hi < 100 ? range.hi : 100));
  auto fits = [&](const Expr &e) {
    return canConvert(e.type, e.range, type) &&
           converted(e.type, e.range, type).within(range);
  };
  if (fits(value))
    return isInt(value.type) && hasWideArm(value, type)
               ? cast(type, std::move(value))
               : value;
  if (isFloat(value.type)) {
    // Both comparisons are false for NaN, which so becomes the lower bound.
    Wide limit = Wide(1) << 20;
    Wide lo = std::max(range.lo, -limit), hi = std::min(range.hi, limit);
    Expr least = real(double(lo), value.type),
         most = real(double(hi), value.type);
    Expr capped = select(binary("<", value, most), value, most);
    Expr e = select(binary(">", value, least), capped, least);
    e.range = {lo, hi};
    e.kids[1].range = {lo, hi};
    return cast(type, std::move(e));
  }
  // The widest 2^k - 1 inside the range keeps most of the bits.
  int k = 0;
  while ((Wide(2) << k) - 1 <= range.hi)
    ++k;
  int64_t mask = int64_t((uint64_t(1) << k) - 1);
  Ty wide = promote(value.type);
  if (isSigned(wide) && mask > 0 && range.lo <= -mask && rng.percent(50)) {
    Expr e =
        rng.percent(50) && bits(wide) > k
            ? binary(">>", value, literal(bits(wide) - k))
            : binary("%", value, literal(std::min<int64_t>(mask, 1000003)));
    if (fits(e))
      return e;
  }
  if (range.lo <= 0)
    return binary("&", std::move(value),
                  literal(mask, mask > 0x7fffffff ? Ty::I64 : Ty::I32));
  return literal(int64_t(range.lo));
}

} // namespace vecify::fuzz
