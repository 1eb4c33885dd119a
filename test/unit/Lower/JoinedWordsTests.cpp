// Words put together from bytes: which bytes are known to be neighbours, and which are left alone.
#include "Example.h"
#include "RecognizeIdioms/JoinedWords.h"

namespace vecify {

static Function joined(const std::string &body, llvm::StringRef spec = "avx2") {
  const Function f = example(body);
  return checked(joinedWords(f, target(spec), {}), f);
}

/// `count` bytes of each of 8 words, read in steps of as many: %b0 %b1 .., as words %w0 %w1 ..
static std::string bytesOfWords(int count) {
  std::string text;
  for (int k = 0; k < count; ++k) {
    const std::string n = std::to_string(k);
    text += "  %b" + n + " = transfer_read u8[" + n + "] lanes(" + std::to_string(count) + ") : 8xu8\n";
    text += "  %w" + n + " = cast %b" + n + " : 8xu32\n";
  }
  return text;
}

TEST(JoinedWords, NeighbouringBytesAreReadAsOne) {
  const Function little = joined(bytesOfWords(4) + R"(
  %s1 = shl_imm %w1 [8] : 8xu32
  %s2 = shl_imm %w2 [16] : 8xu32
  %s3 = shl_imm %w3 [24] : 8xu32
  %a = or %w0, %s1 : 8xu32
  %b = add %s3, %s2 : 8xu32
  %r = xor %a, %b : 8xu32
  transfer_write %r, u32[0] lanes(1))");
  EXPECT_EQ(countOf(little, OpKind::TransferRead), 1u) << toText(little);
  EXPECT_EQ(countOf(little, OpKind::Shuffle) + countOf(little, OpKind::Xor), 0u) << toText(little);
  const std::string big = bytesOfWords(2) + R"(
  %s0 = shl_imm %w0 [8] : 8xu32
  %r = or %s0, %w1 : 8xu32
  transfer_write %r, u32[0] lanes(1))";
  EXPECT_EQ(countOf(joined(big), OpKind::Shuffle), 1u);
  EXPECT_EQ(countOf(joined(big, "neon"), OpKind::Shuffle), 1u);
}

TEST(JoinedWords, OnlyBytesThatAreApartAndInOrder) {
  for (const char *rest : {
           "%s1 = shl_imm %w1 [4] : 8xu32\n  %r = or %w0, %s1 : 8xu32",  // not by bytes
           "%s1 = shl_imm %w1 [16] : 8xu32\n  %r = or %w0, %s1 : 8xu32", // a hole
           "%s1 = shl_imm %w0 [8] : 8xu32\n  %r = or %w0, %s1 : 8xu32",  // twice the same
           "%r = add %w0, %w1 : 8xu32",
       }) {
    const std::string body = bytesOfWords(2) + "  " + rest + "\n  transfer_write %r, u32[0] lanes(1)";
    EXPECT_EQ(toText(joined(body)), toText(example(body)));
  }
  // Three of four.
  const std::string three = bytesOfWords(4) + R"(
  %s1 = shl_imm %w1 [8] : 8xu32
  %s2 = shl_imm %w2 [16] : 8xu32
  %a = or %w0, %s1 : 8xu32
  %r = or %a, %s2 : 8xu32
  transfer_write %r, u32[0] lanes(1)
  transfer_write %w3, u32[8] lanes(1))";
  EXPECT_EQ(toText(joined(three)), toText(example(three)));
}

TEST(JoinedWords, ReversedWordsAreOneShuffle) {
  const std::string shifts = R"(
  %x = transfer_read u32[0] lanes(1) : 8xu32
  %y = transfer_read u32[0] lanes(1) : 8xu32
  %m = constant 65280 : 8xu32
  %h = constant 16711680 : 8xu32
  %a = shr_imm %x [24] : 8xu32
  %b = shr_imm %x [8] : 8xu32
  %c = and %b, %m : 8xu32
  %d = shl_imm %y [8] : 8xu32
  %e = and %d, %h : 8xu32
  %f = shl_imm %y [24] : 8xu32
  %g = or %a, %c : 8xu32
  %i = or %e, %f : 8xu32
  %r = or %g, %i : 8xu32
  transfer_write %r, u32[8] lanes(1))";
  for (const char *spec : {"avx2", "avx512", "neon"}) {
    const Function f = joined(shifts, spec);
    EXPECT_EQ(countOf(f, OpKind::Shuffle), 1u) << toText(f);
    EXPECT_EQ(countOf(f, OpKind::Or), 0u) << toText(f);
  }
}

TEST(JoinedWords, BytesOfOneWordAreWrittenAsOne) {
  const std::string body = R"(
  %x = transfer_read i32[0] lanes(1) : 8xi32
  %h = shr_imm %x [8] : 8xi32
  %high = cast %h : 8xu8
  %low = cast %x : 8xu8
  transfer_write %high, u8[%FIRST] lanes(2)
  transfer_write %low, u8[%SECOND] lanes(2))";
  const auto at = [&](const char *first, const char *second) {
    std::string text = body;
    text.replace(text.find("%FIRST"), 6, first);
    text.replace(text.find("%SECOND"), 7, second);
    return text;
  };
  for (bool isBig : {false, true}) {
    const Function f = joined(isBig ? at("0", "1") : at("1", "0"));
    EXPECT_EQ(countOf(f, OpKind::TransferWrite), 1u) << toText(f);
    EXPECT_EQ(countOf(f, OpKind::Shuffle), isBig ? 1u : 0u) << toText(f);
  }
}

} // namespace vecify
