// vecify on one file: parse, plan every nest, write the result.
#pragma once
#include "vecify/Frontend/Frontend.h"
#include "vecify/Plan/Plan.h"
#include <functional>
#include <optional>
#include <regex>
#include <string>
#include <vector>

namespace vecify {

/// What the command line says (see `vecify --help`).
struct Options {
  std::vector<std::string> files;
  std::vector<std::string> compileFlags; ///< after "--"
  std::string buildDir;

  enum Output : uint8_t { Stdout, File, InPlace, Diff, Check, Harness, Print };
  Output output = Stdout;
  std::string outputPath; ///< -o, --check
  enum Form : uint8_t { Inline, Variants };
  Form form = Inline;

  std::vector<std::string> targets; ///< specs; empty: from the compile flags
  FpMode fp = FpMode::FromFlags;
  bool onlyAnnotated = false;
  std::string onlyFunctions; ///< regular expression; empty: all
  unsigned maxGrowthPercent = 0;
  unsigned stackBytes = 65536;
  bool allowAlloc = false;
  enum CudaError : uint8_t { FallBack, Abort, Return };
  CudaError cudaOnError = FallBack;
  enum CudaMemory : uint8_t { Copy, Managed, Persistent };
  CudaMemory cudaMemory = Copy;
  bool expectVectorized = false, strict = false, explain = false;
  bool parallel = false; ///< threads for the outermost loops that can take them
  bool tune = false;     ///< measure the best candidates and pin the winners first
  std::string tuneCompiler = "cc";
  std::string tuneSizes; ///< "n=1000,m=20"; empty: one size for each level of the caches
  unsigned tuneTop = 5;  ///< candidates for each loop
  std::string tuned;     ///< sidecar file; empty: beside the source
  bool launch = false;   ///< compileFlags is a compiler's whole command line
  bool mayCallSleef = true; ///< what is compiled is linked with it
  bool fromIr = false;   ///< the files are functions of the IR in its text form
  bool remarkPassed = false, remarkMissed = false;
  std::string print; ///< nest|deps|facts|plans|step:NAME|all
  std::optional<unsigned> plan;
  std::optional<uint64_t> randomSeed;
  /// Called before a nest is planned and before it is printed. Tests plant bugs here; what they break is that nest.
  std::function<void(llvm::StringRef phase, const Nest &nest)> onPhase;
};

/// Exit codes of the tool.
enum ExitCode : int { Written = 0, UserError = 1, InternalFailure = 2, ExpectationFailed = 3, Stale = 4 };

/// Runs vecify as `options` say. Text results go to `out`, diagnostics and remarks to `err`.
/// The exit code is an ExitCode, or with --launch that of the compiler.
int run(const Options &options, llvm::raw_ostream &out, llvm::raw_ostream &err);

/// Reads the command line. Errors: a user error, with the nearest spelling for an unknown flag.
llvm::Expected<Options> parseCommandLine(int argc, const char *const *argv, llvm::raw_ostream &out);

} // namespace vecify
