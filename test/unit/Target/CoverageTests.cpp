// Which ops every target has on which elements, at all its register widths: a row that gets lost is missed here.
#include "vecify/Target/Target.h"
#include <gtest/gtest.h>

using namespace vecify;

namespace {

using Types = std::vector<ScalarType>;
const Types bytes = {ScalarType::I8, ScalarType::U8};
const Types signedInts = {ScalarType::I8, ScalarType::I16, ScalarType::I32, ScalarType::I64};
const Types ints = {ScalarType::I8,  ScalarType::U8,  ScalarType::I16, ScalarType::U16,
                    ScalarType::I32, ScalarType::U32, ScalarType::I64, ScalarType::U64};
const Types narrowInts = {ScalarType::I8, ScalarType::U8, ScalarType::I16, ScalarType::U16};
const Types dividends = {ScalarType::I8,  ScalarType::U8,  ScalarType::I16,
                         ScalarType::U16, ScalarType::I32, ScalarType::U32};
const Types averages = {ScalarType::U8, ScalarType::U16};
const Types floats = {ScalarType::F32, ScalarType::F64};
const Types wide = {ScalarType::I32, ScalarType::U32, ScalarType::I64,
                    ScalarType::U64, ScalarType::F32, ScalarType::F64};

Types operator+(Types a, const Types &b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

struct Promise {
  std::vector<OpKind> ops;
  Types types;
};

std::vector<Promise> promises() {
  return {
      {{OpKind::Constant, OpKind::Broadcast, OpKind::Load,  OpKind::Store, OpKind::LoadSplat, OpKind::FromLanes,
        OpKind::Add,      OpKind::Sub,       OpKind::Mul,   OpKind::Neg,   OpKind::Select,    OpKind::Extract,
        OpKind::Reverse,  OpKind::Even,      OpKind::Odd,   OpKind::ZipLo, OpKind::ZipHi,     OpKind::CmpEq,
        OpKind::CmpNe,    OpKind::CmpLt,     OpKind::CmpLe, OpKind::CmpGt, OpKind::CmpGe},
       ints + floats},
      {{OpKind::Iota, OpKind::Min, OpKind::Max, OpKind::And, OpKind::Or, OpKind::Xor, OpKind::AndNot, OpKind::Not,
        OpKind::Shl, OpKind::Shr, OpKind::ShlImm, OpKind::ShrImm, OpKind::ShlUniform, OpKind::ShrUniform},
       ints},
      {{OpKind::Abs}, signedInts + floats},
      {{OpKind::Div, OpKind::Rem, OpKind::MulHigh}, dividends},
      {{OpKind::AddSat, OpKind::SubSat}, narrowInts},
      {{OpKind::AvgUp, OpKind::AvgDown}, averages},
      {{OpKind::Div, OpKind::Sqrt, OpKind::CMin, OpKind::CMax, OpKind::FMin, OpKind::FMax, OpKind::CopySign,
        OpKind::Floor, OpKind::Ceil, OpKind::Trunc, OpKind::Rint, OpKind::Round, OpKind::Fma, OpKind::Fms, OpKind::Fnma,
        OpKind::Fnms},
       floats},
  };
}

void expectRow(const Target &t, const RowKey &key) {
  EXPECT_NE(t.find(key), nullptr) << t.name << ": " << textOf(key.kind).str() << " " << textOf(key.element).str() << "x"
                                  << key.lanes << " from " << textOf(key.source).str() << ", detail "
                                  << unsigned(key.detail);
}

class Coverage : public testing::TestWithParam<const char *> {
protected:
  Target target = llvm::cantFail(parseTarget(GetParam()));

  void forEachWidth(llvm::function_ref<void(unsigned)> visit) {
    for (unsigned bits : target.registerBits)
      visit(bits);
  }
};

} // namespace

TEST_P(Coverage, ElementwiseAndShapeOpsExistAtEveryWidth) {
  for (const Promise &promise : promises())
    for (OpKind kind : promise.ops)
      for (ScalarType type : promise.types)
        forEachWidth([&](unsigned bits) { expectRow(target, {kind, type, type, bits / bitsOf(type)}); });
}

TEST_P(Coverage, IntegersAndFloatsReduceByEveryOperatorThatTheyHave) {
  using R = ReductionKind;
  for (ScalarType type : ints)
    for (R combine : {R::Add, R::Mul, R::Min, R::Max, R::And, R::Or, R::Xor})
      forEachWidth([&](unsigned bits) {
        expectRow(target, {OpKind::Reduce, type, type, bits / bitsOf(type), uint8_t(combine)});
      });
  for (ScalarType type : floats)
    for (R combine : {R::Add, R::Mul, R::CMin, R::CMax, R::FMin, R::FMax})
      forEachWidth([&](unsigned bits) {
        expectRow(target, {OpKind::Reduce, type, type, bits / bitsOf(type), uint8_t(combine)});
      });
}

TEST_P(Coverage, HalvesOfRegistersComeApartAndTogether) {
  for (ScalarType type : ints + floats)
    forEachWidth([&](unsigned bits) {
      const unsigned lanes = bits / bitsOf(type);
      if (!target.isNative(VectorType::vector(lanes / 2, type)))
        return;
      expectRow(target, {OpKind::ExtractSlice, type, type, lanes, 2});
      expectRow(target, {OpKind::ExtractSlice, type, type, lanes, 2 | 128});
      expectRow(target, {OpKind::Concat, type, type, lanes, 2});
    });
}

TEST_P(Coverage, IntegersDoubleAndHalveTheirWidth) {
  for (ScalarType from : ints)
    for (ScalarType to : ints) {
      const unsigned fromBits = bitsOf(from), toBits = bitsOf(to);
      forEachWidth([&](unsigned bits) {
        const unsigned lanes = bits / std::max(fromBits, toBits);
        const bool isNative =
            target.isNative(VectorType::vector(lanes, from)) && target.isNative(VectorType::vector(lanes, to));
        if (isNative && (toBits == 2 * fromBits || fromBits == 2 * toBits))
          expectRow(target, {OpKind::Cast, to, from, lanes});
        if (fromBits == 2 * toBits && isSignedInteger(from) == isSignedInteger(to))
          expectRow(target, {OpKind::NarrowPair, to, from, bits / toBits});
      });
    }
}

TEST_P(Coverage, FloatsConvert) {
  const auto expectCast = [&](ScalarType to, ScalarType from) {
    forEachWidth([&](unsigned bits) {
      const unsigned lanes = bits / std::max(bitsOf(from), bitsOf(to));
      if (target.isNative(VectorType::vector(lanes, from)) && target.isNative(VectorType::vector(lanes, to)))
        expectRow(target, {OpKind::Cast, to, from, lanes});
    });
  };
  expectCast(ScalarType::F32, ScalarType::F64);
  expectCast(ScalarType::F64, ScalarType::F32);
  for (ScalarType type : {ScalarType::I32, ScalarType::U32})
    for (ScalarType real : floats) {
      expectCast(real, type);
      expectCast(type, real);
    }
  for (ScalarType type : {ScalarType::I64, ScalarType::U64}) {
    expectCast(ScalarType::F64, type);
    expectCast(type, ScalarType::F64);
  }
  expectCast(ScalarType::F32, ScalarType::BF16);
  expectCast(ScalarType::BF16, ScalarType::F32);
}

TEST_P(Coverage, MasksAreMadeCombinedAndAsked) {
  using R = ReductionKind;
  for (ScalarType type : ints)
    forEachWidth([&](unsigned bits) {
      const unsigned lanes = bits / bitsOf(type);
      const ScalarType mask = target.predicateMasks ? ScalarType::I1 : maskType(bitsOf(type));
      for (OpKind kind : {OpKind::And, OpKind::Or, OpKind::Xor, OpKind::AndNot, OpKind::Not, OpKind::Constant,
                          OpKind::Broadcast, OpKind::CreateMask, OpKind::Select, OpKind::Reverse, OpKind::Extract})
        expectRow(target, {kind, mask, mask, lanes});
      for (R combine : {R::And, R::Or})
        expectRow(target, {OpKind::Reduce, mask, mask, lanes, uint8_t(combine)});
    });
}

TEST_P(Coverage, MaskedMemoryExistsForAllAndGathersWhereTheIsaHasThem) {
  for (ScalarType type : wide + narrowInts)
    forEachWidth([&](unsigned bits) {
      expectRow(target, {OpKind::MaskedLoad, type, type, bits / bitsOf(type)});
      expectRow(target, {OpKind::MaskedStore, type, type, bits / bitsOf(type)});
    });
  if (target.name == "neon") {
    for (const Row &row : target.rows)
      EXPECT_TRUE(row.kind != OpKind::Gather && row.kind != OpKind::Scatter) << row.text;
    return;
  }
  for (ScalarType type : wide)
    for (ScalarType index : {ScalarType::I32, ScalarType::I64})
      forEachWidth([&](unsigned bits) {
        const unsigned lanes = bits / std::max(bitsOf(type), bitsOf(index));
        for (uint8_t isMasked : {0, 1}) {
          expectRow(target, {OpKind::Gather, type, index, lanes, isMasked});
          if (target.name == "avx512")
            expectRow(target, {OpKind::Scatter, type, index, lanes, isMasked});
        }
      });
}

INSTANTIATE_TEST_SUITE_P(Target, Coverage, testing::Values("avx2", "avx512", "neon"),
                         [](const testing::TestParamInfo<const char *> &info) { return std::string(info.param); });
