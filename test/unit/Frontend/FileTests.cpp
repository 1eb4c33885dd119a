// Whole files: functions, headers, macros, flags, and input that is no C.
#include "Extract.h"
#include "llvm/Support/Path.h"

using namespace vecify;

namespace {

TEST(File, FunctionsAndTheirParameters) {
  const Parsed parsed =
      parse("static int f(const float *restrict a, unsigned char (*m)[16], int n, int k, const int *ix,"
            " double x, ...) { int last = n - 1;"
            " for (int i = 0; i < last; i++) m[ix[i]][k] = a[i] * x; return 0; }");
  const FunctionEntry &f = parsed.file->functions[0];
  EXPECT_EQ(f.name, "f");
  EXPECT_EQ(f.returnType, "int");
  EXPECT_TRUE(f.isStatic && f.isVariadic);
  ASSERT_EQ(f.parameters.size(), 6u);
  EXPECT_EQ(f.parameters[0].declaration, "const float *restrict a");
  EXPECT_TRUE(f.parameters[0].isPointer && f.parameters[0].isConst && f.parameters[0].isRestrict);
  EXPECT_TRUE(f.parameters[0].isFloat);
  EXPECT_EQ(f.parameters[1].declaration, "unsigned char (*m)[16]");
  EXPECT_EQ(f.parameters[1].element, "unsigned char");
  EXPECT_EQ(f.parameters[1].elementBytes, 1u);
  EXPECT_EQ(f.parameters[1].rowElements, 16);
  EXPECT_EQ(f.parameters[0].rowElements, 1);
  EXPECT_FALSE(f.parameters[1].isSigned);
  EXPECT_TRUE(f.parameters[2].isSize) << "through a local";
  EXPECT_TRUE(f.parameters[3].isSize);
  EXPECT_TRUE(f.parameters[4].isIndexArray);
  EXPECT_FALSE(f.parameters[0].isIndexArray);
  EXPECT_FALSE(f.parameters[5].isSize);
}

TEST(File, PointersToWhatIsNotDefined) {
  const Parsed parsed = parse("struct pool; int f(struct pool *p, float *a, int n) {"
                              " for (int i = 0; i < n; i++) a[i] = 1; return p != 0; }");
  EXPECT_EQ(parsed.file->functions[0].parameters[0].element, "void");
  EXPECT_EQ(parsed.file->functions[0].parameters[0].elementBytes, 0u);
}

TEST(File, MembersOfStructsThatParametersPointTo) {
  const Parsed parsed = parse("typedef struct { float x, w[3]; struct { double re; } at[2]; enum { A } e; char *name;"
                              " union { int i; float f; } u; struct { short inner; }; } All;\n"
                              "void f(All *a, struct { int low : 3, high; } *bits, float *x, All (*rows)[2]) {}\n");
  const auto &parameters = parsed.file->functions.front().parameters;
  std::string members;
  for (const MemberInfo &member : parameters[0].members)
    members += member.path + ": " + member.element + "; ";
  EXPECT_EQ(members, "x: float; w: float; at[0].re: double; at[1].re: double; e: unsigned int; name: void *; "
                     "u: unsigned char; inner: short; ");
  EXPECT_TRUE(parameters[1].members.empty()) << "bit-fields have no place of their own";
  EXPECT_TRUE(parameters[2].members.empty());
  EXPECT_EQ(parameters[3].members.size(), parameters[0].members.size());
}

TEST(File, TablesWithGaps) {
  const auto hasGaps = [](const char *text) { return parse(text).file->hasGappedTables; };
  EXPECT_TRUE(hasGaps("static const float w[32] = {1, [20] = 5};"));
  EXPECT_TRUE(hasGaps("float w[2][4] = {{1, 2}, {3}};"));
  EXPECT_TRUE(hasGaps("int f(void) { static const short t[9] = {[8] = 1}; return t[0]; }"));
  EXPECT_TRUE(hasGaps("int g(const int *t); int f(void) { return g((const int[9]){[8] = 1}); }"));
  EXPECT_FALSE(hasGaps("static const float w[32] = {1, 0, 0, 2}; int n = 3; float v[2][2] = {{1, 2}, {3, 4}};"))
      << "zeros behind";
  EXPECT_FALSE(hasGaps("static const int w[4] = {[2] = 3, [0] = 1, [1] = 2};"));
}

TEST(File, APointerThatALoopRunsToEndsItsArray) {
  const Parsed parsed = parse("void f(const char *from, float *p, float *last, int *a, int *b) {\n"
                              "  char *end = (char *)last;\n"
                              "  for (float *q = p; q < (float *)end; q++) *q *= 2;\n"
                              "  if (a != b) *a = *b;\n}\n");
  const auto &parameters = parsed.file->functions.front().parameters;
  EXPECT_EQ(parameters[2].endOf, "p");
  EXPECT_EQ(parameters[1].endOf, "");
  EXPECT_EQ(parameters[4].endOf, "") << "no loop runs from one to the other";
}

TEST(File, IncludesEndWhereTheNextLineBegins) {
  const std::string text = "#include <stddef.h>\n"
                           "#if 1\n#include <limits.h>\n#endif\n"
                           "# include <stdint.h> /* widths\n of types */ // and more\n"
                           "int x;\n"
                           "#ifdef NEVER\n#include <none.h>\n#endif\n"
                           "#include <float.h>";
  const Parsed parsed = parse(text);
  ASSERT_TRUE(parsed.file) << parsed.diagnostics;
  ASSERT_EQ(parsed.file->includes.size(), 3u);
  EXPECT_EQ(parsed.file->includes[0].name, "<stddef.h>");
  EXPECT_EQ(parsed.file->includes[0].end, 20u);
  EXPECT_EQ(parsed.file->includes[1].end, text.find("int x"));
  EXPECT_EQ(parsed.file->includes[2].end, text.size());
}

TEST(File, ExternalVariablesAreThoseDefinedHere) {
  const Parsed parsed = parse("extern int far; int near = 1; static int own; int tentative; int tentative;\n"
                              "void f(void) { static int s; extern int g; s = g; }");
  EXPECT_EQ(parsed.file->externalVariables, (std::vector<std::string>{"near", "tentative"}));
}

TEST(File, NamesAreFoundUnlessAMacroMakesThem) {
  const std::string text = "#define MAKE(x) void x##1(void) {}\nMAKE(f)\nint *g(void) { return 0; }";
  const Parsed parsed = parse(text);
  ASSERT_EQ(parsed.file->functions.size(), 2u);
  EXPECT_TRUE(parsed.file->functions[0].nameRange.isEmpty());
  EXPECT_EQ(parsed.file->functions[1].nameRange.begin, text.find("g(void)"));
  EXPECT_EQ(parsed.file->functions[1].nameRange.end, text.find("(void) { return"));
}

TEST(File, OtherFlagsMayCompileAnotherLoop) {
  const auto result = [](const std::string &text) {
    const std::string nest = nestOf("void f(int *y, const int *x, int n) {\n" + text + "\n}");
    return llvm::StringRef(nest).starts_with("LabelInside") ? nest : linesOf(nest, {"loop"});
  };
  const auto holds = [](const std::string &directive) {
    return "LabelInside: the loop holds " + directive + ", so it cannot be copied";
  };
  const auto condition = [](const std::string &text) {
    const Parsed parsed =
        parse("void f(int *y, const int *x, int n) {\nfor (int i = 0; i < n; i++) {\n" + text + "\n}\n}");
    const LoopEntry &loop = parsed.file->functions[0].loops[0];
    return loop.nest ? loop.nest->source.holds : "declined";
  };
  const std::string copies = "loop i = 0 to n\n  y[i] = x[i]\n";
  EXPECT_EQ(result("for (int i = 0; i < n; i++) {\n#if defined(A) // or B\ny[i] = 0;\n#else\ny[i] = x[i];\n#endif\n}"),
            copies);
  EXPECT_EQ(result("#ifdef A\nfor (int i = 0; i < n; i += 2) {\n#else\nfor (int i = 0; i < n; i++) {\n#endif\n"
                   "y[i] = x[i]; }"),
            holds("'#endif' without its #if"));
  EXPECT_EQ(result("for (int i = 0; i < n; i++)\n#ifndef A\ny[i] = x[i];\n#else\ny[i] = 0;\n#endif"),
            holds("'#ifndef A' without its #endif"));
  EXPECT_EQ(result("for (int i = 0; i < n; i++) {\n#if 0\nit's off\n#else\ny[i] = x[i];\n#endif\n}"), copies);
  EXPECT_EQ(result("for (int i = 0; i < n; i++) {\n#ifdef A\n/* quickly */\n#pragma STDC FP_CONTRACT ON\n#endif\n"
                   "y[i] = x[i]; }"),
            copies);
  EXPECT_EQ(result("for (int i = 0; i < n; i++) {\n#define AT(x, i) x[i]\ny[i] = AT(x, i);\n#undef AT\n}"), copies);
  EXPECT_EQ(condition("#if defined(A) // or B\ny[i] = 0;\n#else\ny[i] = x[i];\n#endif"), "!defined(A)");
  EXPECT_EQ(condition("#ifdef A\ny[i] = 0;\n#elif B + 2 > 1 || C\ny[i] = x[i];\n#elif D\n#endif"),
            "!defined(A) && (B + 2 > 1 || C)");
  EXPECT_EQ(condition("#ifndef A\n#if B\ny[i] = 0;\n#elif 3 > C /* or \n so */\ny[i] = x[i];\n#endif\n#else\n#if D\n"
                      "y[i] = 1;\n#endif\n#endif"),
            "!defined(A) && !B && (3 > C)");
  EXPECT_EQ(condition("#ifdef A\ny[i] = 0;\n#endif\n#ifdef A\ny[i] = 1;\n#else\ny[i] = x[i];\n#endif"), "!defined(A)");
  EXPECT_EQ(condition("#define B 2\n#if B > 1\ny[i] = x[i];\n#endif"), "declined");
  EXPECT_EQ(condition("#if 1\ny[i] = x[i];\n#else\ny[i] = 1;\n#endif"), "");
}

TEST(File, LoopsComeAsATree) {
  const Parsed parsed = parse("void f(float *a, int n) {\n"
                              "  for (int i = 0; i < n; i++) {\n"
                              "    for (int j = 0; j < n; j++) a[j] = 1;\n"
                              "    if (n > 3) while (n--) a[n] = 1;\n"
                              "  }\n"
                              "  do a[n] = 2; while (--n);\n"
                              "}\n"
                              "void g(void) {}\n");
  ASSERT_EQ(parsed.file->functions.size(), 2u);
  const auto &loops = parsed.file->functions[0].loops;
  ASSERT_EQ(loops.size(), 2u);
  ASSERT_EQ(loops[0].inner.size(), 2u);
  EXPECT_EQ(loops[0].name, "i");
  EXPECT_EQ(loops[0].inner[0].name, "j");
  EXPECT_EQ(loops[0].inner[1].name, "while");
  EXPECT_EQ(loops[1].name, "do");
  EXPECT_EQ(loops[0].inner[0].loc.line, 3u);
  EXPECT_EQ(loops[0].inner[0].loc.column, 5u);
  EXPECT_EQ(loops[0].inner[0].nest->source.depth, 1u);
  EXPECT_TRUE(parsed.file->functions[1].loops.empty());
}

TEST(File, FlagsAreClangs) {
  const Parsed plain = parse("void f(void) {}");
  EXPECT_TRUE(llvm::StringRef(plain.file->triple).contains("linux"));
  EXPECT_FALSE(plain.file->contractsAcrossStatements);
  const Parsed x86 = parse("#include <stdint.h>\nint8_t x; int y = __STDC_VERSION__ == 201710L ? 1 : -1;\n"
                           "char check[__STDC_VERSION__ == 201710L ? 1 : -1];",
                           {"--target=x86_64-linux-gnu", "-mavx2", "-mfma", "-ffp-contract=fast", "-fwrapv"});
  ASSERT_TRUE(x86.file) << x86.diagnostics;
  EXPECT_TRUE(x86.file->features.at("avx2"));
  EXPECT_TRUE(x86.file->features.at("fma"));
  EXPECT_TRUE(x86.file->contractsAcrossStatements);
  EXPECT_TRUE(x86.file->signedWraps);
  const Parsed arm = parse("void f(void) {}", {"--target=aarch64-linux-gnu"});
  EXPECT_TRUE(llvm::StringRef(arm.file->triple).starts_with("aarch64"));
}

TEST(File, TellsGlibcsVectorFunctions) {
  const char *const old = "#define __GLIBC__ 2\n#define __GLIBC_MINOR__ 34\n";
  const char *const recent = "#define __GLIBC__ 2\n#define __GLIBC_MINOR__ 35\n";
  const std::vector<std::string> x86 = {"--target=x86_64-linux-gnu"};
  EXPECT_TRUE(parse(recent, x86).file->features.at("libmvec"));
  EXPECT_FALSE(parse(old, x86).file->features.at("libmvec"));
  EXPECT_EQ(parse("int x;", x86).file->features.count("libmvec"), 0u);
  EXPECT_EQ(parse(recent, {"--target=aarch64-linux-gnu"}).file->features.count("libmvec"), 0u);
}

TEST(File, DefinesItself) { EXPECT_EQ(parse("#ifndef __VECIFY__\n#error no\n#endif\n").error, ""); }

TEST(File, CompilersOwnHeadersAreFound) {
  EXPECT_EQ(
      parse("#include <stddef.h>\n#include <stdint.h>\n#include <immintrin.h>\n", {"--target=x86_64-linux-gnu"}).error,
      "");
}

TEST(File, FlagsOfOtherActionsAreIgnored) {
  EXPECT_EQ(parse("void f(void) {}", {"-c", "-o", "x.o", "-O3", "-MD", "-lm", "-Wl,-s", "-Werror=missing-prototypes",
                                      "--", "-save-temps=obj"})
                .error,
            "");
}

TEST(File, CompileCommandsAreRead) {
  llvm::SmallString<128> dir;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("nest", dir));
  const auto write = [&](const char *name, llvm::StringRef text) {
    llvm::SmallString<128> path = dir;
    llvm::sys::path::append(path, name);
    std::error_code error;
    llvm::raw_fd_ostream(path, error) << text;
    return path.str().str();
  };
  const std::string file = write("a.c", "#if N != 7\n#error N\n#endif\n");
  const std::string other = write("b.c", "");
  write("compile_commands.json", "[{\"directory\": \"" + dir.str().str() +
                                     "\", \"command\": \"gcc -DN=7 -O2 -c -o a.o a.c\", \"file\": \"a.c\"}]");
  FrontendOptions options;
  options.buildDir = dir.str().str();
  std::string diagnostics;
  llvm::raw_string_ostream os(diagnostics);
  llvm::Expected<ParsedFile> parsed = parseFile(file, options, os);
  EXPECT_TRUE(bool(parsed)) << diagnostics;
  consumeError(parsed.takeError());
  EXPECT_EQ(llvm::toString(parseFile(other, options, os).takeError()),
            "'" + options.buildDir + "/compile_commands.json' has no entry for '" + other + "'");
  options.buildDir += "/none";
  EXPECT_EQ(llvm::toString(parseFile(file, options, os).takeError()),
            "cannot read '" + options.buildDir +
                "/compile_commands.json': Error while opening JSON database: No such "
                "file or directory");
  options.buildDir = dir.str().str();
  write("compile_commands.json", "[{\"directory\": \"/\", \"file\": \"a.c\"}]");
  EXPECT_NE(llvm::toString(parseFile(file, options, os).takeError()).find("Missing key"), std::string::npos);
  // As a build by another compiler and for another machine has it.
  write("compile_commands.json", "[{\"directory\": \"" + dir.str().str() +
                                     "\", \"command\": \"ccache /usr/bin/aarch64-linux-gnu-gcc-12 -Werror "
                                     "-Weverything -save-temps -Wp,-MMD," +
                                     dir.str().str() + "/a.d -DN=7 -c a.c\", \"file\": \"a.c\"}]");
  parsed = parseFile(file, options, os);
  ASSERT_TRUE(bool(parsed)) << llvm::toString(parsed.takeError()) << diagnostics;
  EXPECT_EQ(parsed->triple, "aarch64-unknown-linux-gnu");
  EXPECT_FALSE(llvm::sys::fs::exists(dir + "/a.d"));
  llvm::sys::fs::remove_directories(dir);
}

