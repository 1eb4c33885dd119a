// A C file as CUDA C++: what it was, its loops as launches, and the same functions on device pointers.
//
//     #include ..                          the file's own, and the run-time part that the output needs
//     extern "C" {
//     kernels of saxpy
//     void saxpy(..) { .. }                copies there and back; resumes the source's loop where that was not possible
//     void saxpy_vecify_dev(.., stream)    the same text, its loops launched on what is on the device
//     }
//
// A function has a form on device pointers if all its memory is parameters that its launched loops alone touch.
#include "Compose.h"
#include "CudaRuntime.h"
#include "FileText.h"
#include "vecify/Emit/Emit.h"
#include "vecify/Support/Contain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace vecify {

using llvm::StringRef;

namespace {

constexpr const char *ContractOff = "#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)\n"
                                    "#pragma GCC push_options\n"
                                    "#pragma GCC optimize(\"fp-contract=off\", \"no-tree-vectorize\")\n"
                                    "#endif\n";
constexpr const char *ContractRestored = "#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)\n"
                                         "#pragma GCC pop_options\n"
                                         "#endif\n";

class CudaComposer {
public:
  CudaComposer(const ParsedFile &file, const Target &target, const Options &options)
      : Reserved(reservedNames(file)), File(file), T(target), Opts(options) {}

  /// Collects the edits of one function; says whether there are any.
  bool function(const FunctionEntry &entry, const std::vector<LoopDecision> &decisions) {
    const size_t before = HostEdits.size();
    std::string front;
    DeviceEdits.clear();
    IsOnDevice = !entry.nameRange.isEmpty() && entry.touchesMemoryInLoopsOnly;
    for (const LoopDecision &decision : decisions)
      tree(entry, decision, front);
    if (HostEdits.size() == before)
      return false;
    // A function that rounds as C does must do so in the loop that is resumed.
    if (Opts.fp == FpMode::Strict) {
      front += ContractOff;
      const uint32_t end = entry.definition.end;
      HostEdits.push_back({{end, end}, "\n" + (ContractRestored + newlineAfter(File.text, end)).str()});
    }
    const uint32_t begin = entry.definition.begin, end = entry.definition.end;
    HostEdits.push_back({{begin, begin}, newlineBefore(File.text, begin).str() + front});
    if (IsOnDevice)
      HostEdits.push_back({{end, end}, "\n\n" + onDevice(entry)});
    return true;
  }

  std::vector<TextEdit> HostEdits;
  std::vector<Remark> InternalErrors;
  std::set<std::string> Helpers;
  std::string KernelCode; ///< all that surrounds launches
  std::string Prototypes; ///< of the functions on device pointers

private:
  void tree(const FunctionEntry &entry, const LoopDecision &decision, std::string &front) {
    if (decision.vectorized && loop(entry, decision, front))
      return;
    IsOnDevice &= !decision.inner.empty() && llvm::any_of(decision.inner, anyVectorized) && !touchesMemory(decision);
    for (const LoopDecision &inner : decision.inner)
      tree(entry, inner, front);
  }

  /// The loop itself, the loops inside it aside.
  static bool touchesMemory(const LoopDecision &decision) {
    if (!decision.entry->nest)
      return true;
    const Nest &nest = *decision.entry->nest;
    if (llvm::any_of(nest.symbols, [](const Symbol &symbol) { return !symbol.reads.empty(); }))
      return true;
    // Whatever stands in the body beside the inner loops.
    return llvm::any_of(nest.nodes[nest.root().node].body,
                        [&](NodeId id) { return nest.nodes[id].kind != Node::Loop; });
  }

  llvm::Expected<EmittedKernel> emitContained(const Nest &nest, const Function &code,
                                              const EmitOptions &options) const {
    std::optional<llvm::Expected<EmittedKernel>> kernel;
    llvm::Error crash = contain([&] {
      if (Opts.onPhase)
        Opts.onPhase("print", nest);
      kernel.emplace(emit(code, T, options));
    });
    if (crash)
      return std::move(crash);
    return std::move(*kernel);
  }

