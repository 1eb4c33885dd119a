// A compiler's command line, taken apart for --launch.
#include "Launch.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace vecify;

namespace {

std::optional<CompilerCall> callOf(llvm::StringRef text) {
  std::vector<std::string> words;
  llvm::SmallVector<llvm::StringRef, 16> parts;
  text.split(parts, ' ');
  for (llvm::StringRef part : parts)
    words.push_back(part.str());
  return compilationOf(words);
}

/// "source > object | dependencies | flags"
std::string summary(llvm::StringRef text) {
  const std::optional<CompilerCall> call = callOf(text);
  return call ? call->command[call->source] + " > " + call->object + " | " + call->dependencies + " | " +
                    llvm::join(call->flags, " ")
              : "none";
}

TEST(Launch, ACompilationOfOneFile) {
  EXPECT_EQ(summary("gcc -O3 -c src/a.c"), "src/a.c > a.o |  | -O3");
  EXPECT_EQ(summary("gcc -c -o out/a.o -I inc -DX=1 -D Y src/a.c -Wall"),
            "src/a.c > out/a.o |  | -I inc -DX=1 -D Y -Wall");
  EXPECT_EQ(summary("clang -S a.c -oa.asm"), "a.c > a.asm |  | ");
  EXPECT_EQ(summary("clang -S x/a.c"), "x/a.c > a.s |  | ");
  EXPECT_EQ(summary("cc -x c -c a.c"), "a.c > a.o |  | ");
  EXPECT_EQ(summary("cc -include conf.c -isystem b.c -c a.c"), "a.c > a.o |  | -include conf.c -isystem b.c");
}

TEST(Launch, DependenciesAreNoFlags) {
  EXPECT_EQ(summary("gcc -MD -MT t.o -MF d/t.d -MP -c a.c -o t.o"), "a.c > t.o | d/t.d | ");
  EXPECT_EQ(summary("gcc -MMD -c a.c -o o/t.o"), "a.c > o/t.o | o/t.d | ");
  EXPECT_EQ(summary("gcc -MF d -c a.c"), "a.c > a.o |  | ");
}

TEST(Launch, EverythingElseIsTheCompilers) {
  for (const char *command :
       {"gcc a.c -o a", "gcc -E a.c", "gcc -M -c a.c", "gcc -c a.c b.c", "gcc -c a.cpp", "gcc -c a.s", "gcc -c a.c b.o",
        "gcc -x c++ -c a.c", "gcc -c -", "gcc -c @args", "gcc --version", "gcc"})
    EXPECT_EQ(summary(command), "none") << command;
}

} // namespace
