#include "vecify/Support/Decline.h"
#include "gtest/gtest.h"

using namespace vecify;

namespace {

TEST(Decline, FillsTheArgumentsIn) {
  const Decline no({10, 3, 7}, Reason::MayAlias, {"a", "b"});
  EXPECT_EQ(no.text(), "'a' and 'b' may overlap, and their ranges cannot be computed for a run-time check");
  EXPECT_EQ(no.advice(), "declare the pointers restrict, or promise noalias(a, b)");
}

TEST(Decline, LogsItsPlace) {
  EXPECT_EQ(llvm::toString(decline({10, 3, 7}, Reason::BitField, {"s.x"})), "3:7: 's.x' is a bit-field");
  EXPECT_EQ(llvm::toString(decline({}, Reason::BitField, {"s.x"})), "'s.x' is a bit-field");
}

TEST(Decline, KeepsBracesOfArgumentsAndHolesWithoutOne) {
  EXPECT_EQ(Decline({}, Reason::UnsupportedExpr, {"{1}"}).text(), "the expression '{1}' cannot be vectorized");
  EXPECT_EQ(Decline({}, Reason::UnsupportedExpr).text(), "the expression '{0}' cannot be vectorized");
}

TEST(Decline, EveryRowHasAText) {
  for (size_t i = 0; i <= size_t(Reason::InternalError); ++i) {
    EXPECT_FALSE(rowOf(Reason(i)).text.empty());
    EXPECT_FALSE(rowOf(Reason(i)).name.empty());
  }
  EXPECT_EQ(rowOf(Reason::EarlyExit).name, "EarlyExit");
  EXPECT_EQ(rowOf(Reason::InHeader).kind, RemarkKind::Note);
}

} // namespace
