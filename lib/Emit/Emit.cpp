// Puts a printed body into its two forms.
//
//     in place                        outlined
//     ptrdiff_t i_done = 0;           ptrdiff_t i_done = 0;
//     if (n >= 16) {                  if (__builtin_cpu_supports("avx2") && n >= 16)
//       ...                             i_done = saxpy_i_avx2(n, alpha, x, y);
//       i_done = i_end;
//     }
#include "vecify/Emit/Emit.h"
#include "Guards.h"
#include "LaneNetworks.h"
#include "Printer.h"
#include "vecify/Target/AieCode.h"
#include "llvm/ADT/StringExtras.h"

namespace vecify {

using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

std::set<std::string> reservedIn(const Function &function, const EmitOptions &options) {
  std::set<std::string> reserved = options.reservedNames;
  const std::set<std::string> own = sourceIdentifiers(function);
  reserved.insert(own.begin(), own.end());
  return reserved;
}

namespace {

std::string conjunction(ArrayRef<std::string> conditions) { return llvm::join(conditions, " && "); }

} // namespace

std::string commented(StringRef text) {
  std::string safe = text.str();
  for (size_t at; (at = safe.find("*/")) != std::string::npos;)
    safe.replace(at, 2, "* /");
  return "/* vecify: " + safe + " */";
}

namespace {

class Emitter {
public:
  Emitter(const Function &function, const Target &target, const EmitOptions &options)
      : S(spelled(function, target)), F(S.f), T(target), Options(options), Reserved(reservedIn(function, options)),
        Guards(guardText(function)) {
    LocalNames names(Reserved);
    Result.doneName = names.unique(nameFrom(F.counter.empty() ? "i" : F.counter) + "_done");
    std::set<std::string> taken = options.fileNames;
    taken.insert(Reserved.begin(), Reserved.end());
    Result.functionName = LocalNames(taken).unique(F.name + "_" + target.name);
    Result.cpuTest = target.cpuTest;
    Result.guardText = conjunction(Guards.conditions);
    Result.helpers = Guards.preamble;
  }

  Expected<EmittedKernel> run() {
    if (Error error = inlineForm())
      return std::move(error);
    if (T.aie)
      return std::move(Result); // a kernel is one function
    if (Error error = outlinedForm())
      return std::move(error);
    for (const Parameter &parameter : F.parameters)
      for (const std::string *text : {&Result.inlineText, &Result.functionText, &Result.callText})
        if (parameter.isOpaque && StringRef(*text).contains(parameter.name))
          return llvm::createStringError("the code would name the " + parameter.name);
    return std::move(Result);
  }

private:
  /// An AI Engine's compiler is not asked to keep arrays in registers.
  static Spelling spelled(const Function &function, const Target &target) {
    return target.aie ? Spelling(function) : withLaneNetworks(Spelling(function));
  }

  Error inlineForm() {
    LocalNames names(Reserved);
    names.claim(Result.doneName);
    for (const std::string &name : Options.outerVariables)
      names.claim(name);
    Interface interface = inlineInterface(S, names);
    Lines out(Options.indent);
    if (!Options.planComment.empty())
      out.line(commented(Options.planComment));
    const bool isGuarded = !Result.guardText.empty();
    Result.replacesLoop = Options.mayReplaceLoop && F.coversAll && !isGuarded && interface.block.empty();
    if (!Result.replacesLoop)
      out.line("ptrdiff_t " + Result.doneName + " = 0;");
    if (isGuarded) {
      out.line("if (" + Result.guardText + ") {");
      out.in();
    }
    if (const std::string modes = modesText(); !modes.empty()) {
      out.line("const vecify_modes modes(" + modes + ");");
      Result.helpers.insert("vecify_modes");
    }
    Printer printer(S, T, interface, names, Options, out.indent() + (interface.block.empty() ? "" : "  "));
    Error error = printer.print([&](Lines &lines, ArrayRef<std::string> values) {
      if (!Result.replacesLoop)
        lines.line(Result.doneName + " = " + values[0] + ";");
      for (unsigned r = 0; r < F.results.size(); ++r)
        if (values[r + 1] != F.results[r].name)
          lines.line(assignmentText(F.results[r].name, values[r + 1]));
    });
    if (error)
      return error;
    Result.helpers.insert(printer.preambleUses().begin(), printer.preambleUses().end());
    Result.networks.insert(printer.networks().begin(), printer.networks().end());
    Result.helpers.insert(interface.helpers.begin(), interface.helpers.end());
    const std::string body = printer.text();
    for (const Interface::Local &local : interface.localsIn(body))
      out.line(local.declaration + " = " + local.value + ";");
    if (Options.threadsPragma.empty())
      for (const std::string &buffer : interface.buffers)
        out.line(buffer);
    appendAllocated(interface, body, out);
    if (isGuarded) {
      out.out();
      out.line("}");
    }
    Result.inlineText = out.take();
    return Error::success();
  }

  /// `if (panels) {` body `}`: without memory the source's loop does it all.
  void appendAllocated(const Interface &interface, const std::string &body, Lines &out) {
    if (interface.block.empty())
      return out.append(body);
    allocate(interface, out);
    out.line("if (" + interface.block + ") {");
    out.in();
    for (const std::string &panel : interface.panels)
      out.line(panel);
    out.out();
    out.append(body);
    out.line("}");
    out.line("free(" + interface.block + ");");
  }

