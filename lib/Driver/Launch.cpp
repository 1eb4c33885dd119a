#include "Launch.h"
#include "Report.h"
#include "VectorizeFile.h"
#include "WorkFolder.h"
#include "WriteFile.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

namespace vecify {

using llvm::Expected;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// Options whose value may be the next word.
static bool takesNext(StringRef option) {
  static constexpr StringRef options[] = {"-I",
                                          "-D",
                                          "-U",
                                          "-L",
                                          "-l",
                                          "-x",
                                          "-T",
                                          "-u",
                                          "-z",
                                          "-A",
                                          "-B",
                                          "-arch",
                                          "-target",
                                          "-include",
                                          "-imacros",
                                          "-isystem",
                                          "-iquote",
                                          "-idirafter",
                                          "-iprefix",
                                          "-iwithprefix",
                                          "-isysroot",
                                          "-framework",
                                          "-iwithprefixbefore",
                                          "-Xlinker",
                                          "-Xassembler",
                                          "-Xclang",
                                          "-Xpreprocessor",
                                          "-mllvm",
                                          "--param",
                                          "-aux-info",
                                          "-wrapper",
                                          "--sysroot"};
  return llvm::is_contained(options, option);
}

std::optional<CompilerCall> compilationOf(const std::vector<std::string> &command) {
  CompilerCall call;
  call.command = command;
  bool compiles = false, toAssembly = false, wantsDependencies = false;
  unsigned files = 0;
  for (size_t i = 1; i < command.size(); ++i) {
    const StringRef word = command[i];
    const std::string next = i + 1 < command.size() ? command[i + 1] : "";
    if (word == "-c" || word == "-S") {
      compiles = true;
      toAssembly |= word == "-S";
    } else if (word == "-E" || word == "-M" || word == "-MM" || word == "-fsyntax-only" || word == "-" ||
               word.starts_with("@") || (word.starts_with("-x") && word != "-xc" && !(word == "-x" && next == "c"))) {
      return std::nullopt;
    } else if (word == "-o") {
      call.object = next;
      call.namesObject = true;
      ++i;
    } else if (word.starts_with("-o")) {
      call.object = word.drop_front(2).str();
      call.namesObject = true;
    } else if (word == "-MD" || word == "-MMD") {
      wantsDependencies = true;
    } else if (word == "-MF") {
      call.dependencies = next;
      ++i;
    } else if (word == "-MT" || word == "-MQ") {
      ++i;
    } else if (word.starts_with("-M")) {
      continue; // -MP, -MG
    } else if (!word.starts_with("-")) {
      ++files;
      call.source = i;
    } else {
      const bool isLanguage = word == "-x" || word == "-xc";
      if (!isLanguage)
        call.flags.push_back(word.str());
      if (takesNext(word) && ++i < command.size() && !isLanguage)
        call.flags.push_back(command[i]);
    }
  }
  if (!compiles || files != 1 || !StringRef(command[call.source]).ends_with(".c"))
    return std::nullopt;
  if (!call.namesObject)
    call.object = (path::stem(command[call.source]) + (toAssembly ? ".s" : ".o")).str();
  if (wantsDependencies && call.dependencies.empty()) {
    llvm::SmallString<128> name(call.object);
    path::replace_extension(name, "d");
    call.dependencies = name.str().str();
  }
  if (!wantsDependencies)
    call.dependencies.clear();
  return call;
}

/// What the compiler says goes to `said`; empty: where it always goes.
static int execute(const std::vector<std::string> &command, const std::string &said, llvm::raw_ostream &err) {
  const llvm::ErrorOr<std::string> program = llvm::sys::findProgramByName(command[0]);
  if (!program) {
    err << "vecify: error: cannot find '" << command[0] << "'\n";
    return UserError;
  }
  const std::vector<StringRef> words(command.begin(), command.end());
  const std::optional<StringRef> redirects[] = {std::nullopt, std::nullopt, StringRef(said)};
  std::string why;
  const int code = llvm::sys::ExecuteAndWait(
      *program, words, std::nullopt, said.empty() ? llvm::ArrayRef<std::optional<StringRef>>() : redirects, 0, 0, &why);
  if (!why.empty())
    err << "vecify: error: " << why << "\n";
  return code < 0 ? int(UserError) : code;
}

static std::string replaced(StringRef text, StringRef from, StringRef to) {
  std::string result;
  for (size_t at = text.find(from); at != StringRef::npos; at = text.find(from)) {
    result += (text.take_front(at) + to).str();
    text = text.drop_front(at + from.size());
  }
  return result + text.str();
}

namespace {

/// One C file on its way through vecify to the compiler.
class Launcher {
public:
  Launcher(const Options &options, CompilerCall call, llvm::raw_ostream &err)
      : Opts(options), Call(std::move(call)), Source(Call.command[Call.source]), Err(err), Folder("vecify-launch") {}

