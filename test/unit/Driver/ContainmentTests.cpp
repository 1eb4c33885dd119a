// A bug of ours costs the nest that meets it: the others are rewritten, and the exit code is the user's choice.
#include "vecify/Driver/Driver.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <gtest/gtest.h>

using namespace vecify;

namespace {

constexpr const char *source = "void f(float *restrict y, const float *restrict x, int n) {\n"
                               "  for (int i = 0; i < n; i++)\n"
                               "    y[i] = 2 * x[i];\n"
                               "  n--;\n"
                               "  for (int k = 0; k < n; k++)\n"
                               "    y[k] += x[k];\n"
                               "}\n";

struct Result {
  int code;
  std::string out, err;
};

using Crashes = llvm::function_ref<bool(llvm::StringRef phase, const Nest &nest)>;

/// vecify on `text`, with a crash where `crashes` says.
Result runWithCrash(llvm::StringRef text, Crashes crashes, bool strict = false) {
  Options options;
  llvm::SmallString<128> path;
  int file;
  EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("containment", "c", file, path));
  llvm::raw_fd_ostream(file, /*shouldClose=*/true) << text;
  options.files = {path.str().str()};
  options.targets = {"avx2"};
  options.strict = strict;
  options.onPhase = [&](llvm::StringRef now, const Nest &nest) {
    if (crashes(now, nest))
      std::abort();
  };
  Result result;
  llvm::raw_string_ostream out(result.out), err(result.err);
  result.code = run(options, out, err);
  llvm::sys::fs::remove(path);
  return result;
}

Result runWithCrashAt(llvm::StringRef phase, bool strict = false) {
  const auto crashes = [&](llvm::StringRef now, const Nest &nest) { return now == phase && nest.root().name == "k"; };
  return runWithCrash(source, crashes, strict);
}

bool holds(const std::string &text, llvm::StringRef part) { return llvm::StringRef(text).contains(part); }

TEST(Containment, LeavesTheNestThatCrashes) {
  for (const char *phase : {"plan", "print"}) {
    const Result result = runWithCrashAt(phase);
    EXPECT_EQ(result.code, Written) << phase;
    EXPECT_TRUE(holds(result.out, "_mm256_storeu_ps(&y[i]")) << phase;
    EXPECT_TRUE(holds(result.out, "\n  for (int k = 0; k < n; k++)\n    y[k] += x[k];\n}")) << phase;
    EXPECT_TRUE(
        holds(result.err, ".c:5:3: warning: internal error, the nest is left untouched: Aborted; please report it\n"))
        << result.err;
  }
}

TEST(Containment, StrictSaysSoInTheExitCode) {
  EXPECT_EQ(runWithCrashAt("plan", /*strict=*/true).code, InternalFailure);
}

TEST(Containment, LoopsThatCrashAsOneAreRewrittenByThemselves) {
  const char *const two = "void f(float *restrict y, float *restrict z, const float *restrict x, int n) {\n"
                          "  for (int i = 0; i < n; i++)\n"
                          "    y[i] = 2 * x[i];\n"
                          "  for (int k = 0; k < n; k++)\n"
                          "    z[k] = y[k] + x[k];\n"
                          "}\n";
  const auto never = [](llvm::StringRef, const Nest &) { return false; };
  const auto asOne = [](llvm::StringRef phase, const Nest &nest) { return phase == "plan" && nest.isFused; };
  EXPECT_TRUE(holds(runWithCrash(two, never).out, "2 loops in one"));
  const Result result = runWithCrash(two, asOne);
  EXPECT_FALSE(holds(result.out, "2 loops in one"));
  EXPECT_TRUE(holds(result.out, "_mm256_storeu_ps(&y[i]")) << result.out;
  EXPECT_TRUE(holds(result.out, "_mm256_storeu_ps(&z[k]")) << result.out;
  EXPECT_TRUE(holds(result.err, ".c:2:3: warning: internal error")) << result.err;
  EXPECT_EQ(runWithCrash(two, asOne, /*strict=*/true).code, InternalFailure);
}

TEST(Containment, NothingIsSaidWithoutABug) { EXPECT_EQ(runWithCrashAt("never").err, ""); }

} // namespace
