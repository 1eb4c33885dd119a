// Whole functions: control, memory, bounds, guards.
#include "TestFunctions.h"
#include <cstring>

namespace vecify {
namespace {

template <class T> MemoryImage imageOf(std::vector<T> values, int64_t base = 0) {
  MemoryImage image;
  image.bytes.resize(values.size() * sizeof(T));
  std::memcpy(image.bytes.data(), values.data(), image.bytes.size());
  image.base = base;
  return image;
}
template <class T> std::vector<T> valuesOf(const MemoryImage &image) {
  std::vector<T> values(image.bytes.size() / sizeof(T));
  std::memcpy(values.data(), image.bytes.data(), image.bytes.size());
  return values;
}

Scalar i32(int64_t value) { return {ScalarType::I32, uint64_t(value)}; }
Scalar f32(float value) { return {ScalarType::F32, std::bit_cast<uint32_t>(value)}; }

/// The results' bits.
Bits run(const Function &f, llvm::ArrayRef<Scalar> parameters, Memory &memory) {
  auto results = interpret(f, parameters, memory);
  if (!results) {
    ADD_FAILURE() << llvm::toString(results.takeError());
    return {};
  }
  Bits bits;
  for (const Scalar &scalar : *results)
    bits.push_back(scalar.bits);
  return bits;
}
std::string errorOf(const Function &f, llvm::ArrayRef<Scalar> parameters, Memory &memory) {
  auto results = interpret(f, parameters, memory);
  return results ? "" : llvm::toString(results.takeError());
}

/// `ops` on an array x of i32 and an array y of i16, with %n : i32 and the
/// index %zero.
Function withArrays(llvm::StringRef ops) {
  return parsed("func t(%n : i32) trip (%n) {\n  array x : i32\n  array y : i16\n"
                "  pattern x = x \"x[{0}]\" : i32 strides(4)\n"
                "  pattern m = x \"x[{0}][{1}]\" : i32 strides(16, 4) offset 4\n"
                "  pattern y = y \"y[{0}]\" : i16 strides(2)\n  %zero = index (0) : "
                "index\n" +
                ops.str() + "\n  return %zero\n}\n");
}

/// x after `ops` ran with x = 0, 1, .. 15, y = 100, 101.. and %n = n.
std::vector<int32_t> xAfter(llvm::StringRef ops, int64_t n = 0) {
  std::vector<int32_t> x(16);
  std::vector<int16_t> y(16);
  for (int i = 0; i < 16; ++i) {
    x[i] = i;
    y[i] = 100 + i;
  }
  Memory memory{{imageOf(x), imageOf(y)}};
  run(withArrays(ops), {i32(n)}, memory);
  return valuesOf<int32_t>(memory.arrays[0]);
}

/// What reading `op` (with a result %v : 4xi32) gives.
std::vector<int32_t> read4(llvm::StringRef op, int64_t n = 0) {
  std::vector<int32_t> x = xAfter(op.str() + "\n  transfer_write %v, x[0] lanes(1)", n);
  x.resize(4);
  return x;
}

using Ints = std::vector<int32_t>;

constexpr const char *saxpy =
    R"ir(func saxpy(%n : i32, %alpha : f32) counter i trip (%n) results(s : f32) {
  array x : f32 const
  array y : f32
  pattern x = x "x[{0}]" : f32 strides(4)
  pattern y = y "y[{0}]" : f32 strides(4)
  guard nonneg (%n - 4) "at least one vector"
  guard disjoint x from(0) to(4*%n) y from(0) to(4*%n)
  %lo = index (0) : index
  %all = index (%n) : index
  %m = constant -4 : index
  %end = and %all, %m : index
  %step = index (4) : index
  %a = broadcast %alpha : 4xf32
  %s0 = constant 0.0 : 4xf32
  %s = for %i = %lo to %end step %step carry(%acc : 4xf32 = %s0) {
    %xv = transfer_read x[%i] lanes(1) : 4xf32
    %yv = transfer_read y[%i] lanes(1) : 4xf32
    %r = fma %a, %xv, %yv : 4xf32
    transfer_write %r, y[%i] lanes(1)
    %next = add %acc, %xv : 4xf32
    yield %next
  }
  %sum = reduce add %s : f32
  return %end, %sum
}
)ir";

