// Statements, and nests of loops around them. In the affine class every array
// that a nest writes is touched at one subscript alone and that subscript
// contains the anchor counter, so the anchor's loop is parallel; scalars carry
// nothing but integer reductions.
#include "Generator.h"

namespace vecify::fuzz {

void Generator::startNest() {
  anchor = -1;
  for (ArrayUse &use : arrays) {
    use.isWritten = use.isRead = false;
    use.home.clear();
  }
}

void Generator::clearHomes() {
  for (ArrayUse &use : arrays)
    use.home.clear();
}

void Generator::nest(int depth, Code &out) {
  startNest();
  Code pre, loops;
  before = &pre;
  block = &pre;
  plans.clear();
  level(depth, 0, loops);
  // Loops that run as often, directly behind it, over other statements.
  const bool hasTwins = rng.percent(30);
  for (int twin = rng.in(1, 2); hasTwins && twin > 0; --twin) {
    f.work = f.work / 2 + 1;
    startNest();
    block = &pre;
    isTwin = true;
    level(depth, 0, loops);
    isTwin = false;
  }
  out.insert(out.end(), pre.begin(), pre.end());
  out.insert(out.end(), loops.begin(), loops.end());
  before = nullptr;
}

void Generator::level(int depth, int at, Code &out) {
  LoopPlan plan =
      isTwin && at < int(plans.size()) ? planAgain(plans[at], at > 0 ? &plans[at - 1] : nullptr) : planLoop(depth, at);
  if (!isTwin && at == int(plans.size()))
    plans.push_back(plan);
  ivs.push_back(plan.iv);
  Code body;
  Code *outerBlock = block;
  block = &body;
  size_t visible = temps.size();
  if (at + 1 == depth) {
    if (affine)
      innermost(body, mayContinue(plan));
    else
      freeBody(body, mayContinue(plan));
  } else {
    if (rng.percent(25)) { // a value that the inner loop uses
      Expr e = value(1);
      int t = newTemp(e.type, e.range);
      body.push_back(declare(t, std::move(e)));
    }
    if (at + 2 == depth && rng.percent(28))
      rowReduction(depth, at, body);
    else
      level(depth, at + 1, body);
    if (rng.percent(10)) {
      block = &body;
      store(body);
    }
  }
  clearHomes();
  temps.resize(visible);
  ivs.pop_back();
  block = outerBlock;
  emitLoop(plan, std::move(body), out);
}

/// Type of `a` in which 2^15 additions of such values cannot overflow.
static Ty sumType(const Expr &e) {
  if (isFloat(e.type))
    return e.type;
  Wide most = std::max(e.range.hi, -e.range.lo) << 15;
  if (Range{-most, most}.within(fullRange(Ty::I32)))
    return Ty::I32;
  if (Range{-most, most}.within(fullRange(Ty::I64)))
    return Ty::I64;
  return Ty::U64;
}

Code Generator::update(const Expr &target, const Expr &e) {
  Ty type = target.type;
  // A signed sum of bounded values has room for 2^15 of them.
  Ty sum = sumType(e);
  bool hasRoom = isInt(type) && isSigned(type) && bytes(type) >= 4 && isSigned(sum) && !isFloat(sum) &&
                 bytes(sum) <= bytes(type) && usual(type, e.type) == type;
  auto isDefined = [&](const std::string &op) {
    std::optional<Expr> next = tryBinary(op, target, e);
    return (next && canConvert(next->type, next->range, type)) || (hasRoom && (op == "+" || op == "-"));
  };
  std::vector<std::string> ops = {"min", "max"};
  for (const char *op : {"+", "+", "+", "+", "-", "*", "^", "|", "&"})
    if (isDefined(op))
      ops.push_back(op);
  std::string op = rng.pick(ops);
  if (op != "min" && op != "max")
    return {assign(target, e, op + "=")};
  Code code;
  Code *outer = block;
  size_t visible = temps.size();
  block = &code;
  Expr v = isFloat(e.type) == isFloat(type) ? e : fit(asTemp(e), type, fullRange(type), rng);
  v = rng.percent(60) ? asTemp(std::move(v)) : v;
  block = outer;
  temps.resize(visible);
  std::string less = rng.pick(op == "min" ? std::vector<std::string>{"<", "<="} : std::vector<std::string>{">", ">="});
  Expr better = binary(less, v, target);
  if (rng.percent(50))
    code.push_back(branch(better, {assign(target, v)}));
  else
    code.push_back(
        assign(target, rng.percent(70) ? select(better, v, target) : select(binary(less, target, v), target, v)));
  return code;
}

void Generator::reduce(Code &out) {
  Expr e = wantsNeighbours(20) ? narrowTerm() : wantsNeighbours(30) ? narrowSum() : value(rng.in(1, 2));
  if (isFloat(e.type))
    e = fit(asTemp(std::move(e)), Ty::I32, {-1000, 1000}, rng);
  Expr test = condition(1);
  if (!test.range.within({0, 1}))
    test = binary("!=", std::move(test), literal(0));
  int shape = rng.weighted({50, 15, 15, 10, 10});
  if (shape == 1 || shape == 2) // counts
    e = literal(1);
  Ty type = shape == 3 ? Ty::I32 : sumType(e);
  if (shape != 3 && rng.percent(30))
    type = rng.pick({Ty::U32, Ty::U64, Ty::U8, Ty::I16, Ty::U16});
  int s = newLocal(type, fullRange(type), fresh({"s", "sum", "acc", "total", "r", "cnt"}));
  before->push_back(declare(s, rng.percent(80) ? literal(shape == 3 ? rng.below(2) : 0) : literal(rng.in(1, 9))));
  liveOut.push_back(s);
  Expr target = ref(f, s);
  // What it is so far, before the update or behind it.
  const int soFar = !affine || ivs.size() == 1 ? rng.weighted({60, 15, 25}) : 0;
  const auto storeSoFar = [&] {
    const std::vector<int> others = temps;
    temps.assign(6, s);
    store(out);
    temps = others;
  };
  if (soFar == 1)
    storeSoFar();
  switch (shape) {
  case 0:
    for (Stmt &stmt : update(target, e))
      out.push_back(std::move(stmt));
    break;
  case 1: // if (c) s++
    out.push_back(branch(std::move(test), {bump(s)}));
    break;
  case 2: // s += c
    out.push_back(assign(target, std::move(test), "+="));
    break;
  case 3: // any, all
    out.push_back(assign(target, std::move(test), rng.pick({"|=", "&="})));
    break;
  default:
    out.push_back(branch(std::move(test), update(target, e)));
  }
  if (soFar == 2)
    storeSoFar();
}

void Generator::rowReduction(int depth, int at, Code &out) {
  LoopPlan inner = planLoop(depth, at + 1);
  ivs.push_back(inner.iv);
  Code body;
  block = &body;
  size_t visible = temps.size();
  Expr e = wantsNeighbours(15) ? narrowTerm() : wantsNeighbours(20) ? narrowSum() : value(2);
  temps.resize(visible);
  Ty type = sumType(e);
  int s = newLocal(type, fullRange(type), fresh({"s", "sum", "acc", "best", "dot"}));
  Expr target = ref(f, s);
  Code step = update(target, e);
  if (rng.percent(20)) {
    Expr test = condition(1);
    step = {branch(std::move(test), std::move(step))};
  }
  body.insert(body.end(), step.begin(), step.end());
  temps.resize(visible);
  ivs.pop_back();
  block = &out;
  out.push_back(declare(s, isFloat(type) ? real(0, type) : literal(rng.percent(80) ? 0 : 1)));
  emitLoop(inner, std::move(body), out);
  // The sum goes to memory, maybe scaled or added to what is there.
  ArrayUse &use = anyOut();
  use.isWritten = true;
  std::vector<Expr> subs = storeSubscript(use);
  const Var &array = f.vars[use.var];
  Expr e2 = rng.percent(25) ? arith("*", target, newestScalar(), rng) : target;
  if (!canConvert(e2.type, e2.range, array.type))
    e2 = asTemp(std::move(e2));
  e2 = fit(std::move(e2), array.type, array.range, rng);
  out.push_back(assign(accessAt(use, subs), std::move(e2)));
}

ArrayUse &Generator::anyOut() {
  // Affine: not read elsewhere by this nest, and written twice only where both
  // meet.
  std::vector<size_t> old;
  for (size_t k = 0; k < arrays.size(); ++k) {
    const ArrayUse &use = arrays[k];
    bool busy = affine && (use.isRead || (use.isWritten && use.home.empty()));
    if (use.isOut && !busy)
      old.push_back(k);
  }
  bool wantsNew = old.empty() || (arrays.size() < 8 && rng.percent(affine ? 35 : 25));
  if (!wantsNew)
    return arrays[rng.pick(old)];
  ArrayUse::Layout layout = anyLayout(int(ivs.size()));
  return arrays[newArray(elementType(), true, layout)];
}

void Generator::store(Code &out) {
  ArrayUse &use = anyOut();
  if (!affine || !use.isWritten)
    use.home = storeSubscript(use);
  use.isWritten = true;
  std::vector<Expr> subs = use.home;
  storeTo(use, subs, out);
}

void Generator::storeTo(ArrayUse &use, const std::vector<Expr> &subs, Code &out) {
  const Var &array = f.vars[use.var];
  Ty type = array.type;
  Range range = array.range;
  Expr lhs = accessAt(use, subs);
  Expr e = value(rng.in(1, 3));
  bool mayCompound = type != Ty::Bool && !array.isVolatile;
  if (mayCompound && rng.percent(25)) {
    std::string op = rng.pick({"+", "-", "*", "+", "^", "|", "&", ">>"});
    std::optional<Expr> sum = tryBinary(op, lhs, e);
    // Compilers complain of literals that are too big for the left side.
    bool tooBig =
        (isInt(type) && isConstant(e) && !e.range.within(fullRange(type))) || (op == ">>" && e.range.hi >= bits(type));
    if (sum && !tooBig && canConvert(sum->type, sum->range, type) &&
        converted(sum->type, sum->range, type).within(range)) {
      out.push_back(assign(lhs, std::move(e), op + "="));
      return;
    }
  }
  bool needsCopies = isFloat(e.type) && isInt(type) && !canConvert(e.type, e.range, type);
  if (needsCopies)
    e = asTemp(std::move(e));
  out.push_back(assign(std::move(lhs), fit(std::move(e), type, range, rng)));
}

/// t = k; if (c) { t = y[i]; y[i] = e; }
void Generator::exchange(Code &out) {
  ArrayUse &use = anyOut();
  if (!affine || !use.isWritten)
    use.home = storeSubscript(use);
  use.isWritten = true;
  std::vector<Expr> subs = use.home;
  const Var &array = f.vars[use.var];
  Expr test = condition(1);
  int t = newTemp(array.type, array.range);
  out.push_back(declare(t, fit(literal(rng.in(0, 9)), array.type, array.range, rng)));
  Code yes;
  block = &yes;
  size_t visible = temps.size();
  yes.push_back(assign(ref(f, t), accessAt(use, subs)));
  storeTo(use, subs, yes);
  temps.resize(visible);
  block = &out;
  out.push_back(branch(std::move(test), std::move(yes)));
}

void Generator::innermost(Code &out, bool mayContinue) {
  if (anchor < 0)
    anchor = rng.percent(65) ? ivs.back().var : rng.pick(ivs).var;
  bool effect = false;
  if (mayContinue && rng.percent(5))
    out.push_back(branch(condition(1), {simple(Stmt::Continue)}));
  int count = 1 + rng.weighted({55, 30, 15});
  for (int k = 0; k < count || !effect; ++k) {
    block = &out;
    switch (rng.weighted({53, 14, 15, before ? 15 : 0, 3, 4})) {
    case 0:
      if (wantsNeighbours(6))
        interleavedStores(out);
      else
        store(out);
      effect = true;
      break;
    case 1: {
      Expr e = value(2);
      Ty type = rng.percent(75) ? e.type : elementType();
      if (!canConvert(e.type, e.range, type))
        type = e.type;
      int t = newTemp(type, converted(e.type, e.range, type));
      out.push_back(declare(t, std::move(e)));
      break;
    }
    case 2: {
      Expr test = condition(2);
      Code yes, no;
      size_t visible = temps.size();
      block = &yes;
      store(yes);
      temps.resize(visible);
      if (rng.percent(40)) {
        block = &no;
        store(no);
        temps.resize(visible);
      }
      block = &out;
      out.push_back(branch(std::move(test), std::move(yes), std::move(no)));
      effect = true;
      break;
    }
    case 3:
      reduce(out);
      effect = true;
      break;
    case 4:
      exchange(out);
      break;
    default:
      smallArray(out);
    }
  }
  clearHomes();
}

} // namespace vecify::fuzz
