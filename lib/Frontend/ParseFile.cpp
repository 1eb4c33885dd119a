// Runs clang on one file and hands every function to findLoops.
#include "ClangVersion.h"
#include "CompileFlags.h"
#include "Conditionals.h"
#include "ExpandMacros.h"
#include "FindLoops.h"
#include "GappedTables.h"
#include "HeaderMacros.h"
#include "Includes.h"
#include "MemoryOutside.h"
#include "Parameters.h"
#include "Pragmas.h"
#include "vecify/Support/DeepStack.h"
#include "vecify/Support/PutAside.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace clang;

namespace vecify {
namespace {

/// Promised ranges of parameters, from the clauses of any loop of the function.
void noteParameterPromises(FunctionEntry &entry, llvm::ArrayRef<LoopEntry> loops) {
  for (const LoopEntry &loop : loops) {
    if (loop.nest)
      for (const Symbol &symbol : loop.nest->symbols)
        for (ParameterInfo &parameter : entry.parameters) {
          if (symbol.kind != Symbol::Param || symbol.name != parameter.name || !isInteger(symbol.type))
            continue;
          const bool isNarrower = bitsOf(symbol.type) == 64 || (symbol.lo && *symbol.lo != minValue(symbol.type)) ||
                                  (symbol.hi && *symbol.hi != maxValue(symbol.type));
          if (isNarrower && symbol.lo)
            parameter.lo = symbol.lo;
          if (isNarrower && symbol.hi)
            parameter.hi = symbol.hi;
          parameter.multiple = std::max(parameter.multiple, symbol.multiple);
        }
    noteParameterPromises(entry, loop.inner);
  }
}

class Consumer : public ASTConsumer {
public:
  Consumer(CompilerInstance &compiler, const FrontendOptions &options, ParsedFile &file, PragmaCollector &pragmas)
      : Compiler(compiler), Options(options), File(file), Pragmas(pragmas) {
    Seen.watch(compiler.getPreprocessor());
    if (File.expansions.empty())
      Written.watch(compiler.getPreprocessor());
  }

  void HandleTranslationUnit(ASTContext &ast) override {
    if (Compiler.getDiagnostics().hasErrorOccurred())
      return;
    const SourceMap source(Compiler.getSourceManager(), Compiler.getLangOpts(), File.original, File.expansions);
    const PassedConstants passed = passedConstants(ast, source);
    const FileContext context{ast, Compiler.getPreprocessor(), source, Options, passed, Seen};
    for (const Decl *decl : ast.getTranslationUnitDecl()->decls()) {
      noteVariable(*decl, source);
      noteLibrary(*decl);
      if (!Compiler.getSourceManager().isInSystemHeader(decl->getLocation()))
        noteOwn(*decl);
      forgetIncludesIn(source.rangeOf(decl->getSourceRange()));
      const auto *function = dyn_cast<FunctionDecl>(decl);
      if (!function || !function->doesThisDeclarationHaveABody() || !source.isInMainFile(function->getLocation()) ||
          Compiler.getSourceManager().isInSystemHeader(function->getLocation()))
        continue;
      FunctionEntry entry;
      entry.name = function->getNameAsString();
      entry.returnType = function->getReturnType().getAsString(ast.getPrintingPolicy());
      entry.isStatic = function->getStorageClass() == SC_Static;
      entry.isVariadic = function->isVariadic();
      entry.parameters = describeParameters(*function, ast);
      entry.definition = source.rangeOf(function->getSourceRange());
      if (function->getLocation().isFileID())
        entry.nameRange = source.rangeOf(SourceRange(function->getLocation()));
      entry.loc = source.locOf(function->getLocation());
      entry.loops = findLoops(context, *function, Pragmas.uses, Compiler.getDiagnostics());
      noteParameterPromises(entry, entry.loops);
      entry.touchesMemoryInLoopsOnly = touchesMemoryInLoopsOnly(*function);
      File.functions.push_back(std::move(entry));
    }
    for (const PragmaUse &use : Pragmas.uses)
      if (use.kind == PragmaUse::Vecify && use.loc.isValid() && source.isInMainFile(use.loc))
        Compiler.getDiagnostics().Report(
            use.loc, Compiler.getDiagnostics().getCustomDiagID(DiagnosticsEngine::Error,
                                                               "'#pragma vecify' outside of a function"));
    noteNames(ast);
    noteTarget();
    if (File.expansions.empty())
      expandInvocations();
  }

private:
  /// Loops in text that macros write are extracted when that text is in the file.
  void expandInvocations() {
    std::set<uint32_t> wanted;
    const std::function<void(const LoopEntry &)> collect = [&](const LoopEntry &loop) {
      wanted.insert(loop.writtenBy.begin(), loop.writtenBy.end());
      if (!loop.nest)
        llvm::for_each(loop.inner, collect);
    };
    for (const FunctionEntry &function : File.functions)
      llvm::for_each(function.loops, collect);
    if (!wanted.empty())
      File.text = Written.expand(File.original, wanted, File.expansions);
  }

