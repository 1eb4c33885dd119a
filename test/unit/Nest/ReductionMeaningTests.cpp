// What classifyScalars calls reorderable is reordered and compared: random updates, real arithmetic, private copies
// of the scalar in three lanes that are combined at the end.
#include "NestMaker.h"
#include "vecify/Nest/Facts.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace vecify;

namespace {

/// An integer wrapped to its type, or a float.
struct Value {
  int64_t i = 0;
  float f = 0;
};

int64_t wrap(ScalarType type, int64_t v) {
  const unsigned bits = bitsOf(type);
  if (type == ScalarType::I1)
    return v != 0;
  const uint64_t low = uint64_t(v) << (64 - bits) >> (64 - bits);
  return isSignedInteger(type) ? int64_t(low << (64 - bits)) >> (64 - bits) : int64_t(low);
}

bool holds(Predicate p, double a, double b) {
  switch (p) {
  case Predicate::Eq:
    return a == b;
  case Predicate::Ne:
    return a != b;
  case Predicate::Lt:
    return a < b;
  case Predicate::Le:
    return a <= b;
  case Predicate::Gt:
    return a > b;
  case Predicate::Ge:
    return a >= b;
  }
  llvm_unreachable("predicate");
}

Value apply(BinaryOp op, ScalarType type, Value a, Value b) {
  switch (op) {
  case BinaryOp::Add:
    return {wrap(type, a.i + b.i), 0};
  case BinaryOp::Sub:
    return {wrap(type, a.i - b.i), 0};
  case BinaryOp::Mul:
    return {wrap(type, a.i * b.i), 0};
  case BinaryOp::And:
    return {a.i & b.i, 0};
  case BinaryOp::Or:
    return {a.i | b.i, 0};
  case BinaryOp::Xor:
    return {wrap(type, a.i ^ b.i), 0};
  case BinaryOp::Min:
    return {std::min(a.i, b.i), 0};
  case BinaryOp::Max:
    return {std::max(a.i, b.i), 0};
  case BinaryOp::CMin:
    return {0, a.f < b.f ? a.f : b.f};
  case BinaryOp::CMax:
    return {0, a.f > b.f ? a.f : b.f};
  case BinaryOp::FMin:
    return {0, std::fmin(a.f, b.f)};
  case BinaryOp::FMax:
    return {0, std::fmax(a.f, b.f)};
  default:
    llvm_unreachable("not generated");
  }
}

BinaryOp opOf(ReductionKind kind) {
  constexpr BinaryOp Ops[] = {BinaryOp::Add,  BinaryOp::Mul,  BinaryOp::Min, BinaryOp::Max,
                              BinaryOp::And,  BinaryOp::Or,   BinaryOp::Xor, BinaryOp::CMin,
                              BinaryOp::CMax, BinaryOp::FMin, BinaryOp::FMax};
  return Ops[unsigned(kind)];
}

bool isIdempotent(ReductionKind kind) {
  return kind != ReductionKind::Add && kind != ReductionKind::Mul && kind != ReductionKind::Xor;
}

/// for i: random updates of s from x[i] and y[i].
struct RandomUpdates {
  NestMaker m;
  std::mt19937_64 random;
  ScalarType type;
  ArrayId x, y;
  LocalId s;
  IndexExpr i;
  FpFlags fp;

  RandomUpdates(uint64_t seed, ScalarType type) : m(type), random(seed), type(type) {
    x = m.array("x");
    y = m.array("y");
    s = m.local("s", type);
    fp = {.nnan = chance(50), .nsz = chance(50)};
    i = m.loop("i", 0, 12);
    for (unsigned count = 1 + chance(30); count > 0; --count)
      statement();
    m.end();
  }
  bool chance(unsigned percent) { return random() % 100 < percent; }
  ExprId leaf() { return chance(10) ? m.number(random() % 5) : m.load(chance(50) ? x : y, {i}); }
  ExprId sum() { return m.read(s); }

  /// Some types of a chain are wider, as C's promotions make them.
  ExprId wide(ExprId e, bool widen) { return widen ? m.cast(ScalarType::I32, e) : e; }

