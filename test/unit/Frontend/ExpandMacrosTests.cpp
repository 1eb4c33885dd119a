// Loops that macros write: the text that takes the place of an invocation, and where it does not.
#include "Extract.h"

namespace vecify {
namespace {

/// The text behind the macros' definitions.
std::string expanded(const std::string &definitions, const std::string &text, std::vector<std::string> flags = {}) {
  const Parsed parsed = parse(definitions + text, std::move(flags));
  return parsed.file ? parsed.file->text.substr(definitions.size()) : parsed.error + parsed.diagnostics;
}

const std::string Clear = "#define CLEAR(a, n) for (int i = 0; i < (n); i++) (a)[i] = 0\n";

TEST(ExpandMacros, WholeFunctions) {
  const std::string kernel =
      "#define KERNEL(T) void f_##T(T *a, int n) { for (int i = 0; i < n; i++) { a[i] = 0; } }\n";
  EXPECT_EQ(expanded(kernel, "KERNEL(int)\nKERNEL(float)\n"), "void f_int(int *a, int n) {\n"
                                                              "  for (int i = 0; i < n; i++) {\n"
                                                              "    a[i] = 0;\n"
                                                              "  }\n"
                                                              "}\n"
                                                              "void f_float(float *a, int n) {\n"
                                                              "  for (int i = 0; i < n; i++) {\n"
                                                              "    a[i] = 0;\n"
                                                              "  }\n"
                                                              "}\n");
}

TEST(ExpandMacros, StatementsKeepTheirPlace) {
  EXPECT_EQ(expanded(Clear, "void f(int *a, int n) {\n\tif (n)\n\t\tCLEAR(a + 1,\n\t\t\tn - 1); // all\n}\n"),
            "void f(int *a, int n) {\n\tif (n)\n\t\tfor (int i = 0; i < (n - 1); i++) (a + 1)[i] = 0; // all\n}\n");
}

TEST(ExpandMacros, BlocksOfAllKinds) {
  const std::string all =
      "#define ALL(f) int f(int *p, int n) { struct s { int a[2]; } v = {{1, 2}}, w = (struct s){{3, n}}; "
      "if (n) { n += v.a[0]; } else { n-=-w.a[1]; } do { n++; } while (n < 100); "
      "for (int i = 0; i < n; i++) { p[i] = ({ int t = i; t; }); } return n; }\n";
  EXPECT_EQ(expanded(all, "ALL(f)\n"), "int f(int *p, int n) {\n"
                                       "  struct s {\n"
                                       "    int a[2];\n"
                                       "  } v = {{1, 2}}, w = (struct s){{3, n}};\n"
                                       "  if (n) {\n"
                                       "    n += v.a[0];\n"
                                       "  } else {\n"
                                       "    n-=-w.a[1];\n"
                                       "  }\n"
                                       "  do {\n"
                                       "    n++;\n"
                                       "  } while (n < 100);\n"
                                       "  for (int i = 0; i < n; i++) {\n"
                                       "    p[i] = ({ int t = i; t; });\n"
                                       "  }\n"
                                       "  return n;\n"
                                       "}\n");
}

TEST(ExpandMacros, TokensDoNotGrowTogether) {
  EXPECT_EQ(expanded("#define LESS(a, b) a[i]-b\n#define ALL(m) for (int i = 0; i < n; i++) a[i] = LESS(a,m)\n",
                     "void f(int *a, int n) { ALL(-1); }\n"),
            "void f(int *a, int n) { for (int i = 0; i < n; i++) a[i] = a[i]- -1; }\n");
}

TEST(ExpandMacros, BothEndsOfALoop) {
  EXPECT_EQ(expanded("#define BEGIN(i, n) for (int i = 0; i < (n); i++) {\n#define END }\n",
                     "void f(int *a, int n) {\n  BEGIN(i, n)\n    a[i] = 0; /* so */\n  END\n}\n"),
            "void f(int *a, int n) {\n  for (int i = 0; i < (n); i++) {\n    a[i] = 0; /* so */\n  }\n}\n");
}

TEST(ExpandMacros, SomeStay) {
  const auto stays = [](const std::string &definitions, const std::string &text) {
    EXPECT_EQ(expanded(definitions, text), text);
  };
  stays(Clear, "void f(int *a, int n) { CLEAR(a, /* all of */ n); }\n");
  stays(Clear, "void f(int *a, int n) { CLEAR(a,\n#ifdef N\nN\n#else\nn\n#endif\n); }\n");
  // It would be expanded once more.
  stays(Clear + "#define m (m)\n", "void f(int *a, int m) { CLEAR(a, m); }\n");
  stays("#define CLEAR(a, n) _Pragma(\"GCC unroll 2\") for (int i = 0; i < n; i++) a[i] = 0\n",
        "void f(int *a, int n) { CLEAR(a, n); }\n");
  stays("#include <sys/select.h>\n", "void f(fd_set *s) { FD_ZERO(s); }\n");
  // clang warns of ((a == b)), but not if a macro writes it.
  const std::string find = "#define FIND(a, b) for (int i = 0; i < n; i++) { if ((a == b)) a = 0; }\n";
  EXPECT_NE(expanded(find, "void f(int *a, int n) { FIND(a[i], n) }\n", {"-Wno-all"}),
            "void f(int *a, int n) { FIND(a[i], n) }\n");
  stays(find, "void f(int *a, int n) { FIND(a[i], n) }\n");
  // The loop around it is rewritten as it is.
  stays(Clear, "void f(int *a, int n) { for (int j = 0; j < n; j++) { CLEAR(a + n * j, n); } }\n");
  stays("#define ID(...) __VA_ARGS__\n", "void f(int *a, int n) { ID(for (int i = 0; i < n; i++) a[i] = 0;) }\n");
}

TEST(ExpandMacros, PlacesAreThoseOfTheOriginal) {
  const Parsed parsed = parse("#define ALL(s) do { for (int i = 0; i < n; i++) { s; } } while (0)\n"
                              "void f(int *a, int n) {\n"
                              "  ALL(a[i] = 0); ALL(a[i] = 1); for (int i = 0; i < n; i++) a[i] = 2;\n"
                              "  for (int i = 0; i < n; i++) a[i] = 3;\n"
                              "}\n");
  ASSERT_TRUE(parsed.file) << parsed.diagnostics;
  std::vector<std::pair<unsigned, unsigned>> places;
  for (const LoopEntry &loop : parsed.file->functions[0].loops)
    places.push_back({loop.loc.line, loop.loc.column});
  EXPECT_EQ(places, (std::vector<std::pair<unsigned, unsigned>>{{3, 3}, {3, 18}, {3, 33}, {4, 3}}));
  EXPECT_EQ(parsed.file->expansions.size(), 2u);
  EXPECT_EQ(parsed.file->expansions[1].original, "ALL(a[i] = 1)");
  EXPECT_EQ(parsed.file->functions[0].loc.line, 2u);
}

TEST(ExpandMacros, LineEndsAreThoseOfTheFile) {
  EXPECT_EQ(expanded("#define ALL(s) for (int i = 0; i < n; i++) { s; }\r\n",
                     "void f(int *a, int n) {\r\n  ALL(a[i] = 0)\r\n}\r\n"),
            "void f(int *a, int n) {\r\n  for (int i = 0; i < n; i++) {\r\n    a[i] = 0;\r\n  }\r\n}\r\n");
}

} // namespace
} // namespace vecify
