// A tree walk with C's precedences. Parentheses go where C needs them and where
// -Wall asks for them: around mixes of shifts, bit operators and comparisons.
#include "Print.h"
#include "Held.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <sstream>

namespace vecify::fuzz {
namespace {

// Macros a program may call, in the order in which a file defines them.
const std::pair<const char *, const char *> macros[] = {
    {"MIN", "#define MIN(a, b) ((a) < (b) ? (a) : (b))"},
    {"MAX", "#define MAX(a, b) ((a) > (b) ? (a) : (b))"},
    {"ABS", "#define ABS(a) ((a) < 0 ? -(a) : (a))"},
    {"CLAMP", "#define CLAMP(a, lo, hi) ((a) < (lo) ? (lo) : (a) > (hi) ? (hi) : (a))"},
    {"FOR", "#define FOR(i, n) for (int i = 0; i < (n); i++)"}};

// From loose to tight.
enum Level { Loosest, Ternary, Or, And, BitOr, BitXor, BitAnd, Equal, Less, Shift, Sum, Product, Prefix, Postfix };

Level levelOf(const std::string &op) {
  static const std::map<std::string, Level> levels = {
      {"||", Or},    {"&&", And}, {"|", BitOr}, {"^", BitXor},  {"&", BitAnd},  {"==", Equal},
      {"!=", Equal}, {"<", Less}, {">", Less},  {"<=", Less},   {">=", Less},   {"<<", Shift},
      {">>", Shift}, {"+", Sum},  {"-", Sum},   {"*", Product}, {"/", Product}, {"%", Product}};
  return levels.at(op);
}

bool isBitLevel(Level level) { return level == BitOr || level == BitXor || level == BitAnd || level == Shift; }

std::string integer(int64_t value, Ty type) {
  std::string text = std::to_string(value);
  switch (type) {
  case Ty::U32:
    return std::to_string(uint32_t(value)) + "u";
  case Ty::I64:
    return text + "L";
  case Ty::U64:
    return std::to_string(uint64_t(value)) + "UL";
  default:
    return text;
  }
}

std::string real(double value, Ty type) {
  char text[40];
  snprintf(text, sizeof text, type == Ty::F32 ? "%.9g" : "%.17g", value);
  // The shortest spelling that reads back as the same number.
  for (int digits = 1; digits < 17; ++digits) {
    char shorter[40];
    snprintf(shorter, sizeof shorter, "%.*g", digits, value);
    double back = strtod(shorter, nullptr);
    bool exact = type == Ty::F32 ? float(back) == float(value) : back == value;
    bool plain = std::abs(value) > 1e7 || !std::strchr(shorter, 'e');
    if (exact && plain) {
      snprintf(text, sizeof text, "%s", shorter);
      break;
    }
  }
  std::string result = text;
  if (result.find_first_of(".e") == std::string::npos)
    result += ".0";
  return type == Ty::F32 ? result + "f" : result;
}

class Printer {
public:
  Printer(const Vars &vars, const PrintStyle &style) : vars(vars), style(style) {}

  std::string expr(const Expr &e, Level outer = Loosest) const {
    Level inner = levelOf(e);
    std::string text = bare(e);
    return inner < outer ? "(" + text + ")" : text;
  }

  void code(const Code &stmts, int indent) {
    for (const Stmt &stmt : stmts)
      statement(stmt, indent);
  }

  std::string declaration(const Var &v) const {
    std::string name = v.name;
    if (v.kind == Var::Global || v.kind == Var::Table)
      name += style.suffix;
    std::string type = (v.isConst ? "const " : "") + std::string(v.isVolatile ? "volatile " : "") + v.spelled + " ";
    std::string pointer = v.isRestrict ? "*restrict " : "*";
    switch (v.kind) {
    case Var::Array:
    case Var::Cursor:
      if (v.dims.empty())
        return type + pointer + name;
      return type + "(" + pointer + name + ")" + dims(v);
    case Var::LocalArray:
    case Var::Global:
      return type + name + dims(v);
    case Var::Table: {
      std::string values;
      for (const Expr &value : v.values)
        values += (values.empty() ? "" : ", ") + expr(value);
      return "static " + type + name + dims(v) + " = {" + values + "}";
    }
    default:
      return type + name;
    }
  }

  std::string out;

private:
  Level levelOf(const Expr &e) const {
    switch (e.kind) {
    case Expr::IntLit:
      return e.value < 0 && (e.type == Ty::I32 || e.type == Ty::I64) ? Prefix : Postfix;
    case Expr::FloatLit:
      return std::signbit(e.number) ? Prefix : Postfix;
    case Expr::Deref:
      return style.traced ? Postfix : Prefix;
    case Expr::Unary:
    case Expr::Cast:
      return Prefix;
    case Expr::Binary:
      return fuzz::levelOf(e.op);
    case Expr::Cond:
      return Ternary;
    default:
      return Postfix;
    }
  }