  ExprId comparison(ExprId a, ExprId b) {
    const ExprId c = m.compare(a, Predicate(random() % 6), b, fp);
    return chance(15) ? m.not_(c) : c;
  }

  ExprId update(unsigned depth) {
    if (depth == 0)
      return sum();
    const ExprId other = leaf();
    const unsigned form = random() % 10;
    const bool widen = isInteger(type) && chance(30);
    const auto narrow = [&](ExprId e) { return widen ? m.cast(type, e) : e; };
    if (form < 3) { // x > m ? x : m in all orders
      const bool swap = chance(50), swapArms = chance(50);
      const ExprId a = wide(other, widen), b = wide(sum(), widen);
      const ExprId cond = swap ? comparison(b, a) : comparison(a, b);
      const ExprId taken = chance(85) ? other : leaf();
      return m.select(cond, swapArms ? sum() : taken, swapArms ? taken : sum());
    }
    if (form == 3)
      return m.select(comparison(leaf(), leaf()), update(depth - 1), chance(70) ? sum() : update(depth - 1));
    constexpr BinaryOp Integer[] = {BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::And,
                                    BinaryOp::Or,  BinaryOp::Xor, BinaryOp::Min, BinaryOp::Max};
    constexpr BinaryOp Float[] = {BinaryOp::CMin, BinaryOp::CMax, BinaryOp::FMin, BinaryOp::FMax};
    if (depth > 1 || chance(70) || !op)
      op = isFloat(type) ? Float[random() % 4] : Integer[random() % 8];
    const ExprId inner = update(chance(75) ? 0 : depth - 1);
    const ExprId a = wide(inner, widen), b = wide(other, widen);
    return narrow(chance(60) ? m.binary(*op, a, b, fp) : m.binary(*op, b, a, fp));
  }
  std::optional<BinaryOp> op;

  void statement() {
    if (chance(20)) {
      const ExprId value = leaf();
      m.branch(chance(50) ? comparison(value, sum()) : comparison(sum(), value));
      m.assign(s, chance(85) ? value : update(1));
      m.end();
      return;
    }
    if (chance(20)) {
      m.branch(comparison(leaf(), leaf()));
      m.assign(s, update(1));
      m.end();
      return;
    }
    m.assign(s, update(chance(60) ? 1 : 2));
  }
};

/// Runs iterations of the body on one copy of s.
class Evaluator {
public:
  Evaluator(const Nest &nest, std::vector<Value> x, std::vector<Value> y)
      : nest(nest), data{std::move(x), std::move(y)} {}

  bool tookNaN = false; ///< some assignment's value was a NaN

  Value run(Value start, llvm::ArrayRef<unsigned> iterations) {
    s = start;
    for (unsigned i : iterations) {
      at = i;
      body(nest.nodes[nest.root().node].body);
    }
    return s;
  }

private:
  void body(llvm::ArrayRef<NodeId> nodes) {
    for (NodeId id : nodes) {
      const Node &node = nest.nodes[id];
      if (node.kind == Node::Assign) {
        s = value(node.value);
        tookNaN |= std::isnan(s.f);
      } else if (value(node.condition).i)
        body(node.body);
    }
  }

  Value value(ExprId id) const {
    const Expr &e = nest.exprs[id];
    const auto operand = [&](unsigned o) { return value(e.operands[o]); };
    switch (e.kind) {
    case Expr::IntConst:
      return {wrap(e.type, e.intValue), 0};
    case Expr::FpConst:
      return {0, float(e.fpValue)};
    case Expr::Load:
      return data[nest.accesses[e.access].array][at];
    case Expr::Local:
      return s;
    case Expr::Cast:
      return {wrap(e.type, operand(0).i), 0};
    case Expr::Not:
      return {!operand(0).i, 0};
    case Expr::Select:
      return operand(operand(0).i ? 1 : 2);
    case Expr::Compare: {
      const bool isFp = isFloat(nest.exprs[e.operands[0]].type);
      const Value a = operand(0), b = operand(1);
      return {holds(e.predicate, isFp ? a.f : double(a.i), isFp ? b.f : double(b.i)), 0};
    }
    case Expr::Binary:
      return apply(e.binary, e.type, operand(0), operand(1));
    default:
      llvm_unreachable("not generated");
    }
  }

