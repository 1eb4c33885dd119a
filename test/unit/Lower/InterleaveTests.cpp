// Interleaved accesses: whole registers and shuffles, and never a byte too far.
#include "Example.h"
#include "vecify/Lower/Lower.h"

namespace vecify {

static const char *const complexProduct = R"(func f() trip (16) {
  array z : f32 disjoint(w)
  array w : f32 disjoint(z)
  pattern re = z "z[{0}].re" : f32 strides(8)
  pattern im = z "z[{0}].im" : f32 strides(8) offset 4
  pattern w = w "w[{0}]" : f32 strides(4)
  %r = transfer_read re[0] lanes(1) : 16xf32
  %i = transfer_read im[0] lanes(1) : 16xf32
  %a = mul %r, %i : 16xf32
  %s = sub %r, %i : 16xf32
  transfer_write %a, w[0] lanes(2)
  transfer_write %s, w[1] lanes(2)
  %n = index (16) : index
  return %n
})";

TEST(Interleave, BothMembersReadAndWritten) {
  for (const std::string &name : allTargets()) {
    Function code = loweredAndChecked(parsed(complexProduct), target(name));
    unsigned registers = 32 / target(name).lanesOf(ScalarType::F32);
    EXPECT_EQ(countOf(code, OpKind::Load), registers) << toText(code);
    EXPECT_EQ(countOf(code, OpKind::Store), registers) << toText(code);
  }
}

TEST(Interleave, ReadsStayBehindWritesOfWhatTheyRead) {
  const Function code = example(R"(
  %b = transfer_read f32[64] lanes(1) : 8xf32
  %x = transfer_read f32[0] lanes(2) : 8xf32
  transfer_write %b, f32[3] lanes(2)
  %y = transfer_read f32[1] lanes(2) : 8xf32
  %s = add %x, %y : 8xf32
  transfer_write %s, f32[40] lanes(1))");
  for (const std::string &name : allTargets())
    loweredAndChecked(code, target(name));
}

/// The image ends with the last element that is read: the interpreter would report one more.
static void readsEveryNthExactly(int64_t stride, int64_t lanes, ScalarType type) {
  std::string e = textOf(type).str(), n = std::to_string(stride), l = std::to_string(lanes);
  std::string text = "func f() trip (16) {\n  array a : " + e + " disjoint(b)\n  array b : " + e +
                     " disjoint(a)\n  pattern a = a \"a[{0}]\" : " + e + " strides(" + std::to_string(bytesOf(type)) +
                     ")\n  pattern b = b \"b[{0}]\" : " + e + " strides(" + std::to_string(bytesOf(type)) +
                     ")\n  %r = transfer_read a[0] lanes(" + n + ") : " + l + "x" + e +
                     "\n  transfer_write %r, b[0] lanes(1)\n  %n = index (16) : index\n  return %n\n}";
  Function f = parsed(text);
  for (const std::string &name : allTargets()) {
    SCOPED_TRACE(name + " " + l + "x" + e + " stride " + n);
    auto code = lowerToNative(f, target(name));
    if (!code) {
      ADD_FAILURE() << llvm::toString(code.takeError());
      continue;
    }
    std::mt19937_64 random(1);
    Memory memory;
    memory.arrays.resize(2);
    memory.arrays[0].bytes.resize(((lanes - 1) * stride + 1) * bytesOf(type));
    memory.arrays[1].bytes.resize(lanes * bytesOf(type));
    for (uint8_t &byte : memory.arrays[0].bytes)
      byte = uint8_t(random());
    Memory wanted = memory;
    auto a = interpret(f, {}, wanted), b = interpret(*code, {}, memory);
    ASSERT_TRUE(bool(a)) << llvm::toString(a.takeError());
    ASSERT_TRUE(bool(b)) << llvm::toString(b.takeError()) << toText(*code);
    EXPECT_EQ(memory.arrays[1].bytes, wanted.arrays[1].bytes) << toText(*code);
    EXPECT_EQ(countOf(*code, OpKind::Gather) + countOf(*code, OpKind::FromLanes), 0u) << toText(*code);
  }
}

TEST(Interleave, LoneMemberIsNotReadPastItsEnd) {
  for (int64_t stride : {2, 3, 4})
    for (int64_t lanes : {8, 16, 32})
      for (ScalarType type : {ScalarType::U8, ScalarType::I16, ScalarType::F32, ScalarType::F64})
        if (lanes * bitsOf(type) >= (stride == 3 ? 256 : 128))
          readsEveryNthExactly(stride, lanes, type);
}

