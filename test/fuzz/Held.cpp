#include "Held.h"
#include "Build.h"
#include "Print.h"
#include <algorithm>
#include <optional>
#include <set>

namespace vecify::fuzz {
namespace {

bool isHeld(const Var &v) { return v.holder == Var::Member || v.holder == Var::Indexed; }
bool hasRows(const Var &v) { return v.holder == Var::RowPointers || v.holder == Var::RowMembers; }

/// Under what the body reads each array: a set of conditions on parameters, all of which hold, for each read.
class Reads {
public:
  explicit Reads(const Function &f) : f(f) {
    eachStmt(f.body, [&](const Stmt &s) {
      // Text may change what it names.
      if (s.kind == Stmt::Spelled)
        for (const Expr &kid : s.rhs.kids)
          changed.insert(kid.var);
      if (s.kind == Stmt::Assign || s.kind == Stmt::Bump)
        changed.insert(s.kind == Stmt::Bump ? s.var : s.lhs.var);
    });
    eachExpr(f.body, [&](const Expr &e) {
      if (e.kind == Expr::PostInc)
        changed.insert(e.var);
    });
    code(f.body, {});
  }

  bool isChanged(int var) const { return changed.contains(var); }

  /// Holds where the body reads one of `vars`, or may; empty: always.
  std::string of(const std::set<int> &vars) const {
    std::set<std::string> ways;
    for (const auto &[var, conditions] : reads) {
      if (!vars.contains(var))
        continue;
      std::string way;
      for (const std::string &condition : conditions)
        way += (way.empty() ? "" : " && ") + condition;
      if (way.empty())
        return "";
      ways.insert(way.find('&') == std::string::npos ? way : "(" + way + ")");
    }
    std::string any;
    for (const std::string &way : ways)
      any += (any.empty() ? "" : " || ") + way;
    return any;
  }

private:
  using Conditions = std::set<std::string>;

  bool isFixed(const Expr &e) const {
    const bool isHere = e.kind == Expr::IntLit || e.kind == Expr::Binary ||
                        (e.kind == Expr::VarRef && f.vars[e.var].kind == Var::Size && !changed.contains(e.var));
    return isHere && std::all_of(e.kids.begin(), e.kids.end(), [&](const Expr &kid) { return isFixed(kid); });
  }

  void expr(const Expr &e, const Conditions &under) {
    eachExpr(e, [&](const Expr &part) {
      if (part.var >= 0)
        reads.emplace_back(part.var, under);
    });
  }

  /// Of a loop that counts up from one size to another: "0 < n".
  std::optional<std::string> runs(const Stmt &s) const {
    if (s.kind != Stmt::For || s.op != "" || s.init.size() != 1 || s.rhs.kind != Expr::Binary || s.rhs.op != "<")
      return std::nullopt;
    const Stmt &init = s.init[0];
    const int var = init.kind == Stmt::Decl ? init.var : init.kind == Stmt::Assign ? init.lhs.var : -1;
    const Expr &counter = s.rhs.kids[0], &end = s.rhs.kids[1];
    if (counter.kind != Expr::VarRef || counter.var != var || init.rhs.kind != Expr::IntLit || init.rhs.value < 0 ||
        !isFixed(end) || isConstant(end))
      return std::nullopt;
    return print(f, init.rhs) + " < " + print(f, end);
  }

  void code(const Code &stmts, const Conditions &under) {
    for (const Stmt &s : stmts) {
      const std::optional<std::string> here = runs(s);
      expr(s.lhs, under);
      expr(s.rhs, under);
      code(s.init, under);
      Conditions inside = under;
      if (here)
        inside.insert(*here);
      for (const Code *part : {&s.step, &s.body, &s.orElse})
        code(*part, inside);
    }
  }

