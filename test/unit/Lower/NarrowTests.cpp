// Narrowing and idioms on every pair of bytes: the wide original and the lowered code must agree on all of them.
#include "Example.h"
#include "vecify/Lower/Lower.h"
#include "vecify/Support/Decline.h"

namespace vecify {

static bool has(const Function &f, OpKind kind, ScalarType element) {
  return llvm::any_of(f.ops, [&](const Op &op) {
    return op.kind == kind && !op.results.empty() && f.typeOf(op.results[0]).element == element &&
           !f.typeOf(op.results[0]).isScalar();
  });
}

/// Bodies over %x and %y, bytes of type `type` as 64xi32; the result is %r, 64xi32.
struct ByteCase {
  const char *name;
  const char *body;
  /// What a target with a row for it should use.
  OpKind wanted = OpKind::Return;
  ScalarType element = ScalarType::U8;
};

static const ByteCase unsignedCases[] = {
    {"average",
     "%one = constant 1 : 64xi32\n%s = add %x, %y : 64xi32\n%t = add %s, %one : 64xi32\n"
     "%r = shr %t, %one : 64xi32",
     OpKind::AvgUp, ScalarType::U8},
    {"saturating sum",
     "%c = constant 255 : 64xi32\n%s = add %x, %y : 64xi32\n%m = cmp_gt %s, %c : 64xi1\n"
     "%r = select %m, %c, %s : 64xi32",
     OpKind::AddSat, ScalarType::U8},
    {"saturating difference", "%c = constant 0 : 64xi32\n%s = sub %x, %y : 64xi32\n%r = max %s, %c : 64xi32",
     OpKind::SubSat, ScalarType::U8},
    {"absolute difference", "%s = sub %x, %y : 64xi32\n%r = abs %s : 64xi32"},
    {"truncated average", "%one = constant 1 : 64xi32\n%s = add %x, %y : 64xi32\n%r = shr %s, %one : 64xi32",
     OpKind::AvgDown, ScalarType::U8},
    {"average of three",
     "%two = constant 2 : 64xi32\n%d = mul %y, %two : 64xi32\n%c = sub %y, %y : 64xi32\n%s = add %x, %d : 64xi32\n"
     "%t = add %s, %x : 64xi32\n%u = add %t, %two : 64xi32\n%r = shr %u, %two : 64xi32",
     OpKind::AvgUp, ScalarType::U8},
    {"average with three quarters",
     "%two = constant 2 : 64xi32\n%k = constant 3 : 64xi32\n%d = mul %y, %k : 64xi32\n%s = add %x, %d : 64xi32\n"
     "%t = add %s, %k : 64xi32\n%r = shr %t, %two : 64xi32",
     OpKind::AvgUp, ScalarType::U8},
    {"average with seven eighths, rounded down",
     "%three = constant 3 : 64xi32\n%k = constant 7 : 64xi32\n%d = mul %y, %k : 64xi32\n%s = add %d, %x : 64xi32\n"
     "%r = shr %s, %three : 64xi32",
     OpKind::AvgDown, ScalarType::U8},
    {"product", "%r = mul %x, %y : 64xi32", OpKind::Mul, ScalarType::U16},
    {"upper byte of the product", "%c = constant 8 : 64xi32\n%p = mul %x, %y : 64xi32\n%r = shr %p, %c : 64xi32",
     OpKind::Mul, ScalarType::U16},
    {"product by 1/255", "%p = mul %x, %y : 64xi32\n%h = constant 128 : 64xi32\n%t = add %p, %h : 64xi32\n"
                         "%c = constant 8 : 64xi32\n%u = shr %t, %c : 64xi32\n%v = add %t, %u : 64xi32\n"
                         "%r = shr %v, %c : 64xi32"},
    {"quotient", "%c = constant 7 : 64xi32\n%p = mul %x, %y : 64xi32\n%r = div %p, %c : 64xi32"},
    {"remainder", "%c = constant 10 : 64xi32\n%p = add %x, %y : 64xi32\n%r = rem %p, %c : 64xi32"},
    {"quotient of a difference", "%c = constant 8 : 64xi32\n%p = sub %x, %y : 64xi32\n%r = div %p, %c : 64xi32"},
    {"shifts and masks", "%c = constant 4 : 64xi32\n%m = constant 240 : 64xi32\n%p = shl %x, %c : 64xi32\n"
                         "%q = and %y, %m : 64xi32\n%s = or %p, %q : 64xi32\n%r = shr %s, %c : 64xi32"},
    {"comparison of sums", "%k = constant 300 : 64xi32\n%s = add %x, %y : 64xi32\n%m = cmp_lt %s, %k : 64xi1\n"
                           "%r = select %m, %x, %y : 64xi32"},
    {"comparison with an unknown threshold", "%k = broadcast %scalar : 64xi32\n%m = cmp_lt %x, %k : 64xi1\n"
                                             "%r = select %m, %x, %y : 64xi32"},
    {"weights unknown", "%k = broadcast %scalar : 64xi32\n%p = mul %x, %k : 64xi32\n%q = sub %p, %y : 64xi32\n"
                        "%c = constant 8 : 64xi32\n%r = shr %q, %c : 64xi32"},
    {"negated and inverted", "%n = neg %x : 64xi32\n%v = not %y : 64xi32\n%r = sub %n, %v : 64xi32"},
    {"variable shift", "%c = constant 7 : 64xi32\n%k = and %y, %c : 64xi32\n%r = shl %x, %k : 64xi32"},
};

static const ByteCase signedCases[] = {
    {"saturating sum",
     "%hi = constant 127 : 64xi32\n%lo = constant -128 : 64xi32\n%s = add %x, %y : 64xi32\n"
     "%t = min %s, %hi : 64xi32\n%r = max %t, %lo : 64xi32",
     OpKind::AddSat, ScalarType::I8},
    {"product", "%r = mul %x, %y : 64xi32", OpKind::Mul, ScalarType::I16},
    {"arithmetic shift", "%c = constant 3 : 64xi32\n%s = sub %x, %y : 64xi32\n%r = shr %s, %c : 64xi32"},
    {"absolute value", "%v = abs %x : 64xi32\n%r = sub %v, %y : 64xi32"},
    {"quotient", "%c = constant -3 : 64xi32\n%s = add %x, %y : 64xi32\n%r = div %s, %c : 64xi32"},
    {"remainder", "%c = constant 5 : 64xi32\n%s = mul %x, %y : 64xi32\n%r = rem %s, %c : 64xi32"},
    {"clamped product", "%hi = constant 127 : 64xi32\n%lo = constant -128 : 64xi32\n%c = constant 7 : 64xi32\n"
                        "%p = mul %x, %y : 64xi32\n%q = shr %p, %c : 64xi32\n%s = min %q, %hi : 64xi32\n"
                        "%r = max %s, %lo : 64xi32"},
    {"minimum of mixed", "%c = constant 200 : 64xi32\n%s = add %x, %c : 64xi32\n%r = min %s, %y : 64xi32"},
};

static Function byteFunction(const ByteCase &c, llvm::StringRef type, llvm::StringRef to) {
  std::string t = type.str(), out = to.str();
  std::string text = "func f(%scalar : i32) trip (65536) {\n  array a : " + t + " disjoint(r)\n  array r : " + out +
                     " disjoint(a)\n  pattern a = a \"a[{0}]\" : " + t +
                     " strides(1)\n  pattern r = r \"r[{0}]\" : " + out + " strides(" +
                     std::to_string(bytesOf(*parseScalarType(out))) + ")\n" +
                     "  %zero = index (0) : index\n  %end = index (65536) : index\n  %step = index (64) : index\n"
                     "  for %i = %zero to %end step %step {\n"
                     "    %a = transfer_read a[%i] lanes(1) : 64x" +
                     t + "\n    %b = transfer_read a[%i + 65536] lanes(1) : 64x" + t +
                     "\n    %x = cast %a : 64xi32\n    %y = cast %b : 64xi32\n    " + c.body + "\n";
  if (out != "i32")
    text += "    %o = cast %r : 64x" + out + "\n    transfer_write %o, r[%i] lanes(1)\n    yield\n  }\n";
  else
    text += "    transfer_write %r, r[%i] lanes(1)\n    yield\n  }\n";
  return parsed(text + "  return %end\n}\n");
}

static void checkAllPairs(const ByteCase &c, llvm::StringRef type, llvm::StringRef to, int32_t scalar) {
  Function f = byteFunction(c, type, to);
  Memory memory;
  memory.arrays.resize(2);
  for (unsigned i = 0; i < 65536; ++i)
    memory.arrays[0].bytes.push_back(uint8_t(i));
  for (unsigned i = 0; i < 65536; ++i)
    memory.arrays[0].bytes.push_back(uint8_t(i >> 8));
  memory.arrays[1].bytes.resize(65536 * bytesOf(f.patterns[1].type));
  std::vector<Scalar> parameters = {{ScalarType::I32, uint64_t(int64_t(scalar))}};
  Memory wanted = memory;
  ASSERT_TRUE(bool(interpret(f, parameters, wanted)));
  for (const std::string &name : allTargets()) {
    SCOPED_TRACE(name + ": " + c.name + " of " + type.str() + " to " + to.str());
    auto code = lowerToNative(f, target(name));
    if (!code) {
      ADD_FAILURE() << llvm::toString(code.takeError());
      continue;
    }
    Memory got = memory;
    auto done = interpret(*code, parameters, got);
    ASSERT_TRUE(bool(done)) << llvm::toString(done.takeError());
    ASSERT_EQ(got.arrays[1].bytes, wanted.arrays[1].bytes) << toText(*code);
    const Target &t = target(name);
    if (c.wanted != OpKind::Return && t.find(c.wanted, c.element, t.lanesOf(c.element)))
      EXPECT_TRUE(has(*code, c.wanted, c.element)) << toText(*code);
  }
}

TEST(NarrowIntegers, EveryPairOfUnsignedBytes) {
  for (const ByteCase &c : unsignedCases)
    for (const char *to : {"u8", "i32"}) {
      // Kept whole, a product by 16 bits more needs all 32.
      ByteCase one = c;
      if (llvm::StringRef(c.name) == "truncated average" && llvm::StringRef(to) == "u8")
        one.wanted = OpKind::Return;
      if (c.wanted == OpKind::Mul && llvm::StringRef(c.name) == "product" && llvm::StringRef(to) == "u8")
        one.wanted = OpKind::Return; // eight bits are enough then
      checkAllPairs(one, "u8", to, 200);
    }
}

TEST(NarrowIntegers, EveryPairOfSignedBytes) {
  for (const ByteCase &c : signedCases)
    for (const char *to : {"i8", "i32"}) {
      ByteCase one = c;
      if (llvm::StringRef(c.name) == "product" && llvm::StringRef(to) == "i8")
        one.wanted = OpKind::Return;
      checkAllPairs(one, "i8", to, -3);
    }
}

TEST(NarrowIntegers, ThresholdsOutsideTheRangeAreClamped) {
  for (int32_t threshold : {INT32_MIN, -32769, -1, 0, 255, 256, 32768, 65536 + 7, INT32_MAX})
    for (const ByteCase &c : unsignedCases)
      if (llvm::StringRef(c.name).contains("unknown"))
        checkAllPairs(c, "u8", "u8", threshold);
}

TEST(NarrowIntegers, WideStorageKeepsWideArithmetic) {
  Function f = example(R"(
  %a = transfer_read i32[0] lanes(1) : 16xi32
  %c = constant 255 : 16xi32
  %m = and %a, %c : 16xi32
  transfer_write %m, i32[16] lanes(1))");
  for (const std::string &name : allTargets()) {
    Function code = loweredAndChecked(f, target(name));
    EXPECT_FALSE(has(code, OpKind::And, ScalarType::U8)) << "narrowing would take conversions\n" << toText(code);
  }
}

} // namespace vecify
