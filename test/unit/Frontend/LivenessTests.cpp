// Which variables' last values are read after a loop.
#include "Extract.h"

using namespace vecify;

namespace {

/// Whether t is live after the first loop that is marked with HERE, and inside of which it is set.
bool isLive(const std::string &text) {
  const Parsed parsed = parse("int f(int *a, int n, int m) {" + text + "}");
  if (!parsed.file) {
    ADD_FAILURE() << parsed.diagnostics;
    return false;
  }
  for (const LoopEntry *entry : allLoops(*parsed.file))
    if (entry->name == "here") {
      if (!entry->nest) {
        ADD_FAILURE() << textOf(*entry);
        return false;
      }
      for (const Local &local : entry->nest->locals)
        if (local.name == "t")
          return local.isLiveOut;
      return false;
    }
  ADD_FAILURE() << "no loop";
  return false;
}
const std::string here = "for (int here = 0; here < n; here++) { t = a[here]; a[here] = t + 1; } ";

TEST(Liveness, ReadAfterTheLoop) {
  EXPECT_TRUE(isLive("int t = 0; " + here + "return t;"));
  EXPECT_TRUE(isLive("int t = 0; " + here + "if (m) return t; return 0;"));
  EXPECT_TRUE(isLive("int t = 0; " + here + "t += 1; return 0;"));
  EXPECT_FALSE(isLive("int t = 0; " + here + "return m;"));
  EXPECT_FALSE(isLive("int t; t = 3; m = t; " + here + "return m;"));
}

TEST(Liveness, OverwrittenFirst) {
  EXPECT_FALSE(isLive("int t = 0; " + here + "t = 4; return t;"));
  EXPECT_FALSE(isLive("int t = 0; " + here + "for (t = 0; t < m; t++) a[t] = 1; return t;"));
  EXPECT_FALSE(isLive("int t = 0; " + here + "if (m) t = 1; else t = 2; return t;"));
  EXPECT_TRUE(isLive("int t = 0; " + here + "if (m) t = 1; return t;"));
  EXPECT_TRUE(isLive("int t = 0; " + here + "while (m--) t = 1; return t;"));
  EXPECT_FALSE(isLive("int t = 0; " + here + "do t = 1; while (m--); return t;"));
  EXPECT_TRUE(isLive("int t = 0; " + here + "t = t + 1; return 0;"));
  EXPECT_TRUE(isLive("int t = 0; " + here + "m && (t = 1); return t;"));
}

TEST(Liveness, EnclosingLoopsComeRound) {
  EXPECT_TRUE(isLive("int t = 0; for (int o = 0; o < m; o++) { a[o] = t; " + here + "} return 0;"));
  EXPECT_FALSE(isLive("int t = 0; for (int o = 0; o < m; o++) { t = 0; a[o] = t; " + here + "} return 0;"));
  EXPECT_FALSE(isLive("for (int o = 0; o < m; o++) { int t = 5; a[o] = t; " + here + "} return 0;"));
  EXPECT_TRUE(isLive("int t = 0; while (t < m) { " + here + "} return 0;"));
  EXPECT_TRUE(isLive("int t = 0; for (int o = 0; o < m; o++) { " + here + "} return t;"));
}

TEST(Liveness, ABreakSkipsWhatOverwrites) {
  EXPECT_TRUE(isLive("int t = 0; for (int o = 0; o < m; o++) { " + here + "if (a[o]) break; t = 0; } return t;"));
  EXPECT_TRUE(isLive("int t = 0; for (int o = 0; o < m; o++) { " + here + "if (a[o]) continue; t = 0; } return t;"));
  EXPECT_FALSE(isLive("int t = 0; for (int o = 0; o < m; o++) { " + here + "if (a[o]) break; t = 0; } return m;"));
}

TEST(Liveness, GotoMakesEverythingPossible) {
  EXPECT_TRUE(isLive("int t = 0; " + here + "t = 4; if (m) goto out; return t; out: return 0;"));
}

TEST(Liveness, SwitchesMayFallThroughOrNot) {
  EXPECT_TRUE(isLive("int t = 0; switch (m) { case 0: " + here + "break; case 1: t = 2; } return t;"));
  EXPECT_TRUE(isLive("int t = 0; switch (m) { case 0: " + here + "case 1: m = t; break; default: t = 2; } return m;"));
}

TEST(Liveness, OperandsThatMayNotBeEvaluatedDoNotOverwrite) {
  EXPECT_TRUE(isLive("int t = 0; " + here + "m = m ?: (t = 0); return m + t;"));
  EXPECT_FALSE(isLive("int t = 0; " + here + "m = (t = 0) ?: m; return m + t;"));
  EXPECT_TRUE(isLive("int t = 0; " + here + "m = __builtin_constant_p(t = 0); return m + t;"));
  EXPECT_TRUE(isLive("int t = 0; " + here + "m = __builtin_choose_expr(1, m, t = 0); return m + t;"));
}

TEST(Liveness, SizesOfTypesAreRead) {
  EXPECT_TRUE(isLive("int t = 0; " + here + "return (int)sizeof(char[t + 1]);"));
  EXPECT_TRUE(isLive("int t = 0; " + here + "char c[(int)sizeof(char[t + 1])]; return (int)sizeof c;"));
  EXPECT_FALSE(isLive("int t = 0; " + here + "return (int)sizeof(t);"));
  EXPECT_TRUE(isLive("int t = 0; " + here + "int (*b)[t + 1] = (void *)a; return b[1][0];"));
  EXPECT_TRUE(isLive("int t = 0; " + here + "return ((int (*)[t + 1])a)[1][0];"));
  EXPECT_TRUE(isLive("int t = 0; " + here + "typedef int row[3][t + 1]; row *b = (void *)a; return b[1][0][0];"));
}

TEST(Liveness, AStatementExpressionIsPartOfAnExpression) {
  EXPECT_TRUE(isLive("int t = 0; ({ " + here + "}), m = t; return m;"));
  EXPECT_TRUE(isLive("int t = 0; if (({ " + here + "1; })) m = t; return m;"));
  EXPECT_TRUE(isLive("int t = 0; m = ({ " + here + "1; }) + t; return m;"));
}

TEST(Liveness, AContinueLeavesASwitchABreakDoesNot) {
  const std::string loop = "int t = 0; for (int o = 0; o < m; o++) { ";
  EXPECT_TRUE(isLive(loop + here + "switch (a[o]) { case 6: continue; } t = 0; } return t;"));
  EXPECT_FALSE(isLive(loop + here + "switch (a[o]) { case 6: break; } t = 0; } return t;"));
  EXPECT_TRUE(isLive(loop + "switch (a[o]) { case 0: " + here + "if (m) continue; break; } t = 0; } return t;"));
  EXPECT_FALSE(isLive(loop + "switch (a[o]) { case 0: " + here + "if (m) break; m = 2; } t = 0; } return t;"));
}

TEST(Liveness, ABreakSkipsTheIncrement) {
  EXPECT_TRUE(isLive("int t = 0; for (; m > 0; t = 0, m--) { " + here + "if (a[m]) break; } return t;"));
  EXPECT_FALSE(isLive("int t = 0; for (; m > 0; t = 0, m--) { " + here + "if (a[m]) continue; } return t;"));
  EXPECT_TRUE(isLive("int t = 0; do { " + here + "if (a[m]) break; } while ((t = 0, m--)); return t;"));
  EXPECT_FALSE(isLive("int t = 0; do { " + here + "if (a[m]) continue; } while ((t = 0, m--)); return t;"));
}

} // namespace
