// What is widened, computed and narrowed again within blocks of 128 bits: what becomes of it, and that it means the
// same.
#include "Example.h"
#include "Steps.h"

namespace vecify {

static Function inBlocks(const Function &f, llvm::StringRef spec = "avx2") {
  return checked(narrowInBlocks(f, target(spec), {}), f);
}

TEST(NarrowInBlocks, HalvesOfARegisterAreWidenedInPlace) {
  const Function f = example(R"(
  %v = load u8[0] : 32xu8
  %a = extract_slice %v [0] : 16xu8
  %b = extract_slice %v [16] : 16xu8
  %c = cast %a : 16xi16
  %d = cast %b : 16xi16
  %k = constant 3 : 16xi16
  %p = mul %c, %k : 16xi16
  %q = mul %d, %k : 16xi16
  %r = narrow_pair_sat %p, %q : 32xu8
  store %r, u8[32])");
  const Function after = inBlocks(f);
  EXPECT_EQ(countOf(after, OpKind::NarrowBlocksSat), 1u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::Shuffle), 2u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::Cast), 0u) << toText(after);
  // Where narrowing takes no blocks there is nothing to gain.
  EXPECT_EQ(toText(inBlocks(f, "neon")), toText(f));
}

/// 3a - 5b + 7 of 16 bits in 32.
static const char *const twoProducts = R"(
  %x = load i16[0] : 16xi16
  %y = load i16[16] : 16xi16
  %x0 = extract_slice %x [0] : 8xi16
  %x1 = extract_slice %x [8] : 8xi16
  %y0 = extract_slice %y [0] : 8xi16
  %y1 = extract_slice %y [8] : 8xi16
  %a0 = cast %x0 : 8xi32
  %a1 = cast %x1 : 8xi32
  %b0 = cast %y0 : 8xi32
  %b1 = cast %y1 : 8xi32
  %3 = constant 3 : 8xi32
  %5 = constant 5 : 8xi32
  %7 = constant 7 : 8xi32
  %p0 = mul %a0, %3 : 8xi32
  %p1 = mul %a1, %3 : 8xi32
  %q0 = mul %5, %b0 : 8xi32
  %q1 = mul %5, %b1 : 8xi32
  %d0 = sub %p0, %q0 : 8xi32
  %d1 = sub %p1, %q1 : 8xi32
  %s0 = add %d0, %7 : 8xi32
  %s1 = add %d1, %7 : 8xi32
  %r = narrow_pair_sat %s0, %s1 : 16xi16
  store %r, i16[32])";

TEST(NarrowInBlocks, ProductsAreMadeInPairs) {
  const Function after = inBlocks(example(twoProducts));
  EXPECT_EQ(countOf(after, OpKind::MulAddPairs), 2u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::Mul), 0u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::Cast), 0u) << toText(after);
}

TEST(NarrowInBlocks, FourRegistersThatBecomeOneAreOrderedOnce) {
  const Function after = inBlocks(example(R"(
  %a = load i32[0] : 8xi32
  %b = load i32[8] : 8xi32
  %c = load i32[16] : 8xi32
  %d = load i32[24] : 8xi32
  %x = narrow_pair_sat %a, %b : 16xi16
  %y = narrow_pair_sat %c, %d : 16xi16
  %r = narrow_pair_sat %x, %y : 32xu8
  store %r, u8[32])"));
  EXPECT_EQ(countOf(after, OpKind::NarrowBlocksSat), 3u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::NarrowPairSat), 0u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::Shuffle), 1u) << toText(after);
}

TEST(NarrowInBlocks, NothingIsReadBehindAWrite) {
  const Function f = example(R"(
  %a = load u8[0] : 16xu8
  %b = load u8[16] : 16xu8
  %c = cast %a : 16xi16
  %d = cast %b : 16xi16
  store %c, i16[0]
  store %d, i16[16]
  %z = constant 9 : 32xu8
  store %z, u8[0]
  %k = constant 3 : 16xi16
  %p = mul %c, %k : 16xi16
  %q = mul %d, %k : 16xi16
  %r = narrow_pair_sat %p, %q : 32xu8
  store %r, u8[32])");
  EXPECT_EQ(countOf(inBlocks(f), OpKind::Load), 2u);
}

/// A fixed-point product of 32 bits, whose factors are widened by `cast`.
static Function fixedPoint(const std::string &element, const std::string &wide, const std::string &shift) {
  const std::string w = " : 4x" + wide + "\n";
  return example("  %a = load " + element + "[0] : 4x" + element + "\n  %b = load " + element + "[4] : 4x" + element +
                 "\n  %c = cast %a" + w + "  %d = cast %b" + w + "  %s = transfer_read " + element +
                 "[9] : " + element + "\n  %sw = cast %s : " + wide + "\n  %k = broadcast %sw" + w +
                 "  %p = mul_halves %c, %k" + w + "  %q = mul_halves %d, %k" + w + "  %h = constant 1000" + w +
                 "  %p1 = add %p, %h" + w + "  %q1 = add %q, %h" + w + shift + "  %r = narrow_pair %p2, %q2 : 8x" +
                 element + "\n  store %r, " + element + "[100]");
}

