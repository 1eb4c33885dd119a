// The top of an output file: what is needed, once, in an order that compiles.
#include "Compilers.h"
#include "EmitTesting.h"

namespace vecify {
namespace {

/// Those that the output defines itself.
std::set<std::string> allFunctions(const Target &target) {
  std::set<std::string> names = {"vecify_min", "vecify_saturate", "vecify_bits_of_float64"};
  for (const PreambleFunction &function : target.preamble)
    if (!*function.header)
      names.insert(function.name);
  return names;
}

size_t occurrences(llvm::StringRef text, llvm::StringRef what) { return text.count(what); }

} // namespace

TEST(Preamble, IsEmptyWhereNothingIsUsed) { EXPECT_EQ(emitPreamble({}, true), ""); }

TEST(Preamble, IncludesTheHeaderOnItsArchitecture) {
  EXPECT_EQ(emitPreamble({{&emitTarget("avx2"), {}}}, true),
            "#include <stddef.h>\n#include <stdint.h>\n"
            "#if defined(__x86_64__)\n#include <immintrin.h>\n#endif\n");
  EXPECT_EQ(emitPreamble({{&emitTarget("avx2"), {}}}, false), "#include <stddef.h>\n#include <stdint.h>\n"
                                                              "#include <immintrin.h>\n");
}

TEST(Preamble, SaysOnceThatItsFunctionsAreFree) {
  const Target &avx2 = emitTarget("avx2"), &avx512 = emitTarget("avx512");
  const std::string text = emitPreamble({{&avx512, allFunctions(avx512)}, {&avx2, allFunctions(avx2)}}, true);
  EXPECT_EQ(occurrences(text, "0BSD"), 1u);
  EXPECT_EQ(occurrences(text, "#include <immintrin.h>"), 1u);
  // A function that both targets have is printed once.
  for (const PreambleFunction &function : avx2.preamble)
    if (!*function.header && avx512.findPreamble(function.name)) {
      EXPECT_EQ(occurrences(text, llvm::StringRef(definitionOf(function, true)).rtrim()), 1u) << function.name;
    }
}

TEST(Preamble, IncludesALibraryAndDeclaresWhatItsHeaderHides) {
  const Target &avx2 = emitTarget("avx2"), &neon = emitTarget("neon");
  EXPECT_EQ(emitPreamble({{&avx2, {"Sleef_expf8_u10avx2", "Sleef_powd4_u10avx2"}}}, true),
            "#include <stddef.h>\n#include <stdint.h>\n"
            "#if defined(__x86_64__)\n#include <immintrin.h>\n#include <sleef.h> /* link with -lsleef */\n"
            "#ifndef __AVX__ /* without it the header does not declare them */\n"
            "#ifdef __clang__ /* which passes such vectors in memory then */\n"
            "static inline __attribute__((always_inline, target(\"avx2,fma\"))) __m256 Sleef_expf8_u10avx2(__m256 x) {\n"
            "  float a[8];\n"
            "  _mm256_storeu_ps(a, x);\n"
            "  int i;\n"
            "  for (i = 0; i < 8; i += 4)\n"
            "    _mm_storeu_ps(&a[i], Sleef_expf4_u10avx2128(_mm_loadu_ps(&a[i])));\n"
            "  return _mm256_loadu_ps(a);\n"
            "}\n"
            "static inline __attribute__((always_inline, target(\"avx2,fma\"))) __m256d Sleef_powd4_u10avx2(__m256d x, __m256d "
            "y) {\n"
            "  double a[4], b[4];\n"
            "  _mm256_storeu_pd(a, x);\n"
            "  _mm256_storeu_pd(b, y);\n"
            "  int i;\n"
            "  for (i = 0; i < 4; i += 2)\n"
            "    _mm_storeu_pd(&a[i], Sleef_powd2_u10avx2128(_mm_loadu_pd(&a[i]), _mm_loadu_pd(&b[i])));\n"
            "  return _mm256_loadu_pd(a);\n"
            "}\n"
            "#else\n"
            "__attribute__((const, target(\"avx2,fma\"))) __m256 Sleef_expf8_u10avx2(__m256);\n"
            "__attribute__((const, target(\"avx2,fma\"))) __m256d Sleef_powd4_u10avx2(__m256d, __m256d);\n"
            "#endif\n#endif\n#endif\n");
  // Where the flags allow the instruction set, the header says it all; so it does on AArch64.
  EXPECT_EQ(emitPreamble({{&avx2, {"Sleef_expf8_u10avx2"}}}, false),
            "#include <stddef.h>\n#include <stdint.h>\n#include <immintrin.h>\n"
            "#include <sleef.h> /* link with -lsleef */\n");
  const Target glibc = *parseTarget("avx2+libmvec");
  EXPECT_EQ(emitPreamble({{&glibc, {"_ZGVdN8v_expf"}}}, false),
            "#include <stddef.h>\n#include <stdint.h>\n#include <immintrin.h>\n"
            "\n/* Of glibc 2.35 and later; link with -lm */\n"
            "__attribute__((const)) __m256 _ZGVdN8v_expf(__m256);\n\n")
      << "no header has them";
  EXPECT_EQ(occurrences(emitPreamble({{&neon, {"Sleef_expf4_u10advsimd"}}}, true), "Sleef_"), 0u);
}

TEST(Preamble, BringsWhatItsFunctionsNeed) {
  const Target &avx2 = emitTarget("avx2");
  for (const PreambleFunction &function : avx2.preamble) {
    if (function.needs.empty())
      continue;
    const std::string text = emitPreamble({{&avx2, {function.name}}}, true);
    for (const char *need : function.needs)
      EXPECT_LT(text.find(std::string(need) + "("), text.find(std::string(function.name) + "(")) << text;
  }
}

TEST(Preamble, CompilesWhole) {
  for (const char *name : {"avx2", "avx512", "neon"})
    for (bool withAttributes : {true, false}) {
      const Target &target = emitTarget(name);
      const std::string text = emitPreamble({{&target, allFunctions(target)}}, withAttributes);
      for (const Toolchain &toolchain : toolchainsFor(name)) {
        std::vector<std::string> flags = {"-O1", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-std=c99"};
        if (!withAttributes && target.name != "neon")
          for (const std::string &feature : target.requires_)
            flags.push_back("-m" + feature);
        EXPECT_EQ(compileErrors(toolchain, flags, text + "int main(void) { return 0; }\n"), "")
            << toolchain.compiler << " " << name << (withAttributes ? " with attributes" : "");
      }
    }
}

} // namespace vecify