/// y[i] = sum of x[k*i + m] for m < members: what comes after a block is one element a stride.
static Function sumsOfNext(int64_t stride, int64_t members, int64_t lanes, ScalarType type) {
  std::string e = textOf(type).str(), t = std::to_string(lanes) + "x" + e, n = std::to_string(stride);
  std::string text = "func f() trip (16) {\n  array a : " + e + " disjoint(b)\n  array b : " + e +
                     " disjoint(a)\n  pattern a = a \"a[{0}]\" : " + e + " strides(" + std::to_string(bytesOf(type)) +
                     ")\n  pattern b = b \"b[{0}]\" : " + e + " strides(" + std::to_string(bytesOf(type)) + ")\n";
  std::string sum;
  for (int64_t m = members - 1; m >= 0; --m) {
    std::string k = std::to_string(m);
    text += "  %x" + k + " = transfer_read a[" + k + "] lanes(" + n + ") : " + t + "\n";
    if (!sum.empty())
      text += "  %s" + k + " = add " + sum + ", %x" + k + " : " + t + "\n";
    sum = sum.empty() ? "%x" + k : "%s" + k;
  }
  return parsed(text + "  transfer_write " + sum + ", b[0] lanes(1)\n  %n = index (16) : index\n  return %n\n}");
}

TEST(Interleave, MembersOfTheNextStrideShareTheLoads) {
  for (int64_t stride : {2, 3, 4})
    for (int64_t members = stride + 1; members <= 3 * stride; ++members)
      for (ScalarType type : {ScalarType::U8, ScalarType::I16, ScalarType::F32, ScalarType::F64})
        for (const std::string &name : allTargets()) {
          SCOPED_TRACE(name + " " + std::to_string(members) + " of stride " + std::to_string(stride));
          const int64_t lanes = 32;
          Function f = sumsOfNext(stride, members, lanes, type);
          auto code = lowerToNative(f, target(name));
          ASSERT_TRUE(bool(code)) << llvm::toString(code.takeError());
          std::mt19937_64 random(1);
          Memory memory;
          memory.arrays.resize(2);
          memory.arrays[0].bytes.resize(((lanes - 1) * stride + members) * bytesOf(type));
          memory.arrays[1].bytes.resize(lanes * bytesOf(type));
          for (uint8_t &byte : memory.arrays[0].bytes)
            byte = uint8_t(random() % 60);
          Memory wanted = memory;
          auto a = interpret(f, {}, wanted), b = interpret(*code, {}, memory);
          ASSERT_TRUE(bool(a)) << llvm::toString(a.takeError());
          ASSERT_TRUE(bool(b)) << llvm::toString(b.takeError()) << toText(*code);
          EXPECT_EQ(memory.arrays[1].bytes, wanted.arrays[1].bytes) << toText(*code);
          if (type == ScalarType::F32 && name == "avx512") {
            EXPECT_EQ(countOf(*code, OpKind::Load), unsigned(stride * lanes / 16)) << toText(*code);
          }
        }
}

/// d[k*i + m] = s[k*i + (m + 1) % k] + 1 for all m: every member read and written.
static Function rotated(int64_t stride, int64_t lanes, ScalarType type) {
  std::string e = textOf(type).str(), t = std::to_string(lanes) + "x" + e, k = std::to_string(stride);
  std::string body;
  for (int64_t m = 0; m < stride; ++m)
    body += "%r" + std::to_string(m) + " = transfer_read " + e + "[" + std::to_string(m) + "] lanes(" + k + ") : " + t +
            "\n";
  for (int64_t m = 0; m < stride; ++m)
    body += "transfer_write %r" + std::to_string((m + 1) % stride) + ", " + e + "[" +
            std::to_string(m - stride * lanes) + "] lanes(" + k + ")\n";
  return example(body);
}

TEST(Interleave, WholeGroupsOfUpToEight) {
  for (int64_t stride = 2; stride <= 8; ++stride)
    for (ScalarType type : {ScalarType::U8, ScalarType::I16, ScalarType::F32, ScalarType::F64}) {
      SCOPED_TRACE(std::to_string(stride) + " of " + textOf(type).str());
      for (const std::string &name : allTargets()) {
        Function code = loweredAndChecked(rotated(stride, 16, type), target(name), 3);
        EXPECT_EQ(countOf(code, OpKind::Gather) + countOf(code, OpKind::FromLanes), 0u) << name;
      }
    }
}

} // namespace vecify
