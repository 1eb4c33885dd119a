// Conditions that hold together: what becomes of them, and that it means the same.
#include "Example.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"

namespace vecify {

static Function chain(const Function &f) {
  return checked(sweep(checked(chainCompares(f, target("avx512"), {}), f)), f);
}

static unsigned joinsOf(const Function &f) {
  return countOf(f, OpKind::And) + countOf(f, OpKind::Or) + countOf(f, OpKind::AndNot) + countOf(f, OpKind::Not);
}

static const char Bounds[] = R"(
  %a = load i32[0] : 16xi32
  %b = load i32[16] : 16xi32
  %c = load i32[32] : 16xi32
  %x = cmp_lt %a, %b : 16xi1
  %y = cmp_gt %a, %c : 16xi1
  %z = cmp_eq %b, %c : 16xi1
)";

TEST(ChainCompares, NoneOfSeveralConditions) {
  const Function f = example(std::string(Bounds) + R"(  %o = or %x, %y : 16xi1
  %p = or %o, %z : 16xi1
  %n = not %p : 16xi1
  masked_store %a, i32[48] mask %n)");
  const Function after = chain(f);
  EXPECT_EQ(countOf(after, OpKind::CompareWhere), 2u) << toText(after);
  EXPECT_EQ(joinsOf(after), 0u) << toText(after);
}

TEST(ChainCompares, OneOfThreeIsNotNoneOfThem) {
  const Function f = example(std::string(Bounds) + R"(  %o = or %x, %y : 16xi1
  %p = or %o, %z : 16xi1
  masked_store %a, i32[48] mask %p)");
  const Function after = chain(f);
  EXPECT_EQ(countOf(after, OpKind::CompareWhere), 2u) << toText(after);
  EXPECT_EQ(joinsOf(after), 1u) << toText(after);
}

TEST(ChainCompares, OneOfTwoIsLeftUnlessItOnlySelects) {
  const Function stored = example(std::string(Bounds) + R"(  %o = or %x, %y : 16xi1
  masked_store %a, i32[48] mask %o)");
  EXPECT_EQ(countOf(chain(stored), OpKind::CompareWhere), 0u);
  const Function selected = example(std::string(Bounds) + R"(  %o = or %x, %y : 16xi1
  %s = select %o, %a, %b : 16xi32
  store %s, i32[48])");
  const Function after = chain(selected);
  EXPECT_EQ(countOf(after, OpKind::CompareWhere), 1u) << toText(after);
  EXPECT_EQ(joinsOf(after), 0u) << toText(after);
}

TEST(ChainCompares, WhatIsInvertedEverywhereIsTurned) {
  const Function f = example(std::string(Bounds) + R"(  %o = or %x, %y : 16xi1
  %n = not %o : 16xi1
  %l = masked_load i32[64] mask %n : 16xi32
  %t = cmp_lt %l, %c : 16xi1
  %q = andnot %o, %t : 16xi1
  masked_store %a, i32[48] mask %q)");
  const Function after = chain(f);
  EXPECT_EQ(countOf(after, OpKind::CompareWhere), 2u) << toText(after);
  EXPECT_EQ(joinsOf(after), 0u) << toText(after);
}

TEST(ChainCompares, WhatIsTurnedIsNotInvertedAgain) {
  const Function f = example(std::string(Bounds) + R"(  %o = or %x, %y : 16xi1
  %q = andnot %o, %z : 16xi1
  %n = not %o : 16xi1
  masked_store %a, i32[48] mask %q
  masked_store %a, i32[64] mask %z
  masked_store %b, i32[80] mask %n)");
  const Function after = chain(f);
  EXPECT_EQ(countOf(after, OpKind::CompareWhere), 1u) << toText(after);
  EXPECT_EQ(joinsOf(after), 1u) << toText(after);
}

TEST(ChainCompares, WhatIsNotANumberIsNotLess) {
  const Function f = example(R"(
  %a = load f32[0] : 16xf32
  %b = load f32[16] : 16xf32
  %c = load f32[32] : 16xf32
  %x = cmp_lt %a, %b : 16xi1
  %y = cmp_ge %a, %c : 16xi1
  %n = not %x : 16xi1
  %q = and %y, %n : 16xi1
  %s = select %q, %a, %b : 16xf32
  store %s, f32[48])");
  const Function after = chain(f);
  EXPECT_EQ(countOf(after, OpKind::CompareWhere), 1u) << toText(after);
  EXPECT_EQ(joinsOf(after), 0u) << toText(after);
}

TEST(ChainCompares, WhatElseIsUsedStays) {
  const Function f = example(std::string(Bounds) + R"(  %q = and %x, %y : 16xi1
  %s = select %x, %a, %b : 16xi32
  %t = select %y, %s, %c : 16xi32
  masked_store %t, i32[48] mask %q)");
  EXPECT_EQ(countOf(chain(f), OpKind::CompareWhere), 0u);
}

TEST(ChainCompares, TargetsWithoutPredicatesHaveNone) {
  const Function f = example(std::string(Bounds) + R"(  %q = and %x, %y : 16xi1
  masked_store %a, i32[48] mask %q)");
  EXPECT_EQ(countOf(checked(chainCompares(f, target("neon"), {}), f), OpKind::CompareWhere), 0u);
}

} // namespace vecify
