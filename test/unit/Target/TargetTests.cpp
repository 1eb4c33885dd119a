// What targets promise: every row is found by its key, helpers are complete, names resolve, start-up is cheap.
#include "vecify/Target/Target.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace vecify;

namespace {

constexpr const char *specs[] = {"avx2",   "avx2+f16c+vnni",
                                 "avx512", "avx512+vnni+vbmi+vbmi2+bf16+fp16+ifma+vpopcntdq",
                                 "neon",   "neon+dotprod+i8mm+fp16+bf16"};

Target target(llvm::StringRef spec) {
  llvm::Expected<Target> parsed = parseTarget(spec);
  if (!parsed) {
    ADD_FAILURE() << llvm::toString(parsed.takeError());
    return {};
  }
  return std::move(*parsed);
}

std::string errorOf(llvm::StringRef spec) {
  llvm::Expected<Target> parsed = parseTarget(spec);
  return parsed ? "" : llvm::toString(parsed.takeError());
}

std::string textOf(const Row *row) { return row ? row->text : "no row"; }

TEST(Target, IsTunedForCpusThatAreKnown) {
  Target wide = *parseTarget("avx512"), other = *parseTarget("avx512"), arm = *parseTarget("neon");
  const float usual = arm.issueWidth;
  tuneFor(wide, "znver5");
  tuneFor(other, "sapphirerapids");
  tuneFor(arm, "znver5");
  EXPECT_GT(wide.issueWidth, other.issueWidth);
  const auto portsOf = [](const Target &target, OpKind kind) { return target.find(kind, ScalarType::F32, 16)->ports; };
  EXPECT_EQ(portsOf(wide, OpKind::Add) & portsOf(wide, OpKind::Mul), 0) << "they have pipes of their own there";
  EXPECT_NE(portsOf(other, OpKind::Add) & portsOf(other, OpKind::Mul), 0);
  const auto gathers = [](const Target &target, uint8_t masked) {
    return target.find(RowKey{OpKind::Gather, ScalarType::F64, ScalarType::I64, 8, masked}) != nullptr;
  };
  EXPECT_TRUE(gathers(other, 0) && gathers(wide, 1));
  EXPECT_FALSE(gathers(wide, 0)) << "lane by lane is faster";
  EXPECT_EQ(arm.issueWidth, usual);
}

TEST(Target, Zen4PassesItsWidestRegistersInHalves) {
  Target zen = *parseTarget("avx512"), usual = *parseTarget("avx512");
  tuneFor(zen, "znver4");
  const auto usesOf = [](const Target &target, OpKind kind, unsigned lanes) {
    return target.find(kind, ScalarType::F32, lanes)->portUses;
  };
  for (const OpKind kind : {OpKind::Add, OpKind::Fma, OpKind::Store, OpKind::Div})
    EXPECT_EQ(usesOf(zen, kind, 16), 2 * usesOf(zen, kind, 8));
  EXPECT_GT(usesOf(zen, OpKind::Load, 16), 2 * usesOf(zen, OpKind::Load, 8));
  EXPECT_EQ(usesOf(usual, OpKind::Add, 16), usesOf(usual, OpKind::Add, 8));
  // Measured: one 64-bit product a cycle and pipe, two pipes.
  EXPECT_EQ(zen.find(OpKind::Mul, ScalarType::I64, 4)->portUses, 1);
  EXPECT_EQ(zen.find(RowKey{OpKind::Gather, ScalarType::F32, ScalarType::I32, 8, 0}), nullptr);
}

TEST(Target, MaskedStoresOfAvx2AreSlowOnZen) {
  Target zen = *parseTarget("avx2"), usual = *parseTarget("avx2"), wide = *parseTarget("avx512");
  tuneFor(zen, "znver3");
  const auto usesOf = [](const Target &target, OpKind kind) { return target.find(kind, ScalarType::F32, 8)->portUses; };
  EXPECT_GT(usesOf(zen, OpKind::MaskedStore), usesOf(usual, OpKind::MaskedStore));
  for (const char *cpu : {"znver4", "znver5"}) {
    Target later = *parseTarget("avx2");
    tuneFor(later, cpu);
    EXPECT_EQ(usesOf(later, OpKind::MaskedStore), usesOf(zen, OpKind::MaskedStore)) << cpu;
  }
  EXPECT_EQ(usesOf(zen, OpKind::MaskedLoad), usesOf(usual, OpKind::MaskedLoad));
  EXPECT_EQ(zen.find(RowKey{OpKind::Gather, ScalarType::F32, ScalarType::I32, 8, 0}), nullptr);
  // No such CPU has AVX-512.
  tuneFor(wide, "znver3");
  EXPECT_EQ(wide.issueWidth, parseTarget("avx512")->issueWidth);
}

} // namespace

