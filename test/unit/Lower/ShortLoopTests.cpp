// Short loops written out, loads of overlapping vectors shared, and when neither is done.
#include "Example.h"
#include "Steps.h"
#include "llvm/Support/FormatVariadic.h"

namespace vecify {

/// Sums `trips` products of a tap and a vector that `subscript` names, in a loop over i.
static Function filter(llvm::StringRef upper, llvm::StringRef subscript) {
  return example(R"(
  %zero = index (0) : index
  %one = index (1) : index
  %step = index (16) : index
  %end = index (32) : index
  %taps = index ()" +
                 upper.str() +
                 R"() : index
  for %i = %zero to %end step %step {
    %z = constant 0 : 16xi32
    %s = for %k = %zero to %taps step %one carry(%c : 16xi32 = %z) {
      %h = transfer_read u32[%k] : u32
      %hi = cast %h : i32
      %hv = broadcast %hi : 16xi32
      %x = transfer_read i32[)" +
                 subscript.str() + R"(] lanes(1) : 16xi32
      %p = mul %hv, %x : 16xi32
      %n = add %c, %p : 16xi32
      yield %n
    }
    transfer_write %s, i32[%i - 60] lanes(1)
    yield
  })");
}

TEST(UnrollShort, TapsAreWrittenOut) {
  Function f = filter("4", "%i + %k");
  Function after = checked(unrollShort(f, target("avx2"), {}), f);
  EXPECT_EQ(countOf(after, OpKind::For), 1u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::Mul), 4u) << toText(after);
}

TEST(UnrollShort, NegativeStepsOverlapAsWell) {
  Function f = filter("3", "%i - %k");
  EXPECT_EQ(countOf(checked(unrollShort(f, target("avx2"), {}), f), OpKind::For), 1u);
}

TEST(UnrollShort, TinyLoopsNeedNoOverlap) {
  Function f = filter("3", "%i + 16*%k");
  EXPECT_EQ(countOf(checked(unrollShort(f, target("avx2"), {}), f), OpKind::For), 1u);
}

TEST(UnrollShort, OtherLoopsStay) {
  for (auto [upper, subscript] :
       {std::pair("%amount", "%i + %k"), {"9", "%i + 16*%k"}, {"9", "%i"}, {"17", "%i + %k"}}) {
    Function f = filter(upper, subscript);
    EXPECT_EQ(countOf(checked(unrollShort(f, target("avx2"), {}), f), OpKind::For), 2u) << upper << subscript;
  }
}

/// Sums rows of 8 lanes, `stride` apart, from `from` on; `extra` stands in the loop.
static Function rows(llvm::StringRef from, llvm::StringRef upper, llvm::StringRef stride, llvm::StringRef extra = "") {
  return example(llvm::formatv(R"(
  %zero = index ({0}) : index
  %one = index (1) : index
  %end = index ({1}) : index
  %z = constant 0.0 : 8xf32
  %s = for %k = %zero to %end step %one carry(%c : 8xf32 = %z) {{
    %x = transfer_read f32[%k] lanes({2}) : 8xf32
    %n = add %c, %x : 8xf32
    {3}
    yield %n
  }
  transfer_write %s, f32[-60] lanes(1))",
                               from, upper, stride, extra)
                     .str());
}

static Function alongRows(const Function &f) { return checked(unrollAlongRows(f, target("avx2"), {}), f); }

TEST(UnrollAlongRows, WholeRegistersOfEachRow) {
  for (auto [from, upper] :
       {std::pair("0", "4*%amount"), {"3", "4*%amount"}, {"%amount", "30"}, {"0", "%amount - 9"}}) {
    const Function after = alongRows(rows(from, upper, "9"));
    EXPECT_EQ(countOf(after, OpKind::For), 2u) << toText(after);
    EXPECT_EQ(countOf(after, OpKind::TransferRead), 9u) << toText(after);
  }
}

TEST(UnrollAlongRows, NothingIsLeftOverOfWholeOnes) {
  EXPECT_EQ(countOf(alongRows(rows("0", "16", "17")), OpKind::For), 1u);
  EXPECT_EQ(countOf(alongRows(rows("1", "18", "17")), OpKind::For), 2u);
}

TEST(UnrollAlongRows, OtherLoopsStay) {
  EXPECT_EQ(countOf(alongRows(rows("0", "7", "9")), OpKind::For), 1u);
  EXPECT_EQ(countOf(alongRows(rows("0", "%amount", "1")), OpKind::For), 1u);
  EXPECT_EQ(countOf(alongRows(rows("0", "%amount", "6")), OpKind::For), 1u);
}

TEST(UnrollAlongRows, WhatIsStoredStaysInOrder) {
  const Function after = alongRows(rows("0", "3*%amount", "9", "transfer_write %n, f32[%k + 1] lanes(9)"));
  EXPECT_EQ(countOf(after, OpKind::TransferWrite), 10u) << toText(after);
  checked(groupTransposed(after, target("avx2"), {}), after);
}

