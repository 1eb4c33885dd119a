// The vector part of a loop as CUDA C++: kernels, and two functions around them.
//
//     static __global__ void saxpy_i_kernel(..)                  one for each launch
//     static ptrdiff_t saxpy_i_launch(.., cudaStream_t stream)   on device pointers: guards the grid's size, launches
//     static ptrdiff_t saxpy_i_cuda(..)                          on host pointers: copies there and back
#include "Guards.h"
#include "IndexText.h"
#include "Printer.h"
#include "vecify/Emit/Emit.h"
#include "llvm/ADT/StringExtras.h"

namespace vecify {

using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;

namespace {

class SimtEmitter {
public:
  SimtEmitter(const Function &function, const Target &target, const EmitOptions &options)
      : Original(function), S(function), F(S.f), T(target), Options(options), Reserved(reservedIn(function, options)) {}

  Expected<EmittedKernel> run() {
    Reserved.insert({"stream", "threadIdx", "blockIdx", "gridDim"});
    LocalNames names(Reserved);
    Result.doneName = names.unique(nameFrom(F.counter.empty() ? "i" : F.counter) + "_done");
    Result.functionName = names.unique(F.name + "_cuda");
    Launch = names.unique(F.name + "_launch");
    const GuardText guards = guardText(Original);
    Result.guardText = llvm::join(guards.conditions, " && ");
    Result.helpers = guards.preamble;
    if (Error error = launchFunction())
      return std::move(error);
    copyFunction();
    Result.functionText = Kernels + LaunchFunction + "\n" + CopyFunction;
    Result.callText = callTextOf(Result, T.archTest, Options);
    launchOnDevice();
    return std::move(Result);
  }

private:
  Error launchFunction() {
    LocalNames names(Reserved);
    names.claim(Launch);
    for (const char *name : {"stream", "threadIdx", "blockIdx", "gridDim"})
      names.claim(name);
    Inside = outlinedInterface(S, names, /*isGnu89=*/false);
    // Nothing is left of an array whose values nobody needs.
    llvm::copy_if(F.copies, std::back_inserter(Copies), [&](const CopyRange &copy) {
      return llvm::any_of(Inside.locals, [&](const auto &local) { return local.array == copy.array; });
    });
    Lines scratch("  ");
    for (uint32_t a = 0, slot = 0; a < F.arrays.size(); ++a) {
      if (F.arrays[a].space != ArrayInfo::Scratch)
        continue;
      scratch.line(cTypeName(F.arrays[a].element).str() + " *" + Inside.bases[a] + " = (" +
                   cTypeName(F.arrays[a].element).str() + " *)vecify_scratch(" + std::to_string(slot++) + ", " +
                   std::to_string(F.arrays[a].extents[0] * bytesOf(F.arrays[a].element)) + ");");
    }
    Printer printer(S, T, Inside, names, Options, "  ");
    printer.printKernelsTo(Kernels, F.name);
    Error error = printer.print([&](Lines &lines, ArrayRef<std::string> values) {
      lines.line("if (vecify_failed())");
      lines.line("  return 0;");
      for (unsigned r = 0; r < F.results.size(); ++r)
        for (const std::string &statement : outAssignment(Inside, F, r, values[r + 1], names))
          lines.line(statement);
      lines.line("return " + values[0] + ";");
    });
    if (error)
      return error;
    Result.helpers.insert(printer.preambleUses().begin(), printer.preambleUses().end());
    const std::string body = printer.text();
    // A scratch array is no parameter, but the kernels' first ones are found by name.
    std::set<std::string> scratchNames;
    for (uint32_t a = 0; a < F.arrays.size(); ++a)
      if (F.arrays[a].space != ArrayInfo::User)
        scratchNames.insert(Inside.bases[a]);
    std::vector<std::string> declarations;
    for (const Interface::Local &local : Inside.localsIn(body + copyText())) {
      if (scratchNames.count(local.name))
        continue;
      Parameters.push_back(local);
      declarations.push_back(local.declaration);
    }
    declarations.push_back("cudaStream_t stream");
    Lines out;
    out.line(commented(Options.planComment));
    out.line("static ptrdiff_t " + Launch + "(" + llvm::join(declarations, ", ") + ") {");
    const std::string buffers = scratch.take();
    if (!buffers.empty()) {
      out.append(buffers);
      out.line("  if (vecify_failed())");
      out.line("    return 0;");
    }
    out.append(body);
    out.line("}");
    LaunchFunction = out.take();
    return Error::success();
  }

  std::string text(const IndexExpr &expr) const {
    return indexText(expr,
                     [&](SymbolId id) {
                       IndexSymbol symbol;
                       for (unsigned p = 0; p < F.parameters.size(); ++p)
                         if (F.parameters[p].value == id) {
                           symbol.text = Inside.parameters[p];
                           symbol.lo = F.parameters[p].lo;
                           symbol.hi = F.parameters[p].hi;
                           symbol.isParameter = true;
                         }
                       return symbol;
                     })
        .text;
  }

  /// min(min(a, b), c)
  std::string extreme(ArrayRef<IndexExpr> ends, const char *function) {
    std::string result = text(ends[0]);
    for (const IndexExpr &end : ends.drop_front())
      result = std::string(function) + "(" + result + ", " + text(end) + ")";
    if (ends.size() > 1)
      Result.helpers.insert(function);
    return result;
  }