TEST(File, ErrorsArePrintedAsClangDoes) {
  const Parsed parsed = parse("void f(int n) { for (int i = 0; i < n; i++ }");
  EXPECT_FALSE(parsed.file);
  EXPECT_NE(parsed.diagnostics.find("error: expected ')'"), std::string::npos) << parsed.diagnostics;
  EXPECT_NE(parsed.diagnostics.find("generated."), std::string::npos);
  EXPECT_TRUE(llvm::StringRef(parsed.error).ends_with(".c' was not understood"));
}

TEST(File, UnknownFlagsAreErrors) {
  const Parsed parsed = parse("void f(void) {}", {"--no-such-flag"});
  EXPECT_FALSE(parsed.file);
  EXPECT_NE(parsed.diagnostics.find("unknown argument: '--no-such-flag'"), std::string::npos) << parsed.diagnostics;
}

TEST(File, FlagsForTheCodeOfOtherCompilersAreLeftOut) {
  const Parsed parsed = parse("void f(void) {}", {"-mpreferred-stack-boundary=6", "-DX=-mno-such", "-fno-such"});
  EXPECT_TRUE(parsed.file);
  EXPECT_EQ(parsed.diagnostics, "vecify: warning: clang does not know '-mpreferred-stack-boundary=6'; it is left out\n"
                                "vecify: warning: clang does not know '-fno-such'; it is left out\n");
}

