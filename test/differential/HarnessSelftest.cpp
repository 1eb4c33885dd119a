// The harness must catch planted bugs and pass correct rewrites.
//
// Every case is an original, a rewrite by hand with AVX2 intrinsics, and what
// the harness has to say. Without this, an always-green harness would look like
// an always-right vectorizer.
#include "HarnessSelftest.h"

using namespace vecify;

namespace {

// ---- y += g * x, both restrict ----

const Subject mix = {
    {"mix",
     "void",
     {pointer("y", "float", false, true), pointer("x", "float", true, true), scalar("g", "float"), size("n")}},
    R"(void mix(float *restrict y, const float *restrict x, float g, int n) {
  for (int i = 0; i < n; i++) y[i] += g * x[i];
})"};

/// The rewrite with its parts to be spoiled.
std::string mixWith(const std::string &guard, const std::string &body, const std::string &tail) {
  return "SIMD void mix(float *restrict y, const float *restrict x, float g, "
         "int n) {\n"
         "  const __m256 gs = _mm256_set1_ps(g); int i = 0; (void)gs;\n"
         "  for (; " +
         guard + "; i += 8) {\n" + body + "\n  }\n  " + tail + "\n}\n";
}
const char inBounds[] = "i <= n - 8 && n >= 8";
// The multiplication is kept from being fused by the empty asm.
const char mulAdd[] = "__m256 p = _mm256_mul_ps(gs, _mm256_loadu_ps(x + i)); __asm__(\"\" : "
                      "\"+x\"(p));\n"
                      "_mm256_storeu_ps(y + i, _mm256_add_ps(_mm256_loadu_ps(y + i), p));";
const char scalarTail[] = "for (; i < n; i++) { float p = g * x[i]; "
                          "__asm__(\"\" : \"+x\"(p)); y[i] += p; }";

TEST_F(Harness, PassesACorrectRewrite) { expectPasses(mix, mixWith(inBounds, mulAdd, scalarTail)); }

TEST_F(Harness, CatchesStoresPastTheEnd) { expectCaught(mix, mixWith("i < n", mulAdd, ""), "touches byte"); }

TEST_F(Harness, CatchesAnOverReadOfOneVector) {
  expectCaught(mix,
               mixWith(inBounds,
                       std::string(mulAdd) + "{ __m256 next = _mm256_loadu_ps(x + i + 8); "
                                             "__asm__ volatile(\"\" :: \"x\"(next)); }",
                       scalarTail),
               "of x, outside [");
}

TEST_F(Harness, CatchesAReadBeforeTheBegin) {
  expectCaught(mix,
               mixWith(inBounds,
                       std::string(mulAdd) + "{ __m256 before = _mm256_loadu_ps(x + i - 1); "
                                             "__asm__ volatile(\"\" :: \"x\"(before)); }",
                       scalarTail),
               "touches byte -4 of x");
}

TEST_F(Harness, CatchesAnOffByOneTail) {
  expectCaught(mix, mixWith(inBounds, mulAdd, "for (; i < n - 1; i++) y[i] += g * x[i];"), "y: element");
}

TEST_F(Harness, CatchesADroppedTail) { expectCaught(mix, mixWith(inBounds, mulAdd, ""), "y: element 0"); }

TEST_F(Harness, CatchesSwappedLanes) {
  expectCaught(mix,
               mixWith(inBounds,
                       "__m256 p = _mm256_mul_ps(gs, _mm256_permute_ps(_mm256_loadu_ps(x + "
                       "i), 0xB4)); __asm__(\"\" : \"+x\"(p));\n"
                       "_mm256_storeu_ps(y + i, _mm256_add_ps(_mm256_loadu_ps(y + i), p));",
                       scalarTail),
               "y: element 2");
}

TEST_F(Harness, CatchesOneRoundingTooFew) {
  expectCaught(mix,
               mixWith(inBounds,
                       "_mm256_storeu_ps(y + i, _mm256_fmadd_ps(gs, "
                       "_mm256_loadu_ps(x + i), _mm256_loadu_ps(y + i)));",
                       scalarTail),
               "y: element");
}

TEST_F(Harness, AcceptsFusionWhereItIsAllowed) {
  Subject loose = mix;
  loose.function.reassociates = true;
  expectPasses(loose, mixWith(inBounds,
                              "_mm256_storeu_ps(y + i, _mm256_fmadd_ps(gs, "
                              "_mm256_loadu_ps(x + i), _mm256_loadu_ps(y + i)));",
                              scalarTail));
}