TEST(Target, AddOfFloatsIsOneIntrinsicPerWidth) {
  EXPECT_EQ(textOf(target("avx2").find(OpKind::Add, ScalarType::F32, 8)), "_mm256_add_ps({0}, {1})");
  EXPECT_EQ(textOf(target("avx2").find(OpKind::Add, ScalarType::F32, 4)), "_mm_add_ps({0}, {1})");
  EXPECT_EQ(textOf(target("avx2").find(OpKind::Add, ScalarType::F32, 16)), "no row");
  EXPECT_EQ(textOf(target("avx512").find(OpKind::Add, ScalarType::F32, 16)), "_mm512_add_ps({0}, {1})");
  EXPECT_EQ(textOf(target("neon").find(OpKind::Add, ScalarType::F32, 4)), "vaddq_f32({0}, {1})");
}

TEST(Target, RowsOfOneOpAreToldApartByTheSourceAndTheDetail) {
  const Target avx2 = target("avx2");
  EXPECT_EQ(textOf(avx2.find(OpKind::Cast, ScalarType::I32, ScalarType::U8, 8)), "_mm256_cvtepu8_epi32({0})");
  EXPECT_EQ(textOf(avx2.find(OpKind::Cast, ScalarType::I32, ScalarType::I8, 8)), "_mm256_cvtepi8_epi32({0})");
  EXPECT_EQ(textOf(avx2.find(ReductionKind::Add, ScalarType::F32, 8)), "vecify_avx2_reduce_add_f32x8({0})");
  EXPECT_EQ(textOf(avx2.find(ReductionKind::CMax, ScalarType::F32, 8)), "vecify_avx2_reduce_cmax_f32x8({0})");
}

TEST(Target, CompareYieldsVectorMasksOnAvx2AndPredicatesOnAvx512) {
  Function f;
  Op compare;
  compare.kind = OpKind::CmpLt;
  const VectorType ints = VectorType::vector(8, ScalarType::I32);
  compare.operands = {f.addValue(ints), f.addValue(ints)};
  compare.results = {f.addValue(ints.withElement(ScalarType::M32))};
  EXPECT_EQ(textOf(target("avx2").find(f, compare)), "_mm256_cmpgt_epi32({1}, {0})");
  f.values[compare.results[0]].type.element = ScalarType::I1;
  EXPECT_EQ(textOf(target("avx512").find(f, compare)), "_mm256_cmplt_epi32_mask({0}, {1})");
}

TEST(Target, MathFunctionsAreChosenByThePermittedError) {
  const auto rowText = [](const Target &t, MathFunction function, int ulp, ScalarType type, unsigned lanes) {
    const Row *row = t.find(RowKey{OpKind::MathCall, type, type, lanes, mathDetail(function, ulp)});
    return row ? std::string(row->text) : "none";
  };
  const Target avx2 = target("avx2"), avx512 = target("avx512"), neon = target("neon");
  EXPECT_EQ(rowText(avx2, MathFunction::Sin, 0, ScalarType::F32, 8), "none");
  EXPECT_EQ(rowText(avx2, MathFunction::Sin, 1, ScalarType::F32, 8), "Sleef_sinf8_u10avx2({0})");
  EXPECT_EQ(rowText(avx2, MathFunction::Sin, 3, ScalarType::F32, 8), "Sleef_sinf8_u10avx2({0})");
  EXPECT_EQ(rowText(avx2, MathFunction::Sin, 64, ScalarType::F32, 8), "Sleef_sinf8_u35avx2({0})");
  EXPECT_EQ(rowText(avx2, MathFunction::Exp, 4, ScalarType::F64, 2), "Sleef_expd2_u10avx2128({0})");
  EXPECT_EQ(rowText(avx512, MathFunction::Pow, 1, ScalarType::F32, 16), "Sleef_powf16_u10avx512f({0}, {1})");
  EXPECT_EQ(rowText(avx512, MathFunction::Erf, 1, ScalarType::F32, 16), "none");
  const Target glibc = *parseTarget("avx512+libmvec");
  EXPECT_EQ(rowText(glibc, MathFunction::Exp, 4, ScalarType::F32, 8), "_ZGVdN8v_expf({0})");
  EXPECT_EQ(rowText(glibc, MathFunction::Pow, 4, ScalarType::F64, 8), "_ZGVeN8vv_pow({0}, {1})");
  EXPECT_EQ(rowText(glibc, MathFunction::Exp, 3, ScalarType::F32, 8), "Sleef_expf8_u10avx2({0})") << "its bound is 4";
  EXPECT_EQ(rowText(glibc, MathFunction::Sinh, 4, ScalarType::F64, 4), "_ZGVdN4v_sinh({0})");
  EXPECT_EQ(glibc.cpuTest, avx512.cpuTest) << "no CPU has or lacks it";
  EXPECT_EQ(glibc.attribute, avx512.attribute);
  EXPECT_EQ(rowText(neon, MathFunction::Erf, 2, ScalarType::F32, 4), "Sleef_erff4_u10advsimd({0})");
  EXPECT_EQ(rowText(avx2, MathFunction::Sinh, 64, ScalarType::F64, 4), "none") << "overflows too early";
}