TEST(File, WhatIsNoCFileIsAnError) {
  std::string diagnostics;
  llvm::raw_string_ostream os(diagnostics);
  EXPECT_EQ(llvm::toString(parseFile("/nowhere/x.c", {}, os).takeError()),
            "cannot read '/nowhere/x.c': No such file or directory");
  EXPECT_EQ(llvm::toString(parseFile("/", {}, os).takeError()), "'/' is a directory");
  EXPECT_TRUE(llvm::StringRef(parse(llvm::StringRef("int x;\0\x7f"
                                                    "ELF",
                                                    11))
                                  .error)
                  .ends_with("is a binary file"));
  EXPECT_TRUE(llvm::StringRef(parse("int x;", {"-xc++"}).error).contains("reads C only"));
}

TEST(File, MacrosAndHeaders) {
  const std::string plain = nestOf("void f(int *a, int n) { for (int i = 0; i < n; i++) a[i] = 0; }");
  const std::string clear = "#define CLEAR(a, n) for (int i = 0; i < n; i++) a[i] = 0\n";
  EXPECT_EQ(nestOf(clear + "void f(int *a, int n) { CLEAR(a, n); }"), plain);
  EXPECT_EQ(nestOf(clear + "void f(int *a, int n) { CLEAR(a, n /* all */); }"),
            "MacroBody: the loop comes from the macro 'CLEAR', whose invocation stays as it is");
  EXPECT_EQ(nestOf("#define KERNEL(T) void f_##T(T *a, int n) { for (int i = 0; i < n; i++) a[i] = 0; }\nKERNEL(int)"),
            plain);
  EXPECT_EQ(nestOf("#define ID(...) __VA_ARGS__\nvoid f(int *a, int n) { ID(for (int i = 0; i < n; i++) a[i] = 0;) }"),
            plain);
  EXPECT_EQ(nestOf("#define ZERO 0\n#define STORE(x, y) x = y\nvoid f(int *a, int n) {"
                   " for (int i = ZERO; i < n; i++) { STORE(a[i], ZERO); } }"),
            plain);
  EXPECT_EQ(nestOf("#line 100 \"other.c\"\nvoid f(int *a, int n) { for (int i = 0; i < n; i++) a[i] = 0; }"), plain);
}