  void allocate(const Interface &interface, Lines &out) {
    out.line("void *const " + interface.block + " = malloc(" + std::to_string(interface.blockBytes + 63) + ");");
    Result.helpers.insert("malloc");
  }

  /// How the AI Engine rounds and saturates here; lowering has seen to it that there is one way.
  std::string modesText() const {
    std::optional<AieRounding> rounding;
    std::optional<bool> saturates;
    for (const Op &op : F.ops) {
      const ModeUse use = T.aie ? modesObeyed(op, F, *T.aie) : ModeUse();
      rounding = rounding ? rounding : use.rounding;
      saturates = saturates ? saturates : use.saturates;
    }
    if (!rounding && !saturates)
      return "";
    return std::string("aie::rounding_mode::") + textOf(rounding.value_or(AieRounding::Floor)) +
           ", aie::saturation_mode::" + (saturates.value_or(false) ? "saturate" : "none");
  }

  Error outlinedForm() {
    LocalNames names(Reserved);
    names.claim(Result.functionName);
    for (const std::string &name : Options.fileVariables)
      names.claim(name);
    const Interface interface = outlinedInterface(S, names, Options.isGnu89, Options.standIns);
    Printer printer(S, T, interface, names, Options, "  ");
    Error error = printer.print([&](Lines &lines, ArrayRef<std::string> values) {
      for (unsigned r = 0; r < F.results.size(); ++r)
        for (const std::string &statement : outAssignment(interface, F, r, values[r + 1], names))
          lines.line(statement);
      if (!interface.block.empty())
        lines.line("free(" + interface.block + ");");
      lines.line("return " + values[0] + ";");
    });
    if (error)
      return error;
    Result.helpers.insert(printer.preambleUses().begin(), printer.preambleUses().end());
    Result.networks.insert(printer.networks().begin(), printer.networks().end());
    Result.helpers.insert(interface.helpers.begin(), interface.helpers.end());
    const std::string body = printer.text();
    std::vector<std::string> declarations, arguments;
    for (const Interface::Local &local : interface.localsIn(body)) {
      declarations.push_back(local.declaration);
      arguments.push_back(local.value);
    }
    const std::string signature = declarations.empty() ? "void" : llvm::join(declarations, ", ");
    Result.callExpression = Result.functionName + "(" + llvm::join(arguments, ", ") + ")";
    const std::string arch = archTest(T, Options.holds);
    Result.callText = callTextOf(Result, arch, Options);

    Lines out;
    if (!arch.empty())
      out.append("#if " + arch + "\n");
    if (!Options.planComment.empty())
      out.line(commented(Options.planComment));
    if (!T.attribute.empty())
      out.line("__attribute__((target(\"" + T.attribute + "\")))");
    out.line("static ptrdiff_t " + Result.functionName + "(" + signature + ") {");
    out.in();
    if (Options.threadsPragma.empty())
      for (const std::string &buffer : interface.buffers)
        out.line(buffer);
    if (!interface.block.empty()) {
      allocate(interface, out);
      out.line("if (!" + interface.block + ")");
      out.line("  return 0;");
      for (const std::string &panel : interface.panels)
        out.line(panel);
    }
    out.out();
    out.append(body);
    out.line("}");
    if (!arch.empty())
      out.append("#endif\n");
    Result.functionText = out.take();
    return Error::success();
  }

  const Spelling S;
  const Function &F;
  const Target &T;
  const EmitOptions &Options;
  const std::set<std::string> Reserved;
  const GuardText Guards;
  EmittedKernel Result;
};

} // namespace

std::string archTest(const Target &target, StringRef holds) {
  std::string test = target.archTest;
  if (!holds.empty())
    test += (test.empty() ? "" : " && ") + holds.str();
  return test;
}

std::string callTextOf(ArrayRef<EmittedKernel> kernels, ArrayRef<std::string> archTests, const EmitOptions &options) {
  Lines out(options.indent);
  out.line("ptrdiff_t " + kernels[0].doneName + " = 0;");
  // One chain of ifs for each architecture.
  for (size_t k = 0; k < kernels.size();) {
    const std::string &arch = archTests[k];
    if (!arch.empty())
      out.append("#if " + arch + "\n");
    for (bool isFirst = true, isOpen = true; k < kernels.size() && archTests[k] == arch; ++k, isFirst = false) {
      if (!isOpen)
        continue; // an unconditional kernel came before
      const EmittedKernel &kernel = kernels[k];
      std::vector<std::string> conditions;
      if (!kernel.cpuTest.empty())
        conditions.push_back(kernel.cpuTest);
      if (!kernel.guardText.empty())
        conditions.push_back(kernel.guardText);
      isOpen = !conditions.empty();
      const std::string otherwise = isFirst ? "" : "else ";
      if (isOpen)
        out.line(otherwise + "if (" + conjunction(conditions) + ")");
      else if (!isFirst)
        out.line("else");
      if (isOpen || !isFirst)
        out.in();
      out.line(kernels[0].doneName + " = " + kernel.callExpression + ";");
      if (isOpen || !isFirst)
        out.out();
    }
    if (!arch.empty())
      out.append("#endif\n");
  }
  return out.take();
}

Expected<EmittedKernel> emit(const Function &function, const Target &target, const EmitOptions &options) {
  if (target.isSimt)
    return emitSimt(function, target, options);
  return Emitter(function, target, options).run();
}

} // namespace vecify
