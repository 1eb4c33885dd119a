// The text of the loop that resumes, and edits.
#include "Extract.h"

using namespace vecify;

namespace {

/// The first loop of `void f(parameters) { text }`, resumed from `done`.
std::string resumed(const std::string &parameters, const std::string &text, bool staysScalar = false) {
  const Parsed parsed = parse("void f(" + parameters + ") {" + text + "}");
  const LoopEntry &entry = *allLoops(*parsed.file)[0];
  return entry.nest ? resumeLoop(*entry.nest, parsed.file->text, "done", false, staysScalar, "") : textOf(entry);
}

TEST(ResumeLoop, SetsTheCounterInTheInit) {
  EXPECT_EQ(resumed("float *a, int n", "for (int i = 0; i < n; i++) a[i] = 1;"),
            "for (int i = (int)done; i < n; i++) a[i] = 1;");
  EXPECT_EQ(resumed("float *a, int lo, int n", "for (int i = lo; i < n; i++) /* keep */ a[i] = 1;"),
            "for (int i = (int)((ptrdiff_t)lo + done); i < n; i++) /* keep */ a[i] = 1;");
  EXPECT_EQ(resumed("float *a, int n", "int i; for (i = 0; i < n; i++) a[i] = 1;"),
            "for (i = (int)done; i < n; i++) a[i] = 1;");
  EXPECT_EQ(resumed("float *a, unsigned n", "for (unsigned i = n - 1; i != 0; i--) a[i] = 1;"),
            "for (unsigned int i = (unsigned int)((ptrdiff_t)(n - 1) - done); i != 0; i--) a[i] = 1;");
}

TEST(ResumeLoop, SetsAllThatMoves) {
  EXPECT_EQ(resumed("float *a, int n", "for (int i = 0, j = n - 1; i < j; i++, j--) a[i] = a[j];"),
            "for (int i = (int)done, j = (int)((ptrdiff_t)n - done - 1); i < j; i++, j--) a[i] = a[j];");
  EXPECT_EQ(resumed("float *a, float *b, int n", "for (int i = 0; i < n; i++) *a++ = b[2 * i];"),
            "a = a + done;\nfor (int i = (int)done; i < n; i++) *a++ = b[2 * i];");
  EXPECT_EQ(resumed("float *a, int n", "for (float *p = a, *e = a + n; p < e; p += 4) *p = 1;"),
            "for (float *p = a + (4 * done), *e = a + n; p < e; p += 4) *p = 1;");
}

TEST(ResumeLoop, WhileIsSetInFront) {
  EXPECT_EQ(resumed("float *a, int n", "while (n--) *a++ = 1;"),
            "n = (int)((ptrdiff_t)n - done); a = a + done;\nwhile (n--) *a++ = 1;");
}

TEST(ResumeLoop, DoRunsOnlyIfSomethingIsLeft) {
  EXPECT_EQ(resumed("float *a, int n", "do *a++ = 1; while (--n);"),
            "const _Bool isLeft_ = done == 0 || done < (ptrdiff_t)n;\n"
            "n = (int)((ptrdiff_t)n - done); a = a + done;\n"
            "if (isLeft_)\n"
            "  do *a++ = 1; while (--n);");
}

TEST(ResumeLoop, RunsOnlyIfNothingWasDoneWhereAllOfItWouldBe) {
  const auto fallback = [](const std::string &text) {
    const Parsed parsed = parse("void f(float *a, short n) {" + text + "}");
    return resumeLoop(*allLoops(*parsed.file)[0]->nest, parsed.file->text, "done", true, false, "");
  };
  EXPECT_EQ(fallback("for (int i = 0; i < n; i++) a[i] = 1;"), "for (int i = (int)done; i < n; i++) a[i] = 1;");
  EXPECT_EQ(fallback("for (int i = 0; i < n - 4; i++) a[i] = 1;"),
            "if (done == 0) {\n  for (int i = (int)done; i < n - 4; i++) a[i] = 1;\n}");
  EXPECT_EQ(fallback("int i; for (i = 0; i < n - 4; i++) a[i] = 1;"),
            "i = (int)done;\nif (done == 0) {\n  for (; i < n - 4; i++) a[i] = 1;\n}");
  EXPECT_EQ(fallback("int i = 4; while (i < n) a[i++] = 1;"),
            "i = (int)(done + 4);\nif (done == 0) {\n  while (i < n) a[i++] = 1;\n}");
  EXPECT_EQ(fallback("int i = 4; while (i++ < n) a[i] = 1;"),
            "__asm__(\"\" : \"+r\"(done));\ni = (int)(done + 4);\nwhile (i++ < n) a[i] = 1;");
  EXPECT_EQ(fallback("do *a++ = 1; while (--n);"), "n = (short)((ptrdiff_t)n - done); a = a + done;\n"
                                                   "if (done == 0) {\n  do *a++ = 1; while (--n);\n}");
}

TEST(ResumeLoop, ReadsOldValuesBeforeTheyChange) {
  EXPECT_EQ(resumed("float *a, int i, int k, int n", "for (k = i; i < n; i++, k++) a[k] = 1;"),
            "k = (int)((ptrdiff_t)i + done); i = (int)((ptrdiff_t)i + done);\n"
            "for (; i < n; i++, k++) a[k] = 1;");
}

TEST(ResumeLoop, HidesACounterInTheBody) {
  const auto scalar = [](const std::string &text) { return resumed("float *a, int n", text, true); };
  EXPECT_EQ(scalar("while (n--) *a++ = 1;"), "n = (int)((ptrdiff_t)n - done); a = a + done;\n"
                                             "while (n--) {\n"
                                             "  __asm__(\"\" : \"+r\"(n)); /* stays scalar */\n"
                                             "  *a++ = 1;\n"
                                             "}");
  EXPECT_EQ(scalar("for (int i = 0; i < n; i++)\n  a[i] = 1;"), "for (int i = (int)done; i < n; i++) {\n"
                                                                "  __asm__(\"\" : \"+r\"(i)); /* stays scalar */\n"
                                                                "  a[i] = 1;\n"
                                                                "}");
  EXPECT_EQ(scalar("for (int i = 0; i < n; i++)\n{ // all\n  a[i] = 1;\n}"),
            "for (int i = (int)done; i < n; i++)\n"
            "{ // all\n"
            "  __asm__(\"\" : \"+r\"(i)); /* stays scalar */\n"
            "  a[i] = 1;\n"
            "}");
  EXPECT_EQ(scalar("for (int i = 0; i < n; i++) // all\n  a[i] = 1;"),
            "for (int i = (int)done; i < n; i++) // all\n"
            "{\n"
            "  __asm__(\"\" : \"+r\"(i)); /* stays scalar */\n"
            "  a[i] = 1;\n"
            "}");
  EXPECT_EQ(scalar("for (int i = 0; i < n; i++) { a[i] = 1; }"), "for (int i = (int)done; i < n; i++) {\n"
                                                                 "  __asm__(\"\" : \"+r\"(i)); /* stays scalar */\n"
                                                                 "  a[i] = 1;\n"
                                                                 "}");
  EXPECT_EQ(scalar("for (int i = 0; i < n; i++) { if (i)\n  a[i] = 1; }"),
            "for (int i = (int)done; i < n; i++) {\n"
            "  __asm__(\"\" : \"+r\"(i)); /* stays scalar */\n"
            "  if (i)\n"
            "  a[i] = 1; }");
  EXPECT_EQ(scalar("for (float *p = a, *e = a + n; p < e; p += 4) *p = 1;"),
            "for (float *p = a + (4 * done), *e = a + n; p < e; p += 4) {\n"
            "  __asm__(\"\" : \"+r\"(p)); /* stays scalar */\n"
            "  *p = 1;\n"
            "}");
  EXPECT_EQ(scalar("do *a++ = 1; while (--n);"), "const _Bool isLeft_ = done == 0 || done < (ptrdiff_t)n;\n"
                                                 "n = (int)((ptrdiff_t)n - done); a = a + done;\n"
                                                 "if (isLeft_)\n"
                                                 "  do {\n"
                                                 "    __asm__(\"\" : \"+r\"(n)); /* stays scalar */\n"
                                                 "    *a++ = 1;\n"
                                                 "  } while (--n);");
}

TEST(ResumeLoop, OurPragmasInsideBecomeComments) {
  EXPECT_EQ(resumed("float *a, int n", "for (int i = 0; i < n; i++) {\n"
                                       "  #pragma vecify unroll(2)\n"
                                       "  for (int j = 0; j < n; j++) a[j] = 1; }"),
            "for (int i = (int)done; i < n; i++) {\n"
            "  /* #pragma vecify unroll(2) */\n"
            "  for (int j = 0; j < n; j++) a[j] = 1; }");
}

TEST(ResumeLoop, MovesLinesToTheirNewPlace) {
  const Parsed parsed = parse("void f(float *a, int n) {\n"
                              "    for (int i = 0; i < n; i++)\n"
                              "    {\n"
                              "\n"
                              "#if 1\n"
                              "      a[i] = 0;\n"
                              "#endif\n"
                              "  a[i] = sizeof \"\\\n"
                              "    x\";\n"
                              "    }\n"
                              "}\n");
  EXPECT_EQ(resumeLoop(*allLoops(*parsed.file)[0]->nest, parsed.file->text, "done", false, false, "\t"),
            ""
            "\tfor (int i = (int)done; i < n; i++)\n"
            "\t{\n"
            "\n"
            "#if 1\n"
            "\t  a[i] = 0;\n"
            "#endif\n"
            "  a[i] = sizeof \"\\\n"
            "    x\";\n"
            "\t}");
}

TEST(ResumeLoop, AHeadFromAMacroIsExpanded) {
  const Parsed parsed = parse("#define EACH(i, n) for (int i = 0; i < (n); i++)\n"
                              "void f(float *a, int n) { EACH(i, n + 1) { a[i] = 1; } }");
  const LoopEntry &entry = *allLoops(*parsed.file)[0];
  ASSERT_TRUE(entry.nest);
  EXPECT_EQ(resumeLoop(*entry.nest, parsed.file->text, "done", false, false, ""),
            "for (int i = (int)done; i < (n + 1); i++) { a[i] = 1; }");
}

TEST(ApplyEdits, KeepsEverythingElse) {
  EXPECT_EQ(applyEdits("abcdef", {{{4, 5}, "X"}, {{1, 2}, ""}}), "acdXf");
  EXPECT_EQ(applyEdits("abc", {}), "abc");
  EXPECT_EQ(applyEdits("abc", {{{0, 0}, "<"}, {{3, 3}, ">"}}), "<abc>");
}

TEST(Source, RangesAreExact) {
  const std::string text = "int g;\nstatic float f(float *a, int n) {\n"
                           "  float s = 0;\n"
                           "    for (int i = 0; i < n; i++)\n      s += a[i]; // sum\n"
                           "  return s;\n}\n";
  const Parsed parsed = parse(text);
  const Source &source = allLoops(*parsed.file)[0]->nest->source;
  const auto at = [&](TextRange range) { return text.substr(range.begin, range.end - range.begin); };
  EXPECT_EQ(at(source.loop), "for (int i = 0; i < n; i++)\n      s += a[i];");
  EXPECT_EQ(at(source.forInit), "int i = 0");
  EXPECT_EQ(at(source.functionDecl), text.substr(7, text.size() - 8));
  EXPECT_EQ(source.indent, "    ");
  EXPECT_EQ(source.function, "f");
  EXPECT_EQ(source.depth, 0u);
}

TEST(Source, EndsWithTheSemicolonAndMacros) {
  const std::string text = "#define SET(x) x = 1\n#define NOTHING\n"
                           "void f(int *a, int n) { do { a[n] = 1; } while (--n > 0) ; a[0] = 2;\n"
                           "for (int i = 0; i < n; i++) SET(a[i]); a[1] = 3;\n"
                           "for (int i = 0; i < n; i++) { a[i] = 3; } ; }";
  const Parsed parsed = parse(text);
  std::vector<std::string> loops;
  for (const LoopEntry *entry : allLoops(*parsed.file)) {
    const TextRange range = entry->nest->source.loop;
    loops.push_back(text.substr(range.begin, range.end - range.begin));
  }
  EXPECT_EQ(loops,
            (std::vector<std::string>{"do { a[n] = 1; } while (--n > 0) ;", "for (int i = 0; i < n; i++) SET(a[i]);",
                                      "for (int i = 0; i < n; i++) { a[i] = 3; }"}));
}

} // namespace
