// Names and places that a file shares with its headers, or with the files that include it.
#include "TempFiles.h"
#include "vecify/Driver/Driver.h"
#include "llvm/ADT/StringExtras.h"

using namespace vecify;

namespace {

class Headers : public testing::Test {
protected:
  Headers() {
    Opts.targets = {"avx2"};
    Opts.output = Options::InPlace;
  }
  int run(std::string file) {
    Opts.files = {std::move(file)};
    std::string out, err;
    llvm::raw_string_ostream outStream(out), errStream(err);
    const int code = vecify::run(Opts, outStream, errStream);
    EXPECT_EQ(err, "");
    return code;
  }
  size_t count(llvm::StringRef name, llvm::StringRef what) { return llvm::StringRef(Files.read(name)).count(what); }

  TempFiles Files;
  Options Opts;
};

std::string average(llvm::StringRef name) {
  return ("static inline void " + name +
          "(unsigned char *a, const unsigned char *b, int n) {\n"
          "  for (int i = 0; i < n; i++)\n"
          "    a[i] = (a[i] * 3 + b[i] * 7) >> 3;\n"
          "}\n")
      .str();
}

TEST_F(Headers, WhatIsAddedStandsInsideTheGuard) {
  const std::string text =
      "// what for\n#ifndef A_H\n#define A_H\n#if X\n#include <math.h>\n#endif\n#include <stdint.h>\n" + average("f") +
      "#endif // A_H\n";
  run(Files.write("a.h", text));
  const std::string result = Files.read("a.h");
  EXPECT_LT(result.find("#include <stdint.h>"), result.find("#include <stddef.h>"));
  run(Files.write("b.h", "#ifndef B_H\n#define B_H\n" + average("f") + "#endif\n"));
  EXPECT_EQ(count("b.h", "#ifndef B_H\n#define B_H\n#include <stddef.h>\n"), 1u);
}

TEST_F(Headers, OtherConditionsAreNoGuard) {
  for (const char *text : {"#ifndef X\n#define X\n%#else\nint y;\n#endif\n", "#ifndef X\n#define X\n#endif\n%",
                           "int y;\n#ifndef X\n#define X\n%#endif\n", "#ifdef X\n#define X\n#else\n%#endif\n"}) {
    std::string whole = text;
    whole.replace(whole.find('%'), 1, average("f"));
    run(Files.write("b.c", whole));
    const std::string result = Files.read("b.c");
    EXPECT_LT(result.find("#include <stddef.h>"), result.find("X\n")) << text;
  }
}

TEST_F(Headers, HelpersOfAHeaderAreNamedAfterIt) {
  run(Files.write("a.h", "#ifndef MY_A_H_\n#define MY_A_H_\n" + average("f") + "#endif\n"));
  EXPECT_GT(count("a.h", "vecify_mm256_narrow_epi16_my_a_h("), 1u) << "defined and used";
  EXPECT_EQ(count("a.h", "vecify_mm256_narrow_epi16("), 0u);
  run(Files.write("b-1.h", average("f")));
  EXPECT_EQ(count("b-1.h", "__m128i vecify_mm256_narrow_epi16_b_1_h("), 1u);
}

TEST_F(Headers, HelpersThatAreThereAlreadyAreNotDefinedAgain) {
  run(Files.write("a.c", average("f")));
  EXPECT_EQ(count("a.c", "__m128i vecify_mm256_narrow_epi16("), 1u);
  run(Files.write("a.c", Files.read("a.c") + average("g")));
  EXPECT_EQ(count("a.c", "__m128i vecify_mm256_narrow_epi16("), 1u);
  EXPECT_EQ(count("a.c", "__m128i vecify_mm256_narrow_epi16_2("), 1u);
}

TEST_F(Headers, NamesOfOursAreNoMacrosOfHeaders) {
  Files.write("a.h", "#define b0 7\n#define b1(x) x\nint f_i_avx2(void);\nenum { i_done };\n");
  run(Files.write("a.c", "#include \"a.h\"\n" + average("f")));
  const std::string text = Files.read("a.c");
  for (const char *name : {" b0 ", " b1 ", " f_i_avx2("})
    EXPECT_EQ(count("a.c", name), 0u) << name;
  EXPECT_GT(count("a.c", " f_i_avx2_0("), 0u);
}

TEST_F(Headers, NothingIsAddedInsideADeclaration) {
  Files.write("a.inc", "1, 2\n");
  run(Files.write(
      "a.c", "#include <stdint.h>\nconst int t[] = {\n#include \"a.inc\"\n};\nvoid g(const int *p) {\n  int q[] = {\n"
             "#include \"a.inc\"\n  };\n  (void)p, (void)q;\n}\n" +
                 average("f")));
  EXPECT_EQ(count("a.c", "#include <stdint.h>\n#include <stddef.h>\n"), 1u);
}

TEST_F(Headers, KernelsOfNamesThatDifferInOtherAlphabetsDiffer) {
  run(Files.write("a.c", average("f\u00fc") + average("f\u00f6")));
  for (const char *name : {"ptrdiff_t f__i_avx2(", "ptrdiff_t f__i_avx2_0("})
    EXPECT_EQ(count("a.c", name), 1u) << name;
}

} // namespace