  /// static const int table[] = { #include "table.inc" }: nothing else can stand behind that line.
  void forgetIncludesIn(TextRange declaration) {
    llvm::erase_if(File.includes, [&](const Include &include) {
      return declaration.begin < include.end && include.end < declaration.end;
    });
  }

  void noteNames(const ASTContext &ast) {
    for (const auto &name : ast.Idents)
      File.identifiers.insert(name.getKey().str());
    for (const auto &macro : Compiler.getPreprocessor().macros(/*IncludeExternalMacros=*/false))
      File.macros.insert(macro.first->getName().str());
  }

  void noteOwn(const Decl &decl) {
    if (!File.hasGappedTables)
      File.hasGappedTables = hasGappedTables(decl);
    if (const auto *named = dyn_cast<NamedDecl>(&decl); named && named->getIdentifier())
      File.declared.insert(named->getName().str());
    if (const auto *enumeration = dyn_cast<EnumDecl>(&decl))
      for (const EnumConstantDecl *constant : enumeration->enumerators())
        File.declared.insert(constant->getName().str());
    // Where intrinsics are not there, or are not asked for, some programs define those that they need.
    const auto *function = dyn_cast<FunctionDecl>(&decl);
    if (function && function->getIdentifier() && function->getName().starts_with("_mm") &&
        decl.getASTContext().getTargetInfo().getTriple().isX86() &&
        !Compiler.getPreprocessor().isMacroDefined("__IMMINTRIN_H"))
      File.contradiction = "'" + function->getName().str() + "' is a function of its own";
  }

  /// What stdlib.h declares last of what intrinsics need.
  void noteLibrary(const Decl &decl) {
    const auto *function = dyn_cast<FunctionDecl>(&decl);
    File.includesLibrary |= function && function->getIdentifier() && function->getName() == "aligned_alloc" &&
                            Compiler.getSourceManager().isInSystemHeader(function->getLocation());
  }

  /// A second copy of the file could not define these again.
  void noteVariable(const Decl &decl, const SourceMap &source) {
    const auto *variable = dyn_cast<VarDecl>(&decl);
    if (variable && variable->hasExternalFormalLinkage() && source.isInMainFile(variable->getLocation()) &&
        variable->isThisDeclarationADefinition() != VarDecl::DeclarationOnly &&
        !llvm::is_contained(File.externalVariables, variable->getNameAsString()))
      File.externalVariables.push_back(variable->getNameAsString());
  }

  void noteTarget() {
    const TargetInfo &target = Compiler.getTarget();
    File.triple = target.getTriple().str();
    File.isAArch64 = target.getTriple().isAArch64();
    const TargetOptions &options = target.getTargetOpts();
    File.cpu = options.TuneCPU.empty() ? options.CPU : options.TuneCPU;
    for (const auto &feature : target.getTargetOpts().FeatureMap)
      File.features[feature.getKey().str()] = feature.getValue();
    // glibc 2.35 gave nearly every function of <math.h> vector forms on x86-64.
    if (target.getTriple().getArch() == llvm::Triple::x86_64 && valueOfMacro("__GLIBC__") == 2)
      File.features["libmvec"] = valueOfMacro("__GLIBC_MINOR__") >= 35;
    const LangOptions &language = Compiler.getLangOpts();
    File.contractsAcrossStatements = language.getDefaultFPContractMode() == LangOptions::FPM_Fast;
    File.signedWraps = language.isSignedOverflowDefined();
    const auto isIgnored = [&](unsigned kind) { return Compiler.getDiagnostics().isIgnored(kind, SourceLocation()); };
    File.wantsDeclarationsFirst = !isIgnored(File.isGnu89 ? diag::ext_mixed_decls_code : diag::warn_mixed_decls_code);
  }