TEST(Target, SliceThatCutsAcrossPartsHasNoRow) {
  Function f;
  Op slice;
  slice.kind = OpKind::ExtractSlice;
  slice.operands = {f.addValue(VectorType::vector(8, ScalarType::F32))};
  slice.results = {f.addValue(VectorType::vector(4, ScalarType::F32))};
  slice.ints = {4};
  const Target avx2 = target("avx2");
  EXPECT_EQ(textOf(avx2.find(f, slice)), "_mm256_extractf128_ps({0}, {part})");
  slice.ints = {2};
  EXPECT_EQ(avx2.find(f, slice), nullptr);
}

TEST(Target, NativeVectorsFillARegisterOrAPartOfOne) {
  const Target avx2 = target("avx2"), avx512 = target("avx512"), neon = target("neon");
  const auto type = [](int64_t lanes, ScalarType element) { return VectorType::vector(lanes, element); };
  EXPECT_TRUE(avx2.isNative(type(8, ScalarType::F32)));
  EXPECT_TRUE(avx2.isNative(type(4, ScalarType::U8)));
  EXPECT_FALSE(avx2.isNative(type(2, ScalarType::U8)));
  EXPECT_FALSE(avx2.isNative(type(16, ScalarType::F32)));
  EXPECT_FALSE(avx2.isNative(type(8, ScalarType::I1)));
  EXPECT_TRUE(avx2.isNative(type(8, ScalarType::M32)));
  EXPECT_TRUE(avx512.isNative(type(2, ScalarType::I1)));
  EXPECT_FALSE(avx512.isNative(type(16, ScalarType::M32)));
  EXPECT_FALSE(neon.isNative(type(4, ScalarType::U8)));
  EXPECT_EQ(avx2.lanesOf(ScalarType::I16), 16u);
  EXPECT_EQ(avx512.lanesOf(ScalarType::F64, 256), 4u);
  EXPECT_EQ(avx512.lanesOf(ScalarType::U8, 64), 8u);
  EXPECT_EQ(neon.lanesOf(ScalarType::U8, 32), 0u);
}

TEST(Target, EveryRowIsCompleteAndFoundByItsKey) {
  for (const char *spec : specs) {
    const Target t = target(spec);
    EXPECT_GT(t.rows.size(), 1000u) << spec;
    for (const Row &row : t.rows) {
      const std::string name = (llvm::StringRef(spec) + ": " + textOf(row.kind) + " " + row.text).str();
      EXPECT_EQ(t.find(RowKey{row.kind, row.element, row.source, row.lanes, row.detail}), &row) << name;
      EXPECT_EQ(llvm::StringRef(row.text).find('$'), llvm::StringRef::npos) << name;
      EXPECT_EQ(*row.helper != 0, (llvm::StringRef(row.text).contains("vecify_") || row.kind == OpKind::MathCall))
          << name;
      EXPECT_EQ(row.ports == 0, row.portUses == 0) << name;
      EXPECT_LT(row.ports, 1u << t.portNames.size()) << name;
    }
  }
}

