// A rewritten loop becomes a block:
//
//     {
//       /* vecify: i: 32 lanes (4 x 8), epilogue */
//       ptrdiff_t i_done = 0;
//       if (n >= 8) { ...vectors...  i_done = ...; }
//       for (int i = (int)i_done; i < n; i++)      the source's own loop, resumed
//         ...
//     }
//
// so that tail and fallback are one verbatim copy of what the user wrote.
#include "Compose.h"
#include "FileText.h"
#include "KeepApart.h"
#include "Kernel.h"
#include "Threads.h"
#include "vecify/Emit/Emit.h"
#include "vecify/Lower/Lower.h"
#include "vecify/Support/Contain.h"
#include "vecify/Support/Mentions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

namespace vecify {

using llvm::StringRef;

std::set<std::string> identifiersOf(StringRef text) {
  std::set<std::string> names;
  for (size_t i = 0; i < text.size();) {
    if (llvm::isAlpha(text[i]) || text[i] == '_') {
      size_t end = i;
      while (end < text.size() && (llvm::isAlnum(text[end]) || text[end] == '_'))
        ++end;
      names.insert(text.slice(i, end).str());
      i = end;
    } else {
      ++i;
    }
  }
  return names;
}

std::set<std::string> reservedNames(const ParsedFile &file) {
  std::set<std::string> names = identifiersOf(file.text);
  names.insert(file.macros.begin(), file.macros.end());
  names.insert(file.declared.begin(), file.declared.end());
  return names;
}

/// Adds `text`, which begins with the condition `guard`, if anything; under the last one's if that is the same.
static void appendGuarded(std::string &all, llvm::StringRef text, llvm::StringRef guard) {
  constexpr llvm::StringRef end = "#endif\n\n";
  const size_t last = llvm::StringRef(all).rfind("#if defined(");
  if (last != std::string::npos && llvm::StringRef(all).substr(last).starts_with(guard) &&
      llvm::StringRef(all).ends_with(end) && text.consume_front(guard))
    all.replace(all.size() - end.size(), end.size(), "\n");
  all += text;
}

/// Whole lines that are compiled only where `holds` does, if that says anything.
static std::string underCondition(llvm::StringRef holds, const std::string &lines, const std::string &otherwise = "") {
  if (holds.empty())
    return lines;
  return ("#if " + holds + "\n" + lines + (otherwise.empty() ? "" : "#else\n") + otherwise + "#endif\n").str();
}

/// A comma that no parentheses enclose may end a macro's argument; quotes may hide parentheses.
static bool mayEndArgument(llvm::StringRef text) {
  unsigned depth = 0;
  for (; !text.empty(); text = text.drop_front()) {
    if (text.consume_front("/*"))
      text = text.drop_front(std::min(text.find("*/"), text.size() - 1));
    const char c = text.front();
    depth += c == '(';
    depth -= c == ')' && depth > 0;
    if ((c == ',' && depth == 0) || c == '"' || c == '\'')
      return true;
  }
  return false;
}

/// clang's switch is for the whole file, or an inlined callee would keep its own.
static constexpr const char *ClangContractOff = "#ifdef __clang__\n"
                                                "#pragma STDC FP_CONTRACT OFF\n"
                                                "#endif\n";

/// Without the vector part the source's loop may have enough to do for vectors of the next compiler's own.
static bool mayLeaveMuch(const Plan &plan) {
  constexpr unsigned much = 16;
  const unsigned least = plan.tail == Tail::Halves ? plan.leastLanes : plan.lanes;
  // All or nothing is done where iterations are to be far enough from each other.
  constexpr int64_t farthest = 4096;
  const auto isOfDistance = [&](const IndexExpr &expr) {
    return plan.code->coversAll && !(plan.code->trip - expr).asConstant() &&
           std::abs(expr.constantTerm()) >= int64_t(much) && std::abs(expr.constantTerm()) <= farthest;
  };
  return llvm::any_of(plan.code->guards, [&](const RuntimeGuard &guard) {
    return guard.kind != RuntimeGuard::NonNegative || (plan.tail != Tail::Mask && least >= much) ||
           isOfDistance(guard.expr);
  });
}

static bool reads(const Nest &nest, ExprId id, ArrayId array) {
  llvm::SmallSetVector<ExprId, 16> all; // several ops may share an operand
  all.insert(id);
  for (size_t i = 0; i < all.size(); ++i) {
    const Expr &e = nest.exprs[all[i]];
    if (e.kind == Expr::Load && nest.accesses[e.access].array == array)
      return true;
    all.insert(e.operands.begin(), e.operands.end());
  }
  return false;
}

/// if (c) { was = a[i]; a[i] = b[i]; }: clang 22 vectorizes it wrongly (lib/Lower/FenceFaults), and must not.
static bool exchangesConditionally(const Nest &nest) {
  const auto doesIn = [&](llvm::ArrayRef<NodeId> body) {
    return llvm::any_of(body, [&](NodeId id) {
      const AccessId written = nest.nodes[id].access;
      return written != NoId && llvm::any_of(body, [&](NodeId other) {
               const Node &node = nest.nodes[other];
               return node.local != NoId && reads(nest, node.value, nest.accesses[written].array);
             });
    });
  };
  return llvm::any_of(nest.nodes, [&](const Node &node) {
    return node.kind == Node::If && (doesIn(node.body) || doesIn(node.elseBody));
  });
}

static TextEdit behindApart(const FunctionEntry &entry, StringRef text, bool isFile) {
  const uint32_t end = entry.definition.end;
  return {{end, end}, "\n" + keepApartText(isFile).behind + newlineAfter(text, end).str()};
}

/// What rewritten loops call is kept apart like them, where it stays as it was. `staticOnly`: all else is not in the
/// text.
static void keepInlinedApart(const ParsedFile &file, const KeptApart &apart, const std::set<unsigned> &rewritten,
                             bool staticOnly, std::vector<TextEdit> &edits) {
  std::set<unsigned> callees;
  for (unsigned f : rewritten)
    if (apart.contains(f))
      callees.insert(apart.inlined[f].begin(), apart.inlined[f].end());
  for (unsigned f : callees) {
    const uint32_t begin = file.functions[f].definition.begin;
    if (rewritten.count(f) || (staticOnly && !file.functions[f].isStatic))
      continue;
    edits.push_back({{begin, begin}, newlineBefore(file.text, begin).str() + keepApartText(apart.isFile).front});
    edits.push_back(behindApart(file.functions[f], file.text, apart.isFile));
  }
}

/// Whether clang's switch must stand on top of the file.
static bool switchesFile(const KeptApart &apart, const std::set<unsigned> &rewritten) {
  return apart.isFile && llvm::any_of(rewritten, [&](unsigned f) { return apart.contains(f); });
}

namespace {

class Composer {
public:
  /// `only`: use just this target, in place (for variants).
  Composer(const ParsedFile &file, const std::vector<Target> &targets, const KeptApart &apart, bool inPlace,
           const Options &options, std::optional<unsigned> only = std::nullopt, FunctionTexts networks = {})
      : Reserved(reservedNames(file)), Uses(targets.size()), Networks(std::move(networks)), File(file),
        Targets(targets), Apart(apart), InPlace(inPlace), Opts(options), Only(only) {}