TEST(File, DeepNestsAreDeclinedOutside) {
  std::string text = "void f(int *a, int n) { ";
  for (int depth = 0; depth < 120; ++depth)
    text += "for (int i" + std::to_string(depth) + " = 0; i" + std::to_string(depth) + " < n; i" +
            std::to_string(depth) + "++) ";
  const Parsed parsed = parse(text + "a[i0] = 0; }");
  ASSERT_TRUE(parsed.file) << parsed.diagnostics;
  const auto loops = allLoops(*parsed.file);
  ASSERT_EQ(loops.size(), 120u);
  EXPECT_EQ(declineText(*loops[0]->decline), "TooDeep: the nest is too large to analyse (120 nested loops)");
  EXPECT_TRUE(loops[56]->nest.has_value()) << textOf(*loops[56]);
  EXPECT_FALSE(loops[55]->nest.has_value());
}

TEST(File, AThousandNestedLoopsAreNoCrash) {
  std::string text = "void f(int *a, int n) { ";
  for (int depth = 0; depth < 1000; ++depth)
    text += "for (int i = 0; i < n; i++) ";
  const Parsed parsed = parse(text + "a[0] = 0; }");
  ASSERT_TRUE(parsed.file) << parsed.diagnostics;
  EXPECT_EQ(allLoops(*parsed.file).size(), 1000u);
}

