// See WholeFunction.h.
#include "vecify/Emit/WholeFunction.h"
#include "Guards.h"
#include "LaneNetworks.h"
#include "Printer.h"
#include "vecify/IR/Verify.h"
#include "llvm/ADT/StringExtras.h"

namespace vecify {

using llvm::ArrayRef;
using llvm::Error;
using llvm::Twine;

/// Every name of the signature is a C identifier, and no two are the same.
static Error checkNames(const Function &f) {
  std::set<std::string> seen;
  const auto check = [&](Loc loc, const std::string &name, llvm::StringRef what) -> Error {
    if (!isIdentifierText(name) || isKeyword(name))
      return llvm::make_error<IrError>(loc.isValid() ? loc : f.loc,
                                       (Twine(what) + " '" + name + "' is no C name; give it one in the text").str());
    if (!seen.insert(name).second)
      return llvm::make_error<IrError>(loc.isValid() ? loc : f.loc,
                                       ("the name '" + Twine(name) + "' is given twice").str());
    return Error::success();
  };
  if (Error e = check(f.loc, f.name, "the function"))
    return e;
  for (const Parameter &p : f.parameters)
    if (Error e = check(p.loc, p.name, "the parameter"))
      return e;
  for (const ArrayInfo &a : f.arrays)
    if (Error e = check(a.loc, a.name, "the array"))
      return e;
  for (const Result &r : f.results)
    if (Error e = check(f.loc, r.name, "the result"))
      return e;
  return Error::success();
}

/// The array's own type, or a pointer to its elements.
static std::string typeOf(const ArrayInfo &array) {
  std::string type = array.paramType;
  if (type.empty())
    type = (array.isConst ? "const " : "") + cTypeName(array.element).str() + " *";
  return type + (array.isRestrict && llvm::StringRef(type).ends_with("*") ? "restrict " : "");
}

static std::vector<std::string> signatureOf(const Function &f, const Interface &interface) {
  std::vector<std::string> declarations;
  for (const Parameter &p : f.parameters)
    declarations.push_back(cTypeName(p.type).str() + " " + p.name);
  for (const ArrayInfo &a : f.arrays)
    declarations.push_back(declare(typeOf(a), a.name));
  for (unsigned r = 0; r < f.results.size(); ++r)
    declarations.push_back(cTypeName(f.results[r].type).str() + " *" + interface.outs[r]);
  return declarations;
}

llvm::Expected<WholeFunction> emitWhole(const Function &function, const Target &target, const EmitOptions &options) {
  if (Error e = checkNames(function))
    return std::move(e);
  const Spelling spelling = withLaneNetworks(Spelling(function));
  const Function &f = spelling.f;
  std::set<std::string> reserved = options.reservedNames;
  const std::set<std::string> own = sourceIdentifiers(f);
  reserved.insert(own.begin(), own.end());
  reserved.insert(f.name);
  LocalNames names(reserved);
  Interface interface = inlineInterface(spelling, names);
  for (const Result &r : f.results)
    interface.outs.push_back(r.name);

  Printer printer(spelling, target, interface, names, options, "  ");
  Error error = printer.print([&](Lines &lines, ArrayRef<std::string> values) {
    for (unsigned r = 0; r < f.results.size(); ++r)
      lines.line("*" + interface.outs[r] + " = " + values[r + 1] + ";");
    lines.line("return " + values[0] + ";");
  });
  if (error)
    return std::move(error);
  WholeFunction result;
  const GuardText guards = guardText(function); // `f` already believes them
  result.helpers = guards.preamble;
  result.helpers.insert(printer.preambleUses().begin(), printer.preambleUses().end());
  result.networks = printer.networks();

  Lines out;
  if (!target.archTest.empty())
    out.append("#if " + target.archTest + "\n");
  if (!options.planComment.empty())
    out.line("/* " + options.planComment + " */");
  if (!target.attribute.empty())
    out.line("__attribute__((target(\"" + target.attribute + "\")))");
  const std::vector<std::string> signature = signatureOf(f, interface);
  out.line("ptrdiff_t " + f.name + "(" + (signature.empty() ? "void" : llvm::join(signature, ", ")) + ") {");
  if (!guards.conditions.empty()) {
    out.line("  if (!(" + llvm::join(guards.conditions, " && ") + "))");
    out.line("    return 0;");
  }
  out.append(printer.text());
  out.line("}");
  if (!target.archTest.empty())
    out.append("#endif\n");
  result.text = out.take();
  return result;
}

} // namespace vecify