TEST(UnrollAlongRows, WhatIsUpdatedInPlaceIsReadAhead) {
  for (llvm::StringRef stride : {"9", "%amount"}) {
    const std::string extra = ("transfer_write %n, f32[%k] lanes(" + stride + ")").str();
    const Function after = alongRows(rows("0", "3*%amount", stride, extra));
    const Function grouped = checked(groupTransposed(after, target("avx2"), {}), after);
    EXPECT_EQ(countOf(grouped, OpKind::Transpose), 2u) << toText(grouped);
    // Lanes may be nearer to each other.
    EXPECT_EQ(countOf(after, OpKind::Select), stride == "9" ? 0u : 1u) << toText(after);
  }
}

/// Two loops of nine and of `trips`; the later one reads `subscript` of what the first one sums.
static Function passes(llvm::StringRef trips, llvm::StringRef subscript) {
  return example(R"(
  %zero = index (0) : index
  %one = index (1) : index
  %step = index (8) : index
  %end = index (32) : index
  %nine = index (9) : index
  %trips = index ()" +
                 trips.str() + R"() : index
  for %i = %zero to %end step %step {
    %z = constant 0 : 8xi32
    %s = for %k = %zero to %nine step %one carry(%c : 8xi32 = %z) {
      %x = transfer_read i32[%i + 32*%k] lanes(1) : 8xi32
      %n = add %c, %x : 8xi32
      yield %n
    }
    for %l = %zero to %trips step %one {
      %y = transfer_read i32[)" +
                 subscript.str() + R"(] lanes(1) : 8xi32
      %d = sub %y, %s : 8xi32
      transfer_write %d, i32[%i + 32*%l] lanes(1)
      yield
    }
    yield
  })");
}

TEST(UnrollShort, LoopsThatReadWhatTheOneBeforeHas) {
  for (auto [trips, subscript, loops] : {std::tuple("9", "%i + 32*%l", 1u),
                                         {"9", "%i + 32*%l + 8", 3u},
                                         {"9", "%i + 64*%l", 3u},
                                         {"10", "%i + 32*%l", 3u}}) {
    Function f = passes(trips, subscript);
    const Function after = checked(unrollShort(f, target("avx2"), {}), f);
    EXPECT_EQ(countOf(after, OpKind::For), loops) << trips << subscript;
  }
}

TEST(UnrollShort, LoopsInWrittenOutLoopsAndBranches) {
  Function f = example(R"(
  %zero = index (0) : index
  %one = index (1) : index
  %two = index (2) : index
  %five = index (5) : index
  %more = cmp_lt %zero, %len : i1
  if %more {
    for %r = %zero to %two step %one {
      for %c = %zero to %five step %two {
        %x = transfer_read i32[%r + %c] lanes(1) : 8xi32
        transfer_write %x, i32[32 + 8*%r] lanes(1)
        yield
      }
      for %d = %zero to %one step %one {
        %y = transfer_read i32[%r + %d] lanes(1) : 8xi32
        transfer_write %y, i32[52 + %d] lanes(1)
        yield
      }
      yield
    }
    yield
  } else {
    yield
  })");
  // The loop by twos is one of vectors; it stays, and with it the one around it.
  EXPECT_EQ(countOf(checked(unrollShort(f, target("avx2"), {}), f), OpKind::For), 2u);
}

/// A loop that reads i32 at these offsets and writes their sum to `array`; each sum before, too, with `writesBetween`.
static Function sumOfLoads(std::initializer_list<int> offsets, llvm::StringRef array, bool writesBetween = false) {
  std::string body = R"(
  %zero = index (0) : index
  %step = index (16) : index
  %end = index (32) : index
  for %i = %zero to %end step %step {
    %s = constant 0 : 16xi32
)",
              sum = "%s";
  for (int offset : offsets) {
    const std::string n = std::to_string(offset);
    body += "    %x" + n + " = load i32[%i + " + n + "] : 16xi32\n    %t" + n + " = add " + sum + ", %x" + n +
            " : 16xi32\n";
    sum = "%t" + n;
    if (writesBetween)
      body += "    store " + sum + ", i32[%i + 5]\n";
  }
  return example(body + "    %r = bitcast " + sum + " : 16x" + array.str() + "\n    store %r, " + array.str() +
                 "[%i]\n    yield\n  }");
}

TEST(ShareLoads, LoadsAcrossTwoOthersBecomeWindows) {
  Function f = sumOfLoads({3, 0, 16, 7, 9, 11, 20}, "u32");
  Function after = checked(shareLoads(f, target("avx512"), {}), f);
  EXPECT_GT(countOf(after, OpKind::Shuffle), 0u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::Shuffle) + countOf(after, OpKind::Load), 7u) << toText(after);
}

TEST(ShareLoads, AnyTwoThatOverlapHaveWhatLiesBetween) {
  Function f = sumOfLoads({0, 1, 2}, "u32");
  Function after = checked(shareLoads(f, target("avx512"), {}), f);
  EXPECT_EQ(countOf(after, OpKind::Shuffle), 1u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::Load), 2u) << toText(after);
}

