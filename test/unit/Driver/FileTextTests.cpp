// First lines, places and line ends.
#include "FileText.h"
#include "gtest/gtest.h"

using namespace vecify;

namespace {

std::string lineFor(std::vector<std::string> compileFlags) {
  Options options;
  options.compileFlags = std::move(compileFlags);
  return portableCommandLine(options);
}

TEST(FirstLine, NamesTheFileItsHashAndTheFlags) {
  ParsedFile file;
  file.path = "/home/someone/src/a.c";
  file.original = "int x;\n";
  Options options;
  options.targets = {"avx512", "avx2"};
  options.fp = FpMode::Strict;
  options.maxGrowthPercent = 200;
  options.onlyFunctions = "x*/y";
  EXPECT_EQ(firstLine(file, options), "/* vecify " VECIFY_VERSION " a.c 06c25fe0c80b"
                                      " --target=avx512,avx2 --fp=strict --only=x*\\/y --max-growth=200 */\n");
}

TEST(FirstLine, LeavesOutWhatHoldsOneMachinesPaths) {
  EXPECT_EQ(lineFor({"-O3", "-I/usr/include/x", "-I", "/opt/include", "-isystem", "/a", "-mavx2"}), "-- -O3 -mavx2");
  EXPECT_EQ(lineFor({"--sysroot=/opt/arm", "-DROOT=\"/srv\"", "-D", "ETC=/etc", "-fdebug-prefix-map=/x=."}), "");
  EXPECT_EQ(lineFor({"-I../include", "-Isrc/lib", "-DHALF=1/2", "-include", "config.h"}),
            "-- -I../include -Isrc/lib -DHALF=1/2 -include config.h");
}

TEST(Places, PreamblesFollowTheLastIncludeInReach) {
  ParsedFile file;
  file.text = "#include <a.h>\nint f(void);\n#include <b.h>\n";
  file.includes = {{"<a.h>", 15}, {"<b.h>", uint32_t(file.text.size())}};
  EXPECT_EQ(preamblePlace(file, 20), 15u);
  EXPECT_EQ(preamblePlace(file, 10), 0u);
  EXPECT_EQ(headersAbove(file, 15), std::set<std::string>{"<a.h>"});
  file.includes.clear();
  file.text.insert(0, "\xEF\xBB\xBF");
  EXPECT_EQ(preamblePlace(file, 20), 3u) << "behind the byte order mark";
}

TEST(Places, DirectivesNeedLinesOfTheirOwn) {
  const std::string text = "\xEF\xBB\xBFint a; int b;\n  int c; // c\n";
  const auto at = [&](const char *what) { return uint32_t(text.find(what)); };
  EXPECT_EQ(newlineBefore(text, 3), "");
  EXPECT_EQ(newlineBefore(text, at("int b")), "\n");
  EXPECT_EQ(newlineBefore(text, at("int c")), "");
  EXPECT_EQ(newlineAfter(text, at(" int b")), "\n");
  EXPECT_EQ(newlineAfter(text, at("\n  int c")), "");
  EXPECT_EQ(newlineAfter(text, uint32_t(text.size())), "");
}

TEST(LineEnds, AreThoseOfTheFile) {
  ParsedFile file;
  file.text = "a\r\nb\r\n";
  EXPECT_EQ(applyToFile(file, {{{3, 3}, "x\ny\r\n"}}), "a\r\nx\r\ny\r\nb\r\n");
  file.text = "a\nb\r\n";
  EXPECT_EQ(applyToFile(file, {{{2, 2}, "x\n"}}), "a\nx\nb\r\n");
}

TEST(Expansions, ComeBackWhereNothingWasEdited) {
  ParsedFile file;
  file.text = "int a; int b; int c;";
  file.expansions = {{{0, 6}, "A"}, {{7, 13}, "B()"}, {{14, 20}, "C"}};
  EXPECT_EQ(applyToFile(file, {}), "A B() C");
  EXPECT_EQ(applyToFile(file, {{{11, 12}, "d"}, {{14, 14}, "/**/"}}), "A int d; /**/C");
  EXPECT_EQ(applyToFile(file, {{{4, 18}, "e"}}), "int ec;");
}

} // namespace