TEST(Interpret, RunsALoopWithCarriedValues) {
  Memory memory{{imageOf<float>({1, 2, 3, 4, 5, 6, 7, 8, 9}), imageOf<float>({10, 10, 10, 10, 10, 10, 10, 10, 10})}};
  EXPECT_EQ(run(parsed(saxpy), {i32(9), f32(2)}, memory), (Bits{8, std::bit_cast<uint32_t>(36.0f)}));
  EXPECT_EQ(valuesOf<float>(memory.arrays[1]), (std::vector<float>{12, 14, 16, 18, 20, 22, 24, 26, 10}));
}

TEST(Interpret, LeavesEverythingWhenAGuardFails) {
  Memory memory{{imageOf<float>({1, 2, 3}), imageOf<float>({1, 2, 3})}};
  EXPECT_EQ(run(parsed(saxpy), {i32(3), f32(2)}, memory), Bits{0});
  EXPECT_EQ(valuesOf<float>(memory.arrays[1]), (std::vector<float>{1, 2, 3}));
}

TEST(Interpret, EntersWhenAGuardJustHolds) {
  Memory memory{{imageOf<float>({1, 2, 3, 4}), imageOf<float>({0, 0, 0, 0})}};
  EXPECT_EQ(run(parsed(saxpy), {i32(4), f32(2)}, memory)[0], 4u);
}

TEST(Interpret, EntersWhereEitherOfTwoHolds) {
  const Function f = parsed("func f(%n : i32) trip (0) {\n  guard either (%n - 8) or (-%n) \"far apart\"\n"
                            "  %d = index (1) : index\n  return %d\n}\n");
  for (const auto &[n, done] : {std::pair(-3, 1u), {0, 1u}, {1, 0u}, {7, 0u}, {8, 1u}}) {
    Memory memory;
    EXPECT_EQ(run(f, {i32(n)}, memory)[0], done) << n;
  }
}

TEST(Interpret, ReportsGuardsThatOverflow) {
  const Function f = parsed("func f(%n : u64, %m : i64) trip (0) {\n  guard nonneg (%n*%m) \"n*m\"\n"
                            "  %d = index (0) : index\n  return %d\n}\n");
  Memory memory;
  const auto with = [&](uint64_t n, int64_t m) {
    return errorOf(f, {{ScalarType::U64, n}, {ScalarType::I64, uint64_t(m)}}, memory);
  };
  EXPECT_EQ(with(uint64_t(1) << 40, 1 << 20), "");
  EXPECT_EQ(with(uint64_t(1) << 40, 1 << 24), "in 'f': the guard 'n*m' overflows");
  EXPECT_EQ(with(uint64_t(1) << 63, 1), "in 'f': the guard 'n*m' overflows");
  EXPECT_EQ(with(uint64_t(1) << 62, -2), "");
}

TEST(Interpret, ChecksWhatItIsGiven) {
  Memory memory{{imageOf<float>({1}), imageOf<float>({1})}};
  EXPECT_EQ(errorOf(parsed(saxpy), {i32(1)}, memory), "in 'saxpy': takes 2 parameters");
  EXPECT_EQ(errorOf(parsed(saxpy), {i32(1), i32(1)}, memory), "in 'saxpy': parameter 'alpha' is f32");
  memory.arrays.pop_back();
  EXPECT_EQ(errorOf(parsed(saxpy), {i32(1), f32(1)}, memory), "in 'saxpy': takes 2 arrays");
}

TEST(Interpret, RefusesBrokenFunctions) {
  Function f = withArrays("");
  f.ops[0].operands.push_back(0);
  Memory memory{{MemoryImage(), MemoryImage()}};
  EXPECT_NE(errorOf(f, {i32(1)}, memory).find("takes 0 operands"), std::string::npos);
}

