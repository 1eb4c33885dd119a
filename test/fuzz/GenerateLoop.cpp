// One counting loop in C's many spellings: up, down, by steps, `!=`, `<=`,
// while, do, `for (;;)` with a break, from a macro, counters declared inside or
// outside, of every integer type; triangular bounds come from the outer
// counters.
#include "Generator.h"
#include <cmath>

namespace vecify::fuzz {

Stmt simple(Stmt::Kind kind) {
  Stmt s;
  s.kind = kind;
  return s;
}

Stmt assign(Expr lhs, Expr rhs, const std::string &op) {
  Stmt s = simple(Stmt::Assign);
  s.lhs = std::move(lhs);
  s.rhs = std::move(rhs);
  s.op = op;
  return s;
}

Stmt declare(int var, Expr init) {
  Stmt s = simple(Stmt::Decl);
  s.var = var;
  s.rhs = std::move(init);
  return s;
}

Stmt bump(int var, const std::string &op) {
  Stmt s = simple(Stmt::Bump);
  s.var = var;
  s.op = op;
  return s;
}

Stmt bumpBy(int var, Expr by) {
  Stmt s = bump(var, "+=");
  s.rhs = std::move(by);
  return s;
}

Stmt branch(Expr condition, Code yes, Code no) {
  Stmt s = simple(Stmt::If);
  s.rhs = std::move(condition);
  s.body = std::move(yes);
  s.orElse = std::move(no);
  return s;
}

Stmt giveBack(Expr value) {
  Stmt s = simple(Stmt::Return);
  s.rhs = std::move(value);
  return s;
}

/// Keeps n small where n * n or more iterations run.
void Generator::sharedSize(int size) {
  int uses = 1;
  for (const Iv &iv : ivs)
    uses += iv.below == size;
  Wide &most = f.vars[size].range.hi;
  if (uses > 1)
    most = std::min(most, Wide(std::pow(double(f.work), 1.0 / uses)));
}

LoopPlan Generator::planLoop(int depth, int level) {
  LoopPlan plan;
  Iv &iv = plan.iv;
  iv.isSigned = isSigned(promote(indexType));
  plan.step = rng.percent(86) ? 1 : rng.in(2, 4);
  plan.down = rng.percent(12) && (plan.step == 1 || isSigned(indexType));

  // From where, to where.
  plan.lo = literal(rng.percent(75) ? 0 : rng.in(1, 4));
  bool triangular = level > 0 && rng.percent(13) && !plan.down;
  const Iv *outer = level > 0 ? &ivs.back() : nullptr;
  bool fixed = level > 0 && rng.percent(13);
  if (hasConstantTrips)
    fixed = rng.percent(70);
  if (triangular && rng.percent(50) && outer->below >= 0) { // j from i or i + 1
    sharedSize(outer->below);
    plan.lo = term(*outer, 1, rng.below(2));
    plan.hi = ref(f, outer->below);
    iv.below = outer->below;
  } else if (triangular) { // j below i or i + 1
    if (outer->below >= 0)
      sharedSize(outer->below);
    plan.lo = literal(0);
    int more = rng.below(2);
    plan.hi = term(*outer, 1, more);
    iv.below = outer->below;
    iv.add = outer->add - 1 + more;
  } else if (fixed) {
    int trips = hasConstantTrips ? rng.in(16, 67) : rng.pick({2, 3, 4, 5, 7, 8, 16});
    plan.hi = literal(trips);
    plan.step = 1;
    plan.lo = literal(0);
    f.work = f.work / trips + 1;
  } else {
    iv.below = newSize(depth);
    sharedSize(iv.below);
    plan.hi = ref(f, iv.below);
    if (iv.isSigned && rng.percent(12)) {
      iv.add = -rng.in(1, 4);
      plan.hi = binary("-", plan.hi, literal(-iv.add));
    } else if (rng.percent(4)) {
      plan.hi = binary("/", plan.hi, literal(2));
    } else if (depth == 1 && bytes(indexType) >= 4 && rng.percent(4)) { // all of a matrix
      int m = newSize(2);
      if (m == iv.below)
        f.vars[m].range.hi = std::min<Wide>(f.vars[m].range.hi, 44);
      iv.below = -1;
      plan.hi = binary("*", ref(f, plan.hi.var), ref(f, m));
    } else if (rng.percent(4) && bytes(indexType) >= 4) {
      int m = newSize(depth + 1);
      iv.below = -1;
      if (m != plan.hi.var)
        plan.hi = call("MIN", usual(plan.hi.type, f.vars[m].type), hull(plan.hi.range, f.vars[m].range),
                       {plan.hi, ref(f, m)});
    } else if (plan.step > 1 && bytes(indexType) >= 4 && rng.percent(25)) {
      // A multiple of the step, so that != ends it.
      plan.hi = binary("*", literal(plan.step), plan.hi);
      plan.lo = literal(0);
      plan.style = LoopPlan::NotEqual;
      plan.down = false;
      f.work = f.work / plan.step + 1;
      iv.below = -1;
    }
  }
  iv.lo = std::max<Wide>(plan.lo.range.lo, 0);
  iv.most = std::max<Wide>(plan.hi.range.hi - 1, iv.lo);

  if (plan.style == LoopPlan::Plain && rng.percent(34)) {
    plan.style = rng.pick({LoopPlan::OutsideDecl, LoopPlan::NotEqual, LoopPlan::LessEqual, LoopPlan::WhileLoop,
                           LoopPlan::DoLoop, LoopPlan::Forever, LoopPlan::Macro});
    bool endsAtEqual = plan.step == 1 && plan.lo.range.hi <= plan.hi.range.lo;
    bool isMacro = indexType == Ty::I32 && indexName == "int" && plan.lo.kind == Expr::IntLit && plan.lo.value == 0 &&
                   plan.step == 1 && plan.hi.type == Ty::I32;
    if ((plan.style == LoopPlan::NotEqual && !endsAtEqual) || (plan.style == LoopPlan::LessEqual && !iv.isSigned) ||
        (plan.style == LoopPlan::Macro && !isMacro))
      plan.style = LoopPlan::Plain;
    if (plan.style != LoopPlan::OutsideDecl)
      plan.down = false;
  }
  if (!isSigned(indexType) && plan.hi.range.lo < 0)
    plan.down = false; // it would start at a wrapped bound
  if (plan.down && (!isSigned(indexType) || (plan.step == 1 && rng.percent(30))))
    plan.style = LoopPlan::CountDown;
  bool isOutside = plan.style == LoopPlan::OutsideDecl || plan.style == LoopPlan::WhileLoop;
  plan.isLiveOut = isOutside && level == 0 && rng.percent(20);

  Var v;
  v.type = indexType;
  v.spelled = indexName;
  v.range = {isSigned(indexType) ? -4 : 0, iv.most + plan.step + 1};
  if (plan.style == LoopPlan::CountDown && !iv.isSigned)
    v.range.hi = std::max(v.range.hi, plan.hi.range.hi);
  iv.var = newCounter(plan, v);
  return plan;
}

int Generator::newCounter(const LoopPlan &plan, Var v) {
  if (plan.style == LoopPlan::OutsideDecl || plan.style == LoopPlan::WhileLoop || plan.style == LoopPlan::DoLoop) {
    v.name = fresh({"i", "j", "k", "l", "p", "q"});
    return addVar(v);
  }
  // A counter of its own scope may share its name with earlier ones.
  for (const char *name : {"i", "j", "k", "l", "ii", "jj", "kk", "ll", "i2", "j2", "k2", "l2"}) {
    bool clash = isTaken(name);
    for (const Iv &other : ivs)
      clash |= f.vars[other.var].name == name;
    if (!clash) {
      v.name = name;
      break;
    }
  }
  f.vars.push_back(v);
  return int(f.vars.size()) - 1;
}

/// `e` with another variable.
static void rename(Expr &e, int from, int to) {
  if (e.kind == Expr::VarRef && e.var == from)
    e.var = to;
  for (Expr &kid : e.kids)
    rename(kid, from, to);
}

LoopPlan Generator::planAgain(const LoopPlan &old, const LoopPlan *outer) {
  LoopPlan plan = old;
  plan.iv.var = newCounter(old, f.vars[old.iv.var]);
  for (Expr *bound : {&plan.lo, &plan.hi})
    if (outer)
      rename(*bound, outer->iv.var, ivs.back().var);
  return plan;
}

bool Generator::mayContinue(const LoopPlan &plan) const {
  return plan.style != LoopPlan::WhileLoop && plan.style != LoopPlan::DoLoop;
}

void Generator::emitLoop(const LoopPlan &plan, Code body, Code &out) {
  int var = plan.iv.var;
  Expr i = ref(f, var);
  Stmt advance = plan.step == 1 ? bump(var, plan.down ? "--" : "++") : bumpBy(var, literal(plan.step));
  if (plan.down && plan.step > 1)
    advance.op = "-=";
  advance.pinned = true;
  auto below = [&] { return binary("<", i, plan.hi); };
  auto last = [&] { // hi - 1, simplified
    if (plan.hi.kind == Expr::IntLit)
      return literal(plan.hi.value - 1);
    if (plan.hi.kind == Expr::Binary && plan.hi.op == "+" && plan.hi.kids[1].value == 1)
      return plan.hi.kids[0];
    return binary("-", plan.hi, literal(1));
  };

  Stmt loop = simple(Stmt::For);
  loop.init = {declare(var, plan.lo)};
  loop.rhs = below();
  loop.step = {advance};
  loop.body = std::move(body);
  switch (plan.style) {
  case LoopPlan::Plain:
    break;
  case LoopPlan::OutsideDecl: {
    Stmt outside = declare(var, literal(0));
    outside.op = plan.isLiveOut ? "" : "bare";
    out.push_back(outside);
    loop.init = {assign(i, plan.lo)};
    break;
  }
  case LoopPlan::NotEqual:
    loop.rhs = binary("!=", i, plan.hi);
    break;
  case LoopPlan::LessEqual:
    loop.rhs = binary("<=", i, last());
    break;
  case LoopPlan::Macro:
    loop.op = "FOR";
    break;
  case LoopPlan::CountDown: {
    loop.init[0].rhs = plan.hi;
    Expr down = i;
    down.kind = Expr::PostInc;
    down.op = "--";
    loop.rhs = binary(">", down, plan.lo);
    loop.step.clear();
    out.push_back(std::move(loop));
    return;
  }
  case LoopPlan::Forever: {
    loop.op = "always";
    Stmt leave = branch(binary(">=", i, plan.hi), {simple(Stmt::Break)});
    leave.pinned = true;
    loop.body.insert(loop.body.begin(), std::move(leave));
    break;
  }
  case LoopPlan::WhileLoop:
  case LoopPlan::DoLoop: {
    Stmt start = declare(var, plan.lo);
    loop.kind = plan.style == LoopPlan::WhileLoop ? Stmt::While : Stmt::DoWhile;
    loop.init.clear();
    loop.step.clear();
    loop.body.push_back(advance);
    if (plan.style == LoopPlan::WhileLoop) {
      out.push_back(start);
      out.push_back(std::move(loop));
    } else {
      out.push_back(branch(binary("<", plan.lo, plan.hi), {start, std::move(loop)}));
    }
    if (plan.isLiveOut)
      liveOut.push_back(var);
    return;
  }
  }
  if (plan.down) {
    loop.init[0].rhs = last();
    loop.rhs = binary(">=", i, plan.lo);
  }
  out.push_back(std::move(loop));
  if (plan.isLiveOut)
    liveOut.push_back(var);
}

} // namespace vecify::fuzz
