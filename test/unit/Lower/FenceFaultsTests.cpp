// What is kept from the next compiler.
#include "Example.h"
#include "Steps.h"
#include "vecify/IR/Verify.h"

namespace vecify {

/// `body` after a mask %m, with what is fenced.
static unsigned fences(llvm::StringRef body, const char *spec = "avx512") {
  Function before = example(("  %k = constant 0 : 8xi32\n"
                             "  %b = load i32[0] : 8xi32\n"
                             "  %z = load f32[8] : 8xf32\n"
                             "  %m = cmp_gt %b, %k : 8xi1\n" +
                             body)
                                .str());
  llvm::Expected<Function> after = fenceFaults(before, target(spec), {});
  EXPECT_TRUE(bool(after));
  if (llvm::Error wrong = verify(*after))
    ADD_FAILURE() << llvm::toString(std::move(wrong)) << toText(*after);
  expectSameMeaning(before, *after);
  return countOf(*after, OpKind::FpFence);
}

TEST(FenceFaults, LoadsBeforeWritesOfWhatTheyRead) {
  EXPECT_EQ(fences(R"(  %x = masked_load f32[0] mask %m : 8xf32
  masked_store %z, f32[0] mask %m
  %r = select %m, %x, %z : 8xf32
  store %r, f32[16])"),
            1u);
}

// The select is printed where its one use is.
TEST(FenceFaults, LoadsSelectedBeforeAndUsedBehindWrites) {
  EXPECT_EQ(fences(R"(  %x = masked_load f32[0] mask %m : 8xf32
  %r = select %m, %x, %z : 8xf32
  masked_store %z, f32[0] mask %m
  store %r, f32[16])"),
            1u);
}

TEST(FenceFaults, LoadsOfOtherPlacesAreFree) {
  EXPECT_EQ(fences(R"(  %x = masked_load f32[0] mask %m : 8xf32
  masked_store %z, f32[8] mask %m
  %r = select %m, %x, %z : 8xf32
  store %r, f32[0])"),
            0u);
}

// One lane on, known to the compiler: it moves that lane and what was wider with it.
TEST(FenceFaults, StoresOfWhatWasMadeNarrowerAndMoved) {
  EXPECT_EQ(fences(R"(  %k1 = constant 1 : 8xi32
  %on = cmp_gt %k1, %k : 8xi1
  %w = load i32[8] : 8xi32
  %n = cast %w : 8xi16
  %c7 = constant 7 : 8xi16
  %and = and %n, %c7 : 8xi16
  %s = shuffle %and, %and [7, 6, 5, 4, 3, 2, 1, 0] : 8xi16
  masked_store %s, i16[0] mask %on)"),
            1u);
}

/// A loop that carries what it has made narrower, %a, with more ops before that and behind the loop, where it is %last.
static std::string loopThatNarrows(const std::string &first, const std::string &behind) {
  return R"(  %k1 = constant 1 : 8xi32
  %on = cmp_gt %k1, %k : 8xi1
  %none = constant 0 : 8xi16
  %from = index (0) : index
  %to = index (8) : index
  %step = index (8) : index
  %last = for %i = %from to %to step %step carry(%a : 8xi16 = %none) {
)" + first +
         R"(    %w = load i32[%i] : 8xi32
    %n = cast %w : 8xi16
    yield %n
  }
)" + behind;
}

