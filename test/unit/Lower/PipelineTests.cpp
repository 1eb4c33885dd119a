// Whole functions through all steps, checked after each by running them.
#include "Example.h"
#include "vecify/Lower/Lower.h"

namespace vecify {

TEST(Pipeline, Saxpy) {
  Function f = example(R"(
  %zero = index (0) : index
  %step = index (16) : index
  %m = constant -16 : index
  %end = and %len, %m : index
  for %i = %zero to %end step %step {
    %a = transfer_read f32[%i] lanes(1) : 16xf32
    %b = transfer_read f32[%i - 100] lanes(1) : 16xf32
    %v = broadcast %alpha : 16xf32
    %r = fma %v, %a, %b : 16xf32
    transfer_write %r, f32[%i - 100] lanes(1)
    yield
  })");
  for (const std::string &name : allTargets()) {
    Function code = loweredAndChecked(f, target(name));
    EXPECT_EQ(countOf(code, OpKind::Fma), 16u / target(name).lanesOf(ScalarType::F32)) << toText(code);
  }
}

TEST(Pipeline, BlendOfBytesIsDoneInSixteenBits) {
  Function f = example(R"(
  %a = transfer_read u8[0] lanes(1) : 32xu8
  %b = transfer_read u8[32] lanes(1) : 32xu8
  %x = cast %a : 32xi32
  %y = cast %b : 32xi32
  %k256 = constant 256 : i32
  %beta = sub %k256, %scalar : i32
  %va = broadcast %scalar : 32xi32
  %vb = broadcast %beta : 32xi32
  %p = mul %x, %va : 32xi32
  %q = mul %y, %vb : 32xi32
  %t = add %p, %q : 32xi32
  %half = constant 128 : 32xi32
  %u = add %t, %half : 32xi32
  %eight = constant 8 : 32xi32
  %h = shr %u, %eight : 32xi32
  %r = cast %h : 32xu8
  transfer_write %r, u8[64] lanes(1))");
  for (const std::string &name : allTargets()) {
    Function code = loweredAndChecked(f, target(name), 20);
    EXPECT_EQ(countOf(code, OpKind::Mul), 2 * 32u / target(name).lanesOf(ScalarType::U16)) << toText(code);
  }
}

TEST(Pipeline, NarrowsAnOddNumberOfRegisters) {
  for (const char *lanes : {"12", "24", "48"}) {
    std::string text = R"(
  %a = transfer_read i16[0] lanes(1) : Nxi16
  %x = cast %a : Nxi32
  %k = constant 23170 : Nxi32
  %p = mul %x, %k : Nxi32
  %h = shr_imm %p [15] : Nxi32
  %r = cast %h : Nxi16
  transfer_write %r, i16[64] lanes(1))";
    for (size_t at; (at = text.find("Nx")) != std::string::npos;)
      text.replace(at, 1, lanes);
    for (const std::string &name : allTargets())
      loweredAndChecked(example(text.c_str()), target(name), 20);
  }
}

TEST(Pipeline, CarriedAccumulatorsStayInRegisters) {
  Function f = example(R"(
  %zero = index (0) : index
  %one = index (1) : index
  %acc0 = constant 0.0 : 16xf32
  %sum = for %k = %zero to %len step %one carry(%acc : 16xf32 = %acc0) {
    %a = transfer_read f32[%k] : f32
    %v = broadcast %a : 16xf32
    %b = transfer_read f32[%k - 100] lanes(1) : 16xf32
    %p = mul %v, %b : 16xf32
    %next = add %acc, %p : 16xf32
    yield %next
  }
  transfer_write %sum, f32[-120] lanes(1))");
  for (const std::string &name : allTargets()) {
    Function code = loweredAndChecked(f, target(name));
    unsigned pieces = 16 / target(name).lanesOf(ScalarType::F32);
    EXPECT_EQ(countOf(code, OpKind::FpFence), pieces) << "strict products must not be fused later\n" << toText(code);
    EXPECT_EQ(countOf(code, OpKind::Store), pieces);
  }
}

