// Whole functions through all steps, checked after each by running them.
#include "Example.h"
#include "vecify/Lower/Lower.h"

namespace vecify {

static unsigned countOf(const Function &f, OpKind kind) {
  unsigned count = 0;
  for (const Op &op : f.ops)
    count += op.kind == kind;
  return count;
}

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

} // namespace vecify