TEST_F(Harness, CatchesAGuardThatOverflows) {
  expectCaught(mix, mixWith("i <= (int)((unsigned)n - 8u)", mulAdd, scalarTail), "touches byte");
}

TEST_F(Harness, CatchesAnAlignedAccess) {
  expectCaught(mix,
               mixWith(inBounds,
                       "__m256 v = _mm256_load_ps(x + i); __asm__ "
                       "volatile(\"\" :: \"x\"(v));" +
                           std::string(mulAdd),
                       scalarTail),
               "FAILED: the rewritten function");
}

TEST_F(Harness, CatchesALoopWithoutEnd) {
  expectCaught(mix,
               "void mix(float *restrict y, const float *restrict x, float g, int n) {\n"
               "  for (int i = 0; i < n; i++) y[i] += g * x[i];\n"
               "  while (n == 13) __asm__ volatile(\"\");\n}\n",
               "does not return");
}

// ---- locals that the original reads before it sets them ----

const Subject table = {{"table", "void", {pointer("y", "float"), size("n")}},
                       R"(void table(float *y, int n) {
  float t[8];
  for (int i = 1; i < 8; i++) t[i] = n;
  for (int i = 0; i < n; i++) y[i] = t[i & 7];
})"};

TEST_F(Harness, SetsInputsAsideWhoseOutcomeIsLeftOpen) {
  expectPasses(table, "void table(float *y, int n) {\n"
                      "  for (int i = 0; i < n; i++) y[i] = i & 7 ? n : 1.25f;\n"
                      "}\n");
}

TEST_F(Harness, CatchesWhatUnsetLocalsDoNotExcuse) {
  Subject set = table;
  set.original = R"(void table(float *y, int n) {
  float t[8];
  for (int i = 0; i < 8; i++) t[i] = n;
  for (int i = 0; i < n; i++) y[i] = t[i & 7];
})";
  expectCaught(set,
               "void table(float *y, int n) {\n"
               "  for (int i = 0; i < n; i++) y[i] = i & 7 ? n : 1.25f;\n"
               "}\n",
               "y: element 0");
}

// ---- pointers that may overlap ----

const Subject halve = {{"halve", "void", {pointer("y", "float"), pointer("x", "float", true), size("n", "size_t")}},
                       R"(void halve(float *y, const float *x, size_t n) {
  for (size_t i = 0; i < n; i++) y[i] = 0.5f * x[i];
})"};

std::string halveIf(const std::string &safe) {
  return "SIMD void halve(float *y, const float *x, size_t n) {\n  size_t i = "
         "0;\n  if (" +
         safe +
         ")\n"
         "    for (; i + 8 <= n; i += 8)\n"
         "      _mm256_storeu_ps(y + i, _mm256_mul_ps(_mm256_set1_ps(0.5f), "
         "_mm256_loadu_ps(x + i)));\n"
         "  for (; i < n; i++) y[i] = 0.5f * x[i];\n}\n";
}

TEST_F(Harness, PassesACorrectAliasCheck) {
  expectPasses(halve, halveIf("(uintptr_t)y + 4 * n <= (uintptr_t)x || (uintptr_t)x + "
                              "4 * n <= (uintptr_t)y || y == x"));
}
TEST_F(Harness, CatchesAMissingAliasCheck) { expectCaught(halve, halveIf("1"), "; x = y -"); }
TEST_F(Harness, CatchesAnAliasCheckThatIsOneElementShort) {
  expectCaught(halve,
               halveIf("(uintptr_t)y + 4 * n <= (uintptr_t)x || (uintptr_t)x + "
                       "4 * n <= (uintptr_t)y + 4"),
               "y: element");
}
TEST_F(Harness, TakesRestrictAndConstPairsForDisjoint) {
  Subject promised = halve;
  promised.function.params[0].isRestrict = true;
  expectPasses(promised, halveIf("1"));
}

// ---- conditional stores ----

const Subject gate = {
    {"gate",
     "void",
     {pointer("out", "int", false, true), pointer("in", "int", true, true), scalar("level", "int"), size("n")}},
    R"(void gate(int *restrict out, const int *restrict in, int level, int n) {
  for (int i = 0; i < n; i++)
    if (in[i] > level) out[i] = in[i] - level;
})"};

