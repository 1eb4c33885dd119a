// A fifth of the programs: what a vectorizer has to refuse, or to handle with
// great care. Searches and early returns, compaction, histograms, pointer
// chasing, recurrences, bounds in memory, counters that wrap, and so on, each
// with random expressions inside.
#include "Generator.h"
#include "Respell.h"

namespace vecify::fuzz {

int Generator::counted(Code &out, bool isLiveOut,
                       const std::function<void(Code &)> &fill) {
  Iv iv;
  iv.below = newSize(1);
  iv.most = f.vars[iv.below].range.hi - 1;
  iv.isSigned = isSigned(promote(indexType));
  iv.var = newLocal(indexType, {0, iv.most + 1}, fresh({"i", "j", "k"}));
  f.vars[iv.var].spelled = indexName;
  Code body;
  Code *outer = block;
  size_t visible = temps.size();
  ivs.push_back(iv);
  block = &body;
  fill(body);
  block = outer;
  temps.resize(visible);
  clearHomes();
  ivs.pop_back();

  Stmt loop = simple(Stmt::For);
  loop.init = {declare(iv.var, literal(0))};
  if (isLiveOut || rng.percent(20)) {
    out.push_back(declare(iv.var, literal(0)));
    loop.init = {assign(ref(f, iv.var), literal(0))};
  }
  if (isLiveOut)
    liveOut.push_back(iv.var);
  loop.rhs = binary("<", ref(f, iv.var), ref(f, iv.below));
  loop.step = {bump(iv.var)};
  loop.step[0].pinned = true;
  loop.body = std::move(body);
  out.push_back(std::move(loop));
  return iv.var;
}

/// An integer in [0, most], most a power of two less one.
Expr Generator::bounded(int64_t most) {
  Expr e = load();
  if (isFloat(e.type))
    return fit(asTemp(std::move(e)), Ty::I32, {0, most}, rng);
  return binary("&", std::move(e), literal(most));
}

void Generator::hostile(Code &out) {
  startNest();
  before = block = &out;
  using Make = void (Generator::*)(Code &);
  static const Make all[] = {
      &Generator::search,         &Generator::search,
      &Generator::compact,        &Generator::histogram,
      &Generator::chase,          &Generator::recurrence,
      &Generator::recurrence,     &Generator::scatter,
      &Generator::ragged,         &Generator::boundInMemory,
      &Generator::wrapAround,     &Generator::symbolicStride,
      &Generator::iterateElement, &Generator::localBuffer,
      &Generator::sideEffects,    &Generator::argExtreme,
      &Generator::calls,      &Generator::twoCounters,    &Generator::floatSum,
      &Generator::floatSum,       &Generator::globalTable};
  (this->*all[rng.below(int(std::size(all)))])(out);
  temps.clear();
  before = nullptr;
}

void Generator::search(Code &out) {
  bool returns = rng.percent(30);
  if (returns)
    f.result = Ty::I32;
  counted(out, !returns, [&](Code &body) {
    if (rng.percent(35))
      store(body);
    block = &body;
    Expr test = condition(1);
    Stmt leave = returns ? giveBack(cast(Ty::I32, ref(f, ivs.back().var)))
                         : simple(Stmt::Break);
    body.push_back(branch(std::move(test), {leave}));
    if (rng.percent(35))
      reduce(body);
    else if (rng.percent(35))
      store(body);
  });
}

void Generator::compact(Code &out) {
  int k = newLocal(rng.percent(70) ? Ty::I32 : Ty::U64, {0, 5000},
                   fresh({"k", "w", "count"}));
  out.push_back(declare(k, literal(0)));
  liveOut.push_back(k);
  size_t to = newArray(elementType(), true, ArrayUse::Flat);
  counted(out, false, [&](Code &body) {
    Expr test = condition(1);
    Code yes;
    block = &yes;
    Expr at = ref(f, k);
    if (rng.percent(60)) {
      at.kind = Expr::PostInc;
      at.op = "++";
    }
    storeTo(arrays[to], {at}, yes);
    if (at.kind == Expr::VarRef)
      yes.push_back(bump(k));
    // y[k++] op= e reads and writes one element: fine, but k moves once.
    block = &body;
    body.push_back(branch(std::move(test), std::move(yes)));
  });
}

void Generator::recurrence(Code &out) {
  if (rng.percent(50)) {
    counted(out, false, [&](Code &body) { carry(body); });
    return;
  }
  // y[i] from y[i - d], d = 1..4, or y[i + d].
  size_t to = newArray(elementType(), true, ArrayUse::Flat);
  counted(out, false, [&](Code &body) {
    bool isSignedIndex = ivs.back().isSigned;
    int distance = rng.in(1, 4);
    Expr here = term(ivs.back(), 1, isSignedIndex ? 0 : distance);
    Expr there = term(ivs.back(), 1,
                      isSignedIndex ? (rng.percent(75) ? -distance : distance)
                                    : (rng.percent(75) ? 0 : 2 * distance));
    ArrayUse use = arrays[to];
    Expr from = accessAt(use, {there});
    int t = newTemp(from.type, from.range);
    body.push_back(declare(t, std::move(from)));
    Expr e = value(1);
    e = arith(rng.pick({"+", "-", "*", "+"}), ref(f, t), std::move(e), rng);
    const Var v = f.vars[use.var];
    if (isFloat(e.type) && isInt(v.type))
      e = asTemp(std::move(e));
    e = fit(std::move(e), v.type, v.range, rng);
    body.push_back(assign(accessAt(use, {here}), std::move(e)));
  });
}

void Generator::ragged(Code &out) {
  int j = newLocal(indexType, {0, 16}, fresh({"j", "l"}));
  f.vars[j].spelled = indexName;
  counted(out, false, [&](Code &body) {
    Expr trips = asTemp(bounded(rng.pick({3, 7})));
    Code inner;
    block = &inner;
    size_t visible = temps.size();
    Iv iv;
    iv.var = j;
    iv.most = 7;
    iv.isSigned = isSigned(promote(indexType));
    ivs.push_back(iv);
    if (rng.percent(50)) {
      Code *outer = before;
      before = &body;
      reduce(inner);
      before = outer;
      // Its accumulator lives in the body, so its value leaves by memory.
      int s = liveOut.back();
      liveOut.pop_back();
      ivs.pop_back();
      block = &body;
      temps.resize(visible);
      temps.push_back(s);
    } else {
      store(inner);
      ivs.pop_back();
      block = &body;
      temps.resize(visible);
    }
    clearHomes(); // places of the inner loop use its counter
    if (rng.percent(25)) {
      Expr test = condition(1);
      // The condition may have needed a temporary of the body's.
      inner.push_back(branch(std::move(test), {simple(Stmt::Break)}));
    }
    Stmt loop = simple(Stmt::For);
    loop.init = {declare(j, literal(0))};
    loop.rhs = binary("<", ref(f, j), cast(indexType, trips));
    loop.step = {bump(j)};
    loop.step[0].pinned = true;
    loop.body = std::move(inner);
    body.push_back(std::move(loop));
    store(body);
    temps.resize(visible);
  });
}

void Generator::boundInMemory(Code &out) {
  Var v;
  v.kind = Var::Array;
  v.type = Ty::I32;
  v.spelled = "int";
  v.name = fresh({"np", "limit", "bound"});
  v.range = {0, 60};
  v.isConst = rng.percent(60);
  int bound = addVar(v);
  // An output of the same contract may overlap the bound, and change it.
  size_t to = newArray(Ty::I32, true, ArrayUse::Flat);
  f.vars[arrays[to].var].range = v.range;
  f.vars[arrays[to].var].fields = 0;
  f.vars[arrays[to].var].spelled = "int";
  int i = newLocal(Ty::I32, {0, 61}, fresh({"i", "j"}));
  Iv iv;
  iv.var = i;
  iv.most = 60;
  Code body;
  ivs.push_back(iv);
  block = &body;
  storeTo(arrays[to], {term(iv, 1, rng.below(3))}, body);
  if (rng.percent(40))
    store(body);
  ivs.pop_back();
  block = &out;
  Stmt loop = simple(Stmt::For);
  loop.init = {declare(i, literal(0))};
  loop.rhs = binary("<", ref(f, i),
                    rng.percent(60) ? deref(f, bound)
                                    : element(f, bound, {literal(0)}));
  loop.step = {bump(i)};
  loop.step[0].pinned = true;
  loop.body = std::move(body);
  out.push_back(std::move(loop));
}

void Generator::iterateElement(Code &out) {
  int v = newLocal(Ty::U32, fullRange(Ty::U32), fresh({"v", "state"}));
  int count = newLocal(Ty::I32, {0, 50}, fresh({"steps", "depth"}));
  counted(out, false, [&](Code &body) {
    Expr x = ref(f, v);
    body.push_back(declare(v, bounded(1023)));
    body.push_back(declare(count, literal(0)));
    Stmt loop = simple(Stmt::While);
    loop.rhs = binary("&&", binary(">", x, literal(1)),
                      binary("<", ref(f, count), literal(40)));
    Expr odd = binary("+", binary("*", x, literal(3)), literal(1));
    Stmt more = bump(count);
    more.pinned = true;
    loop.body = {assign(x, select(binary("&", x, literal(1)), odd,
                                  binary(">>", x, literal(1)))),
                 more};
    body.push_back(std::move(loop));
    temps.push_back(count);
    store(body);
  });
}

/// Calls that change memory, for values of which some are read, beside statements that would do without.
void Generator::calls(Code &out) {
  const size_t counts = newArray(Ty::U32, true, ArrayUse::Flat);
  const int var = arrays[counts].var;
  f.vars[var].fields = 0;
  f.vars[var].spelled = spelling(Ty::U32);
  f.vars[var].range = fullRange(Ty::U32);
  arrays.erase(arrays.begin() + counts);
  const std::string next = fresh({"next", "advance", "noted"}) + "_" + std::to_string(f.index) + "$S";
  f.helpers.push_back("static __attribute__((noinline)) unsigned *" + next +
                      "(unsigned *p) {\n  $T(*p) += 1;\n  return p;\n}");
  const std::string p = fresh({"p", "q", "at"});
  const Expr array = ref(f, var);
  const bool isInside = rng.percent(40);
  if (!isInside)
    out.push_back(spelled("unsigned *" + p + " = $0;", {array}));
  counted(out, false, [&](Code &body) {
    store(body);
    if (isInside)
      body.push_back(spelled("unsigned *" + p + " = " + next + "($0);", {array}));
    else
      body.push_back(spelled(p + " = " + next + "(" + p + ");"));
    body.push_back(rng.percent(40) ? spelled("(void)" + p + ";") : spelled(next + "(" + p + ");"));
    if (rng.percent(30))
      reduce(body);
  });
}

void Generator::sideEffects(Code &out) {
  size_t from = newArray(elementType(), false, ArrayUse::Flat);
  f.vars[arrays[from].var].isVolatile = rng.percent(50);
  int var = arrays[from].var;
  bool isVolatile = f.vars[var].isVolatile;
  f.vars[var].fields = 0;
  f.vars[var].spelled = spelling(f.vars[var].type);
  arrays.erase(arrays.begin() + from);
  counted(out, false, [&](Code &body) {
    Expr e = element(f, var, {term(ivs.back(), 1, 0)});
    int t = newTemp(e.type, e.range);
    body.push_back(declare(t, std::move(e)));
    store(body);
    if (rng.percent(30))
      reduce(body);
  });
  if (!isVolatile)
    for (Inline &fn : f.inlines)
      fn.noInline = true;
}

void Generator::argExtreme(Code &out) {
  size_t from = newArray(elementType(), false, ArrayUse::Flat);
  Ty type = f.vars[arrays[from].var].type;
  int best = newLocal(type, fullRange(type), fresh({"best", "top"}));
  int at = newLocal(Ty::I32, {-1, 5000}, fresh({"at", "where"}));
  out.push_back(declare(best, isFloat(type)
                                  ? real(rng.pick({0.0, -100.0}), type)
                                  : literal(rng.below(2))));
  out.push_back(declare(at, literal(-1)));
  std::string op = rng.pick({"<", ">", "<=", ">="});
  counted(out, false, [&](Code &body) {
    Expr x = accessAt(arrays[from], {term(ivs.back(), 1, 0)});
    if (rng.percent(50))
      x = asTemp(x);
    body.push_back(
        branch(binary(op, x, ref(f, best)),
               {assign(ref(f, best), x),
                assign(ref(f, at), cast(Ty::I32, ref(f, ivs.back().var)))}));
  });
  liveOut.push_back(at);
  if (rng.percent(60))
    liveOut.push_back(best);
}

void Generator::floatSum(Code &out) {
  Ty type = rng.pick({Ty::F32, Ty::F32, Ty::F64});
  palette[0] = type;
  allowFloat = true;
  int s = newLocal(type, fullRange(type), fresh({"s", "sum", "dot"}));
  out.push_back(declare(s, real(rng.pick({0.0, 1.0}), type)));
  liveOut.push_back(s);
  counted(out, false, [&](Code &body) {
    Expr e = value(2);
    if (rng.percent(50)) { // a dot product
      e = load();
      e = arith("*", std::move(e), load(), rng);
    }
    for (Stmt &stmt : update(ref(f, s), e))
      body.push_back(std::move(stmt));
    if (rng.percent(25))
      store(body);
  });
}

} // namespace vecify::fuzz