  /// Collects the edits of one function; says whether there are any.
  bool function(unsigned f, const std::vector<LoopDecision> &decisions) {
    const FunctionEntry &entry = File.functions[f];
    size_t before = Edits.size();
    std::string front;
    for (const LoopDecision &decision : decisions)
      tree(decision, front);
    if (Edits.size() == before)
      return false;
    // A function is strict as a whole: the loops that were left alone too.
    if (Apart.contains(f) && !Only) {
      front += keepApartText(Apart.isFile).front;
      Edits.push_back(behindApart(entry, File.text, Apart.isFile));
    }
    if (!front.empty()) {
      const uint32_t begin = entry.definition.begin;
      Edits.push_back({{begin, begin}, newlineBefore(File.text, begin).str() + front});
    }
    return true;
  }

  std::vector<TextEdit> Edits;
  std::vector<Remark> internalErrors;
  std::set<std::string> Reserved;
  std::vector<std::optional<std::set<std::string>>> Uses; ///< helpers per target; nullopt: target not used
  FunctionTexts Networks;                                 ///< of the file so far

private:
  void tree(const LoopDecision &decision, std::string &outlined) {
    if (decision.vectorized && loop(decision, outlined))
      return;
    if (decision.threads && !decision.threads->inVectorPart) {
      const Source &source = decision.entry->nest->source;
      const uint32_t line = lineOf(source.loop.begin);
      Edits.push_back(
          {{line, line},
           newlineBefore(File.text, line).str() + underCondition(source.holds, threadsPragma(*decision.threads))});
      for (TextRange pragma : source.pragmas)
        commentOut(pragma);
    }
    for (const LoopDecision &inner : decision.inner)
      tree(inner, outlined);
  }

