// Which respellings there are, and where they may go; locals that live in other places.
#include "Respell.h"
#include "Generator.h"
#include <algorithm>
#include <set>

namespace vecify::fuzz {

Stmt spelled(const std::string &pattern, std::vector<Expr> kids, Code body, Code orElse) {
  Stmt s = simple(Stmt::Spelled);
  s.op = pattern;
  s.rhs.kids = std::move(kids);
  s.body = std::move(body);
  s.orElse = std::move(orElse);
  return s;
}

Expr spelledValue(const std::string &pattern, const Expr &like, std::vector<Expr> kids) {
  Expr e = like;
  e.kind = Expr::Spelled;
  e.var = -1;
  e.op = pattern;
  e.value = 0;
  e.kids = std::move(kids);
  return e;
}

Stmt braced(Code body) { return spelled("{\n%B\n}", {}, std::move(body)); }

Expr incremented(const Function &f, int var, const std::string &op) {
  Expr e = ref(f, var);
  e.kind = Expr::PostInc;
  e.op = op;
  return e;
}

bool leaves(const Code &code) {
  bool found = false;
  eachStmt(code, [&](const Stmt &s) {
    found |= s.kind == Stmt::Break || s.kind == Stmt::Continue || s.kind == Stmt::Return;
    found |= s.kind == Stmt::Spelled &&
             (s.op.find("goto") != std::string::npos || s.op.find("continue") != std::string::npos ||
              s.op.find("break") != std::string::npos || s.op.find("return") != std::string::npos);
  });
  return found;
}

bool continues(const Code &code) {
  bool found = false;
  eachStmt(code, [&](const Stmt &s) {
    found |= s.kind == Stmt::Continue || (s.kind == Stmt::Spelled && s.op.find("continue") != std::string::npos);
  });
  return found;
}

std::vector<Respeller::Place> Respeller::places(const std::function<bool(const Stmt &)> &wanted) {
  std::vector<Place> found;
  const auto see = [&](auto &self, Code &code, const std::vector<int> &counters, bool steps, bool nested) -> void {
    for (size_t k = 0; k < code.size(); ++k) {
      Stmt &s = code[k];
      if (wanted(s))
        found.push_back({&code, k, counters, steps, nested});
      const bool isLoop = s.kind == Stmt::For || s.kind == Stmt::While || s.kind == Stmt::DoWhile;
      std::vector<int> inner = counters;
      if (s.kind == Stmt::For && !s.init.empty())
        inner.push_back(s.init[0].kind == Stmt::Decl ? s.init[0].var : s.init[0].lhs.var);
      self(self, s.body, inner, isLoop ? s.kind == Stmt::For && !s.step.empty() : steps, isLoop ? false : true);
      self(self, s.orElse, inner, steps, true);
    }
  };
  see(see, f.body, {}, false, false);
  return found;
}

bool Respeller::pick(std::vector<Place> from, Place &place) {
  if (from.empty())
    return false;
  place = rng.pick(from);
  return true;
}

std::string Respeller::freshName(const std::vector<std::string> &names) {
  for (int round = 1;; ++round)
    for (std::string name : names) {
      if (round > 1)
        name += std::to_string(round);
      if (std::any_of(f.vars.begin(), f.vars.end(), [&](const Var &v) { return v.name == name; }) ||
          std::find(names.begin(), names.end(), name) != names.end())
        continue;
      Var taken;
      taken.kind = Var::Local;
      taken.name = name;
      f.vars.push_back(taken);
      return name;
    }
}

int Respeller::newLocal(Ty type, Range range, const std::vector<std::string> &names) {
  Var v;
  v.kind = Var::Local;
  v.name = freshName(names);
  v.type = type;
  v.spelled = spelling(type);
  v.range = range;
  f.vars.push_back(std::move(v));
  return int(f.vars.size()) - 1;
}

bool Respeller::helper(const std::string &text) {
  if (std::find(f.helpers.begin(), f.helpers.end(), text) == f.helpers.end())
    f.helpers.push_back(text);
  return true;
}

Expr Respeller::someTruth(const Place &place) {
  std::vector<Expr> subjects;
  for (int var : place.counters)
    if (var >= 0)
      subjects.push_back(ref(f, var));
  for (size_t k = 0; k < f.vars.size(); ++k)
    if (f.vars[k].kind == Var::Size || (f.vars[k].kind == Var::Scalar && isInt(f.vars[k].type)))
      subjects.push_back(ref(f, int(k)));
  if (subjects.empty())
    return literal(1);
  const Expr subject = rng.pick(subjects);
  switch (rng.below(4)) {
  case 0:
    return binary("!=", binary("&", subject, literal(rng.pick({1, 2, 3}))), literal(0));
  case 1:
    return binary("<", subject, literal(rng.in(2, 90)));
  case 2:
    return binary(">", subject, literal(rng.in(0, 40)));
  default:
    return binary("!=", subject, literal(rng.in(0, 9)));
  }
}

/// A local as a structure's member, an element of an array, behind a pointer, in a union.
bool Respeller::renamedLocal() {
  Place place;
  const auto isPlain = [&](const Stmt &s) {
    return s.kind == Stmt::Decl && s.op.empty() && f.vars[s.var].kind == Var::Local && !f.vars[s.var].isConst &&
           f.vars[s.var].name.find_first_of(".[(*") == std::string::npos;
  };
  if (!pick(places(isPlain), place))
    return false;
  const int var = place->var;
  int declarations = 0;
  eachStmt(f.body, [&](const Stmt &s) { declarations += s.kind == Stmt::Decl && s.var == var; });
  if (declarations > 1)
    return false;
  Var &v = f.vars[var];
  const std::string type = v.spelled, holder = freshName({"box", "cell", "keep", "slot"}), old = v.name;
  const Expr start = place->rhs;
  const Wide span = std::max(v.range.hi, -v.range.lo);
  std::string text, name;
  switch (rng.below(v.type == Ty::I32 && span < 4000 && !v.range.wild ? 8 : 7)) {
  case 0:
    text = "struct { " + type + " " + old + "; } " + holder + " = {#0};";
    name = holder + "." + old;
    break;
  case 1:
    text = "struct { char c; " + type + " a, " + old + "; } " + holder + " = {1, #0, #0};";
    name = holder + "." + old;
    break;
  case 2:
    text = type + " " + holder + "[1] = {#0};";
    name = holder + "[0]";
    break;
  case 3:
    text = type + " " + holder + "[2][3] = {{0}};\n" + holder + "[1][2] = #0;";
    name = holder + "[1][2]";
    break;
  case 4:
    text = type + " " + holder + " = #0, *to_" + holder + " = &" + holder + ";";
    name = "(*to_" + holder + ")";
    break;
  case 5:
    text = "union { " + type + " " + old + "; char b; } " + holder + ";\n" + holder + "." + old + " = #0;";
    name = holder + "." + old;
    break;
  case 6:
    text = type + " *" + holder + " = &(" + type + "){#0};";
    name = "(*" + holder + ")";
    break;
  default:
    text = "struct { int " + old + " : 13; unsigned rest : 3; } " + holder + " = {#0, 1};";
    name = holder + "." + old;
  }
  Stmt s = spelled(text, {start});
  s.pinned = true;
  *place = std::move(s);
  f.vars[var].name = name;
  return true;
}

/// A local of the same type by another name.
bool Respeller::retypedLocal() {
  std::vector<int> locals;
  for (size_t k = 0; k < f.vars.size(); ++k)
    if (f.vars[k].kind == Var::Local && isInt(f.vars[k].type) && f.vars[k].type != Ty::Bool && !f.vars[k].isConst &&
        f.vars[k].name.find_first_of(".[(*") == std::string::npos)
      locals.push_back(int(k));
  if (locals.empty())
    return false;
  Var &v = f.vars[rng.pick(locals)];
  const std::string prefix = f.name + "_";
  if (v.type == Ty::I32 && rng.percent(30)) {
    helper("typedef enum { " + prefix + "low = -1, " + prefix + "some = 5 } " + prefix + "level;");
    v.spelled = prefix + "level";
  } else if (v.type == Ty::U32 && rng.percent(40)) {
    helper("typedef enum { " + prefix + "none, " + prefix + "one } " + prefix + "choice;");
    v.spelled = prefix + "choice";
  } else if (rng.percent(40)) {
    helper(std::string("typedef ") + spelling(v.type) + " " + prefix + harnessName(v.type) + ";");
    v.spelled = prefix + harnessName(v.type);
  } else {
    static const char *const others[] = {
        "",       "_Bool",        "signed char",     "unsigned char",    "short signed int", "unsigned short int",
        "signed", "unsigned int", "long signed int", "unsigned long int"};
    v.spelled = others[int(v.type)];
  }
  return true;
}

/// A local inside of a loop that takes the name of something outside which the loop does not use.
bool Respeller::shadowingLocal() {
  std::vector<Place> found;
  for (const Place &place : places([](const Stmt &s) { return s.kind == Stmt::For; }))
    for (size_t k = 0; k < place->body.size(); ++k)
      if (place->body[k].kind == Stmt::Decl && f.vars[place->body[k].var].kind == Var::Local &&
          f.vars[place->body[k].var].name.find_first_of(".[(*") == std::string::npos)
        found.push_back({&place->body, k, place.counters, true, false});
  Place place;
  if (!pick(found, place))
    return false;
  std::set<std::string> used;
  eachExpr(*place.code, [&](const Expr &e) {
    if (e.var >= 0)
      used.insert(f.vars[e.var].name);
  });
  eachStmt(*place.code, [&](const Stmt &s) {
    if (s.var >= 0)
      used.insert(f.vars[s.var].name);
  });
  // Text may name anything.
  const auto inText = [&](const std::string &text) {
    for (size_t at = 0, end; at < text.size(); at = end + 1) {
      for (end = at; end < text.size() && (isalnum(text[end]) || text[end] == '_');)
        ++end;
      used.insert(text.substr(at, end - at));
    }
  };
  eachExpr(f.body, [&](const Expr &e) {
    if (e.kind == Expr::Spelled)
      inText(e.op);
  });
  eachStmt(f.body, [&](const Stmt &s) {
    if (s.kind == Stmt::Spelled)
      inText(s.op);
  });
  std::vector<std::string> names;
  for (const Var &v : f.vars)
    if (!used.contains(v.name) && v.name.find_first_of(".[(*_") == std::string::npos && v.kind != Var::Table &&
        v.kind != Var::Global)
      names.push_back(v.name);
  if (names.empty())
    return false;
  f.vars[place->var].name = rng.pick(names);
  return true;
}

/// An array by way of a pointer, a structure of pointers, an array of them, or one cast to rows.
bool Respeller::pointerAlias() {
  Place place;
  if (!pick(places([](const Stmt &s) { return s.kind == Stmt::For; }), place))
    return false;
  std::vector<int> arrays;
  eachExpr(Code{*place}, [&](const Expr &e) {
    if (e.kind == Expr::Index && e.kids[0].kind == Expr::VarRef && f.vars[e.kids[0].var].kind == Var::Array &&
        f.vars[e.kids[0].var].dims.empty() && e.kids.size() == 2)
      arrays.push_back(e.kids[0].var);
  });
  if (arrays.empty())
    return false;
  const int array = rng.pick(arrays);
  const Var &v = f.vars[array];
  const std::string type = (v.isConst ? "const " : "") + v.spelled;
  const std::string p = freshName({"p", "at", "base", "view"});
  std::string text, by = p;
  switch (rng.below(7)) {
  case 0:
    text = type + " *" + p + " = $0;";
    break;
  case 1:
    text = type + " *const " + p + " = &$0[0];";
    break;
  case 2:
    text = "struct { " + type + " *p; long n; } " + p + " = {$0, 3};";
    by = p + ".p";
    break;
  case 3:
    text = type + " *" + p + "[2] = {$0, $0};";
    by = p + "[1]";
    break;
  case 4:
    text = type + " *" + p + "0 = $0, **" + p + " = &" + p + "0;";
    by = "(*" + p + ")";
    break;
  case 5:
    text = type + " *" + p + ";\n" + p + " = (" + type + " *)(void *)$0;";
    break;
  default:
    text = type + " *" + p + " = $0 + " + std::to_string(rng.in(1, 9)) + ";";
  }
  const Expr whole = ref(f, array);
  Code inside = {std::move(*place)};
  rewrite(inside, [&](Expr &e) {
    const bool isOne = e.kind == Expr::Index && e.kids[0].kind == Expr::VarRef && e.kids[0].var == array;
    if (isOne && rng.percent(80))
      e.kids[0] = spelledValue(by, whole, {whole});
    return false;
  });
  Stmt declared = spelled(text, {whole});
  declared.pinned = true;
  inside.insert(inside.begin(), std::move(declared));
  *place = braced(std::move(inside));
  return true;
}

std::vector<int> Respeller::body() {
  struct Row {
    int weight;
    Respelling apply;
  };
  using R = Respeller;
  static const std::vector<Row> rows = {{6, &R::countedDown},
                                        {5, &R::stepInCondition},
                                        {7, &R::conditionInOtherWords},
                                        {5, &R::stepInOtherWords},
                                        {4, &R::endBesideCounter},
                                        {2, &R::leftByBreak},
                                        {2, &R::byGoto},
                                        {6, &R::backwards},
                                        {5, &R::doWhile},
                                        {3, &R::unrolled},
                                        {8, &R::secondCounter},
                                        {4, &R::lastingCounter},
                                        {4, &R::scaledCounter},
                                        {7, &R::walkedPointer},
                                        {4, &R::bufferOnTheWay},
                                        {8, &R::branchByOther},
                                        {8, &R::storeByOther},
                                        {5, &R::storeWithCounter},
                                        {5, &R::accumulatedByOther},
                                        {5, &R::declaredByOther},
                                        {6, &R::wrappedStatement},
                                        {4, &R::skippedStatement},
                                        {9, &R::value},
                                        {9, &R::access},
                                        {6, &R::truth},
                                        {3, &R::literalByName},
                                        {6, &R::renamedLocal},
                                        {4, &R::retypedLocal},
                                        {4, &R::pointerAlias}};
  std::vector<Respelling> drawn;
  for (const Row &row : rows)
    drawn.insert(drawn.end(), size_t(row.weight), row.apply);
  int count = rng.pick({1, 1, 2, 2, 2, 3, 3, 4, 6});
  for (int trial = 0; trial < 60 && count > 0; ++trial)
    count -= (this->*rng.pick(drawn))();
  if (rng.percent(15))
    shadowingLocal();
  return lasting;
}

void Respeller::entry() {
  std::vector<int> sizes;
  for (size_t k = 0; k < f.vars.size(); ++k)
    if (f.vars[k].kind == Var::Size)
      sizes.push_back(int(k));
  if (sizes.empty() || rng.percent(55))
    return;
  const int size = rng.pick(sizes);
  const Var &v = f.vars[size];
  const Expr n = ref(f, size);
  const std::string leave = f.result == Ty::Void ? "return;" : "return 0;";
  const auto at = [&](int64_t value) { return std::to_string(std::max<int64_t>(value, int64_t(v.range.lo))); };
  std::vector<std::string> texts = {"if ($0 <= 0)\n  " + leave,
                                    "if ($0 == 0)\n  " + leave,
                                    "if (!$0)\n  " + leave,
                                    "if ($0 < 3)\n  " + leave,
                                    "if ($0 > 33)\n  " + leave,
                                    "if ($0 > 40)\n  $0 = " + at(40) + ";",
                                    "$0 = $0 > 50 ? " + at(50) + " : $0;",
                                    "while ($0 > 90)\n  $0 -= 7;",
                                    "switch ($0) {\ncase 0:\n  " + leave + "\ncase 1:\ncase 2:\n  $0 = " + at(1) +
                                        ";\n  break;\ndefault:\n  break;\n}",
                                    "switch ($0 & 3) {\ncase 0:\n  break;\ncase 1:\n  " + leave +
                                        "\ndefault:\n  if ($0 > 20)\n    $0 = " + at(20) + ";\n}",
                                    "if ($0 > 8)\n  goto many;\nif ($0 == 5)\n  " + leave + "\nmany:;",
                                    "do {\n  if ($0 < 30)\n    break;\n  $0 = " + at(29) + ";\n} while (0);",
                                    "if ($0 > 5 && ($0 & 1))\n  $0--;",
                                    "if ($0 > 16 || $0 == 3)\n  $0 = " + at(2) + ";",
                                    "if ($0 > 2000)\n  __builtin_unreachable();"};
  if (v.range.lo == 0) {
    texts.push_back("$0 &= ~3;");
    texts.push_back("$0 -= $0 % 4;");
    texts.push_back("$0 = $0 / 2 * 2;");
    texts.push_back("$0 >>= 1;");
  }
  f.body.insert(f.body.begin(), spelled(rng.pick(texts), {n}));
}

} // namespace vecify::fuzz
