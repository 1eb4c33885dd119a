// Pragmas: what they mean for the loop that follows, and the errors they give.
#include "Extract.h"

using namespace vecify;

namespace {

std::string code(const std::string &pragmas, const std::string &loop = "for (int i = 0; i < n; i++) s += a[i];") {
  return "float f(float *restrict a, float *b, int n) { float s = 0;\n" + pragmas + "\n" + loop + "\nreturn s; }";
}
/// The clauses of the first loop, and what they did to its local.
std::string clauses(const std::string &pragmas, std::vector<std::string> flags = {}) {
  return linesOf(nestOf(code(pragmas), std::move(flags)), {"clauses", "local"});
}
std::vector<std::string> errors(const std::string &pragmas) { return errorsOf(code(pragmas)); }
using Errors = std::vector<std::string>;

TEST(Pragma, Requests) {
  EXPECT_EQ(clauses("#pragma vecify vectorize"), "local s : f32, live-out\nclauses annotated\n");
  EXPECT_EQ(clauses("#pragma vecify shape(i:16) unroll(2), tail(mask)"),
            "local s : f32, live-out\nclauses annotated shape(i:16) unroll(2) tail(mask)\n");
  EXPECT_EQ(clauses("#pragma vecify shape(i:2v) order(i) expect(vectorized)"),
            "local s : f32, live-out\nclauses annotated shape(i:2v) order(i) expect(vectorized)\n");
  EXPECT_EQ(clauses("#pragma vecify off"), "local s : f32, live-out\nclauses off by '#pragma vecify off'\n");
}

TEST(Pragma, PermissionsReachTheExpressions) {
  EXPECT_EQ(linesOf(nestOf(code("#pragma vecify fp(reassoc)")), {"clauses", "loop"}),
            "clauses fp(reassoc)\nloop i = 0 to n\n  s = (s +{reassoc} a[i])\n");
  EXPECT_EQ(linesOf(nestOf(code("#pragma vecify fp(contract)", "for (int i = 0; i < n; i++) a[i] += b[i] * s;")),
                    {"clauses", "loop"}),
            "clauses fp(contract)\nloop i = 0 to n\n  a[i] = muladd{contract}(b[i], s, a[i])\n");
  EXPECT_EQ(linesOf(nestOf(code("#pragma vecify fp(strict)", "for (int i = 0; i < n; i++) a[i] += b[i] * s;"),
                           {"-ffast-math"}),
                    {"clauses", "loop"}),
            "clauses fp(strict)\nloop i = 0 to n\n  a[i] = (a[i] + (b[i] * s))\n");
  EXPECT_EQ(clauses("#pragma vecify reduction(+:s)"), "local s : f32, live-out, reduction(+)\nclauses annotated\n");
  EXPECT_EQ(linesOf(nestOf("#include <math.h>\n" +
                           code("#pragma vecify math(2)", "for (int i = 0; i < n; i++) a[i] = expf(sqrtf(a[i]));")),
                    {"clauses", "loop"}),
            "clauses math(2)\nloop i = 0 to n\n  a[i] = expf{2 ulp}(sqrt(a[i]))\n");
}

TEST(Pragma, Promises) {
  EXPECT_EQ(linesOf(nestOf(code("#pragma vecify range(n, 0, 4096) multiple(n, 8) aligned(a, 64) independent")),
                    {"param", "array", "clauses"}),
            "param n : i32, range 0..4096, multiple of 8\n"
            "array a : float *, restrict, align 64, element f32\n"
            "clauses annotated independent\n");
  EXPECT_EQ(linesOf(nestOf(code("#pragma vecify noalias(a, b)", "for (int i = 0; i < n; i++) a[i] = b[i];")), {"array"}),
            "array b : float *, align 4, element f32, noalias a\n"
            "array a : float *, restrict, align 4, element f32, noalias b\n");
}

TEST(Pragma, ARangeMakesAssumptionsUnnecessary) {
  const auto assumptions = [](const std::string &pragma) {
    return linesOf(nestOf("void f(float *a, unsigned n, unsigned o) {\n" + pragma +
                          "\nfor (unsigned i = 0; i < n; i++) a[i + o] = 1; }"),
                   {"assume", "loop"});
  };
  EXPECT_TRUE(llvm::StringRef(assumptions("")).starts_with("assume"));
  EXPECT_TRUE(llvm::StringRef(assumptions("#pragma vecify range(n, 0, 1000) range(o, 0, 1000)")).starts_with("loop"));
}

TEST(Pragma, RangesReachTheParameters) {
  const Parsed parsed = parse(code("#pragma vecify range(n, 0, 4096) multiple(n, 8)"));
  const ParameterInfo &n = parsed.file->functions[0].parameters[2];
  EXPECT_EQ(n.lo, 0);
  EXPECT_EQ(n.hi, 4096);
  EXPECT_EQ(n.multiple, 8);
}

TEST(Pragma, OpenMPSimdWithAndWithoutOpenMP) {
  for (const char *flag : {"-fno-openmp", "-fopenmp-simd", "-fopenmp"}) {
    SCOPED_TRACE(flag);
    EXPECT_EQ(clauses("#pragma omp simd", {flag}), "local s : f32, live-out\nclauses annotated independent\n");
    EXPECT_EQ(clauses("#pragma omp simd safelen(8) simdlen(4) reduction(+:s)", {flag}),
              "local s : f32, live-out, reduction(+)\nclauses annotated independent safelen(8) width(4)\n");
    EXPECT_EQ(linesOf(nestOf(code("#pragma omp simd aligned(a : 32)"), {flag}), {"array"}),
              "array a : float *, restrict, align 32, element f32\n");
    EXPECT_EQ(linesOf(nestOf("float f(float *a, int n) { float t;\n#pragma omp simd private(t)\n"
                             "for (int i = 0; i < n; i++) { t = a[i]; a[i] = t; } return 0; }",
                             {flag}),
                      {"local"}),
              "local t : f32\n");
  }
}

TEST(Pragma, PrivateValuesHaveNoEnd) {
  for (const char *flag : {"-fno-openmp", "-fopenmp-simd", "-fopenmp"}) {
    SCOPED_TRACE(flag);
    const std::string why =
        "UnsupportedStmt: 't', which is private to the loop and may be read after it, cannot be vectorized";
    EXPECT_EQ(nestOf("float f(float *a, int n) { float t = 5;\n#pragma omp simd private(t)\n"
                     "for (int i = 0; i < n; i++) { t = a[i]; a[i] = t + 1; } return t; }",
                     {flag}),
              why);
    EXPECT_EQ(nestOf("float t; void f(float *a, int n) {\n#pragma omp simd private(t)\n"
                     "for (int i = 0; i < n; i++) { t = a[i]; a[i] = t + 1; } }",
                     {flag}),
              why);
  }
}

TEST(Pragma, OpenMPByMacroWithoutOpenMP) {
  EXPECT_EQ(clauses("#define OMP(x) _Pragma(#x)\nOMP(omp simd reduction(+:s))"),
            "local s : f32, live-out, reduction(+)\nclauses annotated independent\n");
}

TEST(Pragma, WhatOpenMPDividesKeepsItsLoop) {
  const std::string why = "UnsupportedStmt: a loop that OpenMP divides cannot be vectorized";
  for (const char *flag : {"-fno-openmp", "-fopenmp-simd", "-fopenmp"})
    for (const char *directive : {"parallel for", "parallel for simd", "for schedule(static)", "taskloop"}) {
      SCOPED_TRACE(std::string(flag) + " " + directive);
      EXPECT_EQ(nestOf(code(std::string("#pragma omp ") + directive), {flag}), why);
    }
  for (const char *flag : {"-fno-openmp", "-fopenmp"}) {
    const Parsed parsed = parse("void f(float *a, int n) {\n#pragma omp parallel for collapse(2)\n"
                                "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++)"
                                " for (int k = 0; k < n; k++) a[(i + j) * n + k] = 1; }",
                                {flag});
    EXPECT_TRUE(allLoops(*parsed.file)[0]->clauses.parallelFor);
    EXPECT_EQ(textOf(*allLoops(*parsed.file)[1]), why);
    EXPECT_TRUE(allLoops(*parsed.file)[2]->nest);
    EXPECT_TRUE(allLoops(*parsed.file)[2]->nest->source.pragmas.empty());
  }
}

TEST(Pragma, WhatTakesAnyStatementIsKept) {
  for (const char *flag : {"-fno-openmp", "-fopenmp"}) {
    const Parsed parsed = parse(code("#pragma omp critical\n#pragma omp simd"), {flag});
    EXPECT_EQ(allLoops(*parsed.file)[0]->nest->source.pragmas.size(), 1u) << flag;
  }
}

TEST(Pragma, OperatorsThatTakeALoopKeepIt) {
  const std::string why = "UnsupportedStmt: a loop behind _Pragma cannot be vectorized";
  EXPECT_EQ(nestOf(code("#define P s = 1; _Pragma(\"GCC ivdep\")\nP")), why);
  EXPECT_EQ(nestOf(code("#define P s = 1; _Pragma(\"omp simd\")\nP")), why);
  EXPECT_EQ(nestOf(code("_Pragma(\"clang loop vectorize(enable)\")")), why);
  EXPECT_EQ(nestOf(code("_Pragma(\"omp simd\")"), {"-fopenmp-simd"}), why);
  EXPECT_EQ(clauses("_Pragma(\"omp simd\")"), "local s : f32, live-out\nclauses annotated independent\n");
}

TEST(Pragma, OperatorsThatStandAloneAreTakenOut) {
  const std::pair<const char *, const char *> cases[] = {
      {"", "_Pragma(\"omp simd\")"},
      {"", "_Pragma /* of */ (\"GCC ivdep\")"},
      {"#define SIMD _Pragma(\"omp simd\")\n", "SIMD"},
      {"#define DO(x) _Pragma(#x)\n#define SIMD(x) DO(omp simd x)\n", "SIMD(safelen(8))"},
      {"#define ID(...) __VA_ARGS__\nID(", "_Pragma(\"omp simd\")"},
  };
  for (const auto &[front, pragma] : cases) {
    const std::string end = llvm::StringRef(front).ends_with("(") ? ")" : "";
    const Parsed parsed = parse(code(std::string(front) + pragma, "for (int i = 0; i < n; i++) a[i] = b[i];" + end));
    const LoopEntry &loop = *allLoops(*parsed.file)[0];
    ASSERT_TRUE(loop.nest) << pragma << textOf(loop);
    ASSERT_EQ(loop.nest->source.pragmas.size(), 1u);
    const TextRange range = loop.nest->source.pragmas[0];
    EXPECT_EQ(parsed.file->text.substr(range.begin, range.end - range.begin), pragma);
  }
}

TEST(Pragma, InscanReductionPromisesNothing) {
  EXPECT_EQ(clauses("#pragma omp simd reduction(inscan, +:s)"), "local s : f32, live-out\nclauses annotated\n");
}

TEST(Pragma, CollapseSpeaksOfInnerLoopsToo) {
  for (const char *flag : {"-fno-openmp", "-fopenmp-simd"}) {
    const Parsed parsed = parse("void f(float *a, int n) {\n#pragma omp simd collapse(2)\n"
                                "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i * n + j] = 1; }",
                                {flag});
    EXPECT_TRUE(allLoops(*parsed.file)[1]->clauses.independent) << flag;
    EXPECT_EQ(allLoops(*parsed.file)[1]->nest->source.pragmas.size(), 1u) << flag;
  }
}

TEST(Pragma, OrderedPartsTakeIndependenceBack) {
  EXPECT_EQ(linesOf(nestOf("float f(float *a, int n) {\n#pragma omp simd\nfor (int i = 1; i < n; i++) {\n"
                           "#pragma omp ordered simd\n{ a[i] += a[i - 1]; } } }"),
                    {"clauses"}),
            "clauses annotated\n");
}

TEST(Pragma, PragmasOfOtherStatementsAreLeftAlone) {
  const Parsed parsed = parse("void f(float *a, int n) {\n#pragma omp critical\n{ a[0] = 1; }\n"
                              "#pragma GCC unroll 2\n/* next */ for (int i = 0; i < n; i++) a[i] = 1; }");
  EXPECT_EQ(allLoops(*parsed.file)[0]->nest->source.pragmas.size(), 1u);
}

TEST(Pragma, CompilersHints) {
  EXPECT_EQ(clauses("#pragma GCC ivdep"), "local s : f32, live-out\nclauses annotated ivdep\n");
  EXPECT_EQ(clauses("#pragma ivdep"), "local s : f32, live-out\nclauses annotated ivdep\n");
  EXPECT_EQ(clauses("#pragma GCC novector"), "local s : f32, live-out\nclauses off by '#pragma GCC novector'\n");
  EXPECT_EQ(clauses("#pragma GCC unroll 4"), "local s : f32, live-out\n");
  EXPECT_EQ(clauses("#pragma unroll 4"), "local s : f32, live-out\n");
  EXPECT_EQ(clauses("#pragma clang loop vectorize(enable) vectorize_width(8) interleave_count(2)"),
            "local s : f32, live-out\nclauses annotated width(8) unroll(2)\n");
  EXPECT_EQ(clauses("#pragma clang loop vectorize(assume_safety)"),
            "local s : f32, live-out\nclauses annotated independent\n");
  EXPECT_EQ(clauses("#pragma clang loop vectorize(disable)"),
            "local s : f32, live-out\nclauses off by '#pragma clang loop vectorize(disable)'\n");
}

TEST(Pragma, OursGiveNoWarnings) {
  const Parsed parsed = parse("void f(int *a) {\n#pragma vecify vectorize\n#pragma omp simd\n#pragma GCC ivdep\n"
                              "#pragma scop\nfor (int i = 0; i < 9; i++) a[i]++; }",
                              {"-Wall", "-Wextra", "-Wunknown-pragmas"});
  EXPECT_EQ(parsed.diagnostics, "");
}

TEST(Pragma, AttachesToTheNextLoop) {
  const Parsed parsed = parse("void f(float *a, int n) {\n"
                              "for (int i = 0; i < n; i++) {\n"
                              "#pragma vecify unroll(3)\n"
                              "int k = i;\n"
                              "for (int j = 0; j < n; j++) a[j] += k; }\n"
                              "for (int i = 0; i < n; i++) a[i] = 1; }");
  const auto loops = allLoops(*parsed.file);
  EXPECT_EQ(loops[0]->clauses.unroll, 0);
  EXPECT_EQ(loops[1]->clauses.unroll, 3);
  EXPECT_EQ(loops[2]->clauses.unroll, 0);
}

TEST(Pragma, InnerLoopsInheritPermissionsAndTheirShape) {
  const Parsed parsed = parse("void f(float *a, int n) {\n"
                              "#pragma vecify shape(j:8) fp(reassoc)\n"
                              "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[j] += i; }");
  const auto loops = allLoops(*parsed.file);
  EXPECT_TRUE(loops[1]->clauses.annotated);
  EXPECT_TRUE(loops[1]->clauses.fp.reassoc);
  ASSERT_EQ(loops[1]->clauses.shape.size(), 1u);
  EXPECT_EQ(loops[1]->clauses.shape[0].size, 8);
}

TEST(Pragma, MacroFormIsAPragma) {
  EXPECT_EQ(clauses("#define VECIFY_PRAGMA_(...) _Pragma(#__VA_ARGS__)\n#define VECIFY(...) VECIFY_PRAGMA_(vecify __VA_ARGS__)\n"
                    "VECIFY(unroll(2), tail(none))"),
            "local s : f32, live-out\nclauses annotated unroll(2) tail(none)\n");
  EXPECT_EQ(clauses("_Pragma(\"vecify unroll(2)\")"), "local s : f32, live-out\nclauses annotated unroll(2)\n");
}

TEST(Pragma, ConsumedLinesAreNoted) {
  const std::string text = code("  #pragma vecify shape(i:8) \\\n    unroll(2)\n#pragma GCC ivdep");
  const Parsed parsed = parse(text);
  const Source &source = allLoops(*parsed.file)[0]->nest->source;
  ASSERT_EQ(source.pragmas.size(), 2u);
  EXPECT_EQ(text.substr(source.pragmas[0].begin, source.pragmas[0].end - source.pragmas[0].begin),
            "  #pragma vecify shape(i:8) \\\n    unroll(2)");
  EXPECT_EQ(text.substr(source.pragmas[1].begin, source.pragmas[1].end - source.pragmas[1].begin),
            "#pragma GCC ivdep");
}

TEST(Pragma, UnknownClausesNameTheNearest) {
  EXPECT_EQ(errors("#pragma vecify unrol(2)"),
            Errors{"unknown clause 'unrol' in '#pragma vecify'; did you mean 'unroll'?"});
  EXPECT_EQ(errors("#pragma vecify frobnicate"), Errors{"unknown clause 'frobnicate' in '#pragma vecify'"});
  EXPECT_EQ(errors("#pragma vecify tile(i:4)"), Errors{"clause 'tile' of '#pragma vecify' is not supported yet"});
  EXPECT_EQ(errors("#pragma vecify expect(no_gather)"),
            Errors{"clause 'expect(no_gather)' of '#pragma vecify' is not supported yet"});
}

TEST(Pragma, ErrorsAreAtTheirToken) {
  const Parsed parsed = parse("void f(int *a) {\n#pragma vecify vectorize unrol(2)\nfor (int i = 0; i < 9; i++) a[i]++; }");
  EXPECT_NE(parsed.diagnostics.find(".c:2:26: error: unknown clause 'unrol'"), std::string::npos) << parsed.diagnostics;
}

TEST(Pragma, MalformedClauses) {
  EXPECT_EQ(errors("#pragma vecify"), Errors{"expected a clause after '#pragma vecify'"});
  EXPECT_EQ(errors("#pragma vecify unroll"), Errors{"clause 'unroll' needs arguments in parentheses"});
  EXPECT_EQ(errors("#pragma vecify unroll(x)"), Errors{"expected an integer"});
  EXPECT_EQ(errors("#pragma vecify unroll(0)"), Errors{"the unroll factor must be between 1 and 64"});
  EXPECT_EQ(errors("#pragma vecify shape(i)"), Errors{"expected LOOP:SIZE in clause 'shape'"});
  EXPECT_EQ(errors("#pragma vecify shape(i:-4)"), Errors{"expected LOOP:SIZE in clause 'shape'"});
  EXPECT_EQ(errors("#pragma vecify shape(i:4"), Errors{"expected ')'"});
  EXPECT_EQ(errors("#pragma vecify off(1)"), Errors{"clause 'off' takes no arguments"});
  EXPECT_EQ(errors("#pragma vecify tail(cut)"), Errors{"expected mask, epilogue, overlap or none in clause 'tail'"});
  EXPECT_EQ(errors("#pragma vecify fp(fast)"), Errors{"expected strict, contract or reassoc in clause 'fp'"});
  EXPECT_EQ(errors("#pragma vecify range(n, 9, 3)"), Errors{"the range is empty"});
  EXPECT_EQ(errors("#pragma vecify aligned(a, 3)"), Errors{"expected a power of two"});
  EXPECT_EQ(errors("#pragma vecify noalias(a)"), Errors{"clause 'noalias' needs two or more arrays"});
  EXPECT_EQ(errors("#pragma vecify reduction(s)"),
            Errors{"expected an operator, ':' and variables in clause 'reduction'"});
  EXPECT_EQ(errors("#pragma vecify range(n, 1)"), Errors{"clause 'range' needs 3 arguments"});
}

TEST(Pragma, ContradictionsAreErrors) {
  EXPECT_EQ(errors("#pragma vecify off vectorize"), Errors{"clause 'off' contradicts the other clauses of this loop"});
  EXPECT_EQ(errors("#pragma vecify expect(vectorized) off"),
            Errors{"clause 'off' contradicts the other clauses of this loop"});
  EXPECT_EQ(errors("#pragma vecify off\n#pragma vecify shape(i:4)"),
            Errors{"clause 'off' contradicts the other clauses of this loop"});
  EXPECT_EQ(errors("#pragma vecify fp(strict) fp(reassoc)"), Errors{"fp(strict) contradicts fp(contract) and fp(reassoc)"});
  EXPECT_EQ(errors("#pragma vecify tail(mask) tail(none)"), Errors{"a second, different clause 'tail'"});
  EXPECT_EQ(errors("#pragma vecify unroll(2)\n#pragma vecify unroll(4)"), Errors{"a second, different clause 'unroll'"});
  EXPECT_EQ(errors("#pragma vecify tail(mask) tail(mask)"), Errors{});
  EXPECT_EQ(errors("#pragma vecify reduction(+:s) reduction(*:s)"), Errors{"'s' is in two different reductions"});
  EXPECT_EQ(errors("#pragma omp simd\n#pragma vecify off"), Errors{});
}

TEST(Pragma, NamesMustExist) {
  EXPECT_EQ(errors("#pragma vecify shape(k:4)"), Errors{"no loop of this nest is named 'k'; its loops are 'i'"});
  EXPECT_EQ(errors("#pragma vecify noalias(a, zz)"), Errors{"no variable is named 'zz' here"});
  EXPECT_EQ(errors("#pragma vecify range(n, 0, 5)"), Errors{});
}

TEST(Pragma, MustPrecedeALoopOfItsFunction) {
  EXPECT_EQ(errorsOf("#pragma vecify vectorize\nvoid f(int *a) { for (int i = 0; i < 9; i++) a[i]++; }"),
            Errors{"'#pragma vecify' outside of a function"});
  EXPECT_EQ(errorsOf("void f(int *a) { for (int i = 0; i < 9; i++) a[i]++;\n#pragma vecify vectorize\n}"),
            Errors{"'#pragma vecify' is not followed by a loop"});
}

} // namespace