  const Nest &nest;
  std::vector<Value> data[2];
  Value s;
  unsigned at = 0;
};

bool isSame(ScalarType type, Value a, Value b, bool ignoresZeroSign) {
  if (!isFloat(type))
    return a.i == b.i;
  if (std::isnan(a.f) || std::isnan(b.f))
    return std::isnan(a.f) && std::isnan(b.f);
  return a.f == b.f && (ignoresZeroSign || std::signbit(a.f) == std::signbit(b.f));
}

/// Reductions seen; fails if a reordered one differs.
unsigned check(ScalarType type, uint64_t seeds) {
  unsigned seen = 0;
  for (uint64_t seed = 1; seed <= seeds; ++seed) {
    RandomUpdates made(seed, type);
    Facts facts;
    classifyScalars(made.m.nest, facts);
    const ScalarFacts &found = facts.locals[0];
    if (found.kind != ScalarFacts::Reduction || !(found.mayReassociate || found.onlyZeroSignMayDiffer))
      continue;
    ++seen;
    const auto draw = [&]() -> Value {
      if (!isFloat(type))
        return {wrap(type, made.chance(50) ? int64_t(made.random()) : int64_t(made.random() % 7) - 3), 0};
      constexpr float Some[] = {0.0f, -0.0f, 1.0f, -1.0f, 2.5f, -7.0f, INFINITY, NAN};
      return {0, Some[made.random() % (made.fp.nnan ? 7 : 8)]};
    };
    for (unsigned trial = 0; trial < 8; ++trial) {
      std::vector<Value> x(12), y(12);
      std::generate(x.begin(), x.end(), draw);
      std::generate(y.begin(), y.end(), draw);
      Evaluator evaluator(made.m.nest, x, y);
      const Value start = draw(), neutral{found.reduction == ReductionKind::Mul, 0};
      std::vector<unsigned> all, lanes[3];
      for (unsigned i = 0; i < 12; ++i) {
        all.push_back(i);
        lanes[i % 3].push_back(i);
      }
      const Value expected = evaluator.run(start, all);
      const bool copies = isIdempotent(found.reduction);
      evaluator.tookNaN = false;
      std::vector<Value> parts;
      for (const auto &lane : lanes)
        parts.push_back(evaluator.run(copies ? start : neutral, lane));
      if (!copies)
        parts.push_back(start);
      std::shuffle(parts.begin(), parts.end(), made.random);
      Value total = parts[0];
      for (const Value &part : llvm::drop_begin(parts))
        total = apply(opOf(found.reduction), type, total, part);
      // What the vector part checks at its end, and then leaves to the scalar loop.
      const auto holds = [&](bool isNegative) {
        return llvm::any_of(parts, [&](Value part) { return part.f == 0 && std::signbit(part.f) == isNegative; });
      };
      if (found.onlyZeroSignMayDiffer && total.f == 0 && holds(true) && holds(false))
        continue;
      const bool holdsNaN = llvm::any_of(parts, [](Value part) { return std::isnan(part.f); });
      if (found.takesNaN && (evaluator.tookNaN || holdsNaN))
        continue;
      const bool leavesZerosOpen = found.reduction == ReductionKind::FMin || found.reduction == ReductionKind::FMax;
      EXPECT_TRUE(isSame(type, total, expected, made.fp.nsz || leavesZerosOpen))
          << "seed " << seed << ": " << total.i << " " << total.f << " instead of " << expected.i << " " << expected.f;
      if (testing::Test::HasFailure()) {
        std::string text;
        llvm::raw_string_ostream os(text);
        print(made.m.nest, os);
        print(made.m.nest, facts, os);
        ADD_FAILURE() << text;
        return seen;
      }
    }
  }
  return seen;
}

TEST(ReductionMeaning, Integers) {
  EXPECT_GT(check(ScalarType::I32, 3000), 500u);
  EXPECT_GT(check(ScalarType::U8, 3000), 500u);
  EXPECT_GT(check(ScalarType::I16, 3000), 500u);
}

TEST(ReductionMeaning, FloatExtremes) { EXPECT_GT(check(ScalarType::F32, 6000), 300u); }

} // namespace
