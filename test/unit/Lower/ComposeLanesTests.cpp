// Moves of lanes, one behind the other: that one instruction does them, and where it does not.
#include "Example.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"

namespace vecify {

static Function composed(const Function &f, llvm::StringRef spec) {
  return sweep(checked(composeLanes(f, target(spec), {}), f));
}

/// Ops that move lanes.
static unsigned movesIn(const Function &f) {
  unsigned moves = 0;
  for (OpKind kind : {OpKind::Shuffle, OpKind::Even, OpKind::Odd, OpKind::ZipLo, OpKind::ZipHi, OpKind::Cast,
                      OpKind::NarrowPair, OpKind::ShrImm, OpKind::ShlImm, OpKind::Or, OpKind::And})
    moves += countOf(f, kind);
  return moves;
}

static const char *const swapped = R"(
  %a = load i32[0] : 16xi32
  %b = load i32[16] : 16xi32
  %e = even %a, %b : 16xi32
  %o = odd %a, %b : 16xi32
)";

TEST(ComposeLanes, MembersThatAreSwappedAreShuffledOnce) {
  const Function f = example(std::string(swapped) + R"(
  %lo = zip_lo %o, %e : 16xi32
  %hi = zip_hi %o, %e : 16xi32
  store %lo, i32[32]
  store %hi, i32[48])");
  const Function after = composed(f, "avx512");
  EXPECT_EQ(movesIn(after), 2u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::Shuffle), 2u) << toText(after);
}

TEST(ComposeLanes, WhatIsPutBackIsNotMoved) {
  const Function f = example(std::string(swapped) + R"(
  %lo = zip_lo %e, %o : 16xi32
  %hi = zip_hi %e, %o : 16xi32
  store %lo, i32[32]
  store %hi, i32[48])");
  const Function after = composed(f, "avx512");
  EXPECT_EQ(movesIn(after), 0u) << toText(after);
}

TEST(ComposeLanes, LanesThatAreComputedAreNot) {
  const Function f = example(std::string(swapped) + R"(
  %s = add %e, %o : 16xi32
  store %s, i32[32])");
  EXPECT_EQ(toText(composed(f, "avx512")), toText(f));
}

static const char *const halves = R"(
  %a = load u8[0] : 16xu8
  %b = load u8[16] : 16xu8
  %e = even %a, %b : 16xu8
  %o = odd %a, %b : 16xu8
)";

/// Little-endian words of bytes are what stands in memory.
static std::string words(const char *between) {
  return std::string(halves) + between + R"(
  %x = cast %e : 16xu16
  %y = cast %o : 16xu16
  %h = shl_imm %y [8] : 16xu16
  %w = or %x, %h : 16xu16
  %v = bitcast %w : 16xi16
  store %v, i16[0])";
}

TEST(ComposeLanes, BytesThatStandInOrderAreLoaded) {
  const Function after = composed(example(words("")), "avx512");
  EXPECT_EQ(movesIn(after), 0u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::Load), 1u) << toText(after);
}

TEST(ComposeLanes, WhatIsWrittenInBetweenIsNotLoadedLater) {
  const Function after = composed(example(words("  %z = constant 7 : 16xu8\n  store %z, u8[4]")), "avx512");
  EXPECT_EQ(countOf(after, OpKind::Load), 2u) << toText(after);
}

TEST(ComposeLanes, TheHighBytesOfTwoAreTakenApart) {
  const Function f = example(R"(
  %a = load i16[0] : 8xi16
  %b = load i16[8] : 8xi16
  %x = bitcast %a : 8xu16
  %y = bitcast %b : 8xu16
  %h = shr_imm %x [8] : 8xu16
  %i = shr_imm %y [8] : 8xu16
  %n = narrow_pair %h, %i : 16xu8
  store %n, u8[0])");
  const Function after = composed(f, "neon");
  EXPECT_EQ(countOf(after, OpKind::Odd), 1u) << toText(after);
  EXPECT_EQ(movesIn(after), 1u) << toText(after);
}

/// Twice the first of every two bytes, a byte of `third` and the second: eight groups of four from sixteen bytes.
static std::string grouped(const char *third) {
  return std::string("  %c = constant ") + third + R"( : 8xu8
  %x = load u8[0] : 8xu8
  %y = load u8[8] : 8xu8
  %e = even %x, %y : 8xu8
  %o = odd %x, %y : 8xu8
  %l = zip_lo %e, %c : 8xu8
  %m = zip_hi %e, %c : 8xu8
  %lm = concat %l, %m : 16xu8
  %p = zip_lo %e, %o : 8xu8
  %q = zip_hi %e, %o : 8xu8
  %pq = concat %p, %q : 16xu8
  %a = bitcast %pq : 8xi16
  %b = bitcast %lm : 8xi16
  %f = zip_lo %a, %b : 8xi16
  %g = zip_hi %a, %b : 8xi16
  %fg = concat %f, %g : 16xi16
  store %fg, i16[0])";
}

TEST(ComposeLanes, BlocksAreLoadedFromWhereTheirBytesAre) {
  const Function after = composed(example(grouped("-1")), "avx2");
  EXPECT_EQ(countOf(after, OpKind::Concat), 1u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::Shuffle), 1u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::Or), 1u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::And), 0u) << toText(after);
}

TEST(ComposeLanes, ConstantBytesAreFilledIn) {
  const Function after = composed(example(grouped("18")), "avx2");
  EXPECT_EQ(countOf(after, OpKind::And), 1u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::Or), 1u) << toText(after);
}

} // namespace vecify
