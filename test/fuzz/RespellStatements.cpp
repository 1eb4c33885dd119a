// Statements in other words: branches as switches, jumps and &&, stores through functions, pointers and chains of
// assignments, variables that have no value on paths that do not use them.
#include "Generator.h"
#include "Respell.h"

namespace vecify::fuzz {

namespace {
bool movesAnything(const Expr &e) {
  bool found = false;
  eachExpr(e, [&](const Expr &inner) {
    found |= inner.kind == Expr::PostInc || (inner.kind == Expr::Spelled && inner.op.find("++") != std::string::npos);
  });
  return found;
}

bool isPlainName(const std::string &name) { return name.find_first_of(".[(*") == std::string::npos; }
} // namespace

bool Respeller::branchByOther() {
  Place place;
  if (!pick(places([](const Stmt &s) { return s.kind == Stmt::If && !s.pinned && !s.body.empty(); }), place))
    return false;
  const Stmt s = *place;
  const bool isBound = leaves(s.body) || leaves(s.orElse);
  const auto become = [&](const std::string &text, std::vector<Expr> kids) {
    *place = spelled(text, std::move(kids), s.body, s.orElse);
    return true;
  };
  if (!s.orElse.empty()) {
    const std::string skip = label("otherwise"), over = label("over");
    switch (rng.below(isBound ? 1 : 4)) {
    case 0:
      return become("if (!(#0)) {\n%E\n} else {\n%B\n}", {s.rhs});
    case 1:
      return become("switch (!(#0)) {\ncase 1: {\n%E\n}\n  break;\ndefault: {\n%B\n}\n}", {s.rhs});
    case 2:
      return become("switch ((#0) ? 4 : 9) {\ncase 4: {\n%B\n}\n  break;\ncase 9: {\n%E\n}\n  break;\n}", {s.rhs});
    default:
      return become("if (#0)\n  goto " + skip + ";\n{\n%E\n}\ngoto " + over + ";\n" + skip + ": {\n%B\n}\n" + over +
                        ":;",
                    {s.rhs});
    }
  }
  if (s.rhs.kind == Expr::Binary && s.rhs.op == "&&" && rng.percent(50))
    return become("if (#0) {\n  if (#1) {\n%B\n}\n}", {s.rhs.kids[0], s.rhs.kids[1]});
  const Stmt &only = s.body[0];
  if (s.body.size() == 1 && only.kind == Stmt::Assign && rng.percent(50)) {
    const std::string set = "(void)($1 " + only.op + " #2)";
    const std::vector<Expr> kids = {s.rhs, only.lhs, only.rhs};
    switch (rng.below(4)) {
    case 0:
      return become("(void)((#0) && (($1 " + only.op + " #2), 1));", kids);
    case 1:
      return become("(#0) ? " + set + " : (void)0;", kids);
    case 2:
      return become("(void)(!(#0) || (($1 " + only.op + " #2), 0));", kids);
    default:
      return become("if (#0)\n  ;\nif (#0)\n  " + set + ";", kids);
    }
  }
  const bool isLast = place.isInStepLoop && !place.isNested && place.at + 1 == place.code->size();
  if (isLast && rng.percent(50))
    return become("if (!(#0))\n  continue;\n{\n%B\n}", {s.rhs});
  const std::string skip = label("skip");
  switch (rng.below(isBound ? 3 : 9)) {
  case 0:
    return become("if (!(#0))\n  ;\nelse {\n%B\n}", {s.rhs});
  case 1:
    return become("{\n  int flag = !!(#0);\n  if (flag) {\n%B\n  }\n}", {s.rhs});
  case 2:
    return become("{\n  const _Bool flag = #0;\n  if (flag != 0) {\n%B\n  }\n}", {s.rhs});
  case 3:
    return become("switch (!!(#0)) {\ncase 1: {\n%B\n}\n}", {s.rhs});
  case 4:
    return become("switch ((#0) ? 3 : 7) {\ncase 7:\n  break;\ndefault: {\n%B\n}\n}", {s.rhs});
  case 5:
    return become("if (!(#0))\n  goto " + skip + ";\n{\n%B\n}\n" + skip + ":;", {s.rhs});
  case 6:
    return become("do {\n  if (!(#0))\n    break;\n%B\n} while (0);", {s.rhs});
  case 7:
    return become("{\n  int flag = 0;\n  if (#0)\n    flag++;\n  if (flag == 1) {\n%B\n  }\n}", {s.rhs});
  default:
    return become("if (#0) {\n%B\n  goto " + skip + ";\n}\n" + skip + ":;", {s.rhs});
  }
}

bool Respeller::storeByOther() {
  Place place;
  const auto isStore = [&](const Stmt &s) {
    return s.kind == Stmt::Assign && s.op == "=" && !s.pinned && s.lhs.kind == Expr::Index && !movesAnything(s.lhs);
  };
  if (!pick(places(isStore), place))
    return false;
  const Stmt s = *place;
  const std::string type = spelling(s.lhs.type), name = f.name + "_";
  const std::string tag = harnessName(s.lhs.type), test = "#2";
  const auto become = [&](const std::string &text) {
    *place = spelled(text, {s.lhs, s.rhs, someTruth(place)});
    return true;
  };
  if (s.rhs.kind == Expr::Cond && rng.percent(50)) {
    const std::vector<Expr> kids = {s.lhs, s.rhs.kids[0], s.rhs.kids[1], s.rhs.kids[2]};
    *place = spelled(rng.pick({"if (#1)\n  $0 = #2;\nelse\n  $0 = #3;", "(#1) ? ($0 = #2) : ($0 = #3);",
                               "*((#1) ? &$0 : &$0) = (#1) ? #2 : #3;"}),
                     kids);
    return true;
  }
  switch (rng.below(16)) {
  case 0:
    return become("{\n  " + type + " put;\n  $0 = put = #1;\n}");
  case 1:
    return become("{\n  " + type + " put1, put2 = #1;\n  put1 = ($0 = put2);\n  (void)put1;\n}");
  case 2:
    helper("static inline __attribute__((unused)) void " + name + "put_" + tag + "$S(" + type + " *p, " + type +
           " put) {\n  $T(*p) = put;\n}");
    return become(name + "put_" + tag + "$S(&$0, #1);");
  case 3:
    helper("typedef struct {\n  " + type + " *to;\n  " + type + " what;\n} " + name + "put_" + tag + "_t;");
    helper("static void " + name + "set_" + tag + "$S(" + name + "put_" + tag + "_t s) {\n  $T(*s.to) = s.what;\n}");
    return become(name + "set_" + tag + "$S((" + name + "put_" + tag + "_t){&$0, #1});");
  case 4:
    helper("static inline __attribute__((unused)) " + type + " *" + name + "at_" + tag + "$S(" + type +
           " *p, long i) {\n  return p + i;\n}");
    return become("*" + name + "at_" + tag + "$S(&$0, 0) = #1;");
  case 5:
    return become("{\n  " + type + " put[3];\n  put[1] = #1;\n  put[2] = put[1];\n  $0 = put[2];\n}");
  case 6:
    return become("{\n  struct {\n    " + type +
                  " a, b;\n  } put = {0, #1}, other;\n  other = put;\n  $0 = other.b;\n}");
  case 7: // no value where it is of no use
    return become("{\n  " + type + " put;\n  if (" + test + ")\n    put = #1;\n  if (" + test + ")\n    $0 = put;\n}");
  case 8:
    return become("*&$0 = #1;");
  case 9:
    return become("{\n  " + type + " put = #1;\n  memcpy(&$0, &put, sizeof put);\n}");
  case 10:
    return become("if (" + test + ")\n  $0 = #1;\nelse\n  $0 = $0;");
  case 11:
    return become("{\n  " + type + " *spot = &$0;\n  *spot = #1;\n}");
  case 12:
    return become("{\n  " + type + " put = $0;\n  $0 = #1;\n  if (" + test + ")\n    $0 = put;\n}");
  case 13:
    return become("{\n  " + type + " put;\n  switch (" + test +
                  ") {\n  case 0:\n    put = #1;\n    break;\n  default:\n    put = $0;\n  }\n  $0 = put;\n}");
  case 14:
    return become("({\n  " + type + " put = #1;\n  $0 = put;\n});");
  default:
    return become("(" + test + ") ? (void)($0 = #1) : (void)($0 = " + (isFloat(s.lhs.type) ? "1" : "(" + type + ")1") +
                  ");");
  }
}

/// y[k++] = ... by a counter of its own.
bool Respeller::storeWithCounter() {
  Place place;
  Head head;
  if (!loop(place, head))
    return false;
  std::vector<Stmt *> stores;
  for (Stmt &s : place->body)
    if (s.kind == Stmt::Assign && s.lhs.kind == Expr::Index && s.lhs.kids.size() == 2 &&
        s.lhs.kids[1].kind == Expr::VarRef && s.lhs.kids[1].var == head.var)
      stores.push_back(&s);
  if (stores.empty())
    return false;
  Stmt &store = *rng.pick(stores);
  const Var v = f.vars[head.var];
  const Ty type = rng.percent(60) ? v.type : rng.pick({Ty::I32, Ty::I64});
  Range range = v.range;
  range.lo = std::min<Wide>(range.lo, isSigned(type) ? -1 : 0);
  const int k = newLocal(type, range, {"k", "w", "next", "o"});
  const bool isEarly = isSigned(type) && rng.percent(30);
  Expr first = isEarly ? cast(type, binary("-", cast(Ty::I64, head.lo), literal(1))) : head.lo;
  first.range = range;
  store.lhs.kids[1] = isEarly ? spelledValue("++$0", ref(f, k), {ref(f, k)}) : incremented(f, k, "++");
  Stmt start = declare(k, first);
  start.pinned = true;
  if (!startsOutside(place, start, k))
    startsInBlock(place, start);
  return true;
}

bool Respeller::accumulatedByOther() {
  Place place;
  const auto isSum = [&](const Stmt &s) {
    const bool isLocal = s.kind == Stmt::Bump
                             ? f.vars[s.var].kind == Var::Local
                             : s.kind == Stmt::Assign && s.op.size() == 2 && s.lhs.kind == Expr::VarRef &&
                                   isInt(s.lhs.type) && isInt(s.rhs.type);
    return isLocal && !s.pinned && (s.kind != Stmt::Bump || s.op.size() == 2);
  };
  if (!pick(places(isSum), place))
    return false;
  const Stmt s = *place;
  if (s.kind == Stmt::Bump) {
    if (s.op != "++" && s.op != "--")
      return false;
    const std::string sign = s.op.substr(1);
    *place = spelled(rng.pick({"$0 = $0 " + sign + " 1;", s.op + "$0;", "$0 " + sign + "= 1;", "(void)$0" + s.op + ";",
                               "$0 " + sign + "= 1u;", "$0 " + sign + "= (char)1;", "$0 = ($0 " + sign + " 1);"}),
                     {ref(f, s.var)});
    return true;
  }
  const std::string op = s.op.substr(0, 1);
  const bool isPlain = isPlainName(f.vars[s.lhs.var].name);
  const bool is32 = promote(s.lhs.type) == Ty::I32 && bytes(s.rhs.type) <= 4;
  std::vector<std::string> texts = {"$0 = $0 " + op + " (#1);",
                                    "(void)($0 " + s.op + " #1);",
                                    "(#2) ? ($0 " + s.op + " #1) : ($0 " + s.op + " #1);",
                                    "if (#2)\n  $0 " + s.op + " #1;\nelse\n  $0 " + s.op + " #1;",
                                    "(void)((#2) && (($0 " + s.op + " #1), 1));",
                                    "if (#2) {\n  $0 " + s.op + " #1;\n  $0 " + s.op + " 0;\n}"};
  if (op == "*")
    texts.resize(5);
  if (is32) {
    texts.push_back("$0 " + s.op + " (unsigned)(#1);");
    texts.push_back("$0 = (int)((unsigned)$0 " + op + " (unsigned)(#1));");
    texts.push_back("$0 = $0 " + op + " 1l * (#1);");
  }
  if (s.lhs.type == Ty::I64 && bytes(s.rhs.type) <= 4 && op != "*")
    texts.push_back("$0 " + s.op + " (unsigned)(#1);");
  if (isPlain) {
    const std::string type = spelling(s.lhs.type), name = f.name + "_gather_" + harnessName(s.lhs.type);
    if (op == "^" || op == "|" || op == "&" || !isSigned(promote(s.lhs.type)))
      texts.push_back(name + "$S(&$0, #1);");
    texts.push_back("{\n  " + type + " *spot = &$0;\n  *spot " + s.op + " #1;\n}");
    const std::string text = rng.pick(texts);
    if (text.starts_with(name))
      helper("static inline __attribute__((unused)) void " + name + "$S(" + type + " *sum, " + type +
             " v) {\n  *sum = *sum " + op + " v;\n}");
    if (text.starts_with(name))
      for (const std::string &other : f.helpers)
        if (other.find(name + "$S") != std::string::npos && other.find("*sum " + op) == std::string::npos)
          return false;
    *place = spelled(text, {s.lhs, s.rhs, someTruth(place)});
    return true;
  }
  *place = spelled(rng.pick(texts), {s.lhs, s.rhs, someTruth(place)});
  return true;
}

bool Respeller::declaredByOther() {
  Place place;
  const auto isPlain = [&](const Stmt &s) {
    return s.kind == Stmt::Decl && s.op.empty() && !s.pinned && f.vars[s.var].kind == Var::Local &&
           isPlainName(f.vars[s.var].name) && !movesAnything(s.rhs);
  };
  if (!pick(places(isPlain), place))
    return false;
  const int var = place->var;
  const std::string &t = f.vars[var].name, type = f.vars[var].spelled;
  const std::string other = freshName({"u", "also", "was"});
  std::vector<std::string> texts = {
      type + " " + t + ";\n" + t + " = #0;",
      type + " " + t + ", " + other + ";\n" + t + " = " + other + " = #0;",
      type + " " + other + " = #0, *to_" + other + " = &" + other + ", " + t + " = *to_" + other + ";",
      type + " " + t + ";\nif (#1)\n  " + t + " = #0;\nelse\n  " + t + " = #0;",
      type + " " + t + ";\n{\n  " + type + " " + other + " = #0;\n  " + t + " = " + other + ";\n}",
      type + " " + t + ";\nswitch ((#1) ? 1 : 5) {\ncase 1:\n  " + t + " = #0;\n  break;\ncase 5:\n  " + t +
          " = #0;\n  break;\ndefault:\n  " + t + " = 0;\n}",
      type + " " + t + ";\nmemcpy(&" + t + ", &(" + type + "){#0}, sizeof " + t + ");",
      type + " " + other + "[2] = {#0, 0}, " + t + " = " + other + "[0];",
      type + " " + t + " = 0, " + other + " = " + t + ";\nif (" + other + " == 0)\n  " + t + " = #0;",
      type + " " + t + " = 1;\n" + t + " = (" + t + " = 2, #0);",
      type + " " + t + " = (#1) ? #0 : #0;"};
  bool changes = false;
  eachStmt(f.body, [&](const Stmt &s) {
    changes |= (s.kind == Stmt::Bump && s.var == var) ||
               (s.kind == Stmt::Assign && s.lhs.kind == Expr::VarRef && s.lhs.var == var) || s.kind == Stmt::Spelled;
  });
  if (!changes)
    texts.push_back("const " + type + " " + t + " = #0;");
  if (place->rhs.kind == Expr::IntLit && place.counters.empty() && !changes)
    texts.push_back("static const " + type + " " + t + " = #0;");
  Stmt s = spelled(rng.pick(texts), {place->rhs, someTruth(place)});
  s.pinned = true;
  *place = std::move(s);
  return true;
}

bool Respeller::wrappedStatement() {
  Place place;
  const auto isWhole = [&](const Stmt &s) {
    return (s.kind == Stmt::Assign || s.kind == Stmt::If || s.kind == Stmt::For || s.kind == Stmt::Bump) &&
           !leaves({s}) && !s.pinned;
  };
  if (!pick(places(isWhole), place))
    return false;
  static const std::vector<std::string> texts = {"do {\n%B\n} while (0);",
                                                 "if (1) {\n%B\n}",
                                                 "if (0)\n  ;\nelse {\n%B\n}",
                                                 "switch (0) {\ncase 0: {\n%B\n}\n}",
                                                 "switch (2) {\ncase 1:\n  break;\ndefault: {\n%B\n}\n}",
                                                 "{\n%B\n}",
                                                 "{\n  ;\n%B\n  ;\n}",
                                                 "for (int once = 0; once < 1; once++) {\n%B\n}",
                                                 "({\n%B\n});",
                                                 "{\n  static const int one = 1;\n  if (one) {\n%B\n}\n}",
                                                 "while (1) {\n%B\n  break;\n}",
                                                 "for (;;) {\n%B\n  if (1)\n    break;\n}",
                                                 "if (#0) {\n%B\n} else {\n%E\n}",
                                                 "{\n  int twice = 2;\n  if (twice-- == 2) {\n%B\n}\n}"};
  const Stmt s = *place;
  const Expr test = someTruth(place);
  const std::string &text = rng.pick(texts);
  *place = spelled(text, {test}, {s}, text.find("%E") == std::string::npos ? Code() : Code{s});
  return true;
}

/// A statement that some iterations leave out.
bool Respeller::skippedStatement() {
  Place place;
  const auto isWhole = [&](const Stmt &s) {
    return (s.kind == Stmt::Assign || s.kind == Stmt::If) && !leaves({s}) && !s.pinned;
  };
  std::vector<Place> found;
  for (const Place &one : places(isWhole))
    if (!one.counters.empty() && one.counters.back() >= 0)
      found.push_back(one);
  if (!pick(found, place))
    return false;
  const Expr i = ref(f, place.counters.back()), test = someTruth(place);
  Stmt s = *place;
  const int way = rng.below(place.isInStepLoop && !place.isNested ? 7 : 5);
  static const char *const texts[] = {
      "switch ($0 & 3) {\ncase 0:\ncase 2: {\n%B\n}\n  break;\ncase 1:\ndefault:\n  break;\n}",
      "switch ($0 % 3) {\ncase 0:\n  if (#1)\n    break;\n  /* fall through */\ncase 1: {\n%B\n}\n  break;\n}",
      "if (0) {\n%E\n}\nif (#1) {\n%B\n}", "do {\n  if (#1)\n    break;\n%B\n} while (0);",
      "if ($0 >= 3 && #1) {\n%B\n} else\n  ;"};
  if (way < 5) {
    *place = spelled(texts[way], {i, test}, {s}, way == 2 ? Code{s} : Code());
    return true;
  }
  place.code->insert(place.code->begin() + long(place.at),
                     way == 5 ? spelled("if (#0)\n  continue;", {test})
                              : spelled("if ($0 > " + std::to_string(rng.in(5, 90)) + ")\n  break;", {i}));
  return true;
}

} // namespace vecify::fuzz