  /// False when a bug of ours leaves the loop untouched.
  bool loop(const FunctionEntry &entry, const LoopDecision &decision, std::string &front) {
    const Nest &nest = *decision.entry->nest;
    const Plan &plan = decision.candidates[0].best();
    EmitOptions options;
    options.indent = nest.source.indent + "  ";
    options.planComment = plan.summary;
    options.reservedNames = Reserved;
    options.signedWraps = File.signedWraps;
    Function code = *plan.code;
    code.name = uniqueName(code.name);
    llvm::Expected<EmittedKernel> kernel = emitContained(nest, code, options);
    if (!kernel) {
      InternalErrors.push_back(remarkOf(kernel.takeError(), decision.entry->loc));
      return false;
    }
    Helpers.insert(kernel->helpers.begin(), kernel->helpers.end());
    front += kernel->functionText + "\n";
    KernelCode += kernel->functionText;
    const std::string &indent = options.indent;
    std::string init;
    if (nest.source.hoistInit)
      init = indent + File.text.substr(nest.source.forInit.begin, nest.source.forInit.end - nest.source.forInit.begin) +
             ";\n";
    std::string host = "{\n" + init + kernel->callText;
    if (Opts.cudaOnError == Options::Return)
      host += indent + "if (vecify_failed())\n" + indent + "  return" +
              (StringRef(entry.returnType) == "void" ? ";\n" : " {};\n");
    const bool doneIsAllOrNothing = true;
    host +=
        resumeLoop(nest, File.text, kernel->doneName, doneIsAllOrNothing, "", indent) + "\n" + nest.source.indent + "}";
    HostEdits.push_back({nest.source.loop, host});
    for (TextRange pragma : nest.source.pragmas)
      commentOut(pragma);
    for (const Array &array : nest.arrays)
      IsOnDevice &= array.baseReads.empty() &&
                    llvm::any_of(entry.parameters, [&](const ParameterInfo &p) { return p.name == array.name; });
    for (const Symbol &symbol : nest.symbols)
      IsOnDevice &= symbol.reads.empty();
    DeviceEdits.push_back({nest.source.loop, "{\n" + init + kernel->launchText + nest.source.indent + "}"});
    return true;
  }

  /// Several loops of a function may have one name: saxpy_i, saxpy_i_2.
  std::string uniqueName(const std::string &wanted) {
    std::string name = wanted;
    for (unsigned n = 2; !KernelNames.insert(name).second; ++n)
      name = wanted + "_" + std::to_string(n);
    return name;
  }

  void commentOut(TextRange pragma) {
    const StringRef line = StringRef(File.text).slice(pragma.begin, pragma.end);
    const size_t start = line.find_first_not_of(" \t");
    if (start == StringRef::npos || line[start] != '#')
      return;
    const StringRef body = line.substr(start).rtrim();
    if (body.contains("*/") || body.contains("/*") || body.contains("//"))
      return;
    const uint32_t begin = pragma.begin + uint32_t(start);
    const TextEdit edit{{begin, uint32_t(begin + body.size())}, "/* " + body.str() + " */"};
    HostEdits.push_back(edit);
    DeviceEdits.push_back(edit);
  }

  std::string prototypeOnDevice(const FunctionEntry &entry) const {
    std::string text =
        entry.returnType + (StringRef(entry.returnType).ends_with("*") ? "" : " ") + entry.name + "_vecify_dev(";
    for (const ParameterInfo &parameter : entry.parameters)
      text += parameter.declaration + ", ";
    return text + "cudaStream_t stream)";
  }

  /// The definition with its loops as launches.
  std::string onDevice(const FunctionEntry &entry) {
    const StringRef text(File.text);
    // From the name's parameters on: the closing parenthesis is the last one before the body.
    const uint32_t brace = uint32_t(text.find('{', entry.nameRange.end));
    const uint32_t close = uint32_t(text.slice(0, brace).rfind(')'));
    const bool hasNone = entry.parameters.empty();
    // `f(void)`: the stream takes the place of the word.
    const uint32_t open = uint32_t(text.find('(', entry.nameRange.end)) + 1;
    std::vector<TextEdit> edits = {
        {entry.nameRange, entry.name + "_vecify_dev"},
        {{hasNone ? open : close, close}, hasNone ? "cudaStream_t stream" : ", cudaStream_t stream"}};
    edits.insert(edits.end(), DeviceEdits.begin(), DeviceEdits.end());
    for (TextEdit &edit : edits) {
      edit.range.begin -= entry.definition.begin;
      edit.range.end -= entry.definition.begin;
    }
    Prototypes += prototypeOnDevice(entry) + ";\n";
    const bool isVoid = StringRef(entry.returnType) == "void";
    return std::string("/* On device pointers. Nothing is copied") +
           (isVoid ? " or awaited" : "; its result is awaited") + ". */\n" +
           applyEdits(text.slice(entry.definition.begin, entry.definition.end), std::move(edits)) + "\n";
  }

