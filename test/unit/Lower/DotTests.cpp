// Sums of narrow products as dot products: what is found, and that the sums stay what they were.
#include "Example.h"
#include "Steps.h"
#include "vecify/IR/Verify.h"

namespace vecify {

/// What one product of a sum reads, `g` being its number: the scalar factor and the lanes of the other one.
struct Operands {
  std::string x, y; ///< elements
  std::string word; ///< subscript of the scalar
  std::string lanes, step;
};

/// A loop over `count` products of 32 lanes, `group` in an iteration, which begins with `start`, in elements `wide`.
static Function sum(const Operands &o, unsigned group, unsigned count, std::string start = "constant 5",
                    const std::string &wide = "i32") {
  const std::string lanes = " : 32x" + wide + "\n";
  if (start.starts_with("constant"))
    start += " : 32x" + wide;
  std::string body = "  %from = index (0) : index\n  %to = index (" + std::to_string(count) +
                     ") : index\n  %step = index (" + std::to_string(std::max(group, 1u)) +
                     ") : index\n  %z = " + start + "\n  %s = for %k = %from to %to step %step carry(%c : 32x" + wide +
                     " = %z) {\n";
  std::string before = "%c";
  for (unsigned g = 0; g < group; ++g) {
    const std::string n = std::to_string(g);
    body += "    %x" + n + " = transfer_read " + o.x + "[" + o.word + " + " + n + "] : " + o.x + "\n";
    body += "    %xw" + n + " = cast %x" + n + " : " + wide + "\n    %xv" + n + " = broadcast %xw" + n + lanes;
    body += "    %y" + n + " = transfer_read " + o.y + "[" + o.lanes + " + " + n + "] lanes(" + o.step + ") : 32x" +
            o.y + "\n";
    body += "    %yw" + n + " = cast %y" + n + lanes + "    %p" + n + " = mul %yw" + n + ", %xv" + n + lanes;
    body += "    %s" + n + " = add " + before + ", %p" + n + lanes;
    before = "%s" + n;
  }
  return example(body + "    yield " + before + "\n  }\n  transfer_write %s, " + wide + "[0] lanes(1)\n");
}

static Function formed(const Function &f, llvm::StringRef spec) {
  llvm::Expected<Function> after = formDots(f, target(spec), {});
  EXPECT_TRUE(bool(after));
  if (llvm::Error wrong = verify(*after))
    ADD_FAILURE() << llvm::toString(std::move(wrong)) << toText(*after);
  expectSameMeaning(f, *after);
  return std::move(*after);
}

static unsigned dotsIn(const Function &f) {
  return countOf(f, OpKind::DotAccumulate) + countOf(f, OpKind::MulAddPairs) + countOf(f, OpKind::MulAddQuads);
}

TEST(FormDots, WholeRegistersWhereLanesLieBetweenEachOther) {
  const Function after = formed(sum({"u8", "i8", "%k", "%k", "4"}, 4, 16), "avx512+vnni");
  EXPECT_EQ(dotsIn(after), 1u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::Mul), 0u);
  EXPECT_EQ(countOf(after, OpKind::LoadSplat), 1u);
  EXPECT_EQ(countOf(after, OpKind::TransferRead), 1u);
}

TEST(FormDots, RowsAreInterleavedInRegisters) {
  const Function after = formed(sum({"u8", "i8", "%k", "40*%k + 39", "1"}, 4, 4), "avx512+vnni");
  EXPECT_EQ(dotsIn(after), 1u) << toText(after);
}

TEST(FormDots, SlidingLanesAreSummedInAnotherOrder) {
  for (const char *start : {"constant 5", "transfer_read i32[3] lanes(1) : 32xi32"}) {
    const Function after = formed(sum({"i16", "i16", "%k", "%k", "1"}, 2, 12, start), "avx512+vnni");
    EXPECT_EQ(dotsIn(after), 1u) << toText(after);
    EXPECT_EQ(countOf(after, OpKind::TransferRead), start[0] == 't' ? 3u : 2u) << toText(after);
  }
}

