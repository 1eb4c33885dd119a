// What the harness's text holds; test/differential/HarnessSelftest.cpp shows
// what it does.
#include "vecify/Driver/Harness.h"
#include <gtest/gtest.h>

using namespace vecify;

namespace {

HarnessFunction gain() {
  HarnessParam out, n;
  out.name = "out", out.isPointer = true, out.element = "float", out.isFloat = true, out.elementBytes = 4;
  out.isRestrict = true, out.declaration = "float *restrict out";
  n.name = "n", n.type = n.element = "int", n.isSize = true, n.elementBytes = 4, n.declaration = "int n";
  return {"gain", "void", {out, n}};
}

std::string harness(const HarnessFunction &function, std::vector<std::string> others = {}) {
  return emitHarness("", "", "ORIGINAL TEXT", "REWRITTEN TEXT\n", function, others);
}

bool holds(const std::string &text, const std::string &part) { return text.find(part) != std::string::npos; }

TEST(Harness, EmbedsTextsThatHaveNoPath) {
  const std::string text = harness(gain());
  EXPECT_TRUE(holds(text, "#line 1 \"original.c\"\nORIGINAL TEXT\n#else\n"));
  EXPECT_TRUE(holds(text, "#line 1 \"rewritten.c\"\nREWRITTEN TEXT\n#endif\n"));
}

TEST(Harness, EmbedsTextsWithoutTheMarkAtTheirBeginning) {
  const std::string text = emitHarness("", "", "\xEF\xBB\xBFint x;\n", "\xEF\xBB\xBFint x;\n", {}, {});
  EXPECT_FALSE(llvm::StringRef(text).contains("\xEF"));
  EXPECT_TRUE(llvm::StringRef(text).contains("\nint x;\n"));
}

TEST(Harness, IncludesTextsByPath) {
  const std::string text = emitHarness("a \"b\".c", "out.c", "ORIGINAL TEXT", "", gain());
  EXPECT_TRUE(holds(text, "#include \"a \\\"b\\\".c\"\n"));
  EXPECT_TRUE(holds(text, "#include \"out.c\"\n"));
  EXPECT_FALSE(holds(text, "ORIGINAL TEXT"));
}

TEST(Harness, RenamesEveryExternalName) {
  const std::string text = harness(gain(), {"table", "main"});
  for (const char *name : {"gain", "table", "main"})
    EXPECT_TRUE(holds(text, std::string("#define ") + name + " VECIFY_SIDE(" + name + ")\n")) << name;
}

TEST(Harness, CallsThroughTheAddressesOfTheArguments) {
  EXPECT_TRUE(holds(harness(gain()), "gain(*(void **)vecify_a[0], *(int *)vecify_a[1]);"));
}

TEST(Harness, StoresTheResult) {
  HarnessFunction function = gain();
  function.returnType = "double";
  EXPECT_TRUE(holds(harness(function), "*(double *)vecify_r = gain("));
  EXPECT_TRUE(holds(harness(function), "sizeof(double), VECIFY_KIND(double)"));
}

TEST(Harness, AssertsWhatTheFrontendBelieved) {
  EXPECT_TRUE(holds(harness(gain()), "VECIFY_BELIEVE(float, 4, 1, 1);"));
}

TEST(Harness, TakesVoidForBytes) {
  HarnessFunction function = gain();
  function.params[0].element = "void";
  function.params[0].elementBytes = 0;
  EXPECT_TRUE(holds(harness(function), "sizeof(unsigned char), VECIFY_KIND(unsigned char)"));
}

TEST(Harness, PassesPromisesOn) {
  HarnessFunction function = gain();
  function.params[1].lo = 0;
  function.params[1].multiple = 8;
  EXPECT_TRUE(holds(harness(function), "VECIFY_SIZE, -1, 0, 0, 0LL, VECIFY_UNBOUNDED_HI, 8}"));
}

TEST(Harness, WritesTheSmallestBoundWithoutAnOverflowingLiteral) {
  HarnessFunction function = gain();
  function.params[1].lo = INT64_MIN;
  EXPECT_FALSE(holds(harness(function), "-9223372036854775808LL"));
}

TEST(Harness, NamesTheStartOfAWalkedRangeByItsIndex) {
  HarnessFunction function = gain();
  HarnessParam end = function.params[0];
  end.name = "end", end.endOf = "out";
  function.params = {function.params[0], end};
  EXPECT_TRUE(holds(harness(function), "{\"end\", sizeof(float), sizeof(float), VECIFY_KIND(float), 0 "
                                       "| VECIFY_POINTER | VECIFY_RESTRICT, 0, "));
}

TEST(Harness, KeepsACommentInADeclarationFromEndingOurs) {
  HarnessFunction function = gain();
  function.params[0].declaration = "float *out /* samples */";
  EXPECT_TRUE(holds(harness(function), "/* samples * /"));
}

TEST(Harness, IsTheSameTextForTheSameInput) { EXPECT_EQ(harness(gain()), harness(gain())); }

} // namespace