TEST(Interpret, IndexWrapsToItsType) {
  EXPECT_EQ(read4("%s = index (200*%n) : i8\n%w = cast %s : i32\n%v = "
                  "broadcast %w : 4xi32",
                  2)[0],
            400 - 512);
  EXPECT_EQ(read4("%s = index (%n*%n - 1) : i32\n%v = broadcast %s : 4xi32", -3)[0], 8);
}

TEST(Interpret, TransfersFollowLaneSteps) {
  EXPECT_EQ(read4("%v = transfer_read x[3] lanes(1) : 4xi32"), (Ints{3, 4, 5, 6}));
  EXPECT_EQ(read4("%v = transfer_read x[9] lanes(-2) : 4xi32"), (Ints{9, 7, 5, 3}));
  EXPECT_EQ(read4("%v = transfer_read x[%n] lanes(%n) : 4xi32", 3), (Ints{3, 6, 9, 12}));
  EXPECT_EQ(read4("%v = transfer_read x[5] lanes(0) : 4xi32"), (Ints{5, 5, 5, 5}));
  EXPECT_EQ(read4("%w = transfer_read m[1, 0] lanes(0, 1; 1, 0) : 2x2xi32\n%v "
                  "= shape_cast %w : 4xi32"),
            (Ints{5, 9, 6, 10}));
  EXPECT_EQ(read4("%w = transfer_read y[2] lanes(1) : 4xi16\n%v = cast %w : 4xi32"), (Ints{102, 103, 104, 105}));
}

TEST(Interpret, MemoryHoldsTheBitsOfTheElement) {
  // 65535 is -1 as an i16; unsigned elements are not sign-extended.
  const Function f = parsed("func f() trip (0) results(s : i16, u : u16) {\n  array x : i16\n"
                            "  pattern x = x \"x[{0}]\" : i16 strides(2)\n  %s = "
                            "transfer_read x[0] : i16\n"
                            "  %u = load x[0] : u16\n  %z = index (0) : index\n  return %z, "
                            "%s, %u\n}\n");
  Memory memory{{imageOf<int16_t>({-1})}};
  EXPECT_EQ(run(f, {}, memory), (Bits{0, uint64_t(-1), 0xffff}));
}

TEST(Interpret, IndirectSubsAreAddedLaneByLane) {
  EXPECT_EQ(read4("%i = iota [6, -2] : 4xi8\n%v = transfer_read x[3] lanes(0) "
                  "at(0: %i) : 4xi32"),
            (Ints{9, 7, 5, 3}));
  EXPECT_EQ(read4("%i = iota [0, 1] : 4xu16\n%j = iota [1, -1] : 4xi64\n"
                  "%v = transfer_read m[0, 1] lanes(0, 0) at(0: %i, 1: %j) : 4xi32"),
            (Ints{3, 6, 9, 12}));
  EXPECT_EQ(read4("%i = iota [0, 1] : 2xu16\n%v2 = transfer_read m[0, 0] "
                  "lanes(0, 1) at(0: %i) : 2xi32\n"
                  "%v = concat %v2, %v2 : 4xi32"),
            (Ints{1, 6, 1, 6}));
}

TEST(Interpret, MaskedLanesAreNeitherReadNorWritten) {
  // Lanes 2 and 3 lie outside: with the mask that is fine.
  EXPECT_EQ(read4("%two = index (2) : index\n%k = create_mask %two : 4xi1\n%p "
                  "= constant 77 : i32\n"
                  "%v = transfer_read x[14] lanes(1) mask %k else %p : 4xi32"),
            (Ints{14, 15, 77, 77}));
  EXPECT_EQ(read4("%two = index (2) : index\n%k = create_mask %two : 4xm32\n%v "
                  "= masked_load x[14] mask %k : 4xi32"),
            (Ints{14, 15, 0, 0}));
}

