// The tool on files: what is written, what is left alone, and what the exit code says.
#include "TempFiles.h"
#include "vecify/Driver/Driver.h"

using namespace vecify;

namespace {

const char *const addition = "void add(float *restrict a, const float *restrict b, int n) {\n"
                             "  for (int i = 0; i < n; i++)\n"
                             "    a[i] += b[i];\n"
                             "}\n";

class Run : public testing::Test {
protected:
  int run() {
    Out.clear();
    Err.clear();
    llvm::raw_string_ostream out(Out), err(Err);
    return vecify::run(Opts, out, err);
  }
  void take(std::vector<std::string> files) { Opts.files = std::move(files); }
  bool isVectorized(const std::string &text) { return text.find("_mm256_add_ps") != std::string::npos; }

  Run() { Opts.targets = {"avx2"}; }
  TempFiles Files;
  Options Opts;
  std::string Out, Err;
};

TEST_F(Run, ToStdoutLeavesTheFileAlone) {
  take({Files.write("a.c", addition)});
  EXPECT_EQ(run(), Written);
  EXPECT_TRUE(isVectorized(Out));
  EXPECT_EQ(Err, "");
  EXPECT_EQ(Files.read("a.c"), addition);
}

TEST_F(Run, AFileWithoutLoopsComesBackToTheByte) {
  const std::string text = "\xEF\xBB\xBFint x;\r\n\r\n \tint y; // no newline at the end";
  take({Files.write("a.c", text)});
  EXPECT_EQ(run(), Written);
  EXPECT_EQ(Out, text);
}

TEST_F(Run, OutputsAreTheSameEveryTime) {
  take({Files.write("a.c", addition)});
  run();
  const std::string first = Out;
  run();
  EXPECT_EQ(Out, first);
}

TEST_F(Run, AnOutputIsNewOrReplacedAsAWhole) {
  take({Files.write("a.c", addition)});
  Opts.output = Options::File;
  Opts.outputPath = Files.path("out.c");
  EXPECT_EQ(run(), Written);
  EXPECT_TRUE(isVectorized(Files.read("out.c")));
  Files.write("out.c", "old");
  EXPECT_EQ(run(), Written);
  EXPECT_TRUE(isVectorized(Files.read("out.c")));
  EXPECT_EQ(Files.names(), (std::vector<std::string>{"a.c", "out.c"})) << "no temporary is left";
}

TEST_F(Run, AFullDeviceIsAnError) {
  if (!llvm::sys::fs::exists("/dev/full"))
    GTEST_SKIP();
  take({Files.write("a.c", addition)});
  Opts.output = Options::File;
  Opts.outputPath = "/dev/full";
  EXPECT_EQ(run(), UserError);
  EXPECT_NE(Err.find("cannot write '/dev/full'"), std::string::npos) << Err;
}

TEST_F(Run, AppleSiliconIsAArch64) {
  take({Files.write("a.c", addition)});
  Opts.targets = {};
  Opts.compileFlags = {"--target=arm64-apple-macosx"};
  run();
  EXPECT_NE(Out.find("vaddq_f32"), std::string::npos);
  Opts.compileFlags = {"--target=aarch64_be-linux-gnu"};
  run();
  EXPECT_EQ(Out, addition) << "lanes of a big-endian register lie the other way round";
}

TEST_F(Run, InPlaceKeepsTheModeAndFollowsLinks) {
  const std::string file = Files.write("a.c", addition);
  ASSERT_FALSE(llvm::sys::fs::setPermissions(file, llvm::sys::fs::perms(0640)));
  ASSERT_FALSE(llvm::sys::fs::create_link(file, Files.path("link.c")));
  take({Files.path("link.c")});
  Opts.output = Options::InPlace;
  EXPECT_EQ(run(), Written);
  EXPECT_TRUE(isVectorized(Files.read("a.c")));
  EXPECT_TRUE(llvm::sys::fs::is_symlink_file(Files.path("link.c")));
  EXPECT_EQ(llvm::sys::fs::getPermissions(file).get(), llvm::sys::fs::perms(0640));
}

TEST_F(Run, InPlaceDoesNotTouchAFileThatStaysAsItWas) {
  take({Files.write("a.c", "int x;\n")});
  llvm::sys::fs::file_status before, after;
  ASSERT_FALSE(llvm::sys::fs::status(Files.path("a.c"), before));
  Opts.output = Options::InPlace;
  EXPECT_EQ(run(), Written);
  ASSERT_FALSE(llvm::sys::fs::status(Files.path("a.c"), after));
  EXPECT_EQ(before.getUniqueID(), after.getUniqueID());
}

TEST_F(Run, SeveralFilesAreRewrittenInPlace) {
  take({Files.write("a.c", addition), Files.write("b.c", "int x;\n"), Files.write("c.c", addition)});
  Opts.output = Options::InPlace;
  EXPECT_EQ(run(), Written);
  EXPECT_TRUE(isVectorized(Files.read("a.c")) && isVectorized(Files.read("c.c")));
  EXPECT_EQ(Files.read("b.c"), "int x;\n");
}

TEST_F(Run, OneBadFileKeepsAllAsTheyWere) {
  take({Files.write("a.c", addition), Files.write("bad.c", "int x\n")});
  Opts.output = Options::InPlace;
  EXPECT_EQ(run(), UserError);
  EXPECT_EQ(Files.read("a.c"), addition);
  EXPECT_NE(Err.find("bad.c:1:6: error: expected ';'"), std::string::npos) << Err;
}

TEST_F(Run, UnreadableInputIsAUserError) {
  const std::pair<std::string, std::string> inputs[] = {
      {Files.path("none.c"), "No such file"},
      {Files.directory(), "is a directory"},
      {Files.write("zero.c", llvm::StringRef("\0", 1)), "is a binary file"}};
  for (const auto &[path, why] : inputs) {
    take({path});
    EXPECT_EQ(run(), UserError);
    EXPECT_NE(Err.find(why), std::string::npos) << Err;
    EXPECT_EQ(Out, "");
  }
}

TEST_F(Run, AnUnwritableOutputIsAUserErrorAndLeavesNothingBehind) {
  take({Files.write("a.c", addition)});
  Opts.output = Options::File;
  for (const std::string &path : {Files.path("none/out.c"), Files.directory()}) {
    Opts.outputPath = path;
    EXPECT_EQ(run(), UserError);
    EXPECT_NE(Err.find("cannot write '" + path + "'"), std::string::npos) << Err;
  }
  EXPECT_EQ(Files.names(), std::vector<std::string>{"a.c"});
}

TEST_F(Run, DevicesAreWrittenTo) {
  take({Files.write("a.c", addition)});
  Opts.output = Options::File;
  Opts.outputPath = "/dev/null";
  EXPECT_EQ(run(), Written);
}

TEST_F(Run, ADiffChangesNoFile) {
  take({Files.write("a.c", addition)});
  Opts.output = Options::Diff;
  EXPECT_EQ(run(), Written);
  EXPECT_TRUE(llvm::StringRef(Out).starts_with("--- " + Files.path("a.c"))) << Out;
  EXPECT_NE(Out.find("\n+      i_done = "), std::string::npos) << Out;
  EXPECT_EQ(Files.read("a.c"), addition);
  take({Files.write("b.c", "int x;\n")});
  EXPECT_EQ(run(), Written);
  EXPECT_EQ(Out, "");
}

TEST_F(Run, CheckTellsFreshFromStale) {
  take({Files.write("a.c", addition)});
  run();
  const std::string fresh = Out;
  Opts.output = Options::Check;
  Opts.outputPath = Files.write("out.c", fresh);
  EXPECT_EQ(run(), Written);
  EXPECT_EQ(Out + Err, "");
  Files.write("out.c", fresh + "// edited\n");
  EXPECT_EQ(run(), Stale);
  EXPECT_NE(Out.find("\n-// edited\n"), std::string::npos) << Out;
  EXPECT_NE(Err.find("is stale"), std::string::npos) << Err;
  EXPECT_EQ(Files.read("out.c"), fresh + "// edited\n");
}

TEST_F(Run, UnmetExpectationsHaveTheirExitCode) {
  take({Files.write("a.c", "void f(float *a, int n) {\n#pragma vecify expect(vectorized)\n"
                           "  for (int i = 0; i < n; i++)\n    a[i] = a[i - 1];\n}\n")});
  EXPECT_EQ(run(), ExpectationFailed);
  EXPECT_NE(Err.find("a.c:3:3: error: this loop was expected to be vectorized: loop 'i' carries"), std::string::npos)
      << Err;
}

TEST_F(Run, FlagsComeFromTheCompileCommands) {
  const std::string file = Files.write("a.c", addition);
  Files.write("compile_commands.json", "[{\"directory\": \"" + Files.directory() +
                                           "\", \"command\": \"cc -mavx2 -mfma -c a.c\", \"file\": \"a.c\"}]");
  Opts.targets.clear();
  Opts.compileFlags.clear();
  Opts.buildDir = Files.directory();
  take({file});
  EXPECT_EQ(run(), Written);
  EXPECT_TRUE(isVectorized(Out));
  EXPECT_EQ(Out.find("__builtin_cpu_supports"), std::string::npos) << "the flags allow AVX2 everywhere";
  EXPECT_EQ(Out.find(Files.directory()), std::string::npos) << "no path of this machine";
  Opts.buildDir.clear();
  EXPECT_EQ(run(), Written);
  EXPECT_NE(Out.find("__builtin_cpu_supports"), std::string::npos);
}

TEST_F(Run, ByteOrderMarksAndLineEndsStay) {
  take({Files.write("a.c", "\xEF\xBB\xBFint x;\r\nvoid f(float *a, int n) {\r\n"
                           "  for (int i = 0; i < n; i++)\r\n    a[i] = 1;\r\n}\r\n")});
  EXPECT_EQ(run(), Written);
  EXPECT_TRUE(llvm::StringRef(Out).starts_with("\xEF\xBB\xBF/* vecify "));
  EXPECT_EQ(llvm::StringRef(Out).count("\n"), llvm::StringRef(Out).count("\r\n"));
  EXPECT_EQ(llvm::StringRef(Out).count("\xEF\xBB\xBF"), 1u);
}

TEST_F(Run, VariantsHaveNamesOfTheirOwn) {
  take({Files.write("a.c", std::string("#include <stddef.h>\n") + addition)});
  Opts.targets = {"avx512", "avx2"};
  Opts.form = Options::Variants;
  Opts.output = Options::File;
  Opts.outputPath = Files.path("simd.c");
  EXPECT_EQ(run(), Written);
  for (const char *name : {"void add_avx512(", "void add_avx2("}) {
    EXPECT_NE(Files.read("simd.c").find(name), std::string::npos);
    EXPECT_NE(Files.read("simd.h").find(name), std::string::npos);
  }
  EXPECT_EQ(Files.read("simd.c").find("void add("), std::string::npos);
}

} // namespace
