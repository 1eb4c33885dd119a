// The command line, read.
#include "vecify/Driver/Driver.h"
#include "gtest/gtest.h"

using namespace vecify;

namespace {

llvm::Expected<Options> parsed(std::vector<const char *> arguments) {
  arguments.insert(arguments.begin(), "vecify");
  std::string out;
  llvm::raw_string_ostream os(out);
  return parseCommandLine(int(arguments.size()), arguments.data(), os);
}

Options optionsOf(std::vector<const char *> arguments) {
  llvm::Expected<Options> options = parsed(std::move(arguments));
  if (options)
    return *options;
  ADD_FAILURE() << llvm::toString(options.takeError());
  return {};
}

std::string errorOf(std::vector<const char *> arguments) {
  llvm::Expected<Options> options = parsed(std::move(arguments));
  return options ? "" : llvm::toString(options.takeError());
}

TEST(Options, DefaultsAreOneFileToStdout) {
  const Options options = optionsOf({"a.c"});
  EXPECT_EQ(options.files, std::vector<std::string>{"a.c"});
  EXPECT_EQ(options.output, Options::Stdout);
  EXPECT_EQ(options.form, Options::Inline);
  EXPECT_EQ(options.fp, FpMode::FromFlags);
  EXPECT_TRUE(options.targets.empty() && options.compileFlags.empty() && options.buildDir.empty());
  EXPECT_FALSE(options.strict || options.explain || options.expectVectorized || options.onlyAnnotated);
  EXPECT_EQ(options.maxGrowthPercent, 0u);
}

TEST(Options, WhatFollowsTheDashesIsTheCompilers) {
  const Options options = optionsOf({"-i", "a.c", "b.c", "--", "-O3", "-i", "c.c"});
  EXPECT_EQ(options.files, (std::vector<std::string>{"a.c", "b.c"}));
  EXPECT_EQ(options.compileFlags, (std::vector<std::string>{"-O3", "-i", "c.c"}));
  EXPECT_EQ(options.output, Options::InPlace);
}

TEST(Options, NothingIsLeftOverFromAnEarlierCommandLine) {
  optionsOf({"--target=avx512,avx2", "--fp=strict", "--diff", "--max-growth=50", "a.c"});
  const Options options = optionsOf({"b.c"});
  EXPECT_EQ(options.files, std::vector<std::string>{"b.c"});
  EXPECT_TRUE(options.targets.empty());
  EXPECT_EQ(options.output, Options::Stdout);
  EXPECT_EQ(options.fp, FpMode::FromFlags);
  EXPECT_EQ(options.maxGrowthPercent, 0u);
}

TEST(Options, ListsAreSplit) {
  EXPECT_EQ(optionsOf({"--target=avx512,avx2", "--target", "neon", "a.c"}).targets,
            (std::vector<std::string>{"avx512", "avx2", "neon"}));
}

TEST(Options, OutputsHaveTheirPaths) {
  EXPECT_EQ(optionsOf({"-o", "b.c", "a.c"}).outputPath, "b.c");
  EXPECT_EQ(optionsOf({"--check", "b.c", "a.c"}).output, Options::Check);
  const Options harness = optionsOf({"--emit-harness", "-o", "t.c", "a.c"});
  EXPECT_EQ(harness.output, Options::Harness);
  EXPECT_EQ(harness.outputPath, "t.c");
  EXPECT_EQ(optionsOf({"--print=facts", "a.c"}).print, "facts");
}

TEST(Options, OnlyIsAWordOrAnExpression) {
  EXPECT_TRUE(optionsOf({"--only=annotated", "a.c"}).onlyAnnotated);
  EXPECT_EQ(optionsOf({"--only=^dot", "a.c"}).onlyFunctions, "^dot");
}

TEST(Options, PlansAreNumbersOrSeeds) {
  EXPECT_EQ(optionsOf({"--plan=3", "a.c"}).plan, 3u);
  EXPECT_EQ(optionsOf({"--plan=random:17", "a.c"}).randomSeed, 17u);
}

TEST(Options, MistakesAreToldWithTheirCure) {
  EXPECT_EQ(errorOf({"--launch"}), "--launch wants a compiler's command behind --");
  EXPECT_EQ(errorOf({"--launch", "a.c", "--", "gcc"}),
            "--launch takes the file from the compiler's command, not 'a.c'");
  EXPECT_EQ(errorOf({"--launch", "-i", "--", "gcc"}),
            "--launch compiles; it excludes -i, --diff, --check, --emit-harness and --print");
  EXPECT_EQ(errorOf({"--launch", "--tune", "--", "gcc"}), "--launch excludes --form=variants, --from-ir and --tune");
  EXPECT_EQ(errorOf({"--launch", "--target=cuda", "--", "gcc"}),
            "--target=cuda writes C++ that the compiler of a C file does not take; it excludes --launch");
  EXPECT_EQ(errorOf({}), "no input file; see vecify --help");
  EXPECT_EQ(errorOf({"--targt=avx2", "a.c"}),
            "Unknown command line argument '--targt=avx2'.  Try: 'vecify --help'\nDid you mean '--target=avx2'?");
  EXPECT_EQ(errorOf({"--target=avx3", "a.c"}), "unknown target 'avx3'; did you mean 'avx2'?");
  EXPECT_EQ(errorOf({"-i", "--diff", "a.c"}), "-o, -i, --diff, --check, --emit-harness and --print exclude each other");
  EXPECT_EQ(errorOf({"-o", "x.c", "a.c", "b.c"}), "one output cannot take several files; use -i or --diff");
}

TEST(Options, IrIsLoweredToANewFile) {
  EXPECT_TRUE(optionsOf({"--from-ir", "-o", "a.c", "a.ir"}).fromIr);
  EXPECT_FALSE(optionsOf({"a.c"}).fromIr);
  EXPECT_EQ(optionsOf({"--from-ir", "--print=step:build", "a.ir"}).print, "step:build");
  for (const char *other : {"-i", "--diff", "--emit-harness"})
    EXPECT_NE(errorOf({"--from-ir", other, "a.ir"}), "") << other;
  EXPECT_NE(errorOf({"--from-ir", "--form=variants", "a.ir"}), "");
  EXPECT_NE(errorOf({"--from-ir", "--print=plans", "a.ir"}), "");
}

} // namespace