  /// The kernel's text; a crash becomes an error.
  llvm::Expected<EmittedKernel> emitContained(const Nest &nest, const Function &planned, const std::string &name,
                                              const Target &target, const EmitOptions &options) const {
    std::optional<llvm::Expected<EmittedKernel>> kernel;
    llvm::Error crash = contain([&] {
      if (Opts.onPhase)
        Opts.onPhase("print", nest);
      llvm::Expected<Function> code = target.aie ? planned : withoutSinglePasses(planned, target);
      if (!code) {
        kernel.emplace(code.takeError());
        return;
      }
      code->name = name;
      kernel.emplace(emit(*code, target, options));
    });
    if (crash)
      return std::move(crash);
    return std::move(*kernel);
  }

  /// The kernels of one loop, one per target that has a plan; bugs of ours are noted and leave their target out.
  std::vector<std::pair<unsigned, EmittedKernel>> kernelsOf(const LoopDecision &decision) {
    std::vector<std::pair<unsigned, EmittedKernel>> kernels;
    std::string name;
    for (unsigned t = 0; t < Targets.size(); ++t) {
      const Plan &plan = decision.candidates[t].best();
      if (!plan.code || (Only && *Only != t))
        continue;
      EmitOptions options;
      options.indent = decision.entry->nest->source.indent + "  ";
      options.planComment = plan.summary + (decision.isPinned ? ", as tuned" : "") +
                            (decision.fused ? ", " + std::to_string(decision.parts.size()) + " loops in one" : "");
      options.reservedNames = Reserved;
      options.fileNames = FileNames;
      options.networks = Networks;
      options.outerVariables = decision.entry->nest->source.outerVariables;
      options.fileVariables = decision.entry->nest->source.fileVariables;
      options.signedWraps = File.signedWraps;
      options.isGnu89 = File.isGnu89;
      options.holds = decision.entry->nest->source.holds;
      const Source &source = decision.entry->nest->source;
      options.isInLoop = source.mayBeInlined || (InPlace && source.depth > 0);
      if (!InPlace)
        options.standIns = standInsFor(*decision.entry->nest);
      options.mayHavePragmas = !decision.entry->nest->source.inMacroArgument && !Targets[t].isSimt && !Targets[t].aie;
      if (decision.threads && InPlace)
        options.threadsPragma = threadsPragma(*decision.threads);
      options.mayReplaceLoop = InPlace && !Targets[t].aie && !decision.threads && !decision.fused &&
                               source.holds.empty() && needsNoScalarLoop(*decision.entry->nest, *plan.code);
      name = name.empty() ? uniqueName(plan.code->name) : name;
      llvm::Expected<EmittedKernel> kernel =
          emitContained(*decision.entry->nest, *plan.code, name, Targets[t], options);
      // What only the source's loop names would be unused without it.
      if (kernel && kernel->replacesLoop && !llvm::all_of(source.usedFromOutside, [&](const std::string &used) {
            return mentions(kernel->inlineText, used);
          })) {
        options.mayReplaceLoop = false;
        kernel = emitContained(*decision.entry->nest, *plan.code, name, Targets[t], options);
      }
      if (!kernel) {
        internalErrors.push_back(remarkOf(kernel.takeError(), decision.entry->loc));
        continue;
      }
      for (std::string *text :
           {&kernel->inlineText, &kernel->functionText, &kernel->callText, &kernel->callExpression, &kernel->guardText})
        *text = withFreeHelpers(*text, kernel->helpers, File);
      if (!Uses[t])
        Uses[t].emplace();
      Uses[t]->insert(kernel->helpers.begin(), kernel->helpers.end());
      Networks.insert(kernel->networks.begin(), kernel->networks.end());
      if (!InPlace)
        Uses[t]->insert(Targets[t].cpuTestHelpers.begin(), Targets[t].cpuTestHelpers.end());
      FileNames.insert(kernel->functionName);
      kernels.push_back({t, std::move(*kernel)});
    }
    return kernels;
  }