TEST(Pipeline, SumOfShortProductsTakesPairs) {
  Function f = example(R"(
  %zero = index (0) : index
  %step = index (32) : index
  %m = constant -32 : index
  %end = and %len, %m : index
  %acc0 = constant 0 : 32xi32
  %sum = for %i = %zero to %end step %step carry(%acc : 32xi32 = %acc0) {
    %a = transfer_read i16[%i] lanes(1) : 32xi16
    %b = transfer_read i16[%i + 64] lanes(1) : 32xi16
    %x = cast %a : 32xi32
    %y = cast %b : 32xi32
    %p = mul %x, %y : 32xi32
    %next = add %acc, %p : 32xi32
    yield %next
  }
  %low = extract_slice %sum [0] : 16xi32
  %high = extract_slice %sum [16] : 16xi32
  %half = add %low, %high : 16xi32
  %total = reduce add %half : i32
  transfer_write %total, i32[0])");
  for (const std::string &name : allTargets()) {
    Function code = loweredAndChecked(f, target(name));
    if (target(name).find(OpKind::MulAddPairs, ScalarType::I32, ScalarType::I16, 4)) {
      EXPECT_EQ(countOf(code, OpKind::MulAddPairs), 32u / target(name).lanesOf(ScalarType::I16)) << toText(code);
      EXPECT_EQ(countOf(code, OpKind::Mul), 0u);
    }
  }
}

/// for (..) acc += f(a[i], b[i]) over 64 lanes, in `type`.
static Function sumOf(const char *type, const char *term) {
  std::string t = type;
  return example(
      "%zero = index (0) : index\n%step = index (64) : index\n%end = index (128) : index\n%acc0 = constant 3 : 64x" +
      t + "\n%sum = for %i = %zero to %end step %step carry(%acc : 64x" + t +
      " = %acc0) {\n%a = transfer_read u8[%i] lanes(1) : 64xu8\n"
      "%b = transfer_read u8[%i + 64] lanes(1) : 64xu8\n%c = transfer_read i8[%i] lanes(1) : 64xi8\n" +
      term + "\n%next = add %acc, %p : 64x" + t + "\nyield %next\n}\n%total = reduce add %sum : " + t +
      "\ntransfer_write %total, " + t + "[0]");
}

TEST(Pipeline, SumsOfBytesAndDistancesTakeOctets) {
  const char *distance = "%x = cast %a : 64xi32\n%y = cast %b : 64xi32\n%d = sub %x, %y : 64xi32\n%p = abs %d : 64xi32";
  for (const std::string &name : allTargets()) {
    unsigned octets = 64 / target(name).lanesOf(ScalarType::U8);
    Function sad = loweredAndChecked(sumOf("i32", distance), target(name));
    EXPECT_EQ(countOf(sad, OpKind::SadOctets), octets) << toText(sad);
    EXPECT_EQ(countOf(sad, OpKind::AbsDiff) + countOf(sad, OpKind::SubSat), 0u) << toText(sad);
    Function sum = loweredAndChecked(sumOf("i64", "%p = cast %a : 64xi64"), target(name));
    EXPECT_EQ(countOf(sum, OpKind::SadOctets), octets) << toText(sum);
  }
}

TEST(Pipeline, SumsOfByteProductsTakeDotProducts) {
  const char *product = "%x = cast %a : 64xi32\n%y = cast %c : 64xi32\n%p = mul %x, %y : 64xi32";
  const char *squares = "%x = cast %a : 64xi32\n%y = cast %b : 64xi32\n%p = mul %x, %y : 64xi32";
  Function vnni = loweredAndChecked(sumOf("i32", product), target("avx512+vnni"));
  EXPECT_EQ(countOf(vnni, OpKind::DotAccumulate), 1u) << toText(vnni);
  for (const Op &op : vnni.ops)
    if (op.kind == OpKind::For)
      EXPECT_EQ(vnni.blocks[op.blocks[0]].ops.size(), 4u) << "the dot product accumulates\n" << toText(vnni);
  Function dot = loweredAndChecked(sumOf("i32", squares), target("neon+dotprod"));
  EXPECT_EQ(countOf(dot, OpKind::DotAccumulate), 4u) << toText(dot);
}

