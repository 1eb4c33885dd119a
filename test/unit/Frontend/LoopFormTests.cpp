// Every way to write a loop, and what it becomes; and the ways that cannot be counted.
#include "Extract.h"

using namespace vecify;

namespace {

std::string loop(const std::string &text, const std::string &parameters = "float *a, float *b, int n") {
  return formOf("void f(" + parameters + ") {" + text + "}");
}

TEST(LoopForm, UpwardUnitStepKeepsItsCounter) {
  EXPECT_EQ(loop("for (int i = 0; i < n; i++) a[i] = 1;"), "loop i = 0 to n\n"
                                                           "  a[i] = 1:f32\n"
                                                           "induction int i = i, declared by the loop\n");
}

TEST(LoopForm, SpellingsOfTheSameLoopAreTheSame) {
  const std::string expected = loop("for (int i = 3; i < n; i++) a[i] = 1;");
  EXPECT_EQ(loop("for (int i = 3; i < n; ++i) a[i] = 1;"), expected);
  EXPECT_EQ(loop("for (int i = 3; i < n; i += 1) a[i] = 1;"), expected);
  EXPECT_EQ(loop("for (int i = 3; i < n; i = i + 1) a[i] = 1;"), expected);
  EXPECT_EQ(loop("for (int i = 3; i < n; i = 1 + i) a[i] = 1;"), expected);
  EXPECT_EQ(loop("for (int i = 3; n > i; i -= -1) a[i] = 1;"), expected);
  EXPECT_EQ(loop("for (int i = 3; i <= n - 1; i++) a[i] = 1;"), expected);
  EXPECT_EQ(loop("for (int i = 3; i != n; i++) a[i] = 1;"), expected);
  EXPECT_EQ(loop("for (int i = 3; i + 1 <= n; i++) { a[i] = 1; }"),
            "loop i_t = 0 to n - 3\n  a[i_t + 3] = 1:f32\ninduction int i = i_t + 3, declared by the loop\n");
}

TEST(LoopForm, DownwardCountsFromZero) {
  const std::string expected = "loop i_t = 0 to n\n"
                               "  a[n - i_t - 1] = 1:f32\n"
                               "induction int i = n - i_t - 1, declared by the loop\n";
  EXPECT_EQ(loop("for (int i = n - 1; i >= 0; i--) a[i] = 1;"), expected);
  EXPECT_EQ(loop("for (int i = n - 1; i > -1; --i) a[i] = 1;"), expected);
  EXPECT_EQ(loop("for (int i = n - 1; i != -1; i -= 1) a[i] = 1;"), expected);
  EXPECT_EQ(loop("for (int i = n; i-- > 0;) a[i] = 1;"), "loop i_t = 0 to n\n"
                                                         "  a[n - i_t - 1] = 1:f32\n"
                                                         "induction int i = n - i_t, declared by the loop\n");
}

TEST(LoopForm, LargerStepsDivideOnEntry) {
  EXPECT_EQ(loop("for (int i = 0; i < n; i += 4) a[i] = 1;"), "loop i_t = 0 to (((ptrdiff_t)n + 3) / 4)\n"
                                                              "  a[4*i_t] = 1:f32\n"
                                                              "induction int i = 4*i_t, declared by the loop\n");
  EXPECT_EQ(loop("for (int i = 0; i < 4 * n; i += 4) a[i] = 1;"), "loop i_t = 0 to n\n"
                                                                  "  a[4*i_t] = 1:f32\n"
                                                                  "induction int i = 4*i_t, declared by the loop\n");
  EXPECT_EQ(loop("for (int i = 4 * n - 1; i >= 0; i -= 4) a[i] = 1;"),
            "loop i_t = 0 to n\n"
            "  a[4*n - 4*i_t - 1] = 1:f32\n"
            "induction int i = 4*n - 4*i_t - 1, declared by the loop\n");
}

TEST(LoopForm, ConditionsAreReadThroughWhatIsWrittenAroundThem) {
  const std::string plain = loop("for (int i = 0; i < n; i++) a[i] = 1;");
  for (const char *condition : {"!(i >= n)", "(i < n) != 0", "1 == (i < n)", "0 == (i >= n)", "!!(i < n)", "i < n && 1",
                                "i >= n ? 0 : 1", "__builtin_expect(i < n, 1)", "(0, i < n)", "(_Bool)(i < n)"})
    EXPECT_EQ(loop("for (int i = 0; " + std::string(condition) + "; i++) a[i] = 1;"), plain) << condition;
  EXPECT_EQ(loop("for (int i = 0; !(i >= n || i >= m); i++) a[i] = 1;", "float *a, int n, int m"),
            loop("for (int i = 0; i < n && i < m; i++) a[i] = 1;", "float *a, int n, int m"));
}

TEST(LoopForm, TripCountsOfUnsignedBoundsAreSigned) {
  EXPECT_EQ(loop("for (unsigned long i = 4; i < n; i += 3) a[i] = 1;", "float *a, unsigned long n"),
            "loop i_t = 0 to (((ptrdiff_t)n - 2) / 3)\n"
            "  a[3*i_t + 4] = 1:f32\n"
            "induction unsigned long i = 3*i_t + 4, declared by the loop\n");
  EXPECT_EQ(linesOf(nestOf("void f(float *a, unsigned long n, unsigned long m) {"
                           " for (unsigned long i = 2; i < n * m; i += 2) a[i] = 1; }"),
                    {"loop"}),
            "loop i_t = 0 to (((ptrdiff_t)n * (ptrdiff_t)m - 1) / 2)\n"
            "  a[2*i_t + 2] = 1:f32\n");
  EXPECT_EQ(loop("for (int i = 0; i < n && (unsigned)i < m; i++) a[i] = 1;", "float *a, int n, unsigned m")
                    .find("(n) < ((ptrdiff_t)m) ? (n) : ((ptrdiff_t)m)") != std::string::npos,
            true);
}

TEST(LoopForm, SymbolicStepMustBePositive) {
  EXPECT_EQ(loop("for (int i = 0; i < n; i += s) a[i] = 1;", "float *a, int n, int s"),
            "assume s - 1 >= 0  // the step is positive\n"
            "loop i_t = 0 to (s > 0 ? ((ptrdiff_t)s + (ptrdiff_t)n - 1) / s : 0)\n"
            "  a[s*i_t] = 1:f32\n"
            "induction int i = s*i_t, declared by the loop\n");
}

TEST(LoopForm, CounterOutsideTheLoop) {
  EXPECT_EQ(loop("int i; for (i = 0; i < n; i++) a[i] = 1;"), "loop i = 0 to n\n"
                                                              "  a[i] = 1:f32\n"
                                                              "induction int i = i\n");
  EXPECT_EQ(loop("int i = n; for (; i < 100; i++) a[i] = 1;"), "loop i_ = i to 100\n"
                                                               "  a[i_] = 1:f32\n"
                                                               "induction int i = i_\n");
}

TEST(LoopForm, AKnownStartIsAConstantOnlyIfTheLoopRunsOnce) {
  EXPECT_EQ(loop("int i = 2; for (; i < n; i++) a[i] = 1;"), "loop i = 2 to n\n"
                                                             "  a[i] = 1:f32\n"
                                                             "induction int i = i\n");
  const Parsed parsed =
      parse("void f(float *a, int n) { int i = 2; for (int k = 0; k < 3; k++) for (; i < n; i++) a[i] = 1; }");
  EXPECT_EQ(linesOf(textOf(*allLoops(*parsed.file)[1]), {"loop"}), "loop i_ = i to n\n"
                                                                   "  a[i_] = 1:f32\n");
}

TEST(LoopForm, AnInitThatDoesMoreIsRunBefore) {
  const Parsed parsed = parse("float f(float *a, int n) { float s; int i; for (s = 0, i = 0; i < n; i++) s += a[i];"
                              " return s; }");
  const LoopEntry &entry = *allLoops(*parsed.file)[0];
  EXPECT_EQ(linesOf(textOf(entry), {"loop"}), "loop i = 0 to n\n"
                                              "  s = (s + a[i])\n");
  EXPECT_TRUE(entry.nest->source.hoistInit);
  EXPECT_EQ(loop("for (float s = 0, t = 1; n > 0; n--) { s += t; a[n] = s; }"),
            "UnsupportedStmt: setting 's' in the for statement cannot be vectorized");
}

TEST(LoopForm, SeveralInductions) {
  EXPECT_EQ(loop("int k = 5; for (int i = 0; i < n; i++, k += 2) a[i] = b[k];"),
            "loop i = 0 to n\n"
            "  a[i] = b[2*i + 5]\n"
            "induction int i = i, declared by the loop\n"
            "induction int k = 2*i + 5\n");
  EXPECT_EQ(loop("for (int i = 0, j = n - 1; i < j; i++, j--) { float t = a[i]; a[i] = a[j]; a[j] = t; }"),
            "loop i_t = 0 to (n / 2)\n"
            "  t = a[i_t]\n"
            "  a[i_t] = a[n - i_t - 1]\n"
            "  a[n - i_t - 1] = t\n"
            "induction int i = i_t, declared by the loop\n"
            "induction int j = n - i_t - 1, declared by the loop\n");
}

TEST(LoopForm, UpdatesInTheBodyHoldFromThereOn) {
  EXPECT_EQ(loop("for (int i = 0; i < n; i++) { a[k] = 1; k += 2; b[k] = 2; }", "float *a, float *b, int n, int k"),
            "loop i = 0 to n\n"
            "  a[k + 2*i] = 1:f32\n"
            "  b[k + 2*i + 2] = 2:f32\n"
            "induction int i = i, declared by the loop\n"
            "induction int k = k + 2*i\n");
  EXPECT_EQ(loop("for (int i = 0; i < n; i++) { *a++ = *b; b += 3; *a++ = b[-1]; }"),
            "loop i = 0 to n\n"
            "  a[2*i] = b[3*i]\n"
            "  a[2*i + 1] = b[3*i + 2]\n"
            "induction int i = i, declared by the loop\n"
            "induction float * a = a + 2*i\n"
            "induction float * b = b + 3*i\n");
}

TEST(LoopForm, WhileCountsDown) {
  EXPECT_EQ(loop("while (n--) *a++ = *b++;"), "loop while_t = 0 to n\n"
                                              "  a[while_t] = b[while_t]\n"
                                              "induction int n = n - while_t\n"
                                              "induction float * a = a + while_t\n"
                                              "induction float * b = b + while_t\n");
  EXPECT_EQ(loop("while (n-- > 0) a[n] = 1;"), "loop while_t = 0 to n\n"
                                               "  a[n - while_t - 1] = 1:f32\n"
                                               "induction int n = n - while_t\n");
  EXPECT_EQ(loop("while (--n >= 0) a[n] = 1;"), "loop while_t = 0 to n\n"
                                                "  a[n - while_t - 1] = 1:f32\n"
                                                "induction int n = n - while_t\n");
}

TEST(LoopForm, WhileKeepsAUnitStepCounter) {
  EXPECT_EQ(loop("int i = 0; while (i < n) { a[i] = 1; i++; }"), "loop i = 0 to n\n"
                                                                 "  a[i] = 1:f32\n"
                                                                 "induction int i = i\n");
  EXPECT_EQ(loop("while (i < n) { a[i] = 1; i++; }", "float *a, int n, int i"), "loop i_ = i to n\n"
                                                                                "  a[i_] = 1:f32\n"
                                                                                "induction int i = i_\n");
}

TEST(LoopForm, PointersWalkToTheirEnd) {
  EXPECT_EQ(loop("while (a < end) *a++ = 1;", "float *a, float *end"), "loop while_t = 0 to (end - a)\n"
                                                                       "  a[while_t] = 1:f32\n"
                                                                       "induction float * a = a + while_t\n");
  EXPECT_EQ(loop("for (float *p = a; p != a + n; p++) *p = 1;"),
            "loop p_t = 0 to n\n"
            "  a[p_t] = 1:f32\n"
            "induction float * p = a + p_t, declared by the loop\n");
  EXPECT_EQ(loop("for (float *p = a, *end = a + n; p < end; p += 2) p[1] = 1;"),
            "loop p_t = 0 to (((ptrdiff_t)n + 1) / 2)\n"
            "  a[2*p_t + 1] = 1:f32\n"
            "induction float * p = a + 2*p_t, declared by the loop\n"
            "induction float * end = a + n, declared by the loop\n");
}

TEST(LoopForm, EitherHalfOfAConditionMayEndTheLoop) {
  EXPECT_EQ(loop("for (int i = 0; i != n && i < m; i++) a[i] = 1;", "float *a, int n, int m"),
            "assume n >= 0  // the counter starts before its end\n"
            "loop i_t = 0 to ((n) < (m) ? (n) : (m))\n"
            "  a[i_t] = 1:f32\n"
            "induction int i = i_t, declared by the loop\n");
  EXPECT_EQ(loop("for (unsigned long i = 0; i < n && i < 8; i++) a[i] = 1;", "float *a, unsigned long n"),
            "assume n >= 0  // the bounds are not too far apart to count\n"
            "assume -n + 1152921504606846976 >= 0  // the bounds are not too far apart to count\n"
            "loop i_t = 0 to (((ptrdiff_t)n) < (8) ? ((ptrdiff_t)n) : (8))\n"
            "  a[i_t] = 1:f32\n"
            "induction unsigned long i = i_t, declared by the loop\n");
  EXPECT_EQ(loop("for (float *p = a; p != b && n; p++, n--) *p = 1;"),
            "assume (b - a) >= 0  // the counter starts before its end\n"
            "assume n >= 0  // the counter starts before its end\n"
            "loop p_t = 0 to ((b - a) < (n) ? (b - a) : (n))\n"
            "  a[p_t] = 1:f32\n"
            "induction float * p = a + p_t, declared by the loop\n"
            "induction int n = n - p_t\n");
  EXPECT_EQ(loop("for (int i = 0; i != n && i < m; i += 2) a[i] = 1;", "float *a, int n, int m"),
            "NoTripCount: the trip count of this loop cannot be computed: it may step over its end");
}

TEST(LoopForm, TheRightHalfOfAConditionIsReadOnlyIfTheLeftOneHolds) {
  EXPECT_EQ(loop("for (int i = 0; i < n && i < *m; i++) a[i] = 1;", "float *restrict a, int n, int *m"),
            "loop i_t = 0 to ((n) <= 0 ? 0 : (n) < (*m) ? (n) : (*m))\n"
            "  a[i_t] = 1:f32\n"
            "induction int i = i_t, declared by the loop\n");
  EXPECT_EQ(loop("for (int i = 0; i < n && (i < 9 && i < *m); i++) a[i] = 1;", "float *restrict a, int n, int *m"),
            "loop i_t = 0 to ((n) <= 0 ? 0 : (n) < ((9) < (*m) ? (9) : (*m)) ? (n) : ((9) < (*m) ? (9) : (*m)))\n"
            "  a[i_t] = 1:f32\n"
            "induction int i = i_t, declared by the loop\n");
  EXPECT_EQ(loop("for (int i = 0; i < n; i++) for (int j = 0; j < k && j < *m; j++) a[i] += 1;",
                 "float *restrict a, int n, int k, int *m"),
            "loop i = 0 to n\n"
            "  loop j = 0 to k\n"
            "    exit if !((i32<j> < *m))\n"
            "    a[i] = (a[i] + 1:f32)\n"
            "induction int i = i, declared by the loop\n");
}

TEST(LoopForm, SumsInAnotherTypeMayWrap) {
  const std::string form = "loop i = 0 to n\n"
                           "  a[i] = b[step*i]\n"
                           "induction int i = i, declared by the loop\n"
                           "induction int j = step*i\n";
  const std::string text = "int j = 0; for (int i = 0; i < n; i++) { a[i] = b[j]; j = j + step; }";
  EXPECT_EQ(loop(text, "float *restrict a, float *b, int n, short step"), form);
  EXPECT_EQ(loop(text, "float *restrict a, float *b, int n, unsigned step"),
            "assume step - step*n + 2147483647 >= 0  // the int index step*i does not wrap\n" + form);
  EXPECT_EQ(loop("for (int i = n; i != m; i += 1u) a[i] = 1;", "float *a, int n, int m"),
            "assume -n + m >= 0  // the counter starts before its end\n"
            "loop i = n to m\n"
            "  a[i] = 1:f32\n"
            "induction int i = i, declared by the loop\n");
}

TEST(LoopForm, DistancesAreCountedInWhatTheLoopSees) {
  EXPECT_EQ(loop("for (float *p = (float *)a; p < (float *)end; p++) *p = 1;", "char *a, char *end"),
            "loop p_t = 0 to ((((const char *)end - (const char *)a) + 3) / 4)\n"
            "  ((float *)a)[p_t] = 1:f32\n"
            "induction float * p = (float *)a + p_t, declared by the loop\n");
  EXPECT_EQ(loop("for (int *p = *a; p < end; p++) *p = 1;", "int (*a)[4], int *end"),
            "loop p_t = 0 to ((((const char *)end - (const char *)a) + 3) / 4)\n"
            "  (*a)[p_t] = 1\n"
            "induction int * p = &(*a)[0] + p_t, declared by the loop\n");
  EXPECT_EQ(loop("for (int *p = n ? a : b; p != end; p++) *p = 1;", "int *a, int *b, int *end, int n"),
            "loop p_t = 0 to (end - (n ? a : b))\n"
            "  (n ? a : b)[p_t] = 1\n"
            "induction int * p = (n ? a : b) + p_t, declared by the loop\n");
}

TEST(LoopForm, DoRunsAtLeastOnce) {
  EXPECT_EQ(loop("do { *a++ = 1; } while (--n);"),
            "assume n - 1 >= 0  // the body runs at least once by its condition too\n"
            "loop do_t = 0 to n\n"
            "  a[do_t] = 1:f32\n"
            "induction int n = n - do_t\n"
            "induction float * a = a + do_t\n");
  EXPECT_EQ(loop("int i = 0; do { a[i] = 1; } while (++i < n);"),
            "assume n - 1 >= 0  // the body runs at least once by its condition too\n"
            "loop do_t = 0 to n\n"
            "  a[do_t] = 1:f32\n"
            "induction int i = do_t\n");
}

TEST(LoopForm, NarrowCountersMustNotWrap) {
  EXPECT_EQ(loop("for (unsigned char i = 0; i < n; i++) a[i] = 1;"),
            "assume -n + 255 >= 0  // 'i' does not wrap around\n"
            "loop i = 0 to n\n"
            "  a[i] = 1:f32\n"
            "induction unsigned char i = i, declared by the loop\n");
  EXPECT_EQ(loop("for (unsigned char i = 0; i < m; i++) a[i] = 1;", "float *a, unsigned char m"),
            "loop i = 0 to m\n"
            "  a[i] = 1:f32\n"
            "induction unsigned char i = i, declared by the loop\n");
}

TEST(LoopForm, UnsignedBoundsMustNotWrap) {
  EXPECT_EQ(loop("for (unsigned i = 0; i <= n; i++) a[i] = 1;", "float *a, unsigned n"),
            "assume -n + 4294967294 >= 0  // 'i' does not wrap around\n"
            "loop i = 0 to n + 1\n"
            "  a[i] = 1:f32\n"
            "induction unsigned int i = i, declared by the loop\n");
  EXPECT_EQ(loop("for (unsigned i = lo; i != n; i++) a[i] = 1;", "float *a, unsigned lo, unsigned n"),
            "assume -lo + n >= 0  // the counter starts before its end\n"
            "loop i = lo to n\n"
            "  a[i] = 1:f32\n"
            "induction unsigned int i = i, declared by the loop\n");
  EXPECT_EQ(loop("for (unsigned i = 0; i < n; i += 2) a[i] = 1;", "float *a, unsigned n"),
            "assume -2*(((ptrdiff_t)n + 1) / 2) + 4294967295 >= 0  // 'i' does not wrap around\n"
            "loop i_t = 0 to (((ptrdiff_t)n + 1) / 2)\n"
            "  a[2*i_t] = 1:f32\n"
            "induction unsigned int i = 2*i_t, declared by the loop\n");
}

TEST(LoopForm, UnsignedBoundOfOneLessIsAParameterOrChecked) {
  EXPECT_EQ(loop("for (unsigned i = 0; i < n - 1; i++) a[i] = 1;", "float *a, unsigned n"),
            "loop i = 0 to (n - 1)\n"
            "  a[i] = 1:f32\n"
            "induction unsigned int i = i, declared by the loop\n");
  EXPECT_EQ(loop("for (unsigned long i = 0; i < n - 1; i++) a[i] = 1;", "float *a, unsigned long n"),
            "assume n - 1 >= 0  // the unsigned long index n - 1 does not wrap\n"
            "loop i = 0 to n - 1\n"
            "  a[i] = 1:f32\n"
            "induction unsigned long i = i, declared by the loop\n");
}

TEST(LoopForm, ReverseUnsignedLoopsEndByWrapping) {
  EXPECT_EQ(loop("for (unsigned long i = n; i-- != 0;) a[i] = 1;", "float *a, unsigned long n"),
            "loop i_t = 0 to n\n"
            "  a[n - i_t - 1] = 1:f32\n"
            "induction unsigned long i = n - i_t, declared by the loop\n");
  EXPECT_EQ(loop("for (unsigned long i = n - 1; i < n; i--) a[i] = 1;", "float *a, unsigned long n"),
            "assume n - 1 >= 0  // the unsigned long index n - 1 does not wrap\n"
            "loop i_t = 0 to n\n"
            "  a[n - i_t - 1] = 1:f32\n"
            "induction unsigned long i = n - i_t - 1, declared by the loop\n");
}

TEST(LoopForm, TheShorterOfTwoConditionsCounts) {
  EXPECT_EQ(loop("for (int i = 0; i < n && i < m; i++) a[i] = 1;", "float *a, int n, int m"),
            "loop i_t = 0 to ((n) < (m) ? (n) : (m))\n"
            "  a[i_t] = 1:f32\n"
            "induction int i = i_t, declared by the loop\n");
}

TEST(LoopForm, InnerLoopsMoveOuterPointers) {
  EXPECT_EQ(loop("for (int i = 0; i < n; i++) { for (int j = 0; j < 4; j++) *a++ = *b; b++; }"),
            "loop i = 0 to n\n"
            "  loop j = 0 to 4\n"
            "    a[4*i + j] = b[i]\n"
            "induction int i = i, declared by the loop\n"
            "induction float * a = a + 4*i\n"
            "induction float * b = b + i\n");
  EXPECT_EQ(loop("for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) *a++ = 1;", "float *a, int n, int m"),
            "assume m >= 0  // the trip count of an inner loop is not negative\n"
            "loop i = 0 to n\n"
            "  loop j = 0 to m\n"
            "    a[m*i + j] = 1:f32\n"
            "induction int i = i, declared by the loop\n"
            "induction float * a = a + m*i\n");
}

TEST(LoopForm, InnerCounterOutsideIsDeadWhenItIsSetAgain) {
  EXPECT_EQ(loop("int i, j; for (i = 0; i < n; i++) for (j = 0; j < 4; j++) a[4 * i + j] = 1; j = 0;"),
            "loop i = 0 to n\n"
            "  loop j = 0 to 4\n"
            "    a[4*i + j] = 1:f32\n"
            "induction int i = i\n");
}

TEST(LoopForm, InnerCounterThatIsReadLaterGetsItsLastValue) {
  EXPECT_EQ(linesOf(nestOf("int f(float *a, int n) { int j = 0; for (int i = 0; i < n; i++)"
                           " for (j = 0; j < 4; j++) a[4 * i + j] = 1; return j; }"),
                    {"local", "loop"}),
            "local j : i32, live-out\n"
            "loop i = 0 to n\n"
            "  j = 0\n"
            "  loop j = 0 to 4\n"
            "    a[4*i + j] = 1:f32\n"
            "  j = 4\n");
}

TEST(LoopForm, SignedWrapIsDefinedUnderFwrapv) {
  EXPECT_EQ(formOf("void f(float *a, int n, int off) { for (int i = 0; i < n; i++) a[i + off] = 1; }", {"-fwrapv"}),
            "assume -n - off + 2147483648 >= 0  // the int index i + off does not wrap\n"
            "loop i = 0 to n\n"
            "  a[i + off] = 1:f32\n"
            "induction int i = i, declared by the loop\n");
}

TEST(LoopForm, MayBeEndedByTheData) {
  EXPECT_EQ(
      loop("while (*a) a++;"),
      "loop while_t = 0 to 72057594037927936\n  exit if !((a[while_t] != 0:f32))\ninduction float * a = a + while_t\n");
  EXPECT_EQ(
      loop("for (int i = 0; i < n && a[i] > 0; i++) a[i] = 1;"),
      "loop i = 0 to n\n  exit if !((a[i] > 0:f32))\n  a[i] = 1:f32\ninduction int i = i, declared by the loop\n");
  EXPECT_EQ(loop("for (int i = 3;; i++) if (a[i] < 0) return;"),
            "loop i = 3 to 2147483647\n  exit if (a[i] < 0:f32)\ninduction int i = i, declared by the loop\n");
  // *n is asked only where a[0] lets it.
  EXPECT_EQ(loop("for (int i = 0; a[i] > 0 && i < *n; i++) a[i] = 1;", "float *a, const int *n"),
            "NoTripCount: the trip count of this loop cannot be computed: 'a[i]' changes in a way that is not known");
  EXPECT_EQ(loop("for (int i = 0; a[i] > 0 && i < 9 / n; i++) a[i] = 1;"),
            "NoTripCount: the trip count of this loop cannot be computed: 'a[i]' changes in a way that is not known");
  EXPECT_EQ(
      loop("do a++; while (*a);"),
      "NoTripCount: the trip count of this loop cannot be computed: its condition is not a comparison of counters");
}

TEST(LoopForm, DeclinesWhatCannotBeCounted) {
  const auto reason = [](const std::string &text) { return loop(text).substr(0, 11); };
  EXPECT_EQ(reason("for (;;) a[0]++;"), "NoTripCount");
  EXPECT_EQ(reason("while (1) a[0]++;"), "NoTripCount");
  EXPECT_EQ(reason("for (int i = 0; !(i < n); i++) a[0]++;"), "NoTripCount");
  EXPECT_EQ(reason("for (int i = 0; (i != n) == 0; i++) a[0]++;"), "NoTripCount");
  EXPECT_EQ(reason("for (int i = 0; !(i >= n && i >= 5); i++) a[0]++;"), "NoTripCount");
  EXPECT_EQ(reason("for (int i = 0; (i < n) + 1; i++) a[0]++;"), "NoTripCount");
  EXPECT_EQ(reason("for (float x = 0; x < n; x++) a[0]++;"), "NoTripCount");
  EXPECT_EQ(reason("for (int i = 1; i < n; i *= 2) a[i]++;"), "NoTripCount");
  EXPECT_EQ(reason("for (int i = 0; i < n; i--) a[i]++;"), "NoTripCount");
  EXPECT_EQ(reason("for (int i = 0; i < n; ) { if (a[i] > 0) i++; a[i]++; }"), "NoTripCount");
  EXPECT_EQ(reason("for (unsigned i = n; i >= 0; i--) a[i]++;"), "NoTripCount");
  EXPECT_EQ(reason("for (int i = 0; i < n; i++) { n--; a[i] = 1; if (a[i] > 1) n++; }"), "NoTripCount");
  EXPECT_EQ(reason("for (unsigned i = 0; i != (unsigned)n; i += 3) a[i] = 1;"), "NoTripCount");
}

TEST(LoopForm, SaysWhyItCannotBeCounted) {
  EXPECT_EQ(loop("for (;;) a[0]++;"),
            "NoTripCount: the trip count of this loop cannot be computed: it has no condition");
  EXPECT_EQ(loop("for (int i = 0; i < n; i--) a[i]++;"),
            "NoTripCount: the trip count of this loop cannot be computed: its counter moves away from the bound");
}

TEST(LoopForm, DoWhileZeroIsABlock) {
  EXPECT_EQ(loop("for (int i = 0; i < n; i++) do { a[i] = 1; } while (0);"),
            loop("for (int i = 0; i < n; i++) a[i] = 1;"));
}

TEST(LoopForm, ParametersHaveTheRangesOfTheirOperators) {
  for (const char *bound : {"n / 2", "n >> 3", "(m & 1023)", "m % 30000"})
    EXPECT_EQ(loop("for (short j = 0; j < " + std::string(bound) + "; j++) a[j] = 1;", "float *a, short n, int m")
                  .find("assume"),
              std::string::npos)
        << bound;
}

TEST(LoopForm, NothingIsKnownFromConditionsThatAJumpLeadsPast) {
  const auto store = [](const std::string &before, const std::string &after = "") {
    const std::string loop = "for (unsigned i = 0; i < n; i++) x[i] = (unsigned char)i;";
    return bodyOf("void f(int *x, int k, unsigned n) {" + before + loop + after + "}");
  };
  const std::string known = store("if (n > 200) return;"), unknown = store("");
  EXPECT_NE(known, unknown);
  EXPECT_EQ(store("if (n > 200) return; switch (k) { case 0: ", "}"), known);
  EXPECT_EQ(store("switch (k) { case 0: if (n <= 200) ", "}"), known);
  EXPECT_EQ(store("if (k) goto skip; if (n > 200) return; skip:;"), unknown);
  EXPECT_EQ(store("switch (k) { case 0:; if (n > 200) return; case 1: ", "}"), unknown);
  EXPECT_EQ(store("switch (k) { case 0:; if (n > 200) return; { case 1:; } ", "}"), unknown);
  EXPECT_EQ(store("switch (k) { case 0: if (n <= 200) { case 1: ", "} }"), unknown);
}

} // namespace