TEST(Interpret, MaskedWritesLeaveTheOthers) {
  Ints x = xAfter("%one = index (1) : index\n%k = create_mask %one : 4xi1\n%v "
                  "= constant 9 : 4xi32\n"
                  "transfer_write %v, x[15] lanes(1) mask %k\nmasked_store %v, "
                  "x[2] mask %k");
  EXPECT_EQ(x, (Ints{0, 1, 9, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 9}));
}

TEST(Interpret, NativeAccessesAreContiguous) {
  EXPECT_EQ(read4("%v = load x[5] : 4xi32"), (Ints{5, 6, 7, 8}));
  EXPECT_EQ(read4("%w = load x[5] : 2x2xi32\n%v = shape_cast %w : 4xi32"), (Ints{5, 6, 7, 8}));
  EXPECT_EQ(read4("%v = load_splat x[5] : 4xi32"), (Ints{5, 5, 5, 5}));
  EXPECT_EQ(read4("%s = load x[5] : i32\n%v = broadcast %s : 4xi32"), (Ints{5, 5, 5, 5}));
  EXPECT_EQ(read4("%w = load x[4] : 2xi64\n%v = bitcast %w : 4xi32"), (Ints{4, 5, 6, 7}));
  EXPECT_EQ(xAfter("%v = constant -1 : 2xi32\nstore %v, x[1]")[2], -1);
}

TEST(Interpret, GathersScaleByTheElement) {
  EXPECT_EQ(read4("%i = iota [0, 3] : 4xi32\n%v = gather x[1] at(%i) : 4xi32"), (Ints{1, 4, 7, 10}));
  EXPECT_EQ(read4("%one = index (1) : index\n%k = create_mask %one : 4xi1\n%i "
                  "= iota [0, 300] : 4xi32\n"
                  "%v = gather x[1] at(%i) mask %k : 4xi32"),
            (Ints{1, 0, 0, 0}));
}

TEST(Interpret, ScattersGoInAscendingOrder) {
  EXPECT_EQ(xAfter("%i = constant 4 : 4xi32\n%v = iota [70, 1] : "
                   "4xi32\nscatter %v, x[0] at(%i)")[4],
            73);
  EXPECT_EQ(xAfter("%v = iota [70, 1] : 4xi32\ntransfer_write %v, x[4] lanes(0)")[4], 73);
}

TEST(Interpret, BaseMayLieInsideTheImage) {
  Memory memory{{imageOf<int32_t>({1, 2, 3, 4}, 8), MemoryImage()}};
  run(withArrays("%v = transfer_read x[-2] lanes(1) : 4xi32\n%w = neg %v : "
                 "4xi32\ntransfer_write %w, x[-2] lanes(1)"),
      {i32(0)}, memory);
  EXPECT_EQ(valuesOf<int32_t>(memory.arrays[0]), (Ints{-1, -2, -3, -4}));
}

TEST(Interpret, ReportsAccessesOutOfBounds) {
  Memory memory{{imageOf<int32_t>({1, 2, 3, 4}), imageOf<int16_t>({1})}};
  EXPECT_EQ(errorOf(withArrays("%v = transfer_read x[1] lanes(1) : 4xi32"), {i32(0)}, memory),
            "in 't': '%v = transfer_read x[1] lanes(1) : 4xi32': lane 3 lies "
            "at byte 16 of 'x', outside its 16 bytes");
  for (const char *op :
       {"%v = load x[-1] : 2xi32", "%v = load_splat x[4] : 4xi32", "%v = load x[%n] : 1xi32",
        "%i = constant 4 : 2xi32\n%v = gather x[0] at(%i) : 2xi32", "%v = constant 0 : 5xi32\nstore %v, x[0]",
        "%v = load y[0] : 1xi32", "%v = transfer_read x[9223372036854775807] : i32",
        "%v = transfer_read x[0] lanes(4611686018427387904) : 4xi32\n%w = load "
        "x[4] : i32"})
    EXPECT_NE(errorOf(withArrays(op), {i32(1 << 30)}, memory).find("outside"), std::string::npos) << op;
}