TEST(ShareLoads, ShufflesThatCostMoreAreNotTaken) {
  // Both run on few ports, and there is nothing to relieve.
  Function f = sumOfLoads({0, 16, 1}, "u32");
  Function after = checked(shareLoads(f, target("avx2"), {}), f);
  EXPECT_EQ(countOf(after, OpKind::Load), 3u) << toText(after);
}

TEST(ShareLoads, AStoreBehindTheLoadsDoesNotMatter) {
  Function f = sumOfLoads({3, 0, 16, 7, 9, 11, 20}, "i32");
  Function after = checked(shareLoads(f, target("avx512"), {}), f);
  EXPECT_GT(countOf(after, OpKind::Shuffle), 0u) << toText(after);
}

TEST(ShareLoads, WhatTheBlockWritesIsLoaded) {
  Function f = sumOfLoads({3, 0, 16, 7, 9, 11, 20}, "i32", true);
  Function after = checked(shareLoads(f, target("avx512"), {}), f);
  EXPECT_EQ(countOf(after, OpKind::Load), 7u) << toText(after);
}

TEST(ShareLoads, ValuesFromOutsideLeaveNoRegistersToShareIn) {
  // As above, with weights for every register.
  std::string body = "  %zero = index (0) : index\n  %step = index (16) : index\n  %end = index (32) : index\n";
  for (int w = 0; w < 30; ++w)
    body += "  %w" + std::to_string(w) + " = load i32[" + std::to_string(w) + "] : 16xi32\n";
  body += "  for %i = %zero to %end step %step {\n    %s = constant 0 : 16xi32\n";
  std::string sum = "%s";
  for (int x : {0, 1, 2})
    body += llvm::formatv("    %x{0} = load i32[%i + {0}] : 16xi32\n    %u{0} = add {1}, %x{0} : 16xi32\n", x, sum),
        sum = "%u" + std::to_string(x);
  for (int w = 0; w < 30; ++w)
    body += llvm::formatv("    %t{0} = add {1}, %w{0} : 16xi32\n", w, sum), sum = "%t" + std::to_string(w);
  Function f = example(body + "    %r = bitcast " + sum + " : 16xu32\n    store %r, u32[%i]\n    yield\n  }");
  EXPECT_EQ(countOf(checked(shareLoads(f, target("avx512"), {}), f), OpKind::Load), 33u);
}

/// `chains` chains of `length` products each, all of one step before all of the next, and their stores.
static Function chainsInSteps(int chains, int length) {
  std::string body, stores;
  for (int c = 0; c < chains; ++c)
    body += llvm::formatv("  %v{0}_0 = load f32[{1}] : 8xf32\n", c, 8 * c);
  for (int l = 1; l <= length; ++l)
    for (int c = 0; c < chains; ++c)
      body += llvm::formatv("  %v{0}_{1} = mul %v{0}_{2}, %v{0}_{2} : 8xf32\n", c, l, l - 1);
  for (int c = 0; c < chains; ++c)
    stores += llvm::formatv("  store %v{0}_{1}, f32[{2}]\n", c, length, 64 + 8 * c);
  return example(body + stores);
}

/// How many products stand directly behind one that they use.
static unsigned followedAtOnce(const Function &f) {
  const std::vector<OpId> &ops = f.blocks[f.body].ops;
  unsigned count = 0;
  for (size_t i = 1; i < ops.size(); ++i)
    count += f.ops[ops[i]].kind == OpKind::Mul && f.ops[ops[i - 1]].kind == OpKind::Mul &&
             f.ops[ops[i]].operands[0] == f.ops[ops[i - 1]].results[0];
  return count;
}

TEST(OrderByUse, ShortChainsFollowEachOtherAndLongOnesAlternate) {
  const Function shorts = chainsInSteps(4, 3), longs = chainsInSteps(4, 12);
  EXPECT_EQ(followedAtOnce(checked(orderByUse(shorts, target("avx2"), {}), shorts)), 8u);
  EXPECT_EQ(followedAtOnce(checked(orderByUse(longs, target("avx2"), {}), longs)), 0u);
}

TEST(OrderByUse, ChainsAlternateOnlyInFrontOfStoresThatTheyDoNotRead) {
  const auto chain = [](const std::string &name, int from, int to) {
    std::string text = "  %" + name + "0 = load f32[" + std::to_string(from) + "] : 8xf32\n";
    for (int i = 0; i < 7; ++i) {
      const std::string before = "%" + name + std::to_string(i);
      text += "  %" + name + std::to_string(i + 1) + " = mul " + before + ", " + before + " : 8xf32\n";
    }
    return text + "  store %" + name + "7, f32[" + std::to_string(to) + "]\n";
  };
  const Function f = example(chain("a", 0, 4) + chain("b", 8, 32));
  EXPECT_EQ(followedAtOnce(checked(orderByUse(f, target("avx2"), {}), f)), 12u);
}

} // namespace vecify