TEST(File, DeepExpressionsAreNoCrash) {
  std::string text = "void f(int *a, int n) { for (int i = 0; i < n; i++) a[i] = 1";
  for (int depth = 0; depth < 20000; ++depth)
    text += " + a[i]";
  EXPECT_TRUE(parse(text + "; }").file);
}

TEST(File, LargeBodiesAreDeclined) {
  std::string text = "void f(int *a, int n) { for (int i = 0; i < n; i++) {";
  for (int line = 0; line < 20000; ++line)
    text += "a[i] += " + std::to_string(line) + ";\n";
  EXPECT_EQ(nestOf(text + "} }"), "TooDeep: the nest is too large to analyse (20005 statements)");
}

TEST(File, ManyContinuesDoNotExplode) {
  std::string text = "void f(int *a, int n) { for (int i = 0; i < n; i++) {";
  for (int line = 0; line < 200; ++line)
    text += "if (a[i] == " + std::to_string(line) + ") { if (a[i] > n) continue; a[i]++; }\n";
  EXPECT_EQ(nestOf(text + "} }").substr(0, 7), "TooDeep");
}

TEST(File, TheSameTextGivesTheSameNests) {
  const std::string text = "struct s { int n; float *p; } *q; void f(struct s *s, int *k, float x) {"
                           " for (int i = 0; i < s->n; i++) { float t = s->p[k[i]]; if (t > x) t = x; s->p[i] = t; } }";
  EXPECT_EQ(nestOf(text), nestOf(text));
}

} // namespace