std::string gateWith(const std::string &store) {
  return "SIMD void gate(int *restrict out, const int *restrict in, int level, "
         "int n) {\n  int i = 0;\n"
         "  for (; i < n - 7 && n > 7; i += 8) {\n"
         "    const __m256i v = _mm256_loadu_si256((const __m256i *)(in + i)), "
         "l = _mm256_set1_epi32(level);\n"
         "    const __m256i m = _mm256_cmpgt_epi32(v, l), r = "
         "_mm256_sub_epi32(v, l); (void)m;\n    " +
         store +
         "\n  }\n"
         "  for (; i < n; i++) if (in[i] > level) out[i] = "
         "(int)((unsigned)in[i] - (unsigned)level);\n}\n";
}

TEST_F(Harness, PassesMaskedStores) { expectPasses(gate, gateWith("_mm256_maskstore_epi32(out + i, m, r);")); }
TEST_F(Harness, CatchesADroppedMask) {
  expectCaught(gate, gateWith("_mm256_storeu_si256((__m256i *)(out + i), r);"), "FAILED");
}
TEST_F(Harness, CatchesABlendThatTouchesWhatIsMaskedOff) {
  expectCaught(gate,
               gateWith("_mm256_storeu_si256((__m256i *)(out + i), "
                        "_mm256_blendv_epi8(_mm256_loadu_si256((const __m256i "
                        "*)(out + i)), r, m));"),
               "of out, outside [");
}

// ---- signs, NaNs, results ----

const Subject widen = {
    {"widen", "void", {pointer("out", "int16_t", false, true), pointer("in", "int8_t", true, true), size("n")}},
    "void widen(int16_t *restrict out, const int8_t *restrict in, int n) {\n"
    "  for (int i = 0; i < n; i++) out[i] = (int16_t)(in[i] * 3);\n}\n"};

std::string widenBy(const std::string &convert) {
  return "SIMD void widen(int16_t *restrict out, const int8_t *restrict in, "
         "int n) {\n  int i = 0;\n"
         "  for (; i + 16 <= n; i += 16)\n"
         "    _mm256_storeu_si256((__m256i *)(out + i), "
         "_mm256_mullo_epi16(_mm256_set1_epi16(3), " +
         convert +
         "(_mm_loadu_si128((const __m128i *)(in + i)))));\n"
         "  for (; i < n; i++) out[i] = (int16_t)(in[i] * 3);\n}\n";
}

TEST_F(Harness, PassesSignExtension) { expectPasses(widen, widenBy("_mm256_cvtepi8_epi16")); }
TEST_F(Harness, CatchesZeroExtensionOfSignedBytes) {
  expectCaught(widen, widenBy("_mm256_cvtepu8_epi16"), "out: element");
}

const Subject lower = {
    {"lower", "void", {pointer("a", "double", false, true), pointer("b", "double", true, true), size("n")}},
    "void lower(double *restrict a, const double *restrict b, int n) {\n"
    "  for (int i = 0; i < n; i++) a[i] = a[i] < b[i] ? a[i] : b[i];\n}\n"};

std::string lowerBy(const std::string &min) {
  return "SIMD void lower(double *restrict a, const double *restrict b, int n) "
         "{\n  int i = 0;\n"
         "  for (; i + 4 <= n; i += 4) {\n    const __m256d x = "
         "_mm256_loadu_pd(a + i), y = _mm256_loadu_pd(b + i);\n"
         "    _mm256_storeu_pd(a + i, " +
         min +
         ");\n  }\n"
         "  for (; i < n; i++) a[i] = a[i] < b[i] ? a[i] : b[i];\n}\n";
}

TEST_F(Harness, PassesMinInTheOrderOfTheTernary) { expectPasses(lower, lowerBy("_mm256_min_pd(x, y)")); }
TEST_F(Harness, CatchesMinThatTreatsNanAndZeroOtherwise) {
  expectCaught(lower, lowerBy("_mm256_min_pd(y, x)"), "a: element");
}

const Subject total = {{"total",
                        "float",
                        {pointer("x", "float", true), size("n")},
                        /*reassociates=*/true},
                       "float total(const float *x, int n) { float s = 0; for "
                       "(int i = 0; i < n; i++) s += x[i]; return s; }"};

