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
#include "Kernel.h"
#include "vecify/Emit/Emit.h"
#include "vecify/Support/Contain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace vecify {

using llvm::StringRef;

namespace {

constexpr StringRef ByGcc = "defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)";

class CudaComposer {
public:
  CudaComposer(const ParsedFile &file, const Target &target, const KeptApart &apart, const Options &options)
      : Reserved(reservedNames(file)), File(file), T(target), Apart(apart), Opts(options), Stream("stream") {
    for (unsigned n = 0; Reserved.count(Stream); ++n)
      Stream = "stream" + std::to_string(n);
  }

  /// Collects the edits of one function; says whether there are any.
  bool function(const FunctionEntry &entry, const std::vector<LoopDecision> &decisions) {
    const size_t before = HostEdits.size();
    std::string front;
    DeviceEdits.clear();
    NamesInLoops.clear();
    IsOnDevice = !entry.isStatic && !entry.nameRange.isEmpty() && entry.touchesMemoryInLoopsOnly;
    for (const LoopDecision &decision : decisions)
      tree(entry, decision, front);
    if (HostEdits.size() == before)
      return false;
    // A function that rounds as C does must do so in the loop that is resumed.
    if (Opts.fp == FpMode::Strict || Apart.contains(unsigned(&entry - File.functions.data()))) {
      const KeepApartText apart = keepApartByGcc(ByGcc);
      front += apart.front;
      const uint32_t end = entry.definition.end;
      HostEdits.push_back({{end, end}, "\n" + apart.behind + "\n" + newlineAfter(File.text, end).str()});
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
    options.stream = Stream;
    options.setsDone = !assignCounters(nest, "0").empty();
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
    // What failed before is not this loop's.
    const std::string fresh = Opts.cudaOnError == Options::Return ? indent + "vecify_error = cudaSuccess;\n" : "";
    std::string host = "{\n" + init + fresh + kernel->callText;
    if (Opts.cudaOnError == Options::Return)
      host += indent + "if (vecify_failed())\n" + indent + "  return" +
              (StringRef(entry.returnType) == "void" ? ";\n" : " {};\n");
    const bool doneIsAllOrNothing = true;
    host += resumeLoop(nest, File.text, kernel->doneName, doneIsAllOrNothing, false, indent) + "\n" +
            nest.source.indent + "}";
    HostEdits.push_back({nest.source.loop, host});
    for (TextRange pragma : nest.source.pragmas)
      commentOut(pragma);
    for (const Array &array : nest.arrays)
      IsOnDevice &= array.baseReads.empty() &&
                    llvm::any_of(entry.parameters, [&](const ParameterInfo &p) { return p.name == array.name; });
    for (const Symbol &symbol : nest.symbols)
      IsOnDevice &= symbol.reads.empty();
    // The condition would have to be asked once more.
    IsOnDevice &= !nest.source.conditionHasEffects;
    std::string device = kernel->launchText;
    if (options.setsDone)
      device = indent + "ptrdiff_t " + kernel->doneName + " = 0;\n" + device + indent +
               StringRef(assignCounters(nest, kernel->doneName)).rtrim().str() + "\n";
    NamesInLoops.push_back({DeviceEdits.size(), namesIn(nest)});
    DeviceEdits.push_back({nest.source.loop, "{\n" + init + device + nest.source.indent + "}"});
    return true;
  }

  static std::vector<std::string> namesIn(const Nest &nest) {
    std::vector<std::string> names;
    for (const Symbol &symbol : nest.symbols)
      if (symbol.kind == Symbol::Param)
        names.push_back(symbol.name);
    for (const Array &array : nest.arrays)
      names.push_back(array.name);
    for (const Local &local : nest.locals)
      if (local.scope == NoId)
        names.push_back(local.name);
    llvm::erase_if(names, [](const std::string &name) { return !identifiersOf(name).count(name); });
    return names;
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
    if (start == StringRef::npos)
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
    return text + "cudaStream_t " + Stream + ")";
  }

  /// The definition with its loops as launches.
  std::string onDevice(const FunctionEntry &entry) {
    const StringRef text(File.text);
    const uint32_t open = uint32_t(findInCode(text, "(", entry.nameRange.end)) + 1, close = closingOf(text, open),
                   body = uint32_t(findInCode(text, "{", close)) + 1;
    const bool hasNone = entry.parameters.empty();
    // `f(void)`: the stream takes the place of the word.
    const std::string head =
        edited({entry.definition.begin, body},
               {{entry.nameRange, entry.name + "_vecify_dev"},
                {{hasNone ? open : close, close}, (hasNone ? "cudaStream_t " : ", cudaStream_t ") + Stream}});
    // Compilers warn of variables that nothing names any more.
    const std::set<std::string> named = identifiersOf(edited({body, entry.definition.end}, DeviceEdits));
    std::set<std::string> known;
    for (const auto &[edit, names] : NamesInLoops)
      for (const std::string &name : names)
        if (!named.count(name) && known.insert(name).second)
          DeviceEdits[edit].text.insert(DeviceEdits[edit].text.find('\n') + 1, "  (void)" + name + ";\n");
    Prototypes += prototypeOnDevice(entry) + ";\n";
    const bool isVoid = StringRef(entry.returnType) == "void";
    return std::string("/* On device pointers. Nothing is copied") +
           (isVoid ? " or awaited" : "; its result is awaited") + ". */\n" + head + "\n  vecify_error = cudaSuccess;" +
           edited({body, entry.definition.end}, DeviceEdits) + "\n";
  }

  /// A piece of the file, with edits that are in it.
  std::string edited(TextRange range, std::vector<TextEdit> edits) const {
    for (TextEdit &edit : edits) {
      edit.range.begin -= range.begin;
      edit.range.end -= range.begin;
    }
    return applyEdits(StringRef(File.text).slice(range.begin, range.end), std::move(edits));
  }

  std::set<std::string> Reserved;
  const ParsedFile &File;
  const Target &T;
  const KeptApart &Apart;
  const Options &Opts;
  std::set<std::string> KernelNames;
  std::string Stream;                ///< what functions on device pointers call theirs
  std::vector<TextEdit> DeviceEdits; ///< of the current function
  /// Of those that replace loops, and the variables of the source that the loops name.
  std::vector<std::pair<size_t, std::vector<std::string>>> NamesInLoops;
  bool IsOnDevice = false; ///< and whether it has such a form
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
  if (llvm::isDigit(guard.front()))
    guard = "FILE_" + guard;
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
  if (tellsErrors(options, !onDevice.empty()))
    device += "/* What failed in the last of these functions that this thread called. */\ncudaError_t " + stem +
              "_cuda_error(void);\n";
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
  return llvm::isDigit(stem.front()) ? "_" + stem : stem;
}

} // namespace

Composed composeCuda(const ParsedFile &file, const std::vector<std::vector<LoopDecision>> &decisions,
                     const Target &target, const KeptApart &apart, const Options &options, StringRef headerName) {
  Composed result;
  CudaComposer composer(file, target, apart, options);
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
           emitPreamble({{&target, composer.Helpers}}, false, headersAbove(file, place), file.macrosAside);
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
                       (first ? cudaErrorFunction(options, stem, !composer.Prototypes.empty()) : "")});
  edits.insert(edits.end(), composer.HostEdits.begin(), composer.HostEdits.end());
  for (const FunctionEntry &entry : file.functions)
    if (std::optional<TextEdit> parameters = parametersInCxx(entry, file.text))
      edits.push_back(std::move(*parameters));
  edits.push_back({{end, end}, newlineBefore(file.text, end).str() + "}\n"});
  result.text = applyToFile(file, std::move(edits));
  result.header = headerOf(file, options, headerName, composer.Prototypes, stem);
  return result;
}

} // namespace vecify