TEST(Pipeline, ProductsOfBytesOfOneSignAreMoved) {
  // One dot product, and one for what the move by 128 has added.
  const char *signedBytes = "%x = cast %c : 64xi32\n%y = bitcast %b : 64xi8\n%z = cast %y : 64xi32\n"
                            "%p = mul %x, %z : 64xi32";
  const char *unsignedBytes = "%x = cast %a : 64xi32\n%y = cast %b : 64xi32\n%p = mul %x, %y : 64xi32";
  for (const char *product : {signedBytes, unsignedBytes}) {
    Function code = loweredAndChecked(sumOf("i32", product), target("avx512+vnni"), 20);
    EXPECT_EQ(countOf(code, OpKind::DotAccumulate), 2u) << toText(code);
    EXPECT_EQ(countOf(code, OpKind::Mul) + countOf(code, OpKind::MulAddPairs), 0u) << toText(code);
  }
}

/// Weighted sums of pixels of `stride` bytes of `type`, with these weights, shifted right by 8 and cut to a byte.
static Function weightedPixels(const char *type, const std::vector<int> &weights, int64_t stride, int64_t lanes) {
  const std::string t = type, n = std::to_string(lanes), s = std::to_string(stride);
  std::string body = "%s = constant 128 : " + n + "xi32\n", sum = "%s";
  int k = 0;
  for (int weight : weights) {
    const std::string i = std::to_string(k++);
    if (!weight)
      continue;
    body += "%x" + i + " = transfer_read " + t + "[" + i + " - 250] lanes(" + s + ") : " + n + "x" + t + "\n%w" + i +
            " = cast %x" + i + " : " + n + "xi32\n%k" + i + " = constant " + std::to_string(weight) + " : " + n +
            "xi32\n%p" + i + " = mul %k" + i + ", %w" + i + " : " + n + "xi32\n%s" + i + " = add " + sum + ", %p" + i +
            " : " + n + "xi32\n";
    sum = "%s" + i;
  }
  return example(body + "transfer_write " + sum + ", i32[0] lanes(1)\n%h = shr_imm " + sum + " [8] : " + n +
                 "xi32\n%r = cast %h : " + n + "xu8\ntransfer_write %r, u8[200] lanes(1)");
}

TEST(Pipeline, WeightedSumsOfPixelsAreDotProducts) {
  for (const char *type : {"u8", "i8"})
    for (int64_t lanes : {16, 32, 64})
      for (const auto &weights : {std::vector<int>{77, 150, 29},
                                  {-38, -74, 112},
                                  {127, 127, 127},
                                  {255, 255, 255},
                                  {-128, -128, -128},
                                  {100, 0, 27},
                                  {0, 1, 200},
                                  {300, 1, 1}})
        for (const char *spec :
             {"avx2", "avx2+vnni", "avx512", "avx512+vnni", "avx512+vnni+vbmi", "neon", "neon+dotprod", "neon+i8mm"})
          for (int64_t stride : {3, 4}) {
            if (lanes != 64 && weights[0] != 77)
              continue;
            SCOPED_TRACE(std::string(spec) + " " + type + " " + std::to_string(stride));
            Function code = loweredAndChecked(weightedPixels(type, weights, stride, lanes), target(spec), 3);
            if (llvm::StringRef(spec).contains("vnni") && lanes == 64 && weights[0] == 77)
              EXPECT_EQ(countOf(code, OpKind::DotAccumulate), 64u / target(spec).lanesOf(ScalarType::I32))
                  << toText(code);
          }
}