TEST(Target, PreambleFunctionsFollowWhatTheyNeed) {
  for (const char *spec : specs) {
    const Target t = target(spec);
    llvm::StringSet<> defined;
    for (const PreambleFunction &function : t.preamble) {
      for (const char *need : function.needs)
        EXPECT_TRUE(defined.contains(need)) << spec << ": " << function.name << " needs " << need;
      EXPECT_TRUE(defined.insert(function.name).second) << spec << ": " << function.name << " twice";
      EXPECT_EQ(llvm::StringRef(function.text).find('$'), llvm::StringRef::npos) << function.text;
      EXPECT_TRUE(llvm::StringRef(function.text).contains((llvm::Twine(function.name) + "(").str())) << function.text;
    }
    for (const Row &row : t.rows)
      if (*row.helper)
        EXPECT_TRUE(defined.contains(row.helper)) << spec << ": " << row.text;
  }
}

TEST(Target, PreambleFunctionsOfOneNameAreOneTextInAllTargets) {
  std::map<std::string, std::string> texts;
  for (const char *spec : specs)
    for (const PreambleFunction &function : target(spec).preamble) {
      const std::string text = definitionOf(function, true);
      const auto [place, isNew] = texts.try_emplace(function.name, text);
      EXPECT_EQ(place->second, text) << spec << ": " << function.name;
    }
}

TEST(Target, DefinitionsCarryTheAttributeOfTheNarrowestTarget) {
  const Target avx512 = target("avx512");
  const PreambleFunction *function = avx512.findPreamble("vecify_mm256_mullo_epi8");
  ASSERT_NE(function, nullptr);
  EXPECT_TRUE(llvm::StringRef(definitionOf(*function, true))
                  .starts_with("static inline __attribute__((always_inline, target(\"avx2,fma\"))) __m256i"));
  EXPECT_TRUE(llvm::StringRef(definitionOf(*function, false))
                  .starts_with("static inline __attribute__((always_inline)) __m256i"));
}

TEST(Target, ExtensionsAddRowsAndConditions) {
  EXPECT_EQ(target("avx512").find(
                RowKey{OpKind::DotAccumulate, ScalarType::I32, ScalarType::U8, 16, uint8_t(ScalarType::I8)}),
            nullptr);
  const Target vnni = target("avx512+vnni");
  EXPECT_EQ(
      textOf(vnni.find(RowKey{OpKind::DotAccumulate, ScalarType::I32, ScalarType::U8, 16, uint8_t(ScalarType::I8)})),
      "_mm512_dpbusd_epi32({2}, {0}, {1})");
  EXPECT_TRUE(llvm::StringRef(vnni.cpuTest).contains("__builtin_cpu_supports(\"avx512vnni\")"));
  EXPECT_TRUE(llvm::StringRef(vnni.attribute).ends_with(",avx512vnni"));
  EXPECT_EQ(target("neon").cpuTest, "");
  EXPECT_EQ(target("neon+dotprod+i8mm").cpuTest, "vecify_has_dotprod() && vecify_has_i8mm()");
}

TEST(ParseTarget, NamesTheNearestForATypo) {
  EXPECT_EQ(errorOf("avx3"), "unknown target 'avx3'; did you mean 'avx2'?");
  EXPECT_EQ(errorOf("avx512+vnnl"), "unknown extension of avx512 'vnnl'; did you mean 'vnni'?");
  EXPECT_EQ(errorOf("riscv"), "unknown target 'riscv'; known are avx2, avx512, neon, cuda, aie, aie-ml, aie2p");
  EXPECT_EQ(errorOf("neon+sve2bitperm"),
            "unknown extension of neon 'sve2bitperm'; known are dotprod, i8mm, fp16, bf16");
  EXPECT_EQ(errorOf(""), "unknown target ''; known are avx2, avx512, neon, cuda, aie, aie-ml, aie2p");
}

TEST(ListTargets, NamesTargetsAndExtensions) {
  std::string text;
  llvm::raw_string_ostream os(text);
  listTargets(os);
  for (const char *name : {"avx2  ", "avx512  ", "neon  ", "  +vnni  ", "  +dotprod  "})
    EXPECT_TRUE(llvm::StringRef(text).contains(name)) << text;
}
