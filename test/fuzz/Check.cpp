// Text of check.c. The oracle's text is the very file that vecify read,
// included under other names.
#include "Check.h"
#include "Print.h"
#include "Rng.h"
#include <algorithm>

namespace vecify::fuzz {
namespace {

bool isScalar(const Var &v) { return v.kind == Var::Size || v.kind == Var::Scalar; }

std::string param(const Var &v) {
  bool isFull = isFloat(v.type) || v.range == fullRange(v.type);
  auto number = [](Wide x) { return std::to_string(int64_t(x)) + "L"; };
  return "  {\"" + v.name + "\", " + harnessName(v.type) + ", " + (isFull ? "1, 0, 0" : "0, ") +
         (isFull ? "" : number(v.range.lo) + ", " + number(v.range.hi)) + (v.isConst ? ", 1" : ", 0") +
         // Arrays of structures meet no others: C's effective types are of no
         // help there.
         (v.isRestrict || v.fields ? ", 1" : ", 0") + (v.isFixed ? ", 1" : ", 0") +
         (v.kind == Var::Size ? ", 1" : ", 0") + ", " + std::to_string(v.fields) + "},\n";
}

std::string undefine(const Function &f) {
  std::string text = "#undef " + f.name + "\n";
  for (const Var &v : f.vars)
    if (v.kind == Var::Global)
      text += "#undef " + v.name + "\n";
  return text;
}

std::string caller(const Function &f, const std::vector<std::string> &versions) {
  std::string name = f.name, text, args;
  for (const std::string &version : versions)
    text += signature(f, "_" + version) + ";\n";
  int arrays = 0, scalars = 0;
  for (const Var &v : f.vars) {
    std::string arg;
    if (v.kind == Var::Array)
      arg = "c->p[" + std::to_string(arrays++) + "]";
    else if (isScalar(v))
      arg = "c->s[" + std::to_string(scalars++) + "]" + (v.type == Ty::F32 ? ".f" : v.type == Ty::F64 ? ".d" : ".i");
    if (!arg.empty())
      args += (args.empty() ? "" : ", ") + arg;
  }
  text += "static void call_" + name + "(int v, FzCall *c) {\n  static __typeof__(" + name + "_oracle) *const f[] = {" +
          name + "_oracle, " + name + "_traced";
  for (const std::string &version : versions)
    text += ", " + name + "_" + version;
  std::string result = f.result == Ty::Void  ? ""
                       : f.result == Ty::F32 ? "c->result.f = "
                       : f.result == Ty::F64 ? "c->result.d = "
                                             : "c->result.i = ";
  return text + "};\n  " + result + "f[v](" + args + ");\n}\n";
}

std::string tables(const Function &f, const std::vector<std::string> &versions) {
  std::string arrays, scalars, globals;
  for (const Var &v : f.vars) {
    if (v.kind == Var::Array)
      arrays += param(v);
    else if (isScalar(v))
      scalars += param(v);
    if (v.kind != Var::Global)
      continue;
    std::string addresses = v.name + "_oracle, " + v.name + "_traced";
    for (const std::string &version : versions)
      addresses += ", " + v.name + "_" + version;
    int64_t count = 1;
    for (const Expr &dim : v.dims)
      count *= dim.value;
    globals +=
        "  {\"" + v.name + "\", " + harnessName(v.type) + ", " + std::to_string(count) + ", {" + addresses + "}},\n";
  }
  std::string text;
  if (!arrays.empty())
    text += "static const FzParam arrays_" + f.name + "[] = {\n" + arrays + "};\n";
  if (!scalars.empty())
    text += "static const FzParam scalars_" + f.name + "[] = {\n" + scalars + "};\n";
  if (!globals.empty())
    text += "static const FzGlobal globals_" + f.name + "[] = {\n" + globals + "};\n";
  return text;
}

std::string externGlobals(const Function &f, const std::vector<std::string> &versions) {
  std::string text;
  for (const Var &v : f.vars)
    if (v.kind == Var::Global)
      for (const std::string &version : versions)
        text += std::string("extern ") + spelling(v.type) + " " + v.name + "_" + version + "[];\n";
  return text;
}

std::string row(const Function &f, unsigned mask, uint64_t dataSeed) {
  auto count = [&](auto is) { return std::count_if(f.vars.begin(), f.vars.end(), is); };
  long arrays = count([](const Var &v) { return v.kind == Var::Array; });
  long scalars = count(isScalar);
  long globals = count([](const Var &v) { return v.kind == Var::Global; });
  auto table = [&](const char *kind, long size) { return size ? ", " + std::string(kind) + "_" + f.name : ", 0"; };
  return "  {\"" + f.name + "\", " + std::to_string(mix(dataSeed, uint64_t(f.index))) + "UL, " +
         std::to_string(f.work) + ", " + harnessName(f.result) + ", " + std::to_string(arrays) + ", " +
         std::to_string(scalars) + ", " + std::to_string(globals) + table("arrays", arrays) +
         table("scalars", scalars) + table("globals", globals) + ", call_" + f.name + ", " + std::to_string(mask << 2) +
         "},\n";
}
} // namespace

std::string printRenames(const std::vector<Function> &functions, const std::string &version) {
  std::string text;
  for (const Function &f : functions) {
    // _vecify_dev: what a GPU's output adds for callers with data on the device.
    for (const char *added : {"", "_vecify_dev"})
      text += "#define " + f.name + added + " " + f.name + added + "_" + version + "\n";
    for (const Var &v : f.vars)
      if (v.kind == Var::Global)
        text += "#define " + v.name + " " + v.name + "_" + version + "\n";
  }
  return text;
}

std::string printCheck(const std::vector<Function> &functions, const std::vector<std::string> &versions,
                       const std::vector<unsigned> &masks, uint64_t dataSeed) {
  std::string text = "#include \"Harness.h\"\n" + printRenames(functions, "oracle") + "#include \"in.c\"\n";
  for (const Function &f : functions)
    text += undefine(f);
  text += "#define T(...) (*(__typeof__(__VA_ARGS__) *)fzTrace(&(__VA_ARGS__), sizeof(__VA_ARGS__)))\n";
  PrintStyle traced;
  traced.traced = true;
  traced.suffix = "_traced";
  for (const Function &f : functions)
    text += print(f, traced) + externGlobals(f, versions) + caller(f, versions) + tables(f, versions);
  text += "const FzFunction fzFunctions[] = {\n";
  for (size_t k = 0; k < functions.size(); ++k)
    text += row(functions[k], masks[k], dataSeed);
  text += "};\nconst int fzFunctionCount = " + std::to_string(functions.size()) +
          ";\nconst char *const fzVersionNames[] = {\"oracle\", \"traced\"";
  for (const std::string &version : versions)
    text += ", \"" + version + "\"";
  return text + "};\nconst int fzVersionCount = " + std::to_string(versions.size() + 2) + ";\n";
}

bool isFusable(const Function &f) {
  bool product = false, sum = false;
  auto see = [&](const Expr &e) {
    // Assignments in the middle of text.
    if (e.kind == Expr::Spelled && (e.op.find("+=") != std::string::npos || e.op.find("*=") != std::string::npos))
      product = sum = true;
    if (e.kind != Expr::Binary || !isFloat(e.type))
      return;
    // gcc takes x + x for 2 * x.
    product |= e.op == "*" || (e.op == "+" && print(f, e.kids[0]) == print(f, e.kids[1]));
    sum |= e.op == "+" || e.op == "-";
  };
  eachExpr(f.body, see);
  for (const Inline &fn : f.inlines)
    eachExpr(fn.value, see);
  eachStmt(f.body, [&](const Stmt &s) {
    if (s.kind == Stmt::Spelled && s.op.find("_Complex") != std::string::npos)
      product = sum = true;
    if (s.kind != Stmt::Assign || !(isFloat(s.lhs.type) || isFloat(s.rhs.type)))
      return;
    product |= s.op == "*=" || (s.op == "+=" && print(f, s.lhs) == print(f, s.rhs));
    sum |= s.op == "+=" || s.op == "-=";
  });
  return product && sum;
}

} // namespace vecify::fuzz
