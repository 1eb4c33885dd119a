// Loops `for (i = lo; i < hi; i++)` in other words: counted down, in conditions with side effects, by goto, by several
// counters and pointers at a time, some of which are of use behind the loop.
#include "Generator.h"
#include "Respell.h"

namespace vecify::fuzz {

std::optional<Respeller::Head> Respeller::headOf(const Stmt &s) {
  if (s.kind != Stmt::For || !s.op.empty() || s.init.size() != 1 || s.step.size() != 1)
    return std::nullopt;
  const Stmt &init = s.init[0], &step = s.step[0];
  const bool declares = init.kind == Stmt::Decl;
  if (!declares && !(init.kind == Stmt::Assign && init.op == "=" && init.lhs.kind == Expr::VarRef))
    return std::nullopt;
  const int var = declares ? init.var : init.lhs.var;
  const bool isUp = step.kind == Stmt::Bump && step.op == "++" && step.var == var;
  if (!isUp || s.rhs.kind != Expr::Binary || s.rhs.op != "<" || s.rhs.kids[0].kind != Expr::VarRef ||
      s.rhs.kids[0].var != var)
    return std::nullopt;
  return Head{var, init.rhs, s.rhs.kids[1], !declares};
}

bool Respeller::loop(Place &place, Head &head) {
  if (!pick(places([](const Stmt &s) { return headOf(s).has_value(); }), place))
    return false;
  head = *headOf(*place);
  return true;
}

/// How often the loop runs, in the type of its counter and of its bounds.
Expr Respeller::trips(const Head &head) {
  const bool fromZero = head.lo.kind == Expr::IntLit && head.lo.value == 0;
  if (fromZero && (head.hi.range.lo >= 0 || !isSigned(promote(head.hi.type))))
    return head.hi;
  Expr difference = binary("-", head.hi, head.lo);
  difference.range = {0, head.hi.range.hi};
  return select(binary(">", head.hi, head.lo), difference, literal(0));
}

Stmt Respeller::advance(int var, bool isUp) {
  Stmt s = bump(var, isUp ? "++" : "--");
  const Expr v = ref(f, var);
  const std::vector<std::string> up = {"$0 = $0 + 1;", "$0 += 1;", "++$0;", "$0 = 1 + $0;", "$0 -= -1;", "(void)$0++;"};
  const std::vector<std::string> down = {"$0 = $0 - 1;", "$0 -= 1;", "--$0;", "$0 += -1;", "(void)$0--;"};
  if (rng.percent(50))
    s = spelled(rng.pick(isUp ? up : down), {v});
  s.pinned = true;
  return s;
}

/// Half of the loops that stand in no other: `start` in front, so that its variable is of use behind.
bool Respeller::startsOutside(const Place &place, const Stmt &start, int var) {
  if (place.code != &f.body || !rng.percent(50))
    return false;
  lasting.push_back(var);
  f.body.insert(f.body.begin() + long(place.at), start);
  return true;
}

/// { start loop }
void Respeller::startsInBlock(const Place &place, const Stmt &start) {
  Stmt loop = std::move((*place.code)[place.at]);
  (*place.code)[place.at] = braced({start, std::move(loop)});
}

/// Puts `loop` in place of the one that was; its counter starts as `start` where it is declared outside.
void Respeller::setLoop(const Place &place, const Head &head, Stmt loop, Expr start, Code before) {
  Code all = std::move(before);
  if (head.isOutside)
    all.push_back(assign(ref(f, head.var), std::move(start)));
  else
    all.push_back(declare(head.var, std::move(start)));
  all.back().pinned = true;
  all.push_back(std::move(loop));
  *place = braced(std::move(all));
}

void rewrite(Code &code, const std::function<bool(Expr &)> &change) {
  const auto inside = [&](auto &self, Expr &e) -> void {
    if (change(e))
      return;
    for (Expr &kid : e.kids)
      self(self, kid);
  };
  for (Stmt &s : code) {
    inside(inside, s.lhs);
    inside(inside, s.rhs);
    for (Code *part : {&s.init, &s.step, &s.body, &s.orElse})
      rewrite(*part, change);
  }
}

void Respeller::replaceCounter(Code &code, int var, const Expr &by, int percent) {
  rewrite(code, [&](Expr &e) {
    const bool isIt = e.kind == Expr::VarRef && e.var == var;
    if (isIt && rng.percent(percent))
      e = by;
    return isIt;
  });
}

/// while (j-- > 0) with a counter of its own.
bool Respeller::countedDown() {
  Place place;
  Head head;
  if (!loop(place, head))
    return false;
  const Expr times = trips(head);
  const Ty type = promote(times.type);
  const int j = newLocal(type, {-1, times.range.hi}, {"j", "left", "rest", "todo"});
  const Expr count = ref(f, j);
  const bool isSignedCount = isSigned(type);
  Stmt start = declare(j, times);
  start.pinned = true;
  const bool mustStep = continues(place->body);
  int way = rng.below(mustStep ? 2 : 5);
  if (way == 3 && !isSignedCount)
    way = 2;
  Stmt loop = std::move(*place);
  loop.init.clear();
  Code before = {start};
  switch (way) {
  case 0: // for (; j > 0; j--, i++)
    loop.rhs = binary(rng.pick({">", "!="}), count, literal(0));
    loop.step.insert(rng.percent(50) ? loop.step.begin() : loop.step.end(), bump(j, "--"));
    loop.step[0].pinned = loop.step[1].pinned = true;
    break;
  case 1: // for (; j-- > 0; i++)
    loop.rhs =
        rng.percent(30) ? incremented(f, j, "--") : binary(rng.pick({">", "!="}), incremented(f, j, "--"), literal(0));
    break;
  case 2: // while (j-- > 0)
    loop.body.push_back(advance(head.var));
    loop.kind = Stmt::While;
    loop.step.clear();
    loop.rhs =
        rng.percent(30) ? incremented(f, j, "--") : binary(rng.pick({">", "!="}), incremented(f, j, "--"), literal(0));
    break;
  case 3: // while (--j >= 0)
    loop.body.push_back(advance(head.var));
    loop.kind = Stmt::While;
    loop.step.clear();
    loop.rhs = spelledValue("(--$0 >= 0)", literal(0), {count});
    break;
  default: // if (j > 0) do ... while (--j > 0);
    loop.body.push_back(advance(head.var));
    loop.kind = Stmt::DoWhile;
    loop.step.clear();
    loop.rhs = spelledValue(rng.pick({"(--$0 > 0)", "(--$0 != 0)", "--$0"}), literal(0), {count});
    loop = branch(binary(rng.pick({">", "!="}), count, literal(0)), {std::move(loop)});
  }
  const bool isTop = place.counters.empty() && place.code == &f.body;
  if (isTop && rng.percent(50)) {
    lasting.push_back(j);
    f.body.insert(f.body.begin(), start);
    ++place.at;
    before.clear();
  }
  setLoop(place, head, std::move(loop), head.lo, before);
  return true;
}

/// for (i = lo - 1; ++i < hi;) and for (i = lo; i++ < hi;).
bool Respeller::stepInCondition() {
  Place place;
  Head head;
  if (!loop(place, head))
    return false;
  Stmt &s = *place;
  const Expr i = ref(f, head.var);
  s.step.clear();
  if (rng.percent(50)) {
    Expr start = head.lo;
    if (start.kind == Expr::IntLit && isSigned(promote(i.type)))
      start = literal(start.value - 1);
    else {
      start = binary("-", head.lo, literal(1));
      start.range = i.range;
    }
    if (!isSigned(i.type) && bytes(i.type) < 4) // wraps
      start = cast(i.type, std::move(start));
    else if (start.kind == Expr::IntLit && !isSigned(i.type))
      start = cast(i.type, literal(-1));
    s.init[0].rhs = std::move(start);
    s.rhs = binary("<", spelledValue("(++$0)", i, {i}), head.hi);
    return true;
  }
  Expr before = binary("-", i, literal(1));
  before.range = {0, i.range.hi - 1};
  replaceCounter(s.body, head.var, before);
  s.rhs = binary("<", incremented(f, head.var, "++"), head.hi);
  return true;
}

bool Respeller::conditionInOtherWords() {
  Place place;
  Head head;
  if (!loop(place, head))
    return false;
  const Expr test = place->rhs, i = test.kids[0], hi = test.kids[1];
  const bool isInOrder = head.lo.range.hi <= hi.range.lo;
  const bool bothSigned = isSigned(promote(i.type)) && isSigned(promote(hi.type));
  std::vector<std::string> texts = {"!($0 >= $1)",
                                    "($1 > $0)",
                                    "($0 < $1 && 1)",
                                    "(($0 < $1) != 0)",
                                    "($0 < $1 ? 1 : 0)",
                                    "($0 <= $1 && $0 != $1)",
                                    "($0 < $1 || $0 < $2)",
                                    "($0 < $1 && $0 < $2)",
                                    "__builtin_expect($0 < $1, 1)",
                                    "((void)0, $0 < $1)",
                                    "($0 < ($1))",
                                    "($0 + 1 <= $1)",
                                    "!!($0 < $1)",
                                    "(($0 < $1) & ($0 < $2))"};
  if (bothSigned)
    for (const char *more : {"($1 - $0 > 0)", "($0 - $1 < 0)", "($0 <= $1 - 1)", "((long)$0 < (long)$1)", "(-$0 > -$1)",
                             "((double)$0 < (double)$1)"})
      texts.push_back(more);
  if (isInOrder) {
    texts.push_back("($0 != $1)");
    texts.push_back("($0 ^ $1)");
    if (promote(i.type) == promote(hi.type))
      texts.push_back("($0 - $1)");
    texts.push_back("($1 - $0)");
    texts.push_back("!($0 == $1)");
  }
  Expr other = hi;
  for (size_t k = 0; k < f.vars.size(); ++k)
    if (f.vars[k].kind == Var::Size && f.vars[k].type == hi.type && rng.percent(60))
      other = ref(f, int(k));
  const std::string text = rng.pick(texts);
  if (text.find("||") != std::string::npos)
    other = hi; // else it runs too far
  place->rhs = spelledValue(text, test, {i, hi, other});
  return true;
}

bool Respeller::stepInOtherWords() {
  Place place;
  Head head;
  if (!loop(place, head))
    return false;
  const Expr i = ref(f, head.var);
  if (!continues(place->body) && rng.percent(50)) {
    place->step.clear();
    if (rng.percent(25)) { // first of all
      Expr before = binary("-", i, literal(1));
      before.range = {0, i.range.hi};
      replaceCounter(place->body, head.var, before);
      place->body.insert(place->body.begin(), advance(head.var));
    } else if (rng.percent(30)) {
      place->body.push_back(braced({advance(head.var)}));
      place->body.back().pinned = true;
    } else {
      place->body.push_back(advance(head.var));
    }
    return true;
  }
  const std::string text = rng.pick(
      {"$0 = $0 + 1", "$0 += 1", "++$0", "$0 = 1 + $0", "$0 -= -1", "(void)$0++", "$0 += 2, $0--", "$0 += !0"});
  place->step[0] = simple(Stmt::Spelled);
  place->step[0].op = text;
  place->step[0].rhs.kids = {i};
  place->step[0].pinned = true;
  return true;
}

/// T i = lo; for (T end = i + (hi - lo); i < end; i++): what the loop declares is made of the counter that it moves.
bool Respeller::endBesideCounter() {
  Place place;
  Head head;
  if (!loop(place, head))
    return false;
  const Var v = f.vars[head.var];
  const int end = newLocal(promote(v.type), {0, v.range.hi + 1}, {"end", "stop", "last", "until"});
  Stmt loop = *place;
  Stmt bound = declare(end, binary("+", ref(f, head.var), trips(head)));
  bound.pinned = true;
  loop.init = {bound};
  loop.rhs = binary("<", ref(f, head.var), ref(f, end));
  Code before;
  if (!head.isOutside && (head.lo.kind != Expr::IntLit || rng.percent(60))) { // what is set twice has no known start
    before.push_back(declare(head.var, literal(0)));
    before.back().pinned = true;
    head.isOutside = true;
  }
  setLoop(place, head, std::move(loop), head.lo, std::move(before));
  return true;
}

/// for (;;) with a break, in front or behind.
bool Respeller::leftByBreak() {
  Place place;
  Head head;
  if (!loop(place, head))
    return false;
  Stmt &s = *place;
  const Expr i = ref(f, head.var);
  Stmt leave = branch(rng.percent(50) ? binary(">=", i, head.hi) : unary("!", s.rhs), {simple(Stmt::Break)});
  leave.pinned = true;
  if (rng.percent(60)) {
    if (rng.percent(40)) { // while (1)
      if (continues(s.body))
        return false;
      Stmt loop = std::move(s);
      loop.kind = Stmt::While;
      loop.rhs = literal(1);
      loop.init.clear();
      loop.step.clear();
      loop.body.insert(loop.body.begin(), leave);
      loop.body.push_back(advance(head.var));
      setLoop(place, head, std::move(loop), head.lo);
      return true;
    }
    s.op = "always";
    s.body.insert(s.body.begin(), leave);
    return true;
  }
  if (continues(s.body))
    return false;
  const Expr first = binary("<", head.lo, head.hi);
  s.op = "always";
  s.step.clear();
  s.body.push_back(advance(head.var));
  s.body.push_back(leave);
  Stmt loop = std::move(s);
  *place = branch(first, {std::move(loop)});
  return true;
}

bool Respeller::byGoto() {
  Place place;
  Head head;
  if (!loop(place, head) || leaves(place->body))
    return false;
  const std::string again = label("again"), done = label("done");
  Code body = std::move(place->body);
  body.push_back(advance(head.var));
  const Expr test = place->rhs;
  Stmt made = rng.percent(50) ? spelled("if (!($0))\n  goto " + done + ";\n" + again + ":;\n%B\nif ($0)\n  goto " +
                                            again + ";\n" + done + ":;",
                                        {test}, std::move(body))
                              : spelled(again + ":;\nif ($0) {\n%B\n  goto " + again + ";\n}", {test}, std::move(body));
  setLoop(place, head, std::move(made), head.lo);
  return true;
}

/// From the last to the first.
bool Respeller::backwards() {
  Place place;
  Head head;
  if (!loop(place, head))
    return false;
  Stmt &s = *place;
  const Expr i = ref(f, head.var);
  const Ty type = promote(i.type);
  if (!isSigned(i.type) && head.hi.range.lo < 0)
    return false;
  Expr before = binary("-", i, literal(1));
  before.range = {0, i.range.hi};
  const bool fromZero = head.lo.kind == Expr::IntLit && head.lo.value == 0;
  const bool comparesSigned = isSigned(type) && isSigned(i.type) && isSigned(promote(head.lo.type));
  int way = rng.below(5);
  if (way == 3 && !comparesSigned && !(fromZero && bytes(i.type) >= 4 && head.hi.type == i.type))
    way = 0;
  if (way == 4 && leaves(s.body))
    way = 2;
  s.init[0].rhs = head.hi;
  switch (way) {
  case 0: // for (i = hi; i > lo; i--) and i - 1
    replaceCounter(s.body, head.var, before);
    s.rhs = binary(">", i, head.lo);
    s.step[0].op = "--";
    break;
  case 1: // for (i = hi; i-- > lo;)
    s.rhs = binary(">", incremented(f, head.var, "--"), head.lo);
    s.step.clear();
    break;
  case 2: // while (i > lo) { --i; ... }
    s.rhs = binary(fromZero && head.hi.range.lo >= 0 && rng.percent(50) ? "!=" : ">", i, head.lo);
    s.step.clear();
    s.body.insert(s.body.begin(), advance(head.var, false));
    break;
  case 3: // for (i = hi - 1; i >= lo; i--) or, without a sign, i < hi
    s.init[0].rhs = binary("-", head.hi, literal(1));
    s.init[0].rhs.range = i.range;
    s.step[0].op = "--";
    s.rhs = comparesSigned ? binary(">=", i, head.lo) : binary("<", i, head.hi);
    break;
  default: // for (i = hi; i > lo;) { ...; --i; }
    replaceCounter(s.body, head.var, before);
    s.rhs = binary(">", i, head.lo);
    s.step.clear();
    s.body.push_back(advance(head.var, false));
  }
  return true;
}

/// if (lo < hi) do ... while (++i < hi);
bool Respeller::doWhile() {
  Place place;
  Head head;
  if (!loop(place, head))
    return false;
  Stmt loop = std::move(*place);
  const Expr first = binary("<", head.lo, head.hi), i = ref(f, head.var);
  loop.kind = Stmt::DoWhile;
  loop.init.clear();
  loop.step.clear();
  if (!continues(loop.body) && rng.percent(40))
    loop.body.push_back(advance(head.var));
  else if (rng.percent(50))
    loop.rhs = binary("<", spelledValue("(++$0)", i, {i}), head.hi);
  else if (head.lo.range.hi <= head.hi.range.lo)
    loop.rhs = binary("!=", spelledValue("(++$0)", i, {i}), head.hi);
  else
    loop.rhs = spelledValue("($0++ < $1 && $0 != $1)", i, {i, head.hi});
  Code inner;
  inner.push_back(head.isOutside ? assign(i, head.lo) : declare(head.var, head.lo));
  inner.back().pinned = true;
  inner.push_back(std::move(loop));
  *place = branch(first, std::move(inner));
  place->pinned = false;
  return true;
}

/// Two iterations at a time, and the one that is left.
bool Respeller::unrolled() {
  Place place;
  Head head;
  if (!loop(place, head) || leaves(place->body) || place->body.size() > 3)
    return false;
  const Expr i = ref(f, head.var);
  const int64_t copies = 2 + int64_t(rng.below(4));
  Stmt loop = *place;
  const Code once = loop.body;
  const auto ahead = [&](int64_t by) {
    Expr next = binary("+", i, literal(by));
    if (!isSigned(next.type))
      next.range = {0, i.range.hi};
    return next;
  };
  Code all;
  for (int64_t copy = 0; copy < copies; ++copy) {
    Code body = once;
    if (copy > 0)
      replaceCounter(body, head.var, ahead(copy));
    all.push_back(braced(std::move(body)));
  }
  loop.rhs = binary("<", ahead(copies - 1), head.hi);
  loop.step[0] = bumpBy(head.var, literal(copies));
  loop.step[0].pinned = true;
  loop.body = std::move(all);
  loop.init.clear();
  Stmt last = *place;
  last.init.clear();
  if (copies == 2 && rng.percent(50))
    last = branch(last.rhs, once);
  Code code = {head.isOutside ? assign(i, head.lo) : declare(head.var, head.lo), loop, last};
  code[0].pinned = true;
  *place = braced(std::move(code));
  return true;
}

} // namespace vecify::fuzz
