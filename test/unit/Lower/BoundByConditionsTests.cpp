// What one side of a choice may count on, and what others use as well.
#include "Example.h"
#include "Steps.h"

namespace vecify {

static Function bounded(const Function &f) { return checked(boundByConditions(f, target("avx2"), {}), f); }

/// The bounds of every `within`, in order.
static std::vector<std::pair<int64_t, int64_t>> boundsIn(const Function &f) {
  std::vector<std::pair<int64_t, int64_t>> bounds;
  for (const Block &block : f.blocks)
    for (OpId id : block.ops)
      if (f.ops[id].kind == OpKind::Within)
        bounds.emplace_back(f.ops[id].ints[0], f.ops[id].ints[1]);
  return bounds;
}

static std::string choice(llvm::StringRef condition, llvm::StringRef sides, llvm::StringRef behind = "") {
  return ("  %a = transfer_read u8[0] lanes(1) : 16xu8\n  %x = cast %a : 16xi32\n  %k = constant 100 : 16xi32\n" +
          condition + sides + "  transfer_write %r, i32[0] lanes(1)\n" + behind)
      .str();
}

TEST(BoundByConditions, BothSidesKnowTheirBounds) {
  const Function after = bounded(example(choice("  %c = cmp_lt %x, %k : 16xi1\n", R"(  %p = mul %x, %x : 16xi32
  %q = sub %x, %k : 16xi32
  %r = select %c, %p, %q : 16xi32
)")));
  const std::vector<std::pair<int64_t, int64_t>> bounds = {{0, 99}, {0, 99}, {100, 255}};
  EXPECT_EQ(boundsIn(after), bounds) << toText(after);
  EXPECT_TRUE(boundsIn(checked(forgetBounds(after, target("avx2"), {}), after)).empty());
}

TEST(BoundByConditions, OneOfTwoConditionsSaysNothingOfBoth) {
  const std::string or_ = "  %d = cmp_lt %x, %k : 16xi1\n  %l = constant 200 : 16xi32\n  %e = cmp_gt %x, %l : 16xi1\n"
                          "  %c = or %d, %e : 16xi1\n";
  const Function after = bounded(example(choice(or_, R"(  %p = mul %x, %k : 16xi32
  %q = sub %x, %k : 16xi32
  %r = select %c, %p, %q : 16xi32
)")));
  const std::vector<std::pair<int64_t, int64_t>> bounds = {{100, 200}};
  EXPECT_EQ(boundsIn(after), bounds) << toText(after);
}

TEST(BoundByConditions, WhatIsWrittenUnderAPredicateKnowsIt) {
  const Function after = bounded(example(R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %x = cast %a : 16xi32
  %k = constant 100 : 16xi32
  %l = constant 200 : 16xi32
  %c = cmp_lt %x, %k : 16xi1
  %d = cmp_lt %x, %l : 16xi1
  %m = andnot %c, %d : 16xi1
  %p = mul %x, %k : 16xi32
  transfer_write %p, i32[0] lanes(1) mask %m)"));
  const std::vector<std::pair<int64_t, int64_t>> bounds = {{100, 199}};
  EXPECT_EQ(boundsIn(after), bounds) << toText(after);
}

TEST(BoundByConditions, WhatOthersUseIsNotBounded) {
  const Function after = bounded(example(choice("  %c = cmp_lt %x, %k : 16xi1\n", R"(  %p = mul %x, %x : 16xi32
  %r = select %c, %p, %k : 16xi32
)",
                                                "  transfer_write %p, i32[32] lanes(1)")));
  EXPECT_EQ(countOf(after, OpKind::Within), 0u) << toText(after);
}

TEST(BoundByConditions, ChoicesKeepWhatTheyLookLike) {
  const std::string limits = "  %z = constant 0 : 16xi32\n  %c = cmp_lt %x, %k : 16xi1\n";
  const Function f = example(choice(limits, R"(  %n = neg %x : 16xi32
  %d = cmp_gt %x, %k : 16xi1
  %s = select %d, %k, %x : 16xi32
  %r = select %c, %n, %s : 16xi32
)"));
  EXPECT_EQ(toText(bounded(f)), toText(f));
}

} // namespace vecify