  std::string bare(const Expr &e) const {
    switch (e.kind) {
    case Expr::IntLit:
      return integer(e.value, e.type);
    case Expr::FloatLit:
      return real(e.number, e.type);
    case Expr::VarRef:
      return name(e.var);
    case Expr::PostInc:
      return name(e.var) + e.op;
    case Expr::Index: {
      std::string text = expr(e.kids[0], Postfix);
      for (size_t k = 1; k < e.kids.size(); ++k)
        text += "[" + expr(e.kids[k]) + "]" + (k == 1 && hasRowMembers(e.kids[0]) ? ".p" : "");
      return access(text + e.op);
    }
    case Expr::Deref:
      return access("*" + expr(e.kids[0], Prefix));
    case Expr::Unary: {
      std::string kid = expr(e.kids[0], Prefix);
      return e.op + (kid[0] == e.op[0] ? "(" + kid + ")" : kid);
    }
    case Expr::Binary:
      return binary(e);
    case Expr::Cond:
      return expr(e.kids[0], Or) + " ? " + expr(e.kids[1], Ternary) + " : " + expr(e.kids[2], Ternary);
    case Expr::Cast:
      return std::string("(") + spelling(e.type) + ")" + expr(e.kids[0], Prefix);
    case Expr::Call: {
      std::string text;
      for (const Expr &kid : e.kids)
        text += (text.empty() ? "" : ", ") + expr(kid);
      bool own = e.op[0] == 'f' && isdigit(e.op[1]);
      return e.op + (own ? style.suffix : "") + "(" + text + ")";
    }
    case Expr::Spelled:
      return e.op[0] == '@' ? access(filled(e.op.substr(1), e.kids)) : filled(e.op, e.kids);
    }
    return "";
  }

  /// $0 stands for kids[0] as an operand of anything, #0 for it between commas, $S for the suffix.
  std::string filled(const std::string &pattern, const std::vector<Expr> &kids) const {
    std::string text;
    for (size_t k = 0; k < pattern.size(); ++k) {
      const char next = k + 1 < pattern.size() ? pattern[k + 1] : 0;
      const bool isKid = (pattern[k] == '$' || pattern[k] == '#') && isdigit(next);
      if (isKid)
        text += expr(kids.at(next - '0'), pattern[k] == '$' ? Postfix : Ternary);
      else if (pattern[k] == '$' && next == 'S')
        text += style.suffix;
      else {
        text += pattern[k];
        continue;
      }
      ++k;
    }
    return text;
  }

  std::string binary(const Expr &e) const {
    Level level = fuzz::levelOf(e.op);
    Level left = level, right = Level(level + 1);
    auto widen = [&](const Expr &kid, Level &need) {
      if (kid.kind != Expr::Binary)
        return;
      Level inner = fuzz::levelOf(kid.op);
      bool asksForParens = (isBitLevel(level) && inner <= Sum && inner != level) || (level == Or && inner == And) ||
                           (level == Sum && inner == Shift) || ((level == Less || level == Equal) && inner <= Shift);
      if (asksForParens)
        need = Prefix;
    };
    widen(e.kids[0], left);
    widen(e.kids[1], right);
    return expr(e.kids[0], left) + " " + e.op + " " + expr(e.kids[1], right);
  }

  bool hasRowMembers(const Expr &array) const { return array.var >= 0 && vars[array.var].holder == Var::RowMembers; }

  std::string access(const std::string &lvalue) const { return style.traced ? "T(" + lvalue + ")" : lvalue; }

  std::string name(int var) const {
    Var::Kind kind = vars[var].kind;
    return vars[var].name + (kind == Var::Global || kind == Var::Table ? style.suffix : "");
  }

  std::string dims(const Var &v) const {
    std::string text;
    for (const Expr &dim : v.dims)
      text += "[" + expr(dim) + "]";
    return text;
  }

  // A statement without newline and semicolon, as in the head of a for loop.
  std::string simple(const Stmt &s) const {
    switch (s.kind) {
    case Stmt::Decl:
      if (vars[s.var].kind == Var::LocalArray || s.op == "bare")
        return declaration(vars[s.var]);
      return declaration(vars[s.var]) + " = " + expr(s.rhs);
    case Stmt::Bump:
      return name(s.var) + (s.op == "++" || s.op == "--" ? s.op : " " + s.op + " " + expr(s.rhs));
    case Stmt::Assign:
      return expr(s.lhs) + " " + s.op + " " + expr(s.rhs);
    case Stmt::Break:
      return "break";
    case Stmt::Continue:
      return "continue";
    case Stmt::Return:
      return "return " + expr(s.rhs);
    case Stmt::Spelled:
      return filled(s.op, s.rhs.kids);
    default:
      return "";
    }
  }

