// What loops carry as wide as C's promotions made it, and when it may be carried as it came.
#include "Example.h"
#include "Steps.h"

namespace vecify {
namespace {

/// y[i] = (u8)(x[i] - the one before), of `first` before the first one; returns the type that is carried.
ScalarType carriedOf(llvm::StringRef first, llvm::StringRef use) {
  const std::string body = R"(
  %from = index (0) : index
  %to = index (64) : index
  %step = index (16) : index
)" + first.str() + R"(
  %s = for %i = %from to %to step %step carry(%c : 16xi32 = %z) {
    %x = transfer_read u8[%i] lanes(1) : 16xu8
    %w = cast %x : 16xi32
    %p = shuffle %c, %w [15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30] : 16xi32
    %d = sub %w, %p : 16xi32
)" + use.str() + R"(
    yield %w
  }
  %l = extract %s [15] : i32
  transfer_write %l, i32[0])";
  const Function f = example(body), after = checked(narrowCarried(f, target("avx2"), {}), f);
  const auto loop = llvm::find_if(after.ops, [](const Op &op) { return op.kind == OpKind::For; });
  return after.typeOf(loop->results[0]).element;
}

const char *const Low = "    %n = cast %d : 16xu8\n    transfer_write %n, u8[%i] lanes(1)";
const char *const All = "    transfer_write %d, i32[%i] lanes(1)";

TEST(NarrowCarried, WhereItFitsOrNobodyLooks) {
  EXPECT_EQ(carriedOf("  %z = constant 7 : 16xi32", All), ScalarType::U8);
  EXPECT_EQ(carriedOf("  %z = broadcast %scalar : 16xi32", Low), ScalarType::U8);
}

TEST(NarrowCarried, NotWhereAllBitsCount) {
  EXPECT_EQ(carriedOf("  %z = broadcast %scalar : 16xi32", All), ScalarType::I32);
  EXPECT_EQ(carriedOf("  %z = constant 700 : 16xi32", All), ScalarType::I32);
}

} // namespace
} // namespace vecify