std::string totalWith(const std::string &horizontal, const std::string &tailFrom = "i") {
  return "SIMD float total(const float *x, int n) {\n  int i = 0; __m256 v = "
         "_mm256_setzero_ps();\n"
         "  for (; i + 8 <= n; i += 8) v = _mm256_add_ps(v, _mm256_loadu_ps(x "
         "+ i));\n"
         "  float l[8], s = 0; _mm256_storeu_ps(l, v);\n  " +
         horizontal +
         "\n"
         "  for (int k = " +
         tailFrom + "; k < n; k++) s += x[k];\n  return s;\n}\n";
}

TEST_F(Harness, AcceptsAnotherOrderOfASumWhereItIsAllowed) {
  expectPasses(total, totalWith("for (int k = 0; k < 8; k++) s += l[k];"));
}
TEST_F(Harness, CatchesAnotherOrderOfASumWhereItIsNot) {
  Subject strict = total;
  strict.function.reassociates = false;
  expectCaught(strict, totalWith("for (int k = 0; k < 8; k++) s += l[k];"), "the result");
}
TEST_F(Harness, CatchesALaneMissingFromASum) {
  expectCaught(total, totalWith("for (int k = 0; k < 7; k++) s += l[k];"), "the result");
}
TEST_F(Harness, CatchesANanInASumThatMayDiffer) {
  expectCaught(total,
               totalWith("for (int k = 0; k < 8; k++) s += l[k]; if (n > 16) s "
                         "/= 0.0f, s -= s;"),
               "the result");
}
TEST_F(Harness, CatchesAnElementAddedTwice) {
  expectCaught(total, totalWith("for (int k = 0; k < 8; k++) s += l[k];", "(i ? i - 1 : 0)"), "the result");
}

// ---- inputs on which the original has no meaning ----

TEST_F(Harness, SetsAsideInputsOnWhichTheOriginalTraps) {
  const Subject ratio = {
      {"ratio", "void", {pointer("a", "int", false, true), pointer("b", "int", true, true), size("n")}},
      "void ratio(int *restrict a, const int *restrict b, int n) {\n"
      "  for (int i = 0; i < n; i++) a[i] = a[i] << b[i];\n}\n"};
  expectPasses(ratio, "void ratio(int *restrict a, const int *restrict b, int n) {\n"
                      "  for (int i = 0; i < n; i++) if (b[i] >= 0 && b[i] < 32) a[i] "
                      "= (int)((unsigned)a[i] << b[i]);\n}\n");
}

// ---- structs, file-scope variables, walked pointers ----

TEST_F(Harness, FollowsPointersAndSizesInStructs) {
  HarnessParam s = pointer("s", "struct signal");
  s.fields = {
      {"data", "float", /*isPointer=*/true}, {"count", "int", false, false, false, /*isSize=*/true}, {"gain", "float"}};
  const std::string type = "struct signal { float gain; int count; float *data; };\n";
  const Subject amplify = {{"amplify", "void", {s}},
                           type + "void amplify(struct signal *s) { for (int i = 0; i < s->count; "
                                  "i++) s->data[i] *= s->gain; }"};
  expectPasses(amplify, type + "void amplify(struct signal *s) { float *d = s->data; "
                               "const float g = s->gain; const int n = s->count;\n"
                               "  for (int i = 0; i < n; i++) d[i] *= g; }");
  expectCaught(amplify,
               type + "void amplify(struct signal *s) { float *d = s->data; const float "
                      "g = s->gain; const int n = s->count;\n"
                      "  for (int i = 0; i < n; i += 2) d[i] *= g, d[i + 1] *= g; }",
               "s->data");
}

/// p[i].x and p[i].y are added up into p[i].sum, by whatever `sum` says.
Subject sums(bool reassociates) {
  HarnessParam p = pointer("p", "struct pair");
  p.fields = {{"x", "float"}, {"y", "float"}, {"sum", "float"}, {"tag", "int"}};
  return {{"sums", "void", {p, size("n")}, reassociates},
          "struct pair { float x, y, sum; int tag; };\n"
          "void sums(struct pair *p, int n) { for (int i = 0; i < n; i++) "
          "p[i].sum = p[i].x + p[i].y + 1.5f; }"};
}
std::string sumsBy(const std::string &sum) {
  return "struct pair { float x, y, sum; int tag; };\n"
         "void sums(struct pair *p, int n) { for (int i = 0; i < n; i++) { " +
         sum + " } }";
}

