// Takes the user's flags and makes of them what reads one file and writes nothing:
//
//     gcc -O2 -c -o a.o -MD a.c   ->   clang -O2 -fsyntax-only -D__VECIFY__=1 -resource-dir=... a.c
#include "CompileFlags.h"
#include "ClangVersion.h"
#include "clang/Tooling/ArgumentsAdjusters.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/TargetParser/Triple.h"

namespace vecify {
namespace {

/// clang's own headers. Compiled in; an installed vecify may run where only another clang of that version lies.
std::string resourceDir() {
  const std::string builtIn = VECIFY_CLANG_RESOURCE_DIR;
  if (llvm::sys::fs::exists(builtIn + "/include/stddef.h"))
    return builtIn;
  const std::string version = std::to_string(LLVM_VERSION_MAJOR);
  for (const std::string &name : {"clang-" + version, std::string("clang")}) {
    const auto program = llvm::sys::findProgramByName(name);
    llvm::SmallString<128> real;
    if (!program || llvm::sys::fs::real_path(*program, real))
      continue;
    const llvm::StringRef prefix = llvm::sys::path::parent_path(llvm::sys::path::parent_path(real));
    const std::string candidate = (prefix + "/lib/clang/" + version).str();
    if (llvm::sys::fs::exists(candidate + "/include/stddef.h"))
      return candidate;
  }
  return builtIn;
}

bool mentions(llvm::ArrayRef<std::string> arguments, llvm::StringRef prefix) {
  return llvm::any_of(arguments, [&](llvm::StringRef argument) { return argument.starts_with(prefix); });
}

/// Writes a file beside the object, makes an error of what the user's own compiler may not even warn of, or ends the
/// flags.
bool isForOtherCompilers(llvm::StringRef flag) {
  return flag == "--" || flag.starts_with("-Wp,-M") || flag.starts_with("-save-temps") ||
         flag.starts_with("--save-temps") || flag == "-Werror" || flag.starts_with("-Werror=");
}

/// How gcc is to generate code, in words that clang does not know: -mpreferred-stack-boundary=4.
std::vector<std::string> unknownToClang(llvm::ArrayRef<std::string> flags) {
  std::vector<const char *> arguments;
  for (const std::string &flag : flags)
    arguments.push_back(flag.c_str());
  unsigned missingIndex = 0, missingCount = 0;
  const llvm::opt::InputArgList parsed = driverOptions().ParseArgs(arguments, missingIndex, missingCount,
                                                                   llvm::opt::Visibility(clangOption));
  std::vector<std::string> unknown;
  for (const llvm::opt::Arg *argument : parsed)
    if (argument->getOption().getKind() == llvm::opt::Option::UnknownClass)
      if (std::string flag = argument->getAsString(parsed);
          llvm::StringRef(flag).starts_with("-m") || llvm::StringRef(flag).starts_with("-f"))
        unknown.push_back(std::move(flag));
  return unknown;
}

/// "aarch64-linux-gnu" of /usr/bin/aarch64-linux-gnu-gcc-12; empty where the name says nothing.
llvm::StringRef tripleOf(llvm::StringRef compiler) {
  const llvm::StringRef name = llvm::sys::path::filename(compiler);
  for (const char *tool : {"-gcc", "-clang", "-cc"})
    if (const size_t at = name.rfind(tool); at != llvm::StringRef::npos)
      if (llvm::Triple(name.take_front(at)).getArch() != llvm::Triple::UnknownArch)
        return name.take_front(at);
  return "";
}

/// The flags of `path` in compile_commands.json, without the compiler, the file and the outputs.
llvm::Expected<std::vector<std::string>> flagsFromDatabase(llvm::StringRef path, const std::string &buildDir) {
  namespace tooling = clang::tooling;
  std::string message;
  const auto database = tooling::JSONCompilationDatabase::loadFromFile(buildDir + "/compile_commands.json", message,
                                                              tooling::JSONCommandLineSyntax::AutoDetect);
  if (!database)
    return llvm::createStringError("cannot read '" + buildDir +
                                   "/compile_commands.json': " + llvm::StringRef(message).trim());
  llvm::SmallString<128> absolute(path);
  if (const std::error_code error = llvm::sys::fs::make_absolute(absolute))
    return llvm::createStringError(error, "cannot find '" + path + "'");
  llvm::sys::path::remove_dots(absolute, /*remove_dot_dot=*/true);
  const std::vector<tooling::CompileCommand> commands = database->getCompileCommands(absolute);
  if (commands.empty())
    return llvm::createStringError("'" + buildDir + "/compile_commands.json' has no entry for '" + path + "'");

  const tooling::CompileCommand &command = commands.front();
  std::vector<std::string> flags = tooling::getClangStripDependencyFileAdjuster()(command.CommandLine, command.Filename);
  flags = tooling::getClangStripOutputAdjuster()(flags, command.Filename);
  std::vector<std::string> kept = {"-working-directory=" + command.Directory};
  if (const llvm::StringRef triple = flags.empty() ? "" : tripleOf(flags[0]); !triple.empty())
    kept.push_back("--target=" + triple.str());
  for (size_t i = 1; i < flags.size(); ++i)
    if (flags[i] != command.Filename && flags[i] != "--" && flags[i] != "-c")
      kept.push_back(flags[i]);
  return kept;
}

} // namespace

llvm::Expected<CompileCommand> compileCommandFor(llvm::StringRef path, const FrontendOptions &options) {
  std::vector<std::string> flags = options.compileFlags;
  llvm::SmallString<128> file(path);
  if (!options.buildDir.empty()) {
    auto fromDatabase = flagsFromDatabase(path, options.buildDir);
    if (!fromDatabase)
      return fromDatabase.takeError();
    flags.insert(flags.begin(), fromDatabase->begin(), fromDatabase->end());
    if (const std::error_code error = llvm::sys::fs::make_absolute(file))
      return llvm::createStringError(error, "cannot find '" + path + "'");
  } else {
    flags = clang::tooling::getClangStripDependencyFileAdjuster()(flags, path);
    flags = clang::tooling::getClangStripOutputAdjuster()(flags, path);
  }

  // What the output must not do is asked of clang's warnings.
  const std::string declarationsFirst = "declaration-after-statement";
  std::replace(flags.begin(), flags.end(), "-Werror=" + declarationsFirst, "-W" + declarationsFirst);
  llvm::erase_if(flags, isForOtherCompilers);
  CompileCommand command;
  command.unknown = unknownToClang(flags);
  llvm::erase_if(flags, [&](const std::string &flag) { return llvm::is_contained(command.unknown, flag); });
  command.arguments = {"clang"};
  if (!mentions(flags, "-resource-dir"))
    command.arguments.push_back("-resource-dir=" + resourceDir());
  llvm::append_range(command.arguments, flags);
  // Object and assembly outputs are not wanted, and flags that matter for linking only are nobody's mistake here.
  for (const char *flag : {"-fsyntax-only", "-Qunused-arguments", "-D__VECIFY__=1"})
    command.arguments.push_back(flag);
  const llvm::StringRef extension = llvm::sys::path::extension(path);
  if (extension != ".c" && extension != ".i" && !mentions(flags, "-x"))
    command.arguments.push_back("-xc");
  command.arguments.push_back("--");
  command.arguments.push_back(file.str().str());
  return command;
}

} // namespace vecify