  // "int i = 0, j = 1" for two declarations of one type.
  std::string list(const Code &stmts) const {
    std::string text;
    for (const Stmt &s : stmts) {
      bool again = !text.empty() && s.kind == Stmt::Decl;
      text += (text.empty() ? "" : ", ") + (again ? name(s.var) + " = " + expr(s.rhs) : simple(s));
    }
    return text;
  }

  void line(int indent, const std::string &text) { out += std::string(indent, ' ') + text + "\n"; }

  static bool isSimple(const Code &body) {
    return body.size() == 1 &&
           (body[0].kind == Stmt::Assign || body[0].kind == Stmt::Bump || body[0].kind == Stmt::Break ||
            body[0].kind == Stmt::Continue || body[0].kind == Stmt::Return || body[0].kind == Stmt::For);
  }

  void nested(const std::string &head, const Code &body, int indent) {
    if (body.empty())
      return line(indent, head + " {\n" + std::string(indent, ' ') + "}");
    bool brace = !isSimple(body);
    line(indent, head + (brace ? " {" : ""));
    code(body, indent + 2);
    if (brace)
      line(indent, "}");
  }

  void statement(const Stmt &s, int indent) {
    switch (s.kind) {
    case Stmt::If: {
      if (s.orElse.empty())
        return nested("if (" + expr(s.rhs) + ")", s.body, indent);
      line(indent, "if (" + expr(s.rhs) + ") {");
      code(s.body, indent + 2);
      line(indent, "} else {");
      code(s.orElse, indent + 2);
      return line(indent, "}");
    }
    case Stmt::For:
      if (s.op == "FOR")
        return nested("FOR(" + name(s.init[0].var) + ", " + expr(s.rhs.kids[1]) + ")", s.body, indent);
      return nested("for (" + list(s.init) + ";" + (s.op == "always" ? "" : " " + expr(s.rhs)) + ";" +
                        (s.step.empty() ? "" : " " + list(s.step)) + ")",
                    s.body, indent);
    case Stmt::While:
      return nested("while (" + expr(s.rhs) + ")", s.body, indent);
    case Stmt::DoWhile:
      line(indent, "do {");
      code(s.body, indent + 2);
      return line(indent, "} while (" + expr(s.rhs) + ");");
    case Stmt::Switch:
      line(indent, "switch (" + expr(s.rhs) + ") {");
      for (size_t k = 0; k < s.body.size(); ++k) {
        bool last = k + 1 == s.body.size();
        const Code &part = s.body[k].body;
        bool brace = std::any_of(part.begin(), part.end(), [](const Stmt &inner) {
          return inner.kind == Stmt::Decl || inner.kind == Stmt::Spelled;
        });
        line(indent, (last ? "default:" : "case " + std::to_string(k) + ":") + std::string(brace ? " {" : ""));
        code(part, indent + 2);
        line(indent + 2, "break;");
        if (brace)
          line(indent, "}");
      }
      return line(indent, "}");
    case Stmt::Block:
      return code(s.body, indent);
    case Stmt::Spelled: {
      std::istringstream lines(s.op);
      for (std::string text; std::getline(lines, text);)
        if (text == "%I" || text == "%B" || text == "%E")
          code(text == "%I" ? s.init : text == "%B" ? s.body : s.orElse, indent + 2);
        else
          line(indent, filled(text, s.rhs.kids));
      return;
    }
    default:
      return line(indent, simple(s) + ";");
    }
  }

