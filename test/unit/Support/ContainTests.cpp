#include "vecify/Support/Contain.h"
#include <cstdlib>
#include <gtest/gtest.h>

using namespace vecify;

namespace {

std::string endOf(llvm::function_ref<void()> body) { return llvm::toString(contain(body)); }

TEST(Contain, RunsWhatDoesNotCrash) {
  int value = 0;
  EXPECT_EQ(endOf([&] { value = 7; }), "");
  EXPECT_EQ(value, 7);
}

TEST(Contain, SurvivesAnAbort) {
  EXPECT_EQ(endOf([] { std::abort(); }), "Aborted");
  EXPECT_EQ(endOf([] { std::abort(); }), "Aborted") << "not only once";
}

TEST(Contain, SurvivesABadAccess) {
  EXPECT_EQ(endOf([] { *static_cast<volatile int *>(nullptr) = 1; }), "Segmentation fault");
}

/// Calls itself until the stack ends, long before the depth wraps.
unsigned sink(volatile unsigned *depth) {
  volatile char frame[4096];
  frame[*depth % sizeof frame] = 1;
  *depth = *depth + 1;
  return *depth == 0 ? 0 : sink(depth) + unsigned(frame[0]);
}

TEST(Contain, SurvivesARecursionWithoutEnd) {
  volatile unsigned depth = 0;
  EXPECT_EQ(endOf([&] { sink(&depth); }), "Segmentation fault");
  EXPECT_GT(depth, 100000u) << "frames of 4 KiB";
}

TEST(Contain, ContainsOneInAnother) {
  EXPECT_EQ(endOf([] { EXPECT_EQ(endOf([] { std::abort(); }), "Aborted"); }), "");
}

} // namespace
