// The free class: stores and loads of one array at any distance, scalars that
// cross iterations, switches, and pointers that walk. Much of it can be
// vectorized, much of it not; vecify has to tell.
#include "Generator.h"

namespace vecify::fuzz {

/// A store whose value may use the scalar `s`.
void Generator::storeWith(int s, Code &out) {
  size_t place = temps.size();
  temps.push_back(s);
  store(out);
  temps.erase(temps.begin() + place);
}

/// A scalar that one iteration hands to the next.
void Generator::carry(Code &out) {
  Ty type = rng.percent(60) ? palette[0] : elementType();
  if (type == Ty::Bool)
    type = Ty::I32;
  int s = newLocal(type, fullRange(type), fresh({"prev", "last", "state", "c", "z"}));
  before->push_back(declare(s, isFloat(type) ? real(1, type) : literal(rng.below(5))));
  liveOut.push_back(s);
  Expr carried = ref(f, s);
  auto next = [&](Expr e) {
    if (isFloat(e.type) && isInt(type))
      e = asTemp(std::move(e));
    return assign(carried, fit(std::move(e), type, fullRange(type), rng));
  };
  switch (rng.below(4)) {
  case 0: { // the element before this one
    Expr now = asTemp(load());
    storeWith(s, out);
    out.push_back(next(now));
    break;
  }
  case 1: { // a scan
    Expr e = value(1);
    out.push_back(next(arith(rng.pick({"+", "-", "^", "*"}), carried, std::move(e), rng)));
    storeWith(s, out);
    break;
  }
  case 2: // the last value, maybe conditional
    if (rng.percent(50)) {
      out.push_back(next(value(2)));
    } else {
      Expr test = condition(1);
      out.push_back(branch(std::move(test), {next(leaf())}));
    }
    break;
  default: { // a chain through an operation with carried state
    Expr e = arith("*", carried, constant(type), rng);
    e = arith("+", std::move(e), leaf(), rng);
    out.push_back(next(std::move(e)));
  }
  }
}

/// A loop that each iteration around it leaves in its own time; what it ends with may be used.
///
///     int v = x[i] & 127, c = 0;
///     while (v > 5) { v -= v >> 1; c++; }
void Generator::settle(Code &out) {
  constexpr int most = 127;
  const int v = newTemp(Ty::I32, {0, most}), c = newTemp(Ty::I32, {0, most});
  const int least = rng.in(5, 20);
  out.push_back(declare(v, bounded(most)));
  out.push_back(declare(c, literal(0)));
  Stmt loop = simple(rng.percent(75) ? Stmt::While : Stmt::DoWhile);
  loop.rhs = binary(">", ref(f, v), literal(least));
  if (rng.percent(30))
    loop.rhs = binary("&&", binary("<", ref(f, c), literal(rng.in(3, 9))), loop.rhs);
  Stmt step = rng.percent(50) ? assign(ref(f, v), binary(">>", ref(f, v), literal(rng.in(1, 2))), "-=")
                              : assign(ref(f, v), binary("/", binary("*", ref(f, v), literal(3)), literal(4)));
  step.pinned = loop.pinned = true;
  if (rng.percent(30))
    step = branch(binary("!=", binary("&", ref(f, v), literal(1)), literal(0)), {assign(ref(f, v), literal(1), "-=")},
                  {step});
  step.pinned = true;
  loop.body.push_back(std::move(step));
  Stmt count = assign(ref(f, c), literal(1), "+=");
  count.pinned = true;
  if (rng.percent(30))
    loop.body.push_back(
        branch(binary("==", binary("&", ref(f, v), literal(7)), literal(rng.in(0, 7))), {simple(Stmt::Break)}));
  loop.body.push_back(std::move(count));
  out.push_back(std::move(loop));
}

void Generator::freeBody(Code &out, bool mayContinue) {
  if (rng.percent(12))
    settle(out);
  if (mayContinue && rng.percent(8))
    out.push_back(branch(condition(1), {simple(Stmt::Continue)}));
  int count = 1 + rng.weighted({40, 35, 18, 7});
  for (int k = 0; k < count; ++k) {
    block = &out;
    size_t visible = temps.size();
    switch (k == 0 ? 0 : rng.weighted({50, 12, 8, 15, 15})) {
    case 0:
      store(out);
      break;
    case 1:
      reduce(out);
      break;
    case 2: {
      Stmt s = simple(Stmt::Switch);
      s.rhs = bounded(3);
      for (int c = rng.in(2, 4); c > 0; --c) {
        Stmt part = simple(Stmt::Block);
        block = &part.body;
        store(part.body);
        temps.resize(visible);
        s.body.push_back(std::move(part));
      }
      block = &out;
      out.push_back(std::move(s));
      break;
    }
    case 3:
      carry(out);
      break;
    default: {
      Code yes;
      Expr test = condition(2);
      block = &yes;
      store(yes);
      temps.resize(visible);
      block = &out;
      out.push_back(branch(std::move(test), std::move(yes)));
    }
    }
  }
  clearHomes();
}

int Generator::newCursor(bool isOut, Code &out) {
  size_t index = newArray(elementType(), isOut, ArrayUse::Flat);
  int array = arrays[index].var;
  arrays.erase(arrays.begin() + index);
  f.vars[array].fields = 0;
  f.vars[array].spelled = spelling(f.vars[array].type);
  if (rng.percent(40))
    return array; // the parameter itself walks
  Var v = f.vars[array];
  v.kind = Var::Cursor;
  v.isRestrict = false;
  v.name = fresh({"p", "q", "in", "from", "to", "it"});
  int p = addVar(v);
  Expr start = ref(f, array);
  if (rng.percent(25)) {
    Expr offset = literal(rng.in(1, 4));
    start = ref(f, array);
    Expr moved = start;
    moved.kind = Expr::Binary;
    moved.op = "+";
    moved.kids = {start, offset};
    start = moved;
  }
  out.push_back(declare(p, start));
  return p;
}

void Generator::walk(Code &out) {
  startNest();
  before = block = &out;
  int n = newSize(1);
  std::vector<int> ins, outs;
  for (int k = rng.in(1, 2); k > 0; --k)
    ins.push_back(newCursor(false, out));
  for (int k = rng.weighted({10, 80, 10}); k > 0; --k)
    outs.push_back(newCursor(true, out));

  // Some are read by *p++ first thing in the body, others move in the end.
  Code body, moves;
  block = &body;
  size_t visible = temps.size();
  for (int p : ins) {
    if (rng.percent(60)) {
      Expr e = deref(f, p, rng.percent(85) ? "++" : "--");
      int t = newTemp(e.type, e.range);
      body.push_back(declare(t, std::move(e)));
    } else {
      cursors.push_back(p);
      moves.push_back(rng.percent(75) ? bump(p) : bumpBy(p, literal(rng.in(2, 3))));
    }
  }
  if (outs.empty() || rng.percent(15))
    reduce(body);
  for (int p : outs) {
    Expr e = value(2);
    const Var v = f.vars[p];
    if (isFloat(e.type) && isInt(v.type))
      e = asTemp(std::move(e));
    e = fit(std::move(e), v.type, v.range, rng);
    bool late = rng.percent(30);
    Expr lhs = deref(f, p, late ? "" : rng.percent(90) ? "++" : "--");
    if (late && rng.percent(30)) {
      Expr test = condition(1);
      body.push_back(branch(std::move(test), {assign(lhs, e)}));
    } else {
      body.push_back(assign(lhs, e));
    }
    if (late)
      moves.push_back(rng.percent(80) ? bump(p) : bumpBy(p, literal(2)));
  }
  temps.resize(visible);
  cursors.clear();
  block = &out;

  Stmt loop = simple(Stmt::While);
  Expr count = ref(f, n);
  Expr down = count;
  down.kind = Expr::PostInc;
  down.op = "--";
  bool isSignedCount = isSigned(promote(f.vars[n].type));
  switch (rng.below(4)) {
  case 0: // while (n-- > 0)
    loop.rhs = binary(">", down, literal(0));
    loop.body = std::move(body);
    loop.body.insert(loop.body.end(), moves.begin(), moves.end());
    break;
  case 1: // for (; n > 0; n--, p++)
    loop.kind = Stmt::For;
    loop.rhs = binary(isSignedCount || rng.percent(50) ? ">" : "!=", count, literal(0));
    loop.step = {bump(n, "--")};
    loop.step[0].pinned = true;
    loop.body = std::move(body);
    loop.step.insert(loop.step.end(), moves.begin(), moves.end());
    break;
  default: { // counted by an index of its own
    int i = newLocal(f.vars[n].type, {0, f.vars[n].range.hi}, fresh({"i", "k", "cnt"}));
    f.vars[i].spelled = f.vars[n].spelled;
    loop.kind = Stmt::For;
    loop.init = {declare(i, literal(0))};
    loop.rhs = binary("<", ref(f, i), count);
    loop.step = {bump(i)};
    loop.step[0].pinned = true;
    loop.body = std::move(body);
    loop.body.insert(loop.body.end(), moves.begin(), moves.end());
  }
  }
  out.push_back(std::move(loop));
  before = nullptr;
}

} // namespace vecify::fuzz