TEST(NarrowByParity, EvenAndOddLanesAreMultipliedWhereTheyAre) {
  for (const auto &[element, wide] : {std::pair("i32", "i64"), {"u32", "u64"}})
    for (const std::string bits : {"[1]", "[31]", "[32]"}) {
      const std::string end = bits + " : 4x" + wide + "\n";
      const Function f = fixedPoint(element, wide, "  %p2 = shr_imm %p1 " + end + "  %q2 = shr_imm %q1 " + end);
      const Function after = checked(narrowByParity(f, target("avx2"), {}), f);
      EXPECT_EQ(countOf(after, OpKind::MulHalves), 2u) << toText(after);
      EXPECT_EQ(countOf(after, OpKind::Load), 1u) << toText(after);
      EXPECT_EQ(countOf(after, OpKind::NarrowPair), 0u) << toText(after);
      EXPECT_EQ(countOf(after, OpKind::Shuffle), 1u) << toText(after);
    }
}

TEST(NarrowByParity, HigherBitsAreShiftedBefore) {
  const std::string end = "[40] : 4xu64\n";
  const Function f = fixedPoint("u32", "u64", "  %p2 = shr_imm %p1 " + end + "  %q2 = shr_imm %q1 " + end);
  const Function after = checked(narrowByParity(f, target("avx2"), {}), f);
  EXPECT_EQ(countOf(after, OpKind::NarrowPair), 0u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::ShrImm), 3u) << toText(after);
}

TEST(NarrowByParity, ShiftsThatDifferStay) {
  const Function f = fixedPoint("u32", "u64", "  %p2 = shr_imm %p1 [3] : 4xu64\n  %q2 = shr_imm %q1 [4] : 4xu64\n");
  EXPECT_EQ(toText(checked(narrowByParity(f, target("avx2"), {}), f)), toText(f));
}

/// Sums and products of a few narrow arrays in 16 or 32 bits, shifted and narrowed.
static Function randomNarrowing(uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto pick = [&](std::initializer_list<const char *> of) {
    return std::string(of.begin()[random() % of.size()]);
  };
  const auto number = [](int64_t n) { return std::to_string(n); };
  const int64_t lanes = 16 << random() % 2;
  const std::string wide = pick({"i16", "i32", "i32", "i32", "u32"}), type = " : " + number(lanes) + "x" + wide;
  std::string body;
  std::vector<std::string> values;
  for (unsigned i = 0; i < 2 + random() % 3; ++i) {
    const std::string n = number(i),
                      from = wide == "i16" ? pick({"u8", "i8"}) : pick({"u8", "i8", "i16", "i16", "u16"});
    body += "  %r" + n + " = transfer_read " + from + "[" + number(random() % 9) + "] lanes(1) : " + number(lanes) +
            "x" + from + "\n  %w" + n + " = cast %r" + n + type + "\n";
    values.push_back("%w" + n);
  }
  for (unsigned i = 0; i < 2 + random() % 7; ++i) {
    const std::string n = number(i), x = values[random() % values.size()], y = values[random() % values.size()];
    const int64_t k = int64_t(random() % 4 ? random() % 400 : random() % 70000) - (wide[0] == 'u' ? 0 : 150);
    body += "  %k" + n + " = constant " + number(wide == "i16" ? k % 120 : k) + type + "\n";
    switch (random() % 7) {
    case 0:
      body += "  %v" + n + " = shr_imm " + x + " [" + number(random() % 8) + "]" + type + "\n";
      break;
    case 1:
    case 2:
      body += "  %v" + n + " = " + pick({"add", "sub", "min", "max"}) + " " + x + ", " + y + type + "\n";
      break;
    case 3:
      body += "  %v" + n + " = add " + x + ", %k" + n + type + "\n";
      break;
    default:
      body += "  %p" + n + " = mul " + x + ", %k" + n + type + "\n  %v" + n + " = " + pick({"add", "sub"}) + " %p" + n +
              ", " + y + type + "\n";
    }
    values.push_back("%v" + n);
  }
  for (unsigned i = 0; i < 1 + random() % 2; ++i) {
    const std::string n = number(i), to = wide == "i16" ? pick({"u8", "i8"}) : pick({"u8", "i8", "i16", "u16"});
    std::string v = values[values.size() - 1 - i];
    if (random() % 2) { // to the limits of the narrower type
      const bool isByte = to[1] == '8';
      const std::string hi = number(to[0] == 'u' ? (isByte ? 255 : 65535) : isByte ? 127 : 32767);
      const std::string lo = wide[0] == 'u' || to[0] == 'u' ? "0" : isByte ? "-128" : "-32768";
      body += "  %hi" + n + " = constant " + hi + type + "\n  %lo" + n + " = constant " + lo + type + "\n  %m" + n +
              " = min " + v + ", %hi" + n + type + "\n  %c" + n + " = max %m" + n + ", %lo" + n + type + "\n";
      v = "%c" + n;
    }
    body += "  %n" + n + " = cast " + v + " : " + number(lanes) + "x" + to + "\n  transfer_write %n" + n + ", " + to +
            "[" + number(100 + 70 * i) + "] lanes(1)\n";
  }
  return example(body);
}

TEST(NarrowInBlocks, MeansTheSameWhateverIsNarrowed) {
  for (const char *spec : {"avx2", "avx512"}) {
    unsigned changed = 0, paired = 0;
    for (uint64_t seed = 0; seed < 150; ++seed) {
      const Function after = loweredAndChecked(randomNarrowing(seed), target(spec), 2);
      if (::testing::Test::HasFailure()) {
        ADD_FAILURE() << "seed " << seed << "\n" << toText(randomNarrowing(seed)) << toText(after);
        return;
      }
      changed += countOf(after, OpKind::NarrowBlocks) + countOf(after, OpKind::NarrowBlocksSat) > 0;
      paired += countOf(after, OpKind::MulAddPairs) > 0;
    }
    EXPECT_GT(changed, 8u) << spec;
    EXPECT_GT(paired, 8u) << spec;
  }
}

} // namespace vecify