  const Vars &vars;
  PrintStyle style;
};

std::string printInline(const Inline &fn, const PrintStyle &style) {
  Printer p(fn.params, style);
  std::string text = fn.noInline ? "static __attribute__((noinline)) " : "static inline ";
  text += std::string(spelling(fn.result)) + " " + fn.name + style.suffix + "(";
  for (size_t k = 0; k < fn.params.size(); ++k)
    text += (k ? ", " : "") + p.declaration(fn.params[k]);
  text += ") {\n";
  if (fn.hasEarly)
    text += "  if (" + p.expr(fn.condition) + ")\n    return " + p.expr(fn.early) + ";\n";
  return text + "  return " + p.expr(fn.value) + ";\n}\n\n";
}

std::string printHelper(const std::string &helper, const PrintStyle &style) {
  // Types are the same in every version, and are there when the traced copy comes.
  if (style.traced && helper.starts_with("typedef"))
    return "";
  std::string text;
  for (size_t k = 0; k < helper.size(); ++k) {
    const char next = k + 1 < helper.size() ? helper[k + 1] : 0;
    if (helper[k] != '$' || (next != 'S' && next != 'T')) {
      text += helper[k];
      continue;
    }
    text += next == 'S' ? style.suffix : style.traced ? "T" : "";
    ++k;
  }
  return text + "\n\n";
}

bool calls(const std::vector<Function> &functions, const std::string &macro) {
  bool found = false;
  for (const Function &f : functions) {
    auto see = [&](const Expr &e) { found |= e.kind == Expr::Call && e.op == macro; };
    eachExpr(f.body, see);
    for (const Inline &fn : f.inlines) {
      eachExpr(fn.value, see);
      eachExpr(fn.condition, see);
      eachExpr(fn.early, see);
    }
    eachStmt(f.body, [&](const Stmt &s) { found |= s.kind == Stmt::For && s.op == macro; });
  }
  return found;
}

bool usesMath(const std::vector<Function> &functions) {
  static const char *const names[] = {"sqrt",  "sqrtf",  "fabs", "fabsf", "fma",   "fmaf",
                                      "floor", "floorf", "ceil", "ceilf", "trunc", "truncf"};
  return std::any_of(std::begin(names), std::end(names), [&](const char *name) { return calls(functions, name); });
}
} // namespace

std::string print(const Function &f, const Expr &expr) { return Printer(f.vars, {}).expr(expr); }

std::string printTypes(const Function &f) {
  std::string text;
  for (const Var &v : f.vars) {
    if (v.fields == 0 || v.kind != Var::Array)
      continue;
    text += std::string("typedef struct {\n  ") + spelling(v.type) + " ";
    for (int k = 0; k < v.fields; ++k)
      text += (k ? ", " : "") + std::string(fieldName(k));
    text += ";\n} " + v.spelled + ";\n\n";
  }
  return text + heldTypes(f);
}

std::string signature(const Function &f, const std::string &suffix) {
  Printer p(f.vars, {});
  std::string params;
  for (const Var &v : f.vars)
    if (v.kind == Var::Size || v.kind == Var::Scalar || v.kind == Var::Array)
      params += (params.empty() ? "" : ", ") + p.declaration(v);
  return std::string(spelling(f.result)) + " " + f.name + suffix + "(" + (params.empty() ? "void" : params) + ")";
}

/// The definition written by a macro, in one line for the preprocessor.
static std::string byMacro(const Function &f, const std::string &definition) {
  std::string macro = "#define WRITE_" + f.name + "(name) ";
  for (char c : definition)
    macro += c == '\n' ? " \\\n" : std::string(1, c);
  const size_t name = macro.find(" " + f.name + "(", macro.find(')'));
  macro.replace(name + 1, f.name.size(), "name");
  while (macro.ends_with("\\\n") || macro.ends_with(" "))
    macro.resize(macro.size() - (macro.ends_with("\\\n") ? 2 : 1));
  return macro + "\nWRITE_" + f.name + "(" + f.name + ")\n";
}

std::string print(const Function &f, const PrintStyle &style) {
  Printer p(f.vars, style);
  std::string text = std::string("// ") + f.family() + " " + f.name + "\n";
  if (!style.traced)
    text += printTypes(f);
  for (const Var &v : f.vars)
    if (v.kind == Var::Global || v.kind == Var::Table)
      text += p.declaration(v) + ";\n\n";
  for (const std::string &helper : f.helpers)
    text += printHelper(helper, style);
  for (const Inline &fn : f.inlines)
    text += printInline(fn, style);
  if (hasHolders(f)) {
    const Function body = bodyOf(f);
    Printer inside(body.vars, style);
    inside.code(body.body, 2);
    text += "static __attribute__((noinline)) " + signature(body, style.suffix) + " {\n" + inside.out + "}\n\n";
    p.out = callOfBody(f, style.suffix);
  } else {
    p.code(f.body, 2);
  }
  std::string definition = signature(f, style.suffix) + " {\n" + p.out + "}\n";
  const bool fits = definition.find('#') == std::string::npos && definition.find("//") == std::string::npos;
  if (f.index % 8 == 5 && fits && !style.traced && style.suffix.empty())
    definition = byMacro(f, definition);
  return text + definition + "// end " + f.name + "\n";
}

std::string printFile(const std::vector<Function> &functions) {
  std::string text = usesMath(functions) ? "#include <math.h>\n" : "";
  text += "#include <stddef.h>\n#include <stdint.h>\n";
  std::string bodies;
  for (const Function &f : functions)
    bodies += "\n" + print(f);
  if (bodies.find("memcpy") != std::string::npos)
    text += "#include <string.h>\n";
  for (auto [name, definition] : macros)
    if (calls(functions, name))
      text += std::string(definition) + "\n";
  return text + bodies;
}

} // namespace vecify::fuzz