  std::set<std::string> Reserved;
  const ParsedFile &File;
  const Target &T;
  const Options &Opts;
  std::set<std::string> KernelNames;
  std::vector<TextEdit> DeviceEdits; ///< of the current function
  bool IsOnDevice = false;           ///< and whether it has such a form
};

/// "float *restrict x" is no C++.
std::string inBothLanguages(StringRef declaration) {
  std::string text = declaration.str();
  for (size_t at = 0; (at = text.find("restrict", at)) != std::string::npos; at += 10)
    if (at < 2 || text[at - 1] != '_')
      text.replace(at, 8, "__restrict");
  return text;
}

std::string headerOf(const ParsedFile &file, const Options &options, StringRef name, const std::string &onDevice,
                     const std::string &stem) {
  std::string guard, prototypes;
  for (char c : name)
    guard += llvm::isAlnum(c) ? llvm::toUpper(c) : '_';
  for (const FunctionEntry &entry : file.functions) {
    if (entry.isStatic || entry.nameRange.isEmpty())
      continue;
    prototypes += entry.returnType + (StringRef(entry.returnType).ends_with("*") ? "" : " ") + entry.name + "(";
    for (const ParameterInfo &parameter : entry.parameters)
      prototypes += (StringRef(prototypes).ends_with("(") ? "" : ", ") + parameter.declaration;
    prototypes += entry.parameters.empty() ? "void);\n" : ");\n";
  }
  std::string includes;
  for (const Include &include : file.includes)
    includes += "#include " + include.name + "\n";
  std::string device = onDevice;
  if (options.cudaOnError == Options::Return)
    device +=
        "/* Why the last function that failed in this thread did. */\ncudaError_t " + stem + "_cuda_error(void);\n";
  if (!device.empty())
    device = "\n#ifdef CUDART_VERSION /* of cuda_runtime_api.h */\n" + device + "#endif\n";
  return firstLine(file, options) + "#ifndef " + guard + "\n#define " + guard + "\n" + includes +
         "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n" + inBothLanguages(prototypes + device) +
         "\n#ifdef __cplusplus\n}\n#endif\n#endif\n";
}

/// What a function of this file may be called: "my-file.c" gives my_file.
std::string stemOf(StringRef path) {
  std::string stem;
  for (char c : path.substr(path.rfind('/') + 1).split('.').first)
    stem += llvm::isAlnum(c) ? c : '_';
  return stem;
}

} // namespace

Composed composeCuda(const ParsedFile &file, const std::vector<std::vector<LoopDecision>> &decisions,
                     const Target &target, const Options &options, StringRef headerName) {
  Composed result;
  CudaComposer composer(file, target, options);
  std::optional<uint32_t> first;
  for (unsigned f = 0; f < file.functions.size(); ++f) {
    const FunctionEntry &entry = file.functions[f];
    if (!composer.function(entry, decisions[f]))
      continue;
    result.rewrittenFunctions.push_back({entry.name});
    first = std::min(first.value_or(~0u), entry.definition.begin);
  }
  result.internalErrors = composer.InternalErrors;
  // C that no loop of runs on a GPU is C++ all the same.
  result.changed = first.has_value();
  std::vector<TextEdit> edits;
  const uint32_t top = topOf(file.text), place = preamblePlace(file, first.value_or(~0u)),
                 end = uint32_t(file.text.size());
  const std::string stem = stemOf(file.path);
  const auto runtime = [&](const CudaComposer &composer, uint32_t place) {
    return cudaRuntime(options, composer.KernelCode) +
           emitPreamble({{&target, composer.Helpers}}, false, headersAbove(file, place));
  };
  edits.push_back({{top, top}, firstLine(file, options)});
  // The user's own headers may declare what is defined here.
  for (const Include &include : file.includes) {
    if (include.end > place || !StringRef(include.name).starts_with("\""))
      continue;
    const uint32_t begin = uint32_t(StringRef(file.text).rfind('\n', include.end - 2) + 1);
    edits.push_back({{begin, begin}, "extern \"C\" {\n"});
    edits.push_back({{include.end, include.end}, "}\n"});
  }
  edits.push_back({{place, place},
                   newlineBefore(file.text, place).str() + (first ? runtime(composer, place) : "") +
                       "\n#define restrict __restrict__\n\nextern \"C\" {\n" +
                       (first ? cudaErrorFunction(options, stem) : "")});
  edits.insert(edits.end(), composer.HostEdits.begin(), composer.HostEdits.end());
  edits.push_back({{end, end}, newlineBefore(file.text, end).str() + "}\n"});
  result.text = applyWithLineEnds(file.text, std::move(edits));
  result.header = headerOf(file, options, headerName, composer.Prototypes, stem);
  return result;
}

} // namespace vecify