TEST_F(Harness, TakesNansInStructsForEqual) {
  expectPasses(sums(false), sumsBy("float s = p[i].x + p[i].y + 1.5f; union { float f; "
                                   "unsigned u; } v = {s}; if (s != s) v.u ^= 0x80001000u; "
                                   "p[i].sum = v.f;"));
  expectCaught(sums(false),
               sumsBy("p[i].sum = p[i].x + p[i].y + 1.5f; "
                      "p[i].tag ^= n == 5;"),
               "].tag");
}
TEST_F(Harness, AcceptsAnotherOrderInStructsWhereItIsAllowed) {
  const std::string other = sumsBy("p[i].sum = p[i].x + (p[i].y + 1.5f);");
  expectPasses(sums(true), other);
  expectCaught(sums(false), other, "].sum");
}

TEST_F(Harness, GivesPointersToRowsWholeRows) {
  HarnessParam rows = pointer("rows", "float", true, true);
  rows.rowElements = 4;
  const Subject first = {{"first", "void", {pointer("y", "float", false, true), rows, size("n")}},
                         "void first(float *restrict y, const float (*restrict rows)[4], int n) { "
                         "for (int i = 0; i < n; i++) y[i] = rows[i][0]; }"};
  const std::string whole = "void first(float *restrict y, const float (*restrict rows)[4], int n) { "
                            "for (int i = 0; i < n; i++) { const volatile float *row = rows[i]; "
                            "float x = row[0]; (void)row[3]; y[i] = x; } }";
  expectPasses(first, whole);
  Subject flat = first;
  flat.function.params[1].rowElements = 1;
  expectCaught(flat, whole, "touches byte");
}

TEST_F(Harness, ComparesFileScopeVariables) {
  HarnessFunction function = {"tally", "void", {pointer("x", "int", true), size("n")}};
  function.globals = {{"counts", "int"}};
  const Subject tally = {function, "static int counts[4]; void tally(const int *x, int n) { for "
                                   "(int i = 0; i < n; i++) counts[x[i] & 3]++; }"};
  expectPasses(tally, tally.original);
  expectCaught(tally,
               "static int counts[4]; void tally(const int *x, int n) { for "
               "(int i = 0; i < n; i++) counts[x[i] & 1]++; }",
               "counts: element");
}

TEST_F(Harness, WalksFromAPointerToItsEnd) {
  HarnessParam end = pointer("end", "short", true);
  end.endOf = "p";
  const Subject peak = {{"peak", "int", {pointer("p", "short", true), end}},
                        "int peak(const short *p, const short *end) { int m = -40000; while (p "
                        "!= end) { m = *p > m ? *p : m; p++; } return m; }"};
  expectPasses(peak, peak.original);
  expectCaught(peak,
               "int peak(const short *p, const short *end) { int m = -40000; "
               "while (p < end) { m = *p > m ? *p : m; p += 2; } return m; }",
               "FAILED");
}

TEST_F(Harness, EndsOfRowsAreWholeRowsAway) {
  HarnessParam p = pointer("p", "short", true), end = pointer("end", "short", true);
  end.endOf = "p";
  p.rowElements = end.rowElements = 3;
  const Subject last = {{"last", "int", {p, end}},
                        "int last(const short (*p)[3], const short (*end)[3]) { int m = 0; while "
                        "(p != end) { m ^= (*p)[2]; p++; } return m; }"};
  expectPasses(last, last.original);
  // Else two of three walks would miss the end.
  const std::string output = run(last, last.original).output;
  const long tested = std::atol(output.c_str() + output.find("ok: ") + 4),
             trapped = std::atol(output.c_str() + output.find("void: ") + 6);
  EXPECT_LT(10 * trapped, tested) << output;
}

TEST_F(Harness, KeepsPromises) {
  Subject whole = mix;
  whole.function.params[3].multiple = 8;
  whole.function.params[3].lo = 0;
  expectPasses(whole, mixWith("i < n", mulAdd, ""));
}

TEST_F(Harness, TimesBothSides) {
  const Outcome outcome = run(halve, halveIf("1"), "--time");
  EXPECT_EQ(outcome.exitCode, 0);
  EXPECT_NE(outcome.output.find("DRAM"), std::string::npos) << outcome.output;
}

} // namespace