  const Function &f;
  std::set<int> changed;
  std::vector<std::pair<int, Conditions>> reads;
};

/// The last row that the body names, where it names the array's rows alone.
std::optional<int> lastRow(const Function &f, int var) {
  int named = 0, rows = 0, last = 0;
  bool isKnown = true;
  eachExpr(f.body, [&](const Expr &e) {
    named += e.var == var;
    if (e.kind != Expr::Index || e.kids[0].var != var)
      return;
    ++rows;
    const Range &range = e.kids[1].range;
    isKnown &= !range.wild && range.lo >= 0 && range.hi < 1500;
    if (isKnown)
      last = std::max(last, int(range.hi));
  });
  return isKnown && named == rows && rows > 0 ? std::optional(last) : std::nullopt;
}

/// Variables in the declarations of others, which come before the parameter that holds.
std::set<int> namedInDims(const Function &f) {
  std::set<int> named;
  for (const Var &v : f.vars)
    for (const Expr &dim : v.dims)
      eachExpr(dim, [&](const Expr &e) { named.insert(e.var); });
  return named;
}

std::string freshName(const Function &f, std::string name) {
  while (std::any_of(f.vars.begin(), f.vars.end(), [&](const Var &v) { return v.name == name; }))
    name += "s";
  return name;
}

std::string pointerTo(const Var &v) {
  return std::string(v.isConst ? "const " : "") + (v.isVolatile ? "volatile " : "") + v.spelled + " *";
}
std::string typeOf(const Function &f, const std::string &what) { return f.name + "_" + what; }
std::string rowType(const Function &f, const Var &v) { return typeOf(f, "row_" + v.name); }
} // namespace

void hold(Function &f, Rng &rng) {
  if (!rng.percent(14))
    return;
  const Reads reads(f);
  std::set<std::string> types;
  std::set<int> held;
  for (size_t k = 0; k < f.vars.size(); ++k) {
    Var &v = f.vars[k];
    if (v.kind != Var::Array)
      continue;
    if (v.dims.size() == 1) {
      const std::optional<int> last = lastRow(f, int(k));
      if (!last || rng.percent(25))
        continue;
      v.holder = rng.percent(70) ? Var::RowPointers : Var::RowMembers;
      v.rows = *last + 1;
      v.rowOrder = rng.pick({"r", "r", "r", "r", "r ^ 1", "r / 2", "0"});
    } else if (v.dims.empty() && !reads.isChanged(int(k)) && rng.percent(75)) {
      v.holder = Var::Member;
      held.insert(int(k));
      types.insert(pointerTo(v));
    }
  }
  if (types.size() == 1 && held.size() > 1 && rng.percent(60))
    for (int k : held)
      f.vars[k].holder = Var::Indexed;
  f.isNullUnless = rng.percent(70) ? reads.of(held) : "";
  if (held.empty() || f.vars[*held.begin()].holder == Var::Indexed || !f.isNullUnless.empty() || !rng.percent(40))
    return;
  const std::set<int> inDims = namedInDims(f);
  for (size_t k = 0; k < f.vars.size(); ++k)
    if (f.vars[k].kind == Var::Size && !reads.isChanged(int(k)) && !inDims.contains(int(k)) && rng.percent(70))
      f.vars[k].holder = Var::Member;
}

bool hasHolders(const Function &f) {
  return std::any_of(f.vars.begin(), f.vars.end(), [](const Var &v) { return v.holder != Var::Own; });
}

Function bodyOf(const Function &f) {
  Function body = f;
  const std::string h = freshName(f, "h");
  body.name = typeOf(f, "body");
  std::string type;
  int at = 0;
  for (Var &v : body.vars) {
    if (v.holder == Var::Own)
      continue;
    if (isHeld(v)) {
      type = v.holder == Var::Member ? "const " + typeOf(f, "held") + " *" : pointerTo(v) + "const *";
      v.name = v.holder == Var::Member ? h + "->" + v.name : h + "[" + std::to_string(at++) + "]";
      v.kind = Var::Elsewhere;
    } else {
      v.kind = Var::Scalar;
      v.dims.clear();
      v.spelled = v.holder == Var::RowPointers ? pointerTo(v) + "const *" : "const " + rowType(f, v) + " *";
      v.isConst = v.isVolatile = false;
    }
  }
  if (!type.empty()) {
    Var holder;
    holder.kind = Var::Scalar;
    holder.name = h;
    holder.spelled = type;
    body.vars.push_back(holder);
  }
  return body;
}

std::string heldTypes(const Function &f) {
  std::string text, members;
  for (const Var &v : f.vars) {
    if (v.holder == Var::Member)
      members += "  " + (v.kind == Var::Size ? v.spelled + " " : pointerTo(v)) + v.name + ";\n";
    if (v.holder == Var::RowMembers)
      text += "typedef struct {\n  " + pointerTo(v) + "p;\n  int gain;\n} " + rowType(f, v) + ";\n\n";
  }
  if (!members.empty())
    text += "typedef struct {\n" + members + "} " + typeOf(f, "held") + ";\n\n";
  return text;
}

/// `const float *x_rows[9];` and a loop that sets it.
static std::string rowsOf(const Function &f, const Var &v) {
  const std::string r = freshName(f, "r"), rows = v.name + "_rows", count = std::to_string(v.rows);
  std::string order = v.rowOrder;
  if (const size_t at = order.find('r'); at != std::string::npos)
    order.replace(at, 1, r);
  const bool isPointer = v.holder == Var::RowPointers;
  return "  " + (isPointer ? pointerTo(v) : rowType(f, v) + " ") + rows + "[" + count + "];\n  for (int " + r +
         " = 0; " + r + " < " + count + "; " + r + "++)\n    " + rows + "[" + r + "]" + (isPointer ? "" : ".p") +
         " = " + v.name + "[" + order + "];\n";
}

std::string callOfBody(const Function &f, const std::string &suffix) {
  std::string text, args, held, type;
  const std::string h = freshName(f, "h");
  for (const Var &v : f.vars) {
    if (v.kind != Var::Size && v.kind != Var::Scalar && v.kind != Var::Array)
      continue;
    if (isHeld(v)) {
      held += (held.empty() ? "" : ", ") + v.name;
      type = v.holder == Var::Member ? typeOf(f, "held") + " " + h : pointerTo(v) + h + "[]";
      continue;
    }
    args += (args.empty() ? "" : ", ") + v.name + (hasRows(v) ? "_rows" : "");
    if (hasRows(v))
      text += rowsOf(f, v);
  }
  if (!held.empty()) {
    text += "  " + type + " = {" + held + "};\n";
    const std::string address = type.ends_with("[]") ? h : "&" + h;
    args += (args.empty() ? "" : ", ") + (f.isNullUnless.empty() ? address : f.isNullUnless + " ? " + address + " : 0");
  }
  return text + "  " + (f.result == Ty::Void ? "" : "return ") + typeOf(f, "body") + suffix + "(" + args + ");\n";
}

} // namespace vecify::fuzz