TEST(Pipeline, FixedPointProductsStayInSixteenBits) {
  auto function = [](const char *shift) {
    return example(std::string("%a = transfer_read i16[0] lanes(1) : 32xi16\n"
                               "%b = transfer_read i16[32] lanes(1) : 32xi16\n%x = cast %a : 32xi32\n"
                               "%y = cast %b : 32xi32\n%p = mul %x, %y : 32xi32\n") +
                   shift + "%o = cast %r : 32xi16\ntransfer_write %o, i16[64] lanes(1)");
  };
  for (const std::string &name : allTargets()) {
    Function rounded = loweredAndChecked(function("%h = constant 16384 : 32xi32\n%s = add %p, %h : 32xi32\n%k = "
                                                  "constant 15 : 32xi32\n%r = shr %s, %k : 32xi32\n"),
                                         target(name), 50);
    EXPECT_EQ(countOf(rounded, OpKind::MulRound), 32u / target(name).lanesOf(ScalarType::I16)) << toText(rounded);
    loweredAndChecked(function("%k = constant 12 : 32xi32\n%r = shr %p, %k : 32xi32\n"), target(name), 50);
  }
}

TEST(Pipeline, ProductsAreFusedOnlyWhereBothAllow) {
  auto function = [](const char *mulFlags, const char *addFlags) {
    return example(
        std::string("%a = transfer_read f32[0] lanes(1) : 16xf32\n%b = transfer_read f32[16] lanes(1) : 16xf32\n"
                    "%p = mul %a, %b : 16xf32") +
        mulFlags + "\n%r = add %p, %a : 16xf32" + addFlags + "\ntransfer_write %r, f32[32] lanes(1)");
  };
  for (const std::string &name : allTargets()) {
    unsigned registers = 16 / target(name).lanesOf(ScalarType::F32);
    auto fused = lowerToNative(function(" fp(contract)", " fp(contract)"), target(name));
    ASSERT_TRUE(bool(fused));
    EXPECT_EQ(countOf(*fused, OpKind::Fma), registers) << toText(*fused);
    EXPECT_EQ(countOf(*fused, OpKind::FpFence), 0u);
    for (auto [mulFlags, addFlags] : {std::pair("", ""), {" fp(contract)", ""}, {"", " fp(contract)"}}) {
      Function strict = loweredAndChecked(function(mulFlags, addFlags), target(name));
      EXPECT_EQ(countOf(strict, OpKind::Fma), 0u) << toText(strict);
      EXPECT_EQ(countOf(strict, OpKind::FpFence), registers) << toText(strict);
    }
  }
}

// gcc vectorizes the loop that reads, and sees the product's registers through memory.
TEST(Pipeline, ProductsThatMeetASumThroughMemoryAreFenced) {
  auto function = [](const std::string &type) {
    return example("%a = transfer_read f32[0] lanes(1) : 16xf32\n%b = transfer_read f32[16] lanes(1) : 16xf32\n"
                   "%p = mul %a, %b : 16xf32\ntransfer_write %p, f32[32] lanes(1)\n"
                   "%q = transfer_read " +
                   type + "[33] lanes(1) : 8x" + type + "\n%r = transfer_read " + type + "[8] lanes(1) : 8x" + type +
                   "\n%s = add %q, %r : 8x" + type + "\ntransfer_write %s, " + type + "[0] lanes(1)");
  };
  for (const std::string &name : allTargets()) {
    const unsigned registers = 16 / target(name).lanesOf(ScalarType::F32);
    EXPECT_EQ(countOf(loweredAndChecked(function("f32"), target(name)), OpKind::FpFence), registers);
    EXPECT_EQ(countOf(loweredAndChecked(function("f64"), target(name)), OpKind::FpFence), 0u);
  }
}

TEST(Pipeline, ProductsThatMeetNoSumNeedNoFence) {
  Function f = example(R"(
  %a = transfer_read f32[0] lanes(1) : 16xf32
  %b = transfer_read f32[16] lanes(1) : 16xf32
  %p = mul %a, %b : 16xf32
  %q = mul %p, %a : 16xf32
  %m = cmp_lt %q, %b : 16xi1
  %r = select %m, %p, %q : 16xf32
  transfer_write %r, f32[32] lanes(1))");
  for (const std::string &name : allTargets())
    EXPECT_EQ(countOf(loweredAndChecked(f, target(name)), OpKind::FpFence), 0u);
}

} // namespace vecify