TEST(Interpret, BranchesAndNestedLoops) {
  const Function f = parsed(R"ir(func f(%n : i32) trip (%n) results(s : i32) {
  %lo = index (0) : index
  %hi = index (%n) : index
  %one = index (1) : index
  %zero = constant 0 : i32
  %two = constant 2 : i32
  %s = for %i = %lo to %hi step %one carry(%outer : i32 = %zero) {
    %t = for %j = %lo to %i step %one carry(%inner : i32 = %outer) {
      %k = index (%i + %j) : i32
      %r = rem %k, %two : i32
      %c = cmp_eq %r, %zero : i1
      %v = if %c : i32 {
        %sum = add %inner, %k : i32
        yield %sum
      } else {
        yield %inner
      }
      yield %v
    }
    yield %t
  }
  return %hi, %s
}
)ir");
  Memory memory;
  int expected = 0;
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < i; ++j)
      expected += (i + j) % 2 == 0 ? i + j : 0;
  EXPECT_EQ(run(f, {i32(7)}, memory), (Bits{7, uint64_t(expected)}));
  EXPECT_EQ(run(f, {i32(-7)}, memory), (Bits{uint64_t(-7), 0}));
}

TEST(Interpret, CarriedValuesAreReplacedAtOnce) {
  const Function f = parsed(
      R"ir(func f(%a : i32, %b : i32, %n : i32) trip (0) results(x : i32, y : i32) {
  %lo = index (0) : index
  %hi = index (%n) : index
  %one = index (1) : index
  %x, %y = for %i = %lo to %hi step %one carry(%p : i32 = %a, %q : i32 = %b) {
    yield %q, %p
  }
  return %lo, %x, %y
}
)ir");
  Memory memory;
  EXPECT_EQ(run(f, {i32(1), i32(2), i32(3)}, memory), (Bits{0, 2, 1}));
  EXPECT_EQ(run(f, {i32(1), i32(2), i32(4)}, memory), (Bits{0, 1, 2}));
}

TEST(Interpret, LoopsStopBehindTheStepThatSaysSo) {
  const Function f = parsed(
      R"ir(func f(%least : i32, %n : i32) trip (0) results(steps : i32) {
  %lo = index (0) : index
  %hi = index (%n) : index
  %one = index (1) : index
  %no = constant 0 : i1
  %zero = constant 0 : i32
  %i1 = constant 1 : i32
  %stop, %steps = for %i = %lo to %hi step %one stops carry(%s : i1 = %no, %count : i32 = %zero) {
    %next = add %count, %i1 : i32
    %isEnough = cmp_ge %next, %least : i1
    yield %isEnough, %next
  }
  return %lo, %steps
}
)ir");
  Memory memory;
  EXPECT_EQ(run(f, {i32(5), i32(8)}, memory), (Bits{0, 5}));
  EXPECT_EQ(run(f, {i32(9), i32(8)}, memory), (Bits{0, 8}));
  EXPECT_EQ(run(f, {i32(1), i32(0)}, memory), (Bits{0, 0}));
}

TEST(Interpret, StopsAtAStepThatDoesNotAdvance) {
  const Function f = parsed("func f(%n : index) trip (0) {\n  %z = index (0) : index\n  %h = "
                            "index (8) : index\n"
                            "  for %i = %z to %h step %n {\n    yield\n  }\n  return %z\n}\n");
  Memory memory;
  EXPECT_NE(errorOf(f, {{ScalarType::Index, 0}}, memory).find("the step 0 is not positive"), std::string::npos);
  EXPECT_EQ(errorOf(f, {{ScalarType::Index, uint64_t(INT64_MAX)}}, memory), "");
}

TEST(Interpret, CanonicalisesParameters) {
  const Function f = parsed("func f(%a : u8, %b : i16) trip (0) results(a : u8, b : i16) {\n"
                            "  %z = index (%a + %b) : index\n  return %z, %a, %b\n}\n");
  Memory memory;
  EXPECT_EQ(run(f, {{ScalarType::U8, 0x1ff}, {ScalarType::I16, 0xffff}}, memory), (Bits{254, 255, uint64_t(-1)}));
}

} // namespace
} // namespace vecify
