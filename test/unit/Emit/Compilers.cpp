#include "Compilers.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace vecify {

static std::string firstOf(llvm::ArrayRef<const char *> names) {
  for (const char *name : names)
    if (auto path = llvm::sys::findProgramByName(name))
      return *path;
  return "";
}

std::vector<Toolchain> toolchainsFor(const std::string &target) {
  std::vector<Toolchain> found;
  const std::string clang = firstOf({"clang-22", "clang-19", "clang"});
  if (target == "neon") {
    const std::string gcc = firstOf({"aarch64-linux-gnu-gcc"}), qemu = firstOf({"qemu-aarch64", "qemu-aarch64-static"});
    if (!gcc.empty())
      found.push_back({gcc, {"-static"}, qemu, !qemu.empty()});
    if (!clang.empty() && !gcc.empty())
      found.push_back({clang, {"--target=aarch64-linux-gnu", "-static"}, qemu, !qemu.empty()});
    return found;
  }
  const bool runs = target == "avx512" ? __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                                             __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")
                                       : __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (const std::string gcc = firstOf({"gcc"}); !gcc.empty())
    found.push_back({gcc, {}, "", runs});
  if (!clang.empty())
    found.push_back({clang, {}, "", runs});
  return found;
}

namespace {

/// A file that is removed when it goes out of scope.
class TemporaryFile {
public:
  explicit TemporaryFile(llvm::StringRef suffix) { llvm::sys::fs::createTemporaryFile("vecify-emit", suffix, Path); }
  ~TemporaryFile() { llvm::sys::fs::remove(Path); }
  llvm::StringRef path() const { return Path; }
  std::string contents() const {
    auto buffer = llvm::MemoryBuffer::getFile(Path);
    return buffer ? (*buffer)->getBuffer().str() : "";
  }

private:
  llvm::SmallString<128> Path;
};

RunResult execute(const std::string &program, const std::vector<std::string> &arguments) {
  const TemporaryFile output("txt");
  std::vector<llvm::StringRef> argv = {program};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  const std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), output.path(), output.path()};
  RunResult result;
  result.status = llvm::sys::ExecuteAndWait(program, argv, std::nullopt, redirects, 60);
  result.output = output.contents();
  return result;
}

RunResult compile(const Toolchain &toolchain, std::vector<std::string> flags, const std::string &source,
                  llvm::StringRef output, bool links) {
  const TemporaryFile input("c");
  {
    std::error_code error;
    llvm::raw_fd_ostream os(input.path(), error);
    os << source;
  }
  for (const std::string &flag : toolchain.flags)
    if (links || flag != "-static")
      flags.push_back(flag);
  flags.insert(flags.end(), {input.path().str(), "-o", output.str()});
  flags.push_back(links ? "-lm" : "-c");
  return execute(toolchain.compiler, flags);
}

} // namespace

std::string compileErrors(const Toolchain &toolchain, const std::vector<std::string> &flags,
                          const std::string &source) {
  const TemporaryFile object("o");
  const RunResult result = compile(toolchain, flags, source, object.path(), /*links=*/false);
  return result.status == 0 && result.output.empty() ? ""
                                                     : "status " + std::to_string(result.status) + "\n" + result.output;
}

RunResult compileAndRun(const Toolchain &toolchain, const std::vector<std::string> &flags, const std::string &source) {
  const TemporaryFile program("exe");
  RunResult compiled = compile(toolchain, flags, source, program.path(), /*links=*/true);
  if (compiled.status != 0)
    return compiled;
  const std::string path = program.path().str();
  return toolchain.runner.empty() ? execute(path, {}) : execute(toolchain.runner, {path});
}

} // namespace vecify
