// Values: arithmetic on loads, parameters and temporaries, with the idioms that
// vectorizers look for (averages, saturation, clamps, absolute differences,
// blends, rotations) spelled as people spell them.
#include "Generator.h"
#include "Print.h"

namespace vecify::fuzz {

Expr Generator::constant(Ty like) {
  if (isFloat(like))
    return real(rng.pick({0.5, 2.0, 0.25, 1.0, -1.0, 3.0, 0.1, 1.5, 10.0, 0.333, -0.75, 100.0}), like);
  Range full = fullRange(like);
  for (;;) {
    int64_t v = rng.percent(70) ? rng.pick({0, 1, 2, 3, 4, 5, 7, 8, 10, 15, 16, 31, 63, 100, 127})
                                : rng.pick({-1, -2, 255, 256, 1000, 0x7fff, 0xff00, 65535, 12345, -128});
    if (full.lo <= v && v <= full.hi)
      return literal(v, promote(like));
  }
}

Expr Generator::leaf() {
  bool hasShortLoop = !ivs.empty() && ivs.back().most < 16;
  switch (rng.weighted(
      {60, temps.empty() ? 0 : 16, scalars.empty() ? 2 : 9, 10, ivs.empty() ? 0 : 5, hasShortLoop ? 15 : 1})) {
  case 0:
    return load();
  case 1:
    return ref(f, rng.pick(temps));
  case 2:
    if (scalars.size() == 1 && rng.percent(30))
      scalars.push_back(newScalar(elementType()));
    return scalars.empty() ? newestScalar() : ref(f, rng.pick(scalars));
  case 3:
    return constant(elementType());
  case 4:
    return ref(f, rng.pick(ivs).var);
  default:
    return coefficient();
  }
}

Expr Generator::newestScalar() {
  if (scalars.empty())
    scalars.push_back(newScalar(elementType()));
  return ref(f, scalars.back());
}

Expr Generator::value(int depth) {
  if (depth <= 0)
    return leaf();
  switch (rng.weighted({52, 15, 7, 7, 4, 6, 3, 8})) {
  case 0:
    return operation(depth);
  case 1:
    return idiom();
  case 2: {
    if (++nesting > 2) {
      --nesting;
      return leaf();
    }
    Expr c = condition(1), a = value(depth - 1), b = value(depth - 1);
    --nesting;
    return select(std::move(c), std::move(a), std::move(b));
  }
  case 3: {
    Expr e = value(depth - 1);
    Ty to = rng.percent(60) ? elementType() : rng.pick({Ty::I8, Ty::U8, Ty::I16, Ty::U16, Ty::I32, Ty::U32, Ty::I64});
    if (isFloat(to) && !allowFloat)
      to = Ty::I64;
    if (e.kind == Expr::IntLit || e.kind == Expr::FloatLit)
      return e;
    if (!canConvert(e.type, e.range, to))
      return fit(asTemp(std::move(e)), to, fullRange(to), rng);
    return cast(to, std::move(e));
  }
  case 4: {
    Expr e = value(depth - 1);
    bool isTruth = e.range.hi - e.range.lo <= 1;
    bool isLeaf = e.kids.empty() || e.kind == Expr::Index || e.kind == Expr::Deref;
    if (isInt(e.type) && !isTruth && isLeaf && rng.percent(40)) {
      Ty type = e.type;
      Expr flipped = unary("~", std::move(e));
      return bytes(type) < 4 && !isSigned(type) ? cast(type, std::move(flipped)) : flipped;
    }
    return negated(std::move(e));
  }
  case 5:
    return allowFloat && rng.percent(60) ? mathCall(depth) : inlineCall(depth);
  case 6: {
    Expr a = value(depth - 1);
    return comparison(std::move(a), leaf());
  }
  default:
    return leaf();
  }
}

Expr Generator::negated(Expr e) {
  Ty type = promote(e.type);
  if (isInt(type) && isSigned(type) && e.range.lo <= fullRange(type).lo)
    e = cast(unsignedOf(type), std::move(e));
  return unary("-", std::move(e));
}

Expr Generator::operation(int depth) {
  Expr a = value(depth - 1);
  Expr b = rng.percent(30) ? constant(a.type) : value(depth - 1);
  if (isConstant(a))
    std::swap(a, b);
  if (isConstant(a))
    a = load();
  if (isFloat(a.type) || isFloat(b.type)) {
    static const std::string ops[] = {"+", "-", "*", "/"};
    return arith(ops[rng.weighted({35, 25, 34, 6})], std::move(a), std::move(b), rng);
  }
  static const std::string ops[] = {"+", "-", "*", "&", "|", "^", "<<", ">>", "/", "%"};
  const std::string &op = ops[rng.weighted({26, 20, 18, 8, 6, 8, 5, 7, 2, 2})];
  if (op == "<<" || op == ">>")
    if (rng.percent(75))
      b = literal(rng.in(1, bits(promote(a.type)) / 4));
  if (b.kind == Expr::IntLit && b.value == 0)
    b = literal(3);
  // No ISA divides integers by anything but constants.
  if ((op == "/" || op == "%") && (affine || rng.percent(50)))
    b = literal(rng.pick({2, 3, 5, 7, 8, 10, 16, 100, 255}));
  return arith(op, std::move(a), std::move(b), rng);
}

Expr Generator::asTemp(Expr e) {
  if (e.kind == Expr::VarRef || e.kind == Expr::IntLit || e.kind == Expr::FloatLit)
    return e;
  int t = newTemp(e.type, e.range);
  block->push_back(declare(t, std::move(e)));
  return ref(f, t);
}

Expr Generator::within(const Expr &a, Expr b) {
  if (b.kind != Expr::IntLit || !isInt(a.type))
    return b;
  if (a.range.hi - a.range.lo < 2)
    return newestScalar();
  bool edge = b.value <= a.range.lo || b.value >= a.range.hi;
  return edge ? literal(int64_t(std::min<Wide>(100, a.range.hi / 2 + a.range.lo / 2)), promote(a.type)) : b;
}

Expr Generator::comparison(Expr a, Expr b) {
  static const std::string ops[] = {"<", ">", "<=", ">=", "==", "!="};
  std::string op = ops[rng.weighted({26, 30, 12, 14, 10, 8})];
  if (a.kind == Expr::IntLit || a.kind == Expr::FloatLit)
    a = load();
  if (isConstant(a))
    a = load();
  // (x | 4) == 3 is never true, and the compilers know.
  if (a.kind == Expr::Binary && isConstant(b) && (op == "==" || op == "!="))
    op = "<";
  // gcc warns of comparisons with ~x, whatever the casts.
  for (Expr *side : {&a, &b})
    while (side->op == "~" || (side->kind == Expr::Cast && side->kids[0].op == "~"))
      *side = load();
  if (print(f, a) == print(f, b))
    b = constant(a.type);
  b = within(a, std::move(b));
  return binary(op, std::move(a), std::move(b));
}

Expr Generator::condition(int depth) {
  switch (depth > 0 ? rng.weighted({70, 12, 6, 5, 7}) : 0) {
  case 1:
  case 2: {
    Expr a = condition(depth - 1), b = condition(depth - 1);
    // x > 3 && x < 2 is never true, and the compilers know.
    auto subject = [&](const Expr &e) { return e.kids.empty() ? "" : print(f, e.kids[0]); };
    if (subject(a) == subject(b))
      return a;
    return binary(rng.pick({"&&", "||"}), std::move(a), std::move(b));
  }
  case 3:
    return unary("!", condition(depth - 1));
  case 4: {
    Expr e = load();
    if (isInt(e.type))
      return rng.percent(50) && e.type != Ty::Bool ? binary("&", e, literal(rng.pick({1, 2, 3, 4}))) : e;
    return comparison(std::move(e), constant(Ty::F32));
  }
  default: {
    Expr a = rng.percent(70) ? leaf() : value(1);
    return comparison(std::move(a), rng.percent(60) ? constant(palette[0]) : leaf());
  }
  }
}

Expr Generator::mathCall(int depth) {
  // Floats that are computed with as doubles are often rounded back.
  const bool isMixed = palette[0] == Ty::F32 && rng.percent(30);
  bool isDouble = palette[0] == Ty::F64 || isMixed;
  Ty type = isDouble ? Ty::F64 : Ty::F32;
  auto named = [&](const std::string &name) { return isDouble ? name : name + "f"; };
  auto arg = [&] {
    Expr e = value(depth - 1);
    return e.kind == Expr::IntLit || e.kind == Expr::FloatLit ? load() : e;
  };
  Range wild{0, 0, true};
  if (isMixed && rng.percent(40)) {
    const double factor = rng.pick({0.5, 0.75, -1.25, 0.1, 3.0});
    return arith(rng.pick(std::vector<std::string>{"+", "-", "*"}), arg(), real(factor, Ty::F64), rng);
  }
  switch (rng.weighted({35, 30, 15, 20})) {
  case 0:
    return call(named("sqrt"), type, wild, {arg()});
  case 1: {
    Expr e = arg();
    if (e.type != type)
      e = cast(type, std::move(e));
    return call(named("fabs"), type, wild, {std::move(e)});
  }
  case 2: {
    Expr a = arg(), b = arg(), c = arg();
    return call(named("fma"), type, wild, {a, b, c});
  }
  default: {
    Expr a = arg();
    return call(named(rng.pick({"floor", "ceil", "trunc"})), type, wild, {std::move(a)});
  }
  }
}

Expr Generator::inlineCall(int depth) {
  if (f.inlines.size() >= 2)
    return leaf();
  std::vector<Expr> args;
  Inline fn;
  const char *names[] = {"u", "v", "w"};
  int count = rng.in(1, 3);
  for (int k = 0; k < count; ++k) {
    args.push_back(value(depth - 2));
    Var p;
    p.name = names[k];
    p.kind = Var::Scalar;
    p.type = promote(args[k].type);
    p.spelled = spelling(p.type);
    p.range = converted(args[k].type, args[k].range, p.type);
    fn.params.push_back(p);
  }
  // Its parameters stand for the variables of a function of its own.
  Function inner;
  inner.vars = fn.params;
  auto param = [&] { return ref(inner, rng.below(count)); };
  Expr e = ref(inner, 0);
  for (int k = 0; k < count; ++k) {
    Expr other = k == 0 ? constant(e.type) : ref(inner, k);
    bool real = isFloat(e.type) || isFloat(other.type);
    e = arith(rng.pick(real ? std::vector<std::string>{"+", "-", "*"}
                            : std::vector<std::string>{"+", "-", "*", "^", "&", "|"}),
              std::move(e), std::move(other), rng);
  }
  fn.value = e;
  if (rng.percent(40)) {
    Expr low = param();
    fn.hasEarly = true;
    fn.condition = binary("<", low, isFloat(low.type) ? real(0.25, low.type) : literal(7, low.type));
    fn.early = param();
  }
  fn.result = rng.percent(70) ? fn.value.type : usual(fn.value.type, Ty::I32);
  Range range = converted(fn.value.type, fn.value.range, fn.result);
  if (fn.hasEarly) {
    if (!canConvert(fn.early.type, fn.early.range, fn.result))
      fn.early = fn.params[0].type == fn.result ? ref(inner, 0) : constant(fn.result);
    range = hull(range, converted(fn.early.type, fn.early.range, fn.result));
  }
  // Arguments may have brought inline functions of their own.
  const char *suffixes[] = {"_h", "_g", "_p", "_q"};
  fn.name = f.name + suffixes[std::min<size_t>(f.inlines.size(), 3)];
  if (f.inlines.size() > 3)
    return leaf();
  f.inlines.push_back(fn);
  return call(fn.name, fn.result, range, std::move(args));
}

Expr Generator::idiom() {
  if (wantsNeighbours(12))
    return weightedNeighbours();
  if (wantsNeighbours(8))
    return narrowSum();
  if (wantsNeighbours(12))
    return periodicPart();
  if (allowFloat && rng.percent(30))
    return complexPart();
  Expr a = leaf(), b = leaf();
  auto isLiteral = [](const Expr &e) { return e.kind == Expr::IntLit || e.kind == Expr::FloatLit; };
  if (isLiteral(a))
    a = load();
  if (isLiteral(b) && rng.percent(70))
    b = load();
  if (print(f, a) == print(f, b))
    b = constant(a.type);
  if (rng.percent(25)) { // minimum or maximum, with either operand first
    std::string op = rng.pick({"<", ">", "<=", ">="});
    if (rng.percent(30) && !isLiteral(b) && isSigned(promote(a.type)) == isSigned(promote(b.type))) {
      Ty type = usual(a.type, b.type);
      Range r = hull(converted(a.type, a.range, type), converted(b.type, b.range, type));
      return call(rng.pick({"MIN", "MAX"}), type, r, {a, b});
    }
    b = within(a, std::move(b));
    Expr c = binary(op, a, b);
    return rng.percent(70) ? select(c, a, b) : select(c, b, a);
  }
  if (isFloat(a.type) || isFloat(b.type))
    return floatIdiom(std::move(a), std::move(b));
  return intIdiom(std::move(a), std::move(b));
}

Expr Generator::floatIdiom(Expr a, Expr b) {
  Ty type = usual(a.type, b.type);
  switch (rng.below(5)) {
  case 0: { // a + t * (b - a)
    Expr way = arith("-", b, a, rng);
    return arith("+", a, arith("*", leaf(), std::move(way), rng), rng);
  }
  case 1: // relu, and its leaky cousin
    return select(binary(">", a, real(0, type)), a, rng.percent(50) ? real(0, type) : binary("*", a, real(0.01, type)));
  case 2: { // clamp
    Expr lo = real(rng.pick({-1.0, 0.0}), type), hi = real(rng.pick({1.0, 255.0}), type);
    return select(binary("<", a, lo), lo, select(binary(">", a, hi), hi, a));
  }
  case 3: // squared distance
    a = asTemp(arith("-", std::move(a), std::move(b), rng));
    return binary("*", a, a);
  default: // to pixels: rounded and clamped
    a = fit(asTemp(arith("*", std::move(a), real(255, type), rng)), Ty::I32, {0, 255}, rng);
    return a;
  }
}

Expr Generator::intIdiom(Expr a, Expr b) {
  b = within(a, std::move(b));
  if (isFloat(b.type))
    return arith("+", std::move(a), std::move(b), rng);
  Ty type = usual(a.type, b.type);
  bool narrow =
      type == Ty::I32 && a.range.hi < 70000 && a.range.lo > -70000 && b.range.hi < 70000 && b.range.lo > -70000;
  switch (rng.below(narrow ? 8 : 5)) {
  case 0: { // absolute difference
    Expr down = arith("-", a, b, rng), up = arith("-", b, a, rng);
    return select(binary(">", a, b), std::move(down), std::move(up));
  }
  case 1: { // absolute value
    a = asTemp(std::move(a));
    if (a.range.lo < 0 && a.range.lo > fullRange(promote(a.type)).lo) {
      Range r{0, std::max(a.range.hi, -a.range.lo)};
      if (rng.percent(30))
        return call("ABS", promote(a.type), r, {a});
      Expr e = select(binary("<", a, literal(0)), unary("-", a), a);
      e.range = r;
      return e;
    }
    return select(binary("<", a, b), negated(a), b);
  }
  case 2: { // rotate
    a = cast(Ty::U32, std::move(a));
    int by = rng.in(1, 31);
    a = asTemp(std::move(a));
    return binary("|", binary("<<", a, literal(by)), binary(">>", a, literal(32 - by)));
  }
  case 3: // hash
    return binary("*", cast(Ty::U32, std::move(a)), literal(2654435761, Ty::U32));
  case 4: // lowest bit cleared
    a = asTemp(bytes(a.type) < 8 ? cast(Ty::U32, std::move(a)) : cast(Ty::U64, std::move(a)));
    return binary("&", a, binary("-", a, literal(1, a.type)));
  case 5: { // average of two or three, rounded up, down or between
    int shift = rng.in(1, 3), heavy = rng.in(1 << (shift - 1), (1 << shift) - 1);
    Expr c = leaf();
    c = isInt(c.type) && !isConstant(c) ? cast(Ty::I32, binary("&", std::move(c), literal(255))) : a;
    Expr sum = binary("+", binary("*", b, literal(heavy)), a);
    if (int rest = (1 << shift) - heavy - 1)
      sum = binary("+", std::move(sum), binary("*", c, literal(rest)));
    return binary(">>", binary("+", std::move(sum), literal(rng.in(0, (1 << shift) - 1))), literal(shift));
  }
  case 6: { // saturating sum or difference
    Expr sum = asTemp(binary(rng.pick({"+", "-"}), a, b));
    int64_t lo = rng.pick({0, -128, -32768}), hi = lo == 0 ? 255 : -lo - 1;
    Expr e =
        select(binary("<", sum, literal(lo)), literal(lo), select(binary(">", sum, literal(hi)), literal(hi), sum));
    if (rng.percent(30))
      e = call("CLAMP", Ty::I32, {}, {sum, literal(lo), literal(hi)});
    e.range = {lo, hi};
    return e;
  }
  default: { // blend with an 8-bit weight
    Expr w = leaf();
    bool isWeight = promote(w.type) == Ty::I32 && !isConstant(w) && rng.percent(60);
    w = isWeight ? binary("&", std::move(w), literal(255)) : literal(rng.in(1, 255));
    a = binary("&", std::move(a), literal(255));
    b = binary("&", std::move(b), literal(255));
    Expr sum = binary("+", binary("*", a, w), binary("*", b, binary("-", literal(256), w)));
    return binary(">>", binary("+", sum, literal(128)), literal(8));
  }
  }
}

} // namespace vecify::fuzz