  /// Of a macro that is a plain number; else 0.
  unsigned valueOfMacro(llvm::StringRef name) {
    Preprocessor &preprocessor = Compiler.getPreprocessor();
    const MacroInfo *macro = preprocessor.getMacroInfo(preprocessor.getIdentifierInfo(name));
    unsigned value = 0;
    if (!macro || macro->getNumTokens() != 1 ||
        llvm::StringRef(preprocessor.getSpelling(macro->getReplacementToken(0))).getAsInteger(10, value))
      return 0;
    return value;
  }

  CompilerInstance &Compiler;
  const FrontendOptions &Options;
  ParsedFile &File;
  PragmaCollector &Pragmas;
  Conditionals Seen;
  Invocations Written;
};

class Action : public ASTFrontendAction {
public:
  Action(const FrontendOptions &options, ParsedFile &file) : Options(options), File(file) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler, llvm::StringRef) override {
    Pragmas.install(compiler);
    watchIncludes(compiler.getPreprocessor(), File);
    return std::make_unique<Consumer>(compiler, Options, File, Pragmas);
  }

private:
  const FrontendOptions &Options;
  ParsedFile &File;
  PragmaCollector Pragmas;
};

/// The text, or why it is none.
llvm::Expected<std::string> readSource(llvm::StringRef path) {
  if (llvm::sys::fs::is_directory(path))
    return llvm::createStringError("'" + path + "' is a directory");
  const auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return llvm::createStringError(buffer.getError(), "cannot read '" + path + "': " + buffer.getError().message());
  const llvm::StringRef text = (*buffer)->getBuffer();
  if (text.contains('\0'))
    return llvm::createStringError("'" + path + "' is a binary file");
  return text.str();
}

std::shared_ptr<CompilerInvocation> invocationFor(const CompileCommand &command, llvm::raw_ostream &diagnostics) {
  std::vector<const char *> arguments;
  for (const std::string &argument : command.arguments)
    arguments.push_back(argument.c_str());
  std::unique_ptr<DiagnosticOptions> driverOptions = CreateAndPopulateDiagOpts(arguments);
  clang::CreateInvocationOptions invocationOptions;
  invocationOptions.Diags = makeDiagnostics(driverOptions, diagnostics);
  std::shared_ptr<CompilerInvocation> invocation = createInvocation(arguments, invocationOptions);
  if (invocation && llvm::is_contained(command.arguments, "-fsingle-precision-constant"))
    invocation->getLangOpts().SinglePrecisionConstants = true; // gcc's, which clang knows by another name
  return invocationOptions.Diags->hasErrorOccurred() ? nullptr : invocation;
}

void replaceText(CompilerInvocation &invocation, const std::string &text, llvm::StringRef path) {
  invocation.getPreprocessorOpts().addRemappedFile(invocation.getFrontendOpts().Inputs[0].getFile(),
                                                   llvm::MemoryBuffer::getMemBufferCopy(text, path).release());
}

/// How many warnings clang has given.
llvm::Expected<unsigned> parseInto(ParsedFile &file, const CompileCommand &command, const FrontendOptions &options,
                                   llvm::raw_ostream &diagnostics) {
  std::shared_ptr<CompilerInvocation> invocation = invocationFor(command, diagnostics);
  const auto notUnderstood = [&] { return llvm::createStringError("'" + file.path + "' was not understood"); };
  if (!invocation)
    return notUnderstood();
  const LangOptions &language = invocation->getLangOpts();
  if (language.CPlusPlus || language.ObjC)
    return llvm::createStringError("'" + file.path + "' is not C99 or later; vecify reads C only");
  file.isGnu89 = !language.C99;
  if (file.isGnu89 && !language.GNUMode)
    return llvm::createStringError("'" + file.path +
                                   "' is compiled as C89, which has no place for what vecify writes: with "
                                   "-std=gnu89 or later it has");
  if (!file.expansions.empty())
    replaceText(*invocation, file.text, file.path);
  const std::unique_ptr<CompilerInstance> compiler = makeCompiler(std::move(invocation), diagnostics);
  Action action(options, file);
  const bool isDone = compiler->ExecuteAction(action);
  if (!isDone || compiler->getDiagnostics().hasErrorOccurred())
    return notUnderstood();
  return compiler->getDiagnosticClient().getNumWarnings();
}

/// Notes what the inserted headers do to the user's macros.
class HeaderAction : public SyntaxOnlyAction {
public:
  HeaderAction(TextRange headers, HeaderMacros &macros) : Headers(headers), Macros(macros) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler, llvm::StringRef file) override {
    watchHeaderMacros(compiler.getPreprocessor(), Headers.begin, Headers.end, Macros);
    return SyntaxOnlyAction::CreateASTConsumer(compiler, file);
  }

private:
  TextRange Headers;
  HeaderMacros &Macros;
};