TEST(FenceFaults, StoresOfWhatALoopMadeNarrower) {
  EXPECT_EQ(fences(loopThatNarrows("", R"(  %s = shuffle %last, %last [7, 6, 5, 4, 3, 2, 1, 0] : 8xi16
  masked_store %s, i16[0] mask %on)")),
            1u);
  EXPECT_EQ(fences(loopThatNarrows("    masked_store %a, i16[%i] mask %on\n", "")), 1u);
}

TEST(FenceFaults, StoresOfPartsOfWiderElements) {
  EXPECT_EQ(fences(R"(  %k1 = constant 1 : 8xi32
  %on = cmp_gt %k1, %k : 8xi1
  %w = load i32[8] : 4xi32
  %n = bitcast %w : 8xi16
  %s = shuffle %n, %n [0, 2, 4, 6, 1, 3, 5, 7] : 8xi16
  masked_store %s, i16[0] mask %on)"),
            1u);
}

// Every fourth of eight, every fourth of four.
TEST(FenceFaults, StoresOfMembersOfWhichSeveralAreOn) {
  const auto members = [](const std::string &lanes, const std::string &all) {
    return "  %w = load i32[8] : " + lanes + "xi32\n  %n = bitcast %w : " + all + "xi16\n  %i = iota [0, 1] : " + all +
           "xu16\n  %c3 = constant 3 : " + all + "xu16\n  %at = and %i, %c3 : " + all +
           "xu16\n  %c0 = constant 0 : " + all + "xu16\n  %on = cmp_eq %at, %c0 : " + all +
           "xi1\n  masked_store %n, i16[0] mask %on";
  };
  EXPECT_EQ(fences(members("4", "8")), 0u);
  EXPECT_EQ(fences(members("2", "4")), 1u);
}

TEST(FenceFaults, LoadsUsedInLoopsThatWrite) {
  EXPECT_EQ(fences(R"(  %x = masked_load f32[0] mask %m : 8xf32
  %zero = index (0) : index
  %one = index (1) : index
  %two = index (2) : index
  for %i = %zero to %two step %one {
    %r = select %m, %x, %z : 8xf32
    store %r, f32[%i]
    yield
  })"),
            1u);
}

TEST(FenceFaults, LoadsWhoseLanesMove) {
  EXPECT_EQ(fences(R"(  %x = masked_load f32[0] mask %m : 8xf32
  %y = reverse %x : 8xf32
  %r = select %m, %y, %z : 8xf32
  store %r, f32[16])"),
            1u);
  EXPECT_EQ(fences(R"(  %x = masked_load f32[0] mask %m : 8xf32
  %y = add %x, %z : 8xf32
  %r = select %m, %y, %z : 8xf32
  store %r, f32[16])"),
            0u);
}

TEST(FenceFaults, StoresOfPartsSeenAsOthers) {
  EXPECT_EQ(fences(R"(  %x = load u32[0] : 16xu32
  %p = extract_slice %x [0] : 8xu32
  %y = bitcast %p : 8xi32
  masked_store %y, i32[0] mask %m)"),
            1u);
}

TEST(FenceFaults, StoresOfParts) {
  EXPECT_EQ(fences(R"(  %w = load f32[0] : 16xf32
  %p = extract_slice %w [8] : 8xf32
  masked_store %p, f32[16] mask %m)"),
            1u);
  EXPECT_EQ(fences("  masked_store %z, f32[16] mask %m"), 0u);
}

TEST(FenceFaults, ShufflesOfOneRegisterOfBytes) {
  std::string reversed = "63";
  for (int lane = 62; lane >= 0; --lane)
    reversed += ", " + std::to_string(lane);
  const std::string load = "  %x = load u8[0] : 64xu8\n", sum = "  %c = constant 3 : 64xu8\n";
  const auto shuffle = [&](const char *result, const char *of) {
    return std::string("  ") + result + " = shuffle " + of + ", " + of + " [" + reversed + "] : 64xu8\n";
  };
  // There is no arithmetic for it to meet.
  EXPECT_EQ(fences(load + shuffle("%y", "%x") + "  store %y, u8[64]"), 0u);
  EXPECT_EQ(fences(load + shuffle("%y", "%x") + sum + "  %s = add %y, %c : 64xu8\n  store %s, u8[64]"), 1u);
  EXPECT_EQ(fences(load + sum + "  %s = add %x, %c : 64xu8\n" + shuffle("%y", "%s") + "  store %y, u8[64]"), 1u);
}

TEST(FenceFaults, SignsThatScalarsHoldToo) {
  const auto signs = [](const char *type, const char *masks) {
    return std::string("  %v = load i32[0] : ") + type + "\n  %none = constant 0 : " + type +
           "\n  %sign = cmp_lt %v, %none : " + masks + "\n  %other = cmp_gt %v, %v : " + masks + "\n";
  };
  const auto with = [](const char *other, const char *masks) {
    return std::string("  %o = or %sign, ") + other + " : " + masks + "\n  masked_store %v, i32[32] mask %o\n";
  };
  const std::string scalar = "  %c = cmp_lt %scalar, %scalar : i1\n  %all = broadcast %c : 8xi1\n";
  EXPECT_EQ(fences(signs("8xi32", "8xi1") + scalar + with("%all", "8xi1")), 1u);
  EXPECT_EQ(fences(signs("8xi32", "8xi1") + with("%other", "8xi1")), 0u);
  EXPECT_EQ(fences(signs("8xi32", "8xi1") + with("%other", "8xi1") + "  masked_store %v, i32[48] mask %sign\n"), 1u);
  EXPECT_EQ(fences(signs("16xi32", "16xi1") + with("%other", "16xi1") + "  masked_store %v, i32[48] mask %sign\n"), 0u);
}

/// Sums of `count` rows, in scalars.
static Function rowSums(int count) {
  std::string inits, sums, yields;
  for (int r = 0; r < count; ++r) {
    const std::string n = std::to_string(r), comma = r ? ", " : "";
    inits += comma + "%c" + n + " : f32 = %alpha";
    sums += "    %x" + n + " = transfer_read f32[" + std::to_string(9 * r) + " + %k] : f32\n    %s" + n + " = add %c" +
            n + ", %x" + n + " : f32\n";
    yields += comma + "%s" + n;
  }
  std::string results;
  for (int r = 0; r < count; ++r)
    results += (r ? ", %r" : "%r") + std::to_string(r);
  return example("  %zero = index (0) : index\n  %one = index (1) : index\n  %end = index (%amount) : index\n  " +
                 results + " = for %k = %zero to %end step %one carry(" + inits + ") {\n" + sums + "    yield " +
                 yields + "\n  }\n  transfer_write %r0, f32[-9]");
}

TEST(FenceRowSums, FourRowsStayApart) {
  const Function four = rowSums(4), three = rowSums(3);
  EXPECT_EQ(countOf(checked(fenceRowSums(four, target("avx2"), {}), four), OpKind::FpFence), 4u);
  EXPECT_EQ(countOf(checked(fenceRowSums(three, target("avx2"), {}), three), OpKind::FpFence), 0u);
}

// Iterations that store over one another stay in one loop: the counter of their stores is opaque.
TEST(FenceFaults, LanesStoredWhereOtherIterationsDo) {
  const auto loop = [](const char *second) {
    return std::string(R"(  %from = index (0) : index
  %to = index (5) : index
  %step = index (1) : index
  for %j = %from to %to step %step {
    %v = load i32[8*%j] : 8xi32
    %e = extract %v [0] : i32
    transfer_write %e, i32[2*%j]
    %f = extract %v [1] : i32
    transfer_write %f, i32[2*%j + )") +
           second + "]\n    yield\n  }";
  };
  EXPECT_EQ(fences(loop("4")), 1u);
  EXPECT_EQ(fences(loop("3")), 0u);
}

} // namespace vecify