  int run() {
    Options own = Opts;
    own.files = {Source};
    own.compileFlags.clear();
    // What clang warns of and the compiler does not is no reason to leave the file alone.
    llvm::copy_if(Call.flags, std::back_inserter(own.compileFlags),
                  [](StringRef flag) { return !flag.starts_with("-Werror") && flag != "-pedantic-errors"; });
    // Nobody reads here that the build has to link it.
    own.mayCallSleef = llvm::is_contained(Call.command, "-lsleef");
    own.output = Options::Stdout;
    // The compiler says all this again.
    std::string said;
    llvm::raw_string_ostream diagnostics(said);
    Expected<FileResult> result = vectorizeFile(Source, own, diagnostics);
    if (!result) {
      llvm::consumeError(result.takeError());
      // If that is right, the compiler will say so.
      const int code = asItIs();
      if (code == 0)
        warn("is not understood, and was compiled as it is; `vecify " + Source + " -- FLAGS` says why");
      return code;
    }
    if (const ExitCode code = reportOn(*result, own, Err); code != Written)
      return code;
    if (!result->composed.changed || !Folder.isThere())
      return asItIs();
    const std::string vectorized = place();
    if (llvm::Error error = writeAtomically(vectorized, result->composed.text)) {
      warn("is compiled as it is: " + llvm::toString(std::move(error)));
      return asItIs();
    }
    return compile(vectorized);
  }

private:
  void warn(const std::string &what) { Err << "vecify: warning: '" << Source << "' " << what << "\n"; }
  int asItIs() { return execute(Call.command, "", Err); }

  /// src/dsp/enc.c -> DIR/src_dsp_enc.c where the user wants to keep it.
  std::string place() const {
    if (Opts.outputPath.empty())
      return Folder.file(path::filename(Source));
    fs::create_directories(Opts.outputPath);
    std::string name = path::relative_path(path::remove_leading_dotslash(Source)).str();
    name = replaced(replaced(name, "../", ""), "/", "_");
    return Opts.outputPath + "/" + name;
  }

  int compile(const std::string &vectorized) {
    std::vector<std::string> command = Call.command;
    command[Call.source] = vectorized;
    const StringRef parent = path::parent_path(Source);
    // What the source includes by "name" lies beside it.
    command.insert(command.end(), {"-iquote", parent.empty() ? "." : parent.str()});
    if (!Call.namesObject)
      command.insert(command.end(), {"-o", Call.object});
    if (Opts.outputPath.empty())
      command.push_back("-ffile-prefix-map=" + vectorized + "=" + Source);
    const std::string said = Folder.file("compiler.txt");
    const int code = execute(command, said, Err);
    const std::string text = messages(said, vectorized);
    if (code == 0) {
      Err << text;
      nameSourceInDependencies(vectorized);
      return 0;
    }
    // Perhaps it is the source.
    const int original = asItIs();
    if (original == 0) {
      Err << text;
      warn("is compiled as it is: the compiler does not take what vecify makes of it; please report it");
    }
    return original;
  }

  std::string messages(const std::string &file, const std::string &vectorized) const {
    Expected<std::string> text = readFile(file);
    if (text)
      return Opts.outputPath.empty() ? replaced(*text, vectorized, Source) : *text;
    llvm::consumeError(text.takeError());
    return "";
  }

  /// What make compares times with is the user's file.
  void nameSourceInDependencies(const std::string &vectorized) const {
    if (Call.dependencies.empty())
      return;
    Expected<std::string> text = readFile(Call.dependencies);
    if (!text)
      return llvm::consumeError(text.takeError());
    llvm::consumeError(writeAtomically(Call.dependencies, replaced(*text, vectorized, Source)));
  }

  const Options &Opts;
  const CompilerCall Call;
  const std::string Source;
  llvm::raw_ostream &Err;
  WorkFolder Folder;
};

} // namespace

int launch(const Options &options, llvm::raw_ostream &err) {
  std::optional<CompilerCall> call = compilationOf(options.compileFlags);
  if (!call)
    return execute(options.compileFlags, "", err);
  return Launcher(options, std::move(*call), err).run();
}

} // namespace vecify