  /// Register variables that an outlined vector part sets: it is given the address of another one.
  std::map<std::string, std::string> standInsFor(const Nest &nest) const {
    std::map<std::string, std::string> standIns;
    for (const Local &local : nest.locals)
      if (local.isRegister && local.scope == NoId && local.isLiveOut) {
        std::string &name = standIns[local.name] = local.name + "_now";
        while (Reserved.count(name))
          name += "_";
      }
    return standIns;
  }

  /// Several loops of a function may have one name: saxpy_i, saxpy_i_2.
  std::string uniqueName(const std::string &wanted) {
    std::string name = wanted;
    for (unsigned n = 2; !KernelNames.insert(name).second; ++n)
      name = wanted + "_" + std::to_string(n);
    return name;
  }

  /// False when a bug of ours leaves the loop untouched.
  bool loop(const LoopDecision &decision, std::string &outlined) {
    const Nest &nest = *decision.entry->nest;
    std::vector<std::pair<unsigned, EmittedKernel>> kernels = kernelsOf(decision);
    if (kernels.empty())
      return false;
    std::string indent = nest.source.indent + "  ";
    std::string text = "{\n";
    if (nest.source.hoistInit)
      text += indent +
              File.text.substr(nest.source.forInit.begin, nest.source.forInit.end - nest.source.forInit.begin) + ";\n";
    if (InPlace) {
      const std::string nothingDone = indent + "const ptrdiff_t " + kernels[0].second.doneName + " = 0;\n";
      text += underCondition(nest.source.holds, kernels[0].second.inlineText, nothingDone);
    } else {
      std::vector<EmittedKernel> calls;
      std::vector<std::string> archTests;
      for (auto &[t, kernel] : kernels) {
        archTests.push_back(archTest(Targets[t], nest.source.holds));
        appendGuarded(outlined, kernel.functionText + "\n", "#if " + archTests.back() + "\n");
        calls.push_back(kernel);
      }
      EmitOptions options;
      options.indent = indent;
      const std::map<std::string, std::string> standIns = standInsFor(nest);
      for (const auto &[name, standIn] : standIns)
        text += indent + "__typeof__(" + name + ") " + standIn + " = " + name + ";\n";
      text += callTextOf(calls, archTests, options);
      for (const auto &[name, standIn] : standIns)
        text += indent + name + " = " + standIn + ";\n";
    }
    const bool isRemainder = exchangesConditionally(nest) || llvm::none_of(kernels, [&](const auto &kernel) {
                               return mayLeaveMuch(decision.candidates[kernel.first].best());
                             });
    // Where other text is compiled, or on another processor, all is left.
    const bool staysScalar =
        isRemainder && !Targets[0].aie && nest.source.holds.empty() && (InPlace || exchangesConditionally(nest));
    const bool allOrNothing = llvm::all_of(
        kernels, [&](const auto &kernel) { return decision.candidates[kernel.first].best().code->coversAll; });
    const EmittedKernel &first = kernels[0].second;
    if (Targets[0].aie && needsNoScalarLoop(nest, *decision.candidates[0].best().code))
      text += indent + "(void)" + first.doneName + ";\n";
    else if (!first.replacesLoop)
      text += resumed(decision, first.doneName, allOrNothing, staysScalar) + "\n";
    text += nest.source.indent + "}";
    if (nest.source.inMacroArgument && mayEndArgument(text))
      text = "__extension__ (" + text + ");";
    const LoopEntry &last = decision.fused ? *decision.parts.back() : *decision.entry;
    Edits.push_back({{nest.source.loop.begin, last.nest->source.loop.end}, text});
    for (TextRange pragma : nest.source.pragmas)
      commentOut(pragma);
    return true;
  }

