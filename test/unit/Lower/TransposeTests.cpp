// Accesses whose lanes lie apart and whose members lie side by side: whole ones and a transpose, in an order that keeps
// every value.
#include "Example.h"
#include "Steps.h"
#include "vecify/Lower/Lower.h"

namespace vecify {

static Function grouped(const std::string &body) {
  Function before = example(body);
  llvm::Expected<Function> after = groupTransposed(before, target("avx2"), {});
  if (!after) {
    ADD_FAILURE() << llvm::toString(after.takeError());
    return before;
  }
  expectSameMeaning(before, *after);
  return std::move(*after);
}

/// Moves f32[64 + r..] of 8 lanes, `stride` apart, to f32[8*r..] for each r; `between` stands behind each read.
static std::string columns(std::initializer_list<int> rows, const std::string &stride,
                           const std::string &between = "") {
  std::string text;
  for (int r : rows)
    text += "  %x" + std::to_string(r) + " = transfer_read f32[" + std::to_string(64 + r) + "] lanes(" + stride +
            ") : 8xf32\n" + between;
  for (int r : rows)
    text += "  transfer_write %x" + std::to_string(r) + ", f32[" + std::to_string(8 * r) + "] lanes(1)\n";
  return text;
}

TEST(GroupTransposed, ReadsOfNeighbours) {
  Function f = grouped(columns({0, 1, 2, 3}, "6"));
  EXPECT_EQ(countOf(f, OpKind::Transpose), 1u) << toText(f);
  EXPECT_EQ(countOf(f, OpKind::TransferRead), 8u) << toText(f);
}

// What is read for all rows at once meets what each of them writes.
TEST(GroupTransposed, ReadsOfSeveralRowsAreOfNone) {
  std::string text;
  for (int r = 0; r < 4; ++r) {
    const std::string number = std::to_string(r);
    text += "  %x" + number + " = transfer_read f32[" + std::to_string(64 + r) + "] lanes(6) row(" + number +
            " of 1) : 8xf32\n  transfer_write %x" + number + ", f32[" + std::to_string(8 * r) + "] lanes(1)\n";
  }
  const std::string after = toText(grouped(text));
  EXPECT_NE(after.find("transpose"), std::string::npos) << after;
  EXPECT_EQ(after.find("row("), std::string::npos) << after;
}

TEST(GroupTransposed, InAnyOrder) { EXPECT_EQ(countOf(grouped(columns({2, 0, 3, 1}, "6")), OpKind::Transpose), 1u); }

TEST(GroupTransposed, WhatIsNoSquareStays) {
  for (std::initializer_list<int> rows : {std::initializer_list<int>{0, 1, 2}, {0, 1}, {0, 1, 2, 4}})
    EXPECT_EQ(countOf(grouped(columns(rows, "6")), OpKind::Transpose), 0u);
}

TEST(GroupTransposed, NoReadMovesAcrossAWriteToItsPlace) {
  Function f = grouped(columns({0, 1, 2, 3}, "6", "  transfer_write %alpha, f32[83]\n"));
  EXPECT_EQ(countOf(f, OpKind::Transpose), 0u) << toText(f);
}

TEST(GroupTransposed, WritesOfNeighbours) {
  std::string text;
  for (int r = 0; r < 4; ++r)
    text += "  %x" + std::to_string(r) + " = transfer_read f32[" + std::to_string(8 * r) +
            "] lanes(1) : 8xf32\n  transfer_write %x" + std::to_string(r) + ", f32[" + std::to_string(64 + r) +
            "] lanes(6)\n";
  Function f = grouped(text);
  EXPECT_EQ(countOf(f, OpKind::Transpose), 1u) << toText(f);
  EXPECT_EQ(countOf(f, OpKind::TransferWrite), 8u) << toText(f);
}

/// Lanes that lie nearer to each other than the members reach: neighbours of one lane are another lane.
TEST(GroupTransposed, LanesThatMeetMembersStay) {
  EXPECT_EQ(countOf(grouped(columns({0, 1, 2, 3}, "3")), OpKind::Transpose), 0u);
}

} // namespace vecify
