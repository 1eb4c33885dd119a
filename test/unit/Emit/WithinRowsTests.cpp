#include "WithinRows.h"
#include "vecify/IR/Verify.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

namespace vecify {
namespace {

/// Where a load from `place` reads after keepWithinRows. Rows of `A` have 4 elements, those of `V` n.
std::string within(const std::string &place) {
  llvm::Expected<Function> f = parseFunction("func f(%n : i64) counter i trip (%n) {\n"
                                             "  array A : i32 type \"const int (*)[4]\" const\n"
                                             "  array V : i32 type \"const int (*)[n]\" const\n"
                                             "  array S : i32 type \"const struct S *\" const\n"
                                             "  pattern A = A \"A[{0}][{1}]\" : i32 strides(16, 4)\n"
                                             "  pattern V = V \"V[{0}][{1}]\" : i32 strides(4*%n, 4)\n"
                                             "  pattern S = S \"S[{0}].v[{1}]\" : i32 strides(16, 4)\n"
                                             "  %0 = index (0) : index\n"
                                             "  %1 = index (%n) : index\n"
                                             "  %2 = index (4) : index\n"
                                             "  %n_2 = index (%n + 2) : index\n"
                                             "  for %i = %0 to %1 step %2 {\n"
                                             "    %x = load " +
                                             place +
                                             " : 4xi32\n"
                                             "    yield\n"
                                             "  }\n"
                                             "  return %1\n"
                                             "}\n");
  if (!f)
    return llvm::toString(f.takeError());
  keepWithinRows(*f);
  std::string text;
  llvm::raw_string_ostream os(text);
  print(*f, os);
  return llvm::StringRef(text).split("load ").second.split(" :").first.str();
}

TEST(WithinRows, ConstantsGoOnInTheNextRow) {
  EXPECT_EQ(within("A[%i, 9]"), "A[%i + 2, 1]");
  EXPECT_EQ(within("A[%i, -1]"), "A[%i - 1, 3]");
  EXPECT_EQ(within("V[%i, -7]"), "V[%i - 1, %n - 7]");
}

TEST(WithinRows, CountersMayGoOnInTheNextRow) {
  EXPECT_EQ(within("A[%i, %i + 9]"), "A[%i + 2, %i + 1]");
  EXPECT_EQ(within("A[%i, %n + 4]"), "A[%i + 1, %n]");
  EXPECT_EQ(within("A[%i, %n_2 + 2]"), "A[%i + 1, %n_2 - 2]");
  EXPECT_EQ(within("A[%i, %n_2 + 1]"), "A[%i, %n_2 + 1]");
}

TEST(WithinRows, CountersThatWalkDownStartInTheRowBefore) {
  EXPECT_EQ(within("V[1, -%i - 15]"), "V[0, %n - %i - 15]");
  EXPECT_EQ(within("A[1, -%i - 1]"), "A[0, -%i + 3]");
}

TEST(WithinRows, WhatMayBeInsideStays) {
  for (const char *place : {"V[1, -%i]", "V[1, -%i + 15]", "V[1, %n - %i - 15]", "V[1, 9]", "A[1, %i + 3]", "A[1, -%i + 9]", "A[1, %i - 9]", "S[%i, 9]"})
    EXPECT_EQ(within(place), place);
}

} // namespace
} // namespace vecify
