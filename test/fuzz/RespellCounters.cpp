// More that moves along with a loop: second counters, pointers, buffers that a loop of their own fills; some of it is
// of use behind the loop.
#include "Generator.h"
#include "Respell.h"

namespace vecify::fuzz {

/// A second counter that goes along, and may be of use behind the loop.
bool Respeller::secondCounter() {
  Place place;
  Head head;
  if (!loop(place, head))
    return false;
  Stmt &s = *place;
  const Var v = f.vars[head.var];
  const Ty type = rng.percent(70) ? v.type : promote(v.type);
  const int k = newLocal(type, v.range, {"k", "pos", "at", "q", "o"});
  const Expr other = ref(f, k);
  Stmt start = declare(k, head.lo);
  start.pinned = true;
  replaceCounter(s.body, head.var, other, rng.pick({30, 60, 100}));
  Stmt more = bump(k);
  more.pinned = true;
  const bool mustStep = continues(s.body);
  switch (rng.below(mustStep ? 1 : 3)) {
  case 0:
    s.step.insert(rng.percent(50) ? s.step.begin() : s.step.end(), more);
    break;
  case 1:
    s.body.push_back(advance(k));
    break;
  default: { // in front, one too far
    Expr before = binary("-", other, literal(1));
    before.range = {0, v.range.hi};
    replaceCounter(s.body, k, before);
    s.body.insert(s.body.begin(), advance(k));
  }
  }
  if (startsOutside(place, start, k))
    return true;
  if (!head.isOutside && type == v.type && rng.percent(60)) {
    s.init.push_back(start); // for (int i = 0, k = 0; ...)
    return true;
  }
  startsInBlock(place, start);
  return true;
}

/// The counter of a loop inside starts once, before the loop around it, and goes on where it stood: the rest of what
/// it did each time it does no more.
bool Respeller::lastingCounter() {
  Place place;
  Head head;
  if (!loop(place, head))
    return false;
  Stmt &outer = *place;
  for (Stmt &inner : outer.body) {
    const std::optional<Head> other = headOf(inner);
    if (!other || other->isOutside || other->lo.kind != Expr::IntLit)
      continue;
    Stmt start = std::move(inner.init[0]);
    start.pinned = true;
    inner.init.clear();
    if (!head.isOutside && f.vars[other->var].type == f.vars[head.var].type && rng.percent(70))
      outer.init.push_back(std::move(start)); // for (int i = 0, j = 0; ...)
    else
      startsInBlock(place, start);
    return true;
  }
  return false;
}

/// c * i as a counter of its own that goes by c.
bool Respeller::scaledCounter() {
  Place place;
  Head head;
  if (!loop(place, head))
    return false;
  Stmt &s = *place;
  const Var v = f.vars[head.var];
  const Ty type = promote(v.type);
  int64_t factor = 0;
  const auto isScaled = [&](const Expr &e) {
    for (int k : {0, 1})
      if (e.kind == Expr::Binary && e.op == "*" && e.kids[k].kind == Expr::VarRef && e.kids[k].var == head.var &&
          e.kids[1 - k].kind == Expr::IntLit && e.type == type)
        return e.kids[1 - k].value;
    return int64_t(0);
  };
  eachExpr(s.body, [&](const Expr &e) { factor = factor ? factor : isScaled(e); });
  if (factor == 0 || head.lo.kind != Expr::IntLit)
    return false;
  const int k = newLocal(type, {v.range.lo * factor, v.range.hi * factor}, {"k", "step", "pos", "o"});
  rewrite(s.body, [&](Expr &e) {
    if (isScaled(e) == factor) {
      e = ref(f, k);
      return true;
    }
    return false;
  });
  Stmt more = bumpBy(k, literal(factor));
  more.pinned = true;
  if (continues(s.body) || rng.percent(60))
    s.step.push_back(more);
  else
    s.body.push_back(more);
  Stmt start = declare(k, literal(head.lo.value * factor));
  start.pinned = true;
  if (!startsOutside(place, start, k))
    startsInBlock(place, start);
  return true;
}

/// x[i + c] by a pointer that walks, which may be of use behind the loop.
bool Respeller::walkedPointer() {
  Place place;
  Head head;
  if (!loop(place, head))
    return false;
  Stmt &s = *place;
  const auto offsetIn = [&](const Expr &e, int array, int64_t &offset) {
    if (e.kind != Expr::Index || e.kids.size() != 2 || e.kids[0].kind != Expr::VarRef ||
        (array >= 0 && e.kids[0].var != array))
      return false;
    const Expr &sub = e.kids[1];
    offset = 0;
    if (sub.kind == Expr::VarRef)
      return sub.var == head.var;
    if (sub.kind != Expr::Binary || (sub.op != "+" && sub.op != "-") || sub.kids[0].kind != Expr::VarRef ||
        sub.kids[0].var != head.var || sub.kids[1].kind != Expr::IntLit)
      return false;
    offset = sub.op == "+" ? sub.kids[1].value : -sub.kids[1].value;
    return true;
  };
  std::vector<int> arrays;
  int64_t offset = 0;
  eachExpr(s.body, [&](const Expr &e) {
    if (offsetIn(e, -1, offset) && f.vars[e.kids[0].var].kind == Var::Array)
      arrays.push_back(e.kids[0].var);
  });
  if (arrays.empty())
    return false;
  const int array = rng.pick(arrays);
  const Var v = f.vars[array];
  const std::string type = (v.isConst ? "const " : "") + v.spelled;
  const bool isBefore = !continues(s.body) && rng.percent(25); // steps first of all
  const std::string p = freshName({"p", "it", "from", "cur"});
  rewrite(s.body, [&](Expr &e) {
    int64_t far = 0;
    if (offsetIn(e, array, far)) {
      far -= isBefore;
      const std::string member = e.op;
      const Expr like = e;
      if (far == 0 && rng.percent(60))
        e = spelledValue(member.empty() ? "@*" + p : "@" + p + "->" + member.substr(1), like, {});
      else
        e = spelledValue("@" + p + "[" + std::to_string(far) + "]" + member, like, {});
      return true;
    }
    return false;
  });
  Stmt more = simple(Stmt::Spelled);
  more.op = rng.pick({std::string("++"), std::string("")}) + p;
  if (more.op == p)
    more.op += rng.pick({"++", " += 1"});
  more.pinned = true;
  if (isBefore || (!continues(s.body) && rng.percent(40))) {
    more.op += ";";
    s.body.insert(isBefore ? s.body.begin() : s.body.end(), more);
  } else {
    s.step.push_back(more);
  }
  Stmt start = spelled(type + " *" + p + " = " + rng.pick({"$0 + $1", "&$0[$1]"}) + ";", {ref(f, array), head.lo});
  start.pinned = true;
  Code code = {start};
  code.push_back(std::move(s));
  if (place.code == &f.body && rng.percent(50)) { // how far it went
    const int moved = newLocal(Ty::I64, {-10, 5000}, {"moved", "went", "end"});
    Stmt zero = declare(moved, literal(0));
    zero.pinned = true;
    code.push_back(spelled("$0 += " + p + " - $1;", {ref(f, moved), ref(f, array)}));
    lasting.push_back(moved);
    *place = braced(std::move(code));
    f.body.insert(f.body.begin(), zero);
    return true;
  }
  *place = braced(std::move(code));
  return true;
}

/// A local array that a first loop fills and the loop reads.
bool Respeller::bufferOnTheWay() {
  Place place;
  Head head;
  if (!loop(place, head))
    return false;
  const bool fits = head.hi.kind == Expr::VarRef && head.lo.kind == Expr::IntLit && f.vars[head.hi.var].range.hi < 5000;
  if (!fits)
    return false;
  Expr found;
  bool has = false;
  eachExpr(place->body, [&](const Expr &e) {
    const bool isOne = e.kind == Expr::Index && e.kids.size() == 2 && e.kids[0].kind == Expr::VarRef &&
                       f.vars[e.kids[0].var].kind == Var::Array && f.vars[e.kids[0].var].isConst &&
                       e.kids[1].kind == Expr::VarRef && e.kids[1].var == head.var;
    if (isOne && !has) {
      found = e;
      has = true;
    }
  });
  if (!has)
    return false;
  const std::string name = freshName({"buf", "copy", "tmp"});
  const bool isSized = rng.percent(50); // by the loop's own bound
  const std::string size = isSized ? "$1 + 1" : std::to_string(int64_t(f.vars[head.hi.var].range.hi) + 1);
  const Expr hi = head.hi, i = ref(f, head.var), from = found;
  Stmt fill = spelled(std::string(spelling(found.type)) + " " + name + "[" + size + "];\nfor (" +
                          f.vars[head.var].spelled + " w = 0; w < $1; w++)\n  " + name + "[w] = $0;",
                      {spelledValue("@$0[w]" + found.op, found, {found.kids[0]}), hi});
  fill.pinned = true;
  rewrite(place->body, [&](Expr &e) {
    if (e.kind == Expr::Index && e.kids.size() == 2 && e.kids[0].kind == Expr::VarRef &&
        e.kids[0].var == from.kids[0].var && e.kids[1].kind == Expr::VarRef && e.kids[1].var == head.var &&
        e.op == from.op) {
      e = spelledValue(name + "[$0]", e, {i});
      return true;
    }
    return false;
  });
  Stmt loop = std::move(*place);
  *place = braced({fill, std::move(loop)});
  return true;
}

} // namespace vecify::fuzz
