#include "vecify/Support/StableVector.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <string>

using namespace vecify;

namespace {

StableVector<std::string> numbers(unsigned count) {
  StableVector<std::string> result;
  for (unsigned i = 0; i < count; ++i)
    result.emplace_back(std::to_string(i));
  return result;
}

TEST(StableVector, ReferencesHoldWhileElementsAreAdded) {
  StableVector<std::string> v = numbers(1);
  const std::string *first = &v[0], *last = nullptr;
  for (unsigned i = 1; i < 1000; ++i) {
    std::string *added = &v.emplace_back(std::to_string(i));
    EXPECT_EQ(added, &v.back());
    if (i == 500)
      last = added;
  }
  EXPECT_EQ(first, &v[0]);
  EXPECT_EQ(last, &v[500]);
  EXPECT_EQ(*last, "500");
}

TEST(StableVector, ReferencesHoldInACopyToo) {
  for (unsigned size : {1u, 31u, 32u, 33u, 100u}) {
    const StableVector<std::string> v = numbers(size);
    StableVector<std::string> copy = v;
    const std::string *last = &copy.back();
    for (unsigned i = 0; i < 100; ++i)
      copy.emplace_back("more");
    EXPECT_EQ(last, &copy[size - 1]) << size;
    EXPECT_EQ(v.size(), size);
    EXPECT_EQ(copy.size(), size + 100);
    EXPECT_EQ(*last, std::to_string(size - 1));
  }
}

TEST(StableVector, IsWalkedInOrder) {
  const StableVector<std::string> v = numbers(70);
  unsigned next = 0;
  for (const std::string &element : v)
    EXPECT_EQ(element, std::to_string(next++));
  EXPECT_EQ(next, 70u);
  EXPECT_EQ(v.end() - v.begin(), 70);
  EXPECT_EQ(llvm::find(v, "45") - v.begin(), 45);
  EXPECT_TRUE(StableVector<std::string>().empty());
}

TEST(StableVector, ForgetsItsEnd) {
  StableVector<std::string> v = numbers(100);
  for (unsigned size : {65u, 64u, 63u, 1u, 0u}) {
    v.truncate(size);
    EXPECT_EQ(v.size(), size);
    EXPECT_EQ(unsigned(std::distance(v.begin(), v.end())), size);
  }
  v.emplace_back("again");
  EXPECT_EQ(v.back(), "again");
}

} // namespace