/// What clang says of the file if it includes, where vecify would, what the headers of intrinsics include; empty:
/// nothing. `aside` are no macros there.
std::string contradictionOf(const ParsedFile &file, const CompileCommand &command, const std::set<std::string> &aside,
                            HeaderMacros &macros) {
  static constexpr const char *headers = "#include <stddef.h>\n"
                                         "#include <stdint.h>\n"
                                         "#if __STDC_HOSTED__ && (defined(__x86_64__) || defined(__i386__))\n"
                                         "#include <errno.h>\n"
                                         "#include <stdlib.h>\n"
                                         "#endif\n";
  std::string said;
  llvm::raw_string_ostream diagnostics(said);
  std::shared_ptr<CompilerInvocation> invocation = invocationFor(command, diagnostics);
  const auto first = llvm::find_if(file.functions, [](const FunctionEntry &f) { return !f.loops.empty(); });
  std::string text = file.original;
  const uint32_t place = preamblePlace(file, first->definition.begin);
  const std::string inserted = "\n" + withoutMacros(aside, headers);
  text.insert(place, inserted);
  replaceText(*invocation, text, file.path);
  const std::unique_ptr<CompilerInstance> compiler = makeCompiler(std::move(invocation), diagnostics);
  HeaderAction action({place, place + uint32_t(inserted.size())}, macros);
  compiler->ExecuteAction(action);
  // Who compiles for another machine here may not have its headers.
  if (compiler->getDiagnostics().hasFatalErrorOccurred())
    return "";
  const auto [before, error] = llvm::StringRef(said).split("error: ");
  return error.split('\n').first.str();
}

/// Sees to it that the headers of intrinsics and the user's macros do not meet, or says that they would.
void keepHeadersApart(ParsedFile &file, const CompileCommand &command) {
  HeaderMacros macros;
  file.contradiction = contradictionOf(file, command, {}, macros);
  std::set<std::string> aside = macros.replaced;
  if (!file.contradiction.empty())
    aside.insert(macros.expanded.begin(), macros.expanded.end());
  if (aside.empty())
    return;
  for (const std::string &name : aside)
    if (macros.necessary.count(name)) {
      file.contradiction = "'" + name + "' is a macro of its own";
      return;
    }
  HeaderMacros others;
  file.contradiction = contradictionOf(file, command, aside, others);
  file.macrosAside = std::move(aside);
}

llvm::Expected<unsigned> parseDeep(ParsedFile &file, const CompileCommand &command, const FrontendOptions &options,
                                   llvm::raw_ostream &diagnostics) {
  std::optional<llvm::Expected<unsigned>> warnings;
  onDeepStack([&] { warnings.emplace(parseInto(file, command, options, diagnostics)); });
  return std::move(*warnings);
}

} // namespace

llvm::Expected<ParsedFile> parseFile(llvm::StringRef path, const FrontendOptions &options,
                                     llvm::raw_ostream &diagnostics) {
  ParsedFile file;
  file.path = path.str();
  llvm::Expected<std::string> text = readSource(path);
  if (!text)
    return text.takeError();
  file.text = file.original = std::move(*text);
  llvm::Expected<CompileCommand> command = compileCommandFor(path, options);
  if (!command)
    return command.takeError();
  for (const std::string &flag : command->unknown)
    diagnostics << "vecify: warning: clang does not know '" << flag << "'; it is left out\n";

  llvm::Expected<unsigned> warnings = parseDeep(file, *command, options, diagnostics);
  if (!warnings)
    return warnings.takeError();
  if (file.contradiction.empty() && !file.includesLibrary &&
      llvm::any_of(file.functions, [](const FunctionEntry &f) { return !f.loops.empty(); }))
    onDeepStack([&] { keepHeadersApart(file, *command); });
  if (file.expansions.empty())
    return file;
  // What clang has to say of the file it has said. Of what macros write it says less than of the same text.
  ParsedFile expanded;
  expanded.path = file.path;
  expanded.text = std::exchange(file.text, file.original);
  expanded.original = file.original;
  expanded.contradiction = file.contradiction;
  expanded.macrosAside = file.macrosAside;
  expanded.expansions = std::exchange(file.expansions, {});
  llvm::Expected<unsigned> again = parseDeep(expanded, *command, options, llvm::nulls());
  if (again && *again <= *warnings)
    return expanded;
  llvm::consumeError(again.takeError());
  return file;
}

} // namespace vecify