  /// The source's loops behind the vector part, with the comments between them.
  std::string resumed(const LoopDecision &decision, StringRef done, bool allOrNothing, bool staysScalar) const {
    const std::string indent = decision.entry->nest->source.indent + "  ";
    if (!decision.fused)
      return resumeLoop(*decision.entry->nest, File.text, done, allOrNothing, staysScalar, indent);
    std::string text;
    uint32_t end = decision.parts.front()->nest->source.loop.begin;
    for (const LoopEntry *part : decision.parts) {
      const TextRange range = part->nest->source.loop;
      const StringRef comments = StringRef(File.text).slice(end, range.begin).trim();
      text += (text.empty() ? "" : "\n") + (comments.empty() ? "" : indent + comments.str() + "\n") +
              resumeLoop(*part->nest, File.text, done, allOrNothing, staysScalar, indent);
      end = range.end;
    }
    return text;
  }

  /// Where the line of `offset` begins if nothing but blanks is in front of it, else `offset`.
  uint32_t lineOf(uint32_t offset) const {
    const StringRef before = StringRef(File.text).take_front(offset);
    const uint32_t line = uint32_t(before.rtrim(" \t").size());
    return line == 0 || before[line - 1] == '\n' ? line : offset;
  }

  void commentOut(TextRange pragma) {
    StringRef line = StringRef(File.text).slice(pragma.begin, pragma.end);
    size_t start = line.find_first_not_of(" \t");
    if (start == StringRef::npos)
      return;
    std::string body = line.substr(start).rtrim().str();
    uint32_t begin = pragma.begin + start;
    const uint32_t end = uint32_t(begin + body.size());
    // One directive may speak of several loops.
    if (llvm::any_of(Edits, [&](const TextEdit &edit) { return edit.range.begin == begin && edit.range.end == end; }))
      return;
    for (size_t at = body.find("/*"); at != std::string::npos; at = body.find("/*", at))
      body.replace(at, 2, "/ *");
    for (size_t at = body.find("*/"); at != std::string::npos; at = body.find("*/", at))
      body.replace(at, 2, "* /");
    Edits.push_back({{begin, end}, "/* " + body + " */"});
  }