  /// { x, 0, 4 * n, vecify_in }, ...
  std::string copyText() {
    std::string all;
    for (const CopyRange &copy : Copies) {
      const std::string direction = copy.in && copy.out ? "vecify_in | vecify_out"
                                    : copy.in           ? "vecify_in"
                                                        : "vecify_out";
      all += "    {" + Inside.bases[copy.array] + ", " + extreme(copy.lower, "vecify_min") + ", " +
             extreme(copy.upper, "vecify_max") + ", " + direction + "},\n";
    }
    return all + (F.work.isZero() ? "" : "/*" + text(F.work) + "*/");
  }

  /// "const float *restrict x" -> "const float *"
  static std::string typeIn(llvm::StringRef declaration, llvm::StringRef name) {
    std::string type = declaration.str();
    for (llvm::StringRef word : {llvm::StringRef("restrict "), name}) {
      const size_t at = type.rfind(word.str());
      if (at != std::string::npos)
        type.erase(at, word.size());
    }
    return llvm::StringRef(type).trim().str();
  }

  void copyFunction() {
    std::vector<std::string> declarations, arguments, results, values;
    Lines before("  "), after("    ");
    LocalNames names(Reserved);
    for (const Interface::Local &local : Parameters)
      names.claim(local.name);
    const std::string arrays = names.unique("arrays"), done = names.unique("done");
    for (const Interface::Local &local : Parameters) {
      declarations.push_back(local.declaration);
      values.push_back(local.value);
      const auto out = llvm::find(Inside.outs, local.name);
      if (out != Inside.outs.end()) {
        // Nothing may change unless everything has worked.
        const std::string fresh = names.unique(local.name + "_new");
        before.line(cTypeName(F.results[out - Inside.outs.begin()].type).str() + " " + fresh + ";");
        after.line("__builtin_memcpy(" + local.name + ", &" + fresh + ", sizeof " + fresh + ");");
        arguments.push_back("&" + fresh);
      } else if (local.array && !Copies.empty()) {
        const auto copy = llvm::find_if(Copies, [&](const CopyRange &c) { return c.array == *local.array; });
        const size_t n = copy - Copies.begin();
        arguments.push_back("(" + typeIn(local.declaration, local.name) + ")" + arrays + "[" + std::to_string(n) +
                            "].device");
      } else {
        arguments.push_back(local.name);
      }
    }
    arguments.push_back("0");
    Lines out;
    out.line("static ptrdiff_t " + Result.functionName + "(" + llvm::join(declarations, ", ") + ") {");
    out.in();
    Result.callExpression = Result.functionName + "(" + llvm::join(values, ", ") + ")";
    if (!F.work.isZero()) {
      out.line("if (" + text(F.work) + " < VECIFY_LEAST_WORK)");
      out.line("  return 0;");
    }
    const std::string count = std::to_string(Copies.size());
    if (Copies.empty()) {
      out.line("vecify_error = cudaSuccess;");
    } else {
      const std::string ranges = copyText();
      out.line("vecify_array " + arrays + "[] = {");
      out.append(ranges.substr(0, ranges.find("/*")));
      out.line("};");
    }
    out.append(before.take());
    if (!Copies.empty()) {
      out.line("if (!vecify_to_device(" + arrays + ", " + count + "))");
      out.line("  return 0;");
    }
    out.line("const ptrdiff_t " + done + " = " + Launch + "(" + llvm::join(arguments, ", ") + ");");
    // In managed memory the pointers are the same, and there is no way back.
    out.line("if (!" + (Copies.empty() ? "vecify_finish()" : "vecify_to_host(" + arrays + ", " + count + ")") + ")");
    out.line("  return 0;");
    const std::string outs = after.take();
    if (!outs.empty()) {
      out.line("if (" + done + " > 0) {");
      out.append(outs);
      out.line("}");
    }
    out.line("return " + done + ";");
    out.out();
    out.line("}");
    CopyFunction = out.take();
  }

  /// On device pointers there is no other way to run the loop: what a guard forbids is an error.
  void launchOnDevice() {
    Function runs = Original, others = Original;
    runs.guards.clear();
    others.guards.clear();
    for (const RuntimeGuard &guard : Original.guards)
      (guard.kind == RuntimeGuard::NonNegative && guard.why == "the loop runs" ? runs : others).guards.push_back(guard);
    const std::string first = llvm::join(guardText(runs).conditions, " && ");
    const std::string second = llvm::join(guardText(others).conditions, " && ");
    std::vector<std::string> values;
    for (const Interface::Local &local : Parameters)
      values.push_back(local.value);
    values.push_back(Options.stream);
    const std::string call =
        (Options.setsDone ? Result.doneName + " = " : "") + Launch + "(" + llvm::join(values, ", ") + ")";
    Lines out(Options.indent);
    if (!first.empty()) {
      out.line("if (" + first + ") {");
      out.in();
    }
    if (second.empty()) {
      out.line(call + ";");
    } else {
      out.line("if (" + second + ")");
      out.line("  " + call + ";");
      out.line("else");
      out.line("  vecify_check(cudaErrorInvalidValue, \"" + F.name + ": arrays overlap or a size is out of range\");");
    }
    if (!first.empty()) {
      out.out();
      out.line("}");
    }
    Result.launchText = out.take();
  }

  const Function &Original; ///< knows nothing yet of what the guards say
  const Spelling S;
  const Function &F;
  const Target &T;
  const EmitOptions &Options;
  std::set<std::string> Reserved;
  std::string Launch, Kernels, LaunchFunction, CopyFunction;
  Interface Inside;
  std::vector<Interface::Local> Parameters;
  std::vector<CopyRange> Copies;
  EmittedKernel Result;
};

} // namespace

Expected<EmittedKernel> emitSimt(const Function &function, const Target &target, const EmitOptions &options) {
  return SimtEmitter(function, target, options).run();
}

} // namespace vecify