TEST(FormDots, SignsThatTheTargetLacksAreMoved) {
  for (const char *type : {"i8", "u8"}) {
    const Function f = sum({type, type, "%k", "4*%k", "4"}, 4, 68);
    const Function moved = formed(f, "avx512+vnni");
    EXPECT_EQ(dotsIn(moved), 3u) << toText(moved); // the sums, and twice what they are too large by
    EXPECT_EQ(dotsIn(formed(f, "neon+dotprod")), 1u);
  }
}

TEST(FormDots, PairsOfBytesWhereFoursAreMissing) {
  EXPECT_EQ(dotsIn(formed(sum({"i8", "i8", "%k", "2*%k", "2"}, 2, 12), "avx2")), 1u);
  EXPECT_EQ(dotsIn(formed(sum({"u8", "i16", "%k", "2*%k", "2"}, 2, 12), "avx2")), 1u);
}

TEST(FormDots, FoursWhereSumsAreWide) {
  for (const char *step : {"1", "4", "9"}) {
    const std::string lanes = step == std::string("1") ? "%k" : "4*%k";
    const Function after = formed(sum({"i16", "i16", "%k", lanes, step}, 4, 12, "constant 5", "i64"), "avx2");
    EXPECT_EQ(countOf(after, OpKind::MulAddQuads), 1u) << toText(after);
    EXPECT_EQ(countOf(after, OpKind::Mul), 0u) << toText(after);
  }
  // Pairs may exceed 32 bits; where nothing takes four, and of wider factors, products stay.
  EXPECT_EQ(dotsIn(formed(sum({"i16", "i16", "%k", "%k", "1"}, 2, 12, "constant 5", "i64"), "avx2")), 0u);
  EXPECT_EQ(dotsIn(formed(sum({"i16", "i16", "%k", "%k", "1"}, 4, 12, "constant 5", "i64"), "neon")), 0u);
  EXPECT_EQ(dotsIn(formed(sum({"u16", "i16", "%k", "%k", "1"}, 4, 12, "constant 5", "i64"), "avx512")), 0u);
}

TEST(FormDots, WordsThatLieApartArePutTogether) {
  EXPECT_EQ(dotsIn(formed(sum({"u8", "i8", "3*%k", "%k", "4"}, 4, 16), "avx512+vnni")), 1u);
  const Function scattered = formed(sum({"i16", "i16", "-%k", "2*%k", "2"}, 2, 6), "avx2");
  EXPECT_EQ(dotsIn(scattered), 1u);
}

TEST(FormDots, WideFactorsStay) {
  EXPECT_EQ(dotsIn(formed(sum({"u16", "i16", "%k", "2*%k", "2"}, 2, 12), "avx2")), 0u);
  EXPECT_EQ(dotsIn(formed(sum({"i8", "i32", "%k", "2*%k", "2"}, 2, 12), "avx512+vnni")), 0u);
}

TEST(FormDots, SingleProductsStay) {
  EXPECT_EQ(dotsIn(formed(sum({"i8", "i8", "%k", "%k", "1"}, 1, 12), "avx512+vnni")), 0u);
}

TEST(FormDots, WhatIsCarriedUnchangedStays) {
  EXPECT_EQ(dotsIn(formed(sum({"i8", "i8", "%k", "%k", "1"}, 0, 12), "avx512+vnni")), 0u);
}

TEST(FormDots, AllTheWayDown) {
  const Operands all[] = {{"u8", "i8", "%k", "4*%k", "4"},   {"i8", "i8", "%k", "4*%k", "4"},
                          {"u8", "u8", "%k", "%k", "1"},     {"i8", "u8", "%k", "%k", "1"},
                          {"i8", "i8", "%k", "%k + 7", "2"}, {"i16", "i16", "%k", "%k", "1"},
                          {"i8", "i8", "2*%k", "%k", "4"},   {"i16", "u8", "%k", "%k", "%len"}};
  for (llvm::StringRef spec : {"avx2", "avx512+vnni", "neon", "neon+dotprod+i8mm"})
    for (const Operands &o : all)
      for (unsigned group : {2u, 4u})
        for (const char *wide : {"i32", "i64"})
          loweredAndChecked(sum(o, group, 2 * group, "constant 5", wide), target(spec), 2);
}

} // namespace vecify