  const ParsedFile &File;
  const std::vector<Target> &Targets;
  const KeptApart &Apart;
  bool InPlace;
  const Options &Opts;
  std::optional<unsigned> Only;
  std::set<std::string> KernelNames;
  std::set<std::string> FileNames = File.identifiers; ///< those of kernels too
};

using Uses = std::vector<std::optional<std::set<std::string>>>;

} // namespace

static std::string preambleOf(const Uses &uses, const std::vector<Target> &targets, bool withAttributes,
                              const std::set<std::string> &present, const std::set<std::string> &aside,
                              const FunctionTexts &networks) {
  std::vector<std::pair<const Target *, std::set<std::string>>> used;
  for (unsigned t = 0; t < targets.size(); ++t)
    if (uses[t])
      used.push_back({&targets[t], *uses[t]});
  return emitPreamble(used, withAttributes, present, aside, networks);
}

/// gcc 12 hands the addresses of tables on to the functions that read them, and takes a vector there for zeros where
/// its first element is left out of the initializer.
static constexpr const char *KeepTables = "#if defined(__GNUC__) && !defined(__clang__)\n"
                                          "#pragma GCC optimize(\"no-ipa-cp\") /* or it misreads tables with gaps */\n"
                                          "#endif\n";

/// What stands above everything else, and the preamble: first among the edits at its place, for outlined functions may
/// follow directly.
static void addTop(const ParsedFile &file, uint32_t firstFunction, bool isStrict, const Uses &uses,
                   const FunctionTexts &networks, const std::vector<Target> &targets, bool withAttributes,
                   const Options &options, std::vector<TextEdit> &edits) {
  const uint32_t top = topOf(file.text), place = preamblePlace(file, firstFunction);
  const std::string preamble =
      newlineBefore(file.text, place).str() +
      withFreeHelpers(preambleOf(uses, targets, withAttributes, headersAbove(file, place), file.macrosAside, networks),
                      std::nullopt, file) +
      (file.hasGappedTables && !targets[0].aie ? KeepTables : "");
  const char *const diagnostics =
      file.wantsDeclarationsFirst ? "#pragma GCC diagnostic ignored \"-Wdeclaration-after-statement\"\n" : "";
  edits.insert(edits.begin(),
               {{top, top}, firstLine(file, options) + diagnostics + (isStrict ? ClangContractOff : "")});
  edits.insert(edits.begin() + 1, {{place, place}, preamble});
}

/// What the rewritten loops of a function promise and permit.
static void note(const LoopDecision &decision, Composed::Function &function) {
  if (decision.vectorized) {
    const Nest &nest = *decision.entry->nest;
    // A clause says it of both; of a local array that a pointer cannot reach, nobody has promised anything.
    const auto isPromised = [&](ArrayId a, ArrayId b) { return llvm::is_contained(nest.arrays[b].noalias, a); };
    for (ArrayId a = 0; a < nest.arrays.size(); ++a)
      function.promisesDistinct |= llvm::any_of(nest.arrays[a].noalias, [&](ArrayId b) { return isPromised(a, b); });
    function.promisesDistinct |= nest.clauses.independent || nest.clauses.ivdep;
    for (const Candidates &candidates : decision.candidates)
      if (const std::optional<vecify::Function> &code = candidates.best().code)
        for (const Op &op : code->ops) {
          static constexpr OpKind Inexact[] = {OpKind::Reduce, OpKind::Fma,  OpKind::Fms,
                                               OpKind::Fnma,   OpKind::Fnms, OpKind::MathCall};
          bool isLibrarys = op.kind == OpKind::MathCall && code->typeOf(op.results[0]).isScalar();
          function.reassociates |= !op.results.empty() && isFloat(code->typeOf(op.results[0]).element) &&
                                   llvm::is_contained(Inexact, op.kind) && !isLibrarys;
        }
  }
  for (const LoopDecision &inner : decision.inner)
    note(inner, function);
}

Composed compose(const ParsedFile &file, const std::vector<std::vector<LoopDecision>> &decisions,
                 const std::vector<Target> &targets, const KeptApart &apart, bool inPlace, const Options &options) {
  Composed result;
  Composer composer(file, targets, apart, inPlace, options);
  std::optional<uint32_t> first;
  std::set<unsigned> rewritten;
  for (unsigned f = 0; f < file.functions.size(); ++f) {
    const FunctionEntry &entry = file.functions[f];
    const bool isRewritten = composer.function(f, decisions[f]);
    if (targets[0].aie)
      llvm::append_range(composer.Edits, kernelEdits(entry, isRewritten, file.text));
    if (!isRewritten)
      continue;
    rewritten.insert(f);
    Composed::Function function{entry.name};
    for (const LoopDecision &decision : decisions[f])
      note(decision, function);
    result.rewrittenFunctions.push_back(std::move(function));
    first = std::min(first.value_or(~0u), entry.definition.begin);
  }
  keepInlinedApart(file, apart, rewritten, false, composer.Edits);
  result.internalErrors = composer.internalErrors;
  if (!first && !targets[0].aie) {
    result.text = file.original;
    return result;
  }
  result.changed = first.has_value();
  addTop(file, first.value_or(uint32_t(file.text.size())), switchesFile(apart, rewritten), composer.Uses,
         composer.Networks, targets, !inPlace, options, composer.Edits);
  result.text = applyToFile(file, std::move(composer.Edits));
  if (targets[0].aie)
    result.text = inCxx(result.text);
  return result;
}

/// Parameters and all: "void add(float *a, int n)" with another name.
static std::string prototype(const FunctionEntry &entry, const std::string &name) {
  std::string text = entry.returnType + (StringRef(entry.returnType).ends_with("*") ? "" : " ") + name + "(";
  for (const ParameterInfo &parameter : entry.parameters)
    text += (StringRef(text).ends_with("(") ? "" : ", ") + parameter.declaration;
  return text + (entry.parameters.empty() ? "void)" : ")");
}

/// The name of the function stands somewhere outside of its definition.
static bool isNamedOutside(const ParsedFile &file, const FunctionEntry &entry) {
  const StringRef text = file.text;
  return mentions(text.take_front(entry.definition.begin), entry.name) ||
         mentions(text.drop_front(entry.definition.end), entry.name);
}

Variants composeVariants(const ParsedFile &file, const std::vector<std::vector<LoopDecision>> &decisions,
                         const std::vector<Target> &targets, const KeptApart &apart, const Options &options,
                         StringRef headerName) {
  Variants result;
  std::vector<TextEdit> edits;
  Uses uses(targets.size());
  FunctionTexts networks;
  std::optional<uint32_t> first;
  std::string prototypes;
  std::set<unsigned> rewritten;
  for (unsigned f = 0; f < file.functions.size(); ++f) {
    const FunctionEntry &entry = file.functions[f];
    std::string copies;
    for (unsigned t = 0; t < targets.size(); ++t) {
      Composer composer(file, targets, apart, true, options, t, networks);
      const bool isRewritten = composer.function(f, decisions[f]);
      result.internalErrors.insert(result.internalErrors.end(), composer.internalErrors.begin(),
                                   composer.internalErrors.end());
      if (!isRewritten || entry.nameRange.isEmpty())
        continue;
      networks = composer.Networks;
      if (composer.Uses[t])
        uses[t] = uses[t] ? *uses[t] : std::set<std::string>();
      if (composer.Uses[t])
        uses[t]->insert(composer.Uses[t]->begin(), composer.Uses[t]->end());
      const std::string name = entry.name + "_" + targets[t].name;
      composer.Edits.push_back({entry.nameRange, name});
      // Only what lies inside the definition; the rest of the file is not part of this copy.
      std::vector<TextEdit> inside;
      for (TextEdit &edit : composer.Edits)
        if (edit.range.begin >= entry.definition.begin && edit.range.end <= entry.definition.end) {
          edit.range = {edit.range.begin - entry.definition.begin, edit.range.end - entry.definition.begin};
          inside.push_back(std::move(edit));
        }
      StringRef definition = StringRef(file.text).slice(entry.definition.begin, entry.definition.end);
      std::string attribute =
          targets[t].attribute.empty() ? "" : "__attribute__((target(\"" + targets[t].attribute + "\")))\n";
      if (entry.isStatic)
        attribute += "__attribute__((unused))\n";
      std::string copy = attribute + applyEdits(definition, std::move(inside)) + "\n";
      if (apart.contains(f)) // the attribute belongs to what follows it
        copy = keepApartText(apart.isFile).front + copy + keepApartText(apart.isFile).behind + "\n";
      copies += "#if " + targets[t].archTest + "\n" + copy + "#endif\n";
      prototypes += "#if " + targets[t].archTest + "\n" + prototype(entry, name) + ";\n#endif\n";
    }
    // Lives in the user's own file, or is static and stays; whoever calls it here still sees it declared.
    std::string original = prototype(entry, entry.name) + ";\n";
    if (entry.isStatic)
      original = "__attribute__((unused)) " +
                 file.text.substr(entry.definition.begin, entry.definition.end - entry.definition.begin) + "\n";
    if (!copies.empty()) {
      rewritten.insert(f);
      edits.push_back({entry.definition, newlineBefore(file.text, entry.definition.begin).str() +
                                             (isNamedOutside(file, entry) ? original : "") + copies});
      first = std::min(first.value_or(~0u), entry.definition.begin);
    } else if (!entry.isStatic) {
      edits.push_back({entry.definition, StringRef(original).rtrim().str()});
    }
  }
  if (!first)
    return result;
  keepInlinedApart(file, apart, rewritten, true, edits);
  addTop(file, *first, switchesFile(apart, rewritten), uses, networks, targets, true, options, edits);
  result.source = applyToFile(file, std::move(edits));

  std::string guard;
  for (char c : headerName)
    guard += llvm::isAlnum(c) ? llvm::toUpper(c) : '_';
  std::string includes;
  for (const Include &include : file.includes)
    if (include.end <= *first)
      includes += "#include " + include.name + "\n";
  result.header = firstLine(file, options) + "#ifndef " + guard + "\n#define " + guard + "\n" + includes + "\n" +
                  prototypes + "\n#endif\n";
  return result;
}

} // namespace vecify
