// Rotations: which shifts make one, which do not, and that it means the same.
#include "Example.h"
#include "Steps.h"

namespace vecify {

static Function formed(llvm::StringRef body, llvm::StringRef spec = "avx512") {
  const Function f = example(body);
  return checked(formRotations(f, target(spec), {}), f);
}

/// Shifts of u32 lanes by what stands in memory, masked, and by what it leaves of 32.
static std::string byLanes(llvm::StringRef join, int mask = 31) {
  return "  %x = transfer_read u32[0] lanes(1) : 16xu32\n  %n = transfer_read u32[16] lanes(1) : 16xu32\n"
         "  %m = constant " +
         std::to_string(mask) +
         " : 16xu32\n  %a = and %n, %m : 16xu32\n  %o = neg %n : 16xu32\n  %b = and %m, %o : 16xu32\n"
         "  %l = shl %x, %a : 16xu32\n  %h = shr %x, %b : 16xu32\n  %r = " +
         join.str() + " %l, %h : 16xu32\n  transfer_write %r, u32[32] lanes(1)";
}

static std::string byConstants(llvm::StringRef type, int left, int right) {
  const std::string t = type.str();
  return "  %x = transfer_read " + t + "[0] lanes(1) : 16x" + t + "\n  %l = shl_imm %x [" + std::to_string(left) +
         "] : 16x" + t + "\n  %h = shr_imm %x [" + std::to_string(right) + "] : 16x" + t + "\n  %r = or %h, %l : 16x" +
         t + "\n  transfer_write %r, " + t + "[16] lanes(1)";
}

TEST(Rotations, AmountsNeedNoMask) {
  const Function after = formed(byLanes("or"));
  EXPECT_EQ(countOf(after, OpKind::RotateLeft), 1u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::And), 0u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::Neg), 0u) << toText(after);
}

TEST(Rotations, ASumOfWhatIsNotShiftedIsTwiceIt) {
  for (const char *join : {"add", "xor"})
    EXPECT_EQ(countOf(formed(byLanes(join)), OpKind::RotateLeft), 0u) << join;
}

TEST(Rotations, AmountsAddUpToTheWidth) {
  EXPECT_EQ(countOf(formed(byLanes("or", 15)), OpKind::RotateLeft), 0u) << "to 16 only";
  EXPECT_EQ(countOf(formed(byConstants("u32", 7, 25)), OpKind::RotateLeftImm), 1u);
  EXPECT_EQ(countOf(formed(byConstants("u32", 7, 24)), OpKind::RotateLeftImm), 0u);
  EXPECT_EQ(countOf(formed(byConstants("u64", 7, 25)), OpKind::RotateLeftImm), 0u);
}

TEST(Rotations, SignsThatComeInAreNoBitsThatWereThere) {
  EXPECT_EQ(countOf(formed(byConstants("i32", 7, 25)), OpKind::RotateLeftImm), 0u);
}

TEST(Rotations, AreForTargetsThatHaveThem) {
  EXPECT_EQ(countOf(formed(byLanes("or"), "neon"), OpKind::RotateLeft), 0u);
  EXPECT_EQ(countOf(formed(byConstants("u32", 7, 25), "avx2"), OpKind::RotateLeftImm), 0u);
  EXPECT_EQ(countOf(formed(byConstants("u16", 7, 9)), OpKind::RotateLeftImm), 0u);
  EXPECT_EQ(countOf(formed(byConstants("u16", 7, 9), "avx512+vbmi2"), OpKind::RotateLeftImm), 1u);
  for (const char *type : {"u8", "u16", "u32", "u64"})
    for (const int amount : {1, 4, 5}) {
      const int bits = type[1] == '8' ? 8 : std::stoi(type + 1);
      EXPECT_EQ(countOf(formed(byConstants(type, amount, bits - amount), "neon"), OpKind::RotateLeftImm), 1u) << type;
    }
}

TEST(Rotations, RotatedBytesAreShuffledWithOthers) {
  const Function before = example(R"(
  %x = transfer_read u32[0] lanes(1) : 16xu32
  %a = shl_imm %x [8] : 16xu32
  %b = shr_imm %x [24] : 16xu32
  %c = or %a, %b : 16xu32
  %d = shl_imm %x [24] : 16xu32
  %e = shr_imm %x [8] : 16xu32
  %f = or %d, %e : 16xu32
  %m = constant 16711935 : 16xu32
  %n = constant 4278255360 : 16xu32
  %g = and %c, %m : 16xu32
  %h = and %f, %n : 16xu32
  %r = or %g, %h : 16xu32
  transfer_write %r, u32[16] lanes(1))");
  for (const char *spec : {"avx2", "avx512", "neon"}) {
    const Function after = checked(lowerToNative(before, target(spec), {}), before);
    EXPECT_EQ(countOf(after, OpKind::RotateLeftImm), 0u) << spec << "\n" << toText(after);
    EXPECT_EQ(countOf(after, OpKind::Or), 0u) << spec << "\n" << toText(after);
  }
}

} // namespace vecify
