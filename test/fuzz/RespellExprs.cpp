// Expressions in other words: compound literals, statement expressions, unions and memcpy, bit-fields, subscripts as
// sums of pointers, truth in many forms, literals behind names.
#include "Generator.h"
#include "Respell.h"

namespace vecify::fuzz {

/// Every value that statements compute, subscripts among them; of respelled ones the parts too, or not.
std::vector<Expr *> Respeller::values(bool isOutermost) {
  std::vector<Expr *> found;
  const auto see = [&](auto &self, Expr &e, bool isLvalue) -> void {
    if (e.kind == Expr::Spelled && (!e.value || isOutermost))
      return;
    if (!isLvalue && e.kind != Expr::PostInc)
      found.push_back(&e);
    for (size_t k = e.kind == Expr::Index || e.kind == Expr::Deref ? 1 : 0; k < e.kids.size(); ++k)
      self(self, e.kids[k], false);
  };
  const auto all = [&](auto &self, Code &code) -> void {
    for (Stmt &s : code) {
      const bool isPlain = s.kind == Stmt::Assign || s.kind == Stmt::If ||
                           (s.kind == Stmt::Decl && s.op.empty() && f.vars[s.var].kind == Var::Local);
      if (isPlain && !s.pinned) {
        see(see, s.rhs, false);
        if (s.kind == Stmt::Assign)
          see(see, s.lhs, true);
      }
      self(self, s.body);
      self(self, s.orElse);
    }
  };
  all(all, f.body);
  std::erase_if(found, [](const Expr *e) {
    bool moves = false;
    eachExpr(*e, [&](const Expr &inner) {
      moves |= inner.kind == Expr::PostInc || (inner.kind == Expr::Spelled && inner.op.find("++") != std::string::npos);
    });
    return moves;
  });
  return found;
}

bool Respeller::value() {
  std::vector<Expr *> found = values();
  std::erase_if(found, [](const Expr *e) { return e->kind == Expr::IntLit || e->kind == Expr::FloatLit; });
  if (found.empty())
    return false;
  Expr &e = *rng.pick(found);
  const std::string t = spelling(e.type), id = f.name + "_id_" + harnessName(e.type);
  std::vector<std::string> texts = {"({ " + t + " hold = #0; hold; })",
                                    "({ " + t + " hold; hold = #0; " + t + " again = hold; again; })",
                                    "({ " + t + " hold; if (1) hold = #0; else hold = 0; hold; })",
                                    "({ " + t + " pair[2] = {#0, 0}; pair[!1]; })",
                                    "((" + t + "[]){#0}[0])",
                                    "((" + t + "[2]){0, #0}[1])",
                                    "(*&(" + t + "){#0})",
                                    "((struct { " + t + " v; }){#0}.v)",
                                    "((struct { char c; " + t + " v; }){.v = #0}.v)",
                                    "((union { " + t + " v; char c; }){.v = #0}.v)",
                                    "(1 ? #0 : #0)",
                                    "((void)0, #0)",
                                    "((" + t + ")(#0))",
                                    "__extension__(" + t + ")$0",
                                    "({ " + t + " hold = #0, held; memcpy(&held, &hold, sizeof held); held; })",
                                    "_Generic(0, int: #0, default: 0)",
                                    "({ " + t + " hold = #0, *by = &hold; *by; })",
                                    "({ struct { " + t + " a[2]; } all = {{0, #0}}, copy = all; copy.a[1]; })",
                                    id + "$S(#0)"};
  if (isInt(e.type) && e.type != Ty::Bool)
    for (const char *more : {"+$0", "~~$0", "($0 ^ 0)", "($0 | 0)", "($0 - 0)", "($0 + 0u)", "($0 & -1)", "($0 * 1)",
                             "($0 / 1)", "($0 >> 0)", "(0 + $0)", "(long long)$0"})
      texts.push_back("((" + t + ")" + more + ")");
  if (isFloat(e.type))
    for (const char *more : {"+$0", "(- -$0)", "(double)$0"})
      texts.push_back("((" + t + ")" + more + ")");
  if (e.type == Ty::F32 || e.type == Ty::F64) {
    const std::string bits = e.type == Ty::F32 ? "uint32_t" : "uint64_t";
    texts.push_back("({ union { " + t + " f; " + bits + " u; } pun = {.f = #0}; pun.u |= 0; pun.f; })");
    texts.push_back(
        "({ " + bits + " pattern; " + t +
        " hold = #0; memcpy(&pattern, &hold, sizeof pattern); memcpy(&hold, &pattern, sizeof hold); hold; })");
  }
  const bool isSmall = isInt(e.type) && !e.range.wild && e.range.lo >= -2000 && e.range.hi < 2000;
  if (isSmall) {
    texts.push_back("((" + t + ")({ struct { int v : 12; } bits; bits.v = #0; bits.v; }))");
    texts.push_back("((" + t + ")({ struct { int before : 5, v : 20; } bits = {0, 0}; bits.v += #0; bits.v; }))");
    texts.push_back("((" + t + ")(short)(#0))");
    texts.push_back("((" + t + ")(float)(#0))");
  }
  if (isInt(e.type) && bytes(e.type) == 4)
    texts.push_back("((" + t + ")({ struct { unsigned v : 32; } bits; bits.v = (unsigned)(#0); bits.v; }))");
  const std::string text = rng.pick(texts);
  if (text.starts_with(id))
    helper("static inline __attribute__((unused)) " + t + " " + id + "$S(" + t + " v) {\n  return v;\n}");
  Expr inner = std::move(e);
  e = spelledValue(text, inner, {inner});
  e.value = 1;
  return true;
}

bool Respeller::access() {
  std::vector<Expr *> found;
  const auto see = [&](auto &self, Expr &e) -> void {
    if (e.kind == Expr::Spelled)
      return;
    if (e.kind == Expr::Index && e.kids[0].kind == Expr::VarRef && f.vars[e.kids[0].var].kind == Var::Array)
      found.push_back(&e);
    for (Expr &kid : e.kids)
      self(self, kid);
  };
  const auto all = [&](auto &self, Code &code) -> void {
    for (Stmt &s : code) {
      see(see, s.lhs);
      if (s.kind == Stmt::Assign || s.kind == Stmt::Decl || s.kind == Stmt::If)
        see(see, s.rhs);
      self(self, s.body);
      self(self, s.orElse);
    }
  };
  all(all, f.body);
  if (found.empty())
    return false;
  Expr &e = *rng.pick(found);
  const Var &v = f.vars[e.kids[0].var];
  const std::string type = (v.isConst ? "const " : "") + v.spelled;
  const std::string bytes = v.isConst ? "const char" : "char";
  std::vector<std::string> texts;
  const bool isSignedSub = isSigned(promote(e.kids.back().type));
  if (e.kids.size() == 2) {
    texts = {"(*($0 + $1))",
             "(#1)[$0]",
             "(&$0[#1])[0]",
             "(*&$0[#1])",
             "(*(#1 + $0))",
             "(*({ " + type + " *p = $0; p + $1; }))",
             "({ " + type + " *hold = &$0[#1]; hold; })[0]",
             "((" + type + " *)(void *)$0)[#1]",
             "(*(" + type + "(*)[1])&$0[#1])[0]",
             "(*(" + type + " *)((" + bytes + " *)$0 + $1 * sizeof(" + type + ")))"};
    texts[4] = "(*($1 + $0))";
    if (isSignedSub) {
      texts.back() = "(*(" + type + " *)((" + bytes + " *)$0 + $1 * (long)sizeof(" + type + ")))";
      texts.push_back("($0 + 1)[$1 - 1]");
      texts.push_back("(*($0 - 2 + $1 + 2))");
      texts.push_back("((" + type + "(*)[4])($0 + $1))[0][0]");
    } else if (e.kids[1].type != Ty::U64) {
      texts.pop_back();
    }
  } else if (e.kids.size() == 3) {
    texts = {"(*($0 + $1))[#2]",     "(*($0[#1] + $2))", "(&$0[#1][0])[#2]",
             "(*(*($0 + $1) + $2))", "(#2)[$0[#1]]",     "({ " + type + " *hold = $0[#1]; hold; })[#2]",
             "(&$0[#1])[0][#2]"};
  }
  if (texts.empty())
    return false;
  const Expr like = e;
  e = spelledValue("@" + rng.pick(texts) + like.op, like, like.kids);
  return true;
}

bool Respeller::truth() {
  std::vector<Expr *> found = values();
  std::erase_if(found, [](const Expr *e) { return e->kind != Expr::Binary || !isComparison(e->op); });
  if (found.empty())
    return false;
  Expr &e = *rng.pick(found);
  const Expr inner = e;
  std::vector<std::string> texts = {"!!(#0)",
                                    "(#0 ? 1 : 0)",
                                    "__builtin_expect(#0, 0)",
                                    "(int)__builtin_expect(!!(#0), 1)",
                                    "({ int yes; if (#0) yes = 1; else yes = 0; yes; })",
                                    "({ _Bool yes = #0; yes; })",
                                    "($0 && 1)",
                                    "(0 || $0)",
                                    "($0 == 1)",
                                    "($0 & 1)",
                                    "(1 - !(#0))",
                                    "({ int yes = 0; switch (#0) { case 0: break; default: yes = 1; } yes; })",
                                    "(!(#0) ? 0 : 1)",
                                    "({ int yes = 0; if (#0) yes++; yes; })",
                                    "(!(#0) == 0)",
                                    "(int)($0 + 0.0f)",
                                    "($0 ^ 0)",
                                    "({ unsigned yes = #0; yes = -yes; (int)(yes >> 31); })",
                                    "(#0 ? #0 : 0)",
                                    "($0 != 0 && $0 > 0)",
                                    "('a' - 'b' + 1 + $0)",
                                    "((char *)0 + (#0) != 0)"};
  texts.pop_back();
  static const char *const opposite[][2] = {{"<", ">="}, {">", "<="},  {"<=", ">"},
                                            {">=", "<"}, {"==", "!="}, {"!=", "=="}};
  if (isInt(inner.kids[0].type) && isInt(inner.kids[1].type) && rng.percent(30)) {
    for (const auto &pair : opposite)
      if (inner.op == pair[0]) {
        Expr turned = inner;
        turned.op = pair[1];
        e = unary("!", turned);
        return true;
      }
  }
  e = spelledValue(rng.pick(texts), inner, {inner});
  e.value = 1;
  return true;
}

bool Respeller::literalByName() {
  std::vector<Expr *> found = values(/*isOutermost=*/true);
  std::erase_if(found, [](const Expr *e) {
    return !(e->kind == Expr::IntLit && e->type == Ty::I32 && e->value >= 0) && e->kind != Expr::FloatLit;
  });
  if (found.empty())
    return false;
  Expr &e = *rng.pick(found);
  const std::string t = spelling(e.type);
  std::vector<std::string> texts = {"({ static const " + t + " fixed = #0; fixed; })",
                                    "({ const " + t + " fixed = #0; fixed; })",
                                    "({ static " + t + " fixed = #0; fixed; })",
                                    "(#0)",
                                    "(" + t + ")(#0)",
                                    "(const " + t + "){#0}"};
  if (e.kind == Expr::IntLit) {
    const std::string number = std::to_string(e.value), name = f.name + "_is" + number;
    char text[32];
    snprintf(text, sizeof text, "0x%llX", (unsigned long long)e.value);
    texts.push_back(text);
    snprintf(text, sizeof text, "0%llo", (unsigned long long)e.value);
    texts.push_back(text);
    if (e.value < 128) {
      snprintf(text, sizeof text, "'\\%llo'", (unsigned long long)e.value);
      texts.push_back(text);
    }
    if (e.value > 0 && e.value < 1000)
      texts.push_back("(int)sizeof(char[" + number + "])");
    texts.push_back(name);
    const std::string chosen = rng.pick(texts);
    if (chosen == name)
      helper("typedef enum { " + name + " = " + number + " } " + name + "_t;");
    Expr inner = e;
    e = spelledValue(chosen, inner, {inner});
    e.value = 1;
    return true;
  }
  Expr inner = e;
  e = spelledValue(rng.pick(texts), inner, {inner});
  e.value = 1;
  return true;
}

} // namespace vecify::fuzz
