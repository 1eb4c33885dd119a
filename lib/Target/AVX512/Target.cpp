// AVX-512 (F, BW, DQ, VL): 512-, 256- and 128-bit registers, masks as predicate registers. Includes AVX2's table.
#include "../AVX2/Family.h"
#include "llvm/ADT/StringExtras.h"

namespace vecify {
namespace {

using namespace x86;

constexpr const char *base = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c";

constexpr Extension extensions[] = {{"vnni", "avx512vnni", "dot products of bytes and words"},
                                    {"vbmi", "avx512vbmi", "permutations of bytes"},
                                    {"vbmi2", "avx512vbmi2", "compression and funnel shifts of bytes and words"},
                                    {"bf16", "avx512bf16", "brain floats"},
                                    {"fp16", "avx512fp16", "arithmetic in half precision"},
                                    {"ifma", "avx512ifma", "52-bit multiply-add"},
                                    {"cd", "avx512cd", "leading zeros"},
                                    {"vpopcntdq", "avx512vpopcntdq", "population counts"},
                                    {"bitalg", "avx512bitalg", "population counts of bytes and words"},
                                    libmvec};

/// Every CPU with AVX-512 converts half precision; clang 14 does not know the question.
constexpr const char *cpuHasBase =
    "static inline int vecify_has_avx512(void) {\n"
    "  return __builtin_cpu_supports(\"avx512f\") && __builtin_cpu_supports(\"avx512bw\") &&\n"
    "         __builtin_cpu_supports(\"avx512dq\") && __builtin_cpu_supports(\"avx512vl\") &&\n"
    "         __builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"fma\");\n"
    "}\n";

TableSource ownTable() {
  using namespace table;
  constexpr uint16_t AND = setOf(ReductionKind::And), OR = setOf(ReductionKind::Or);
  static constexpr RowPattern rows[] = {
#include "Extensions.def"
#include "Intrinsics.def"
  };
  static constexpr const char *preamble[] = {
#include "Preamble.inc"
  };
  static constexpr MathRegister math[] = {{MathLibrary::Sleef, 512, "avx512f", P01, "__AVX512F__"},
                                          {MathLibrary::Libmvec, 512, "e", P01, "__AVX512F__"}};
  return {rows, preamble, base, math};
}

Target make(std::vector<std::string> features) {
  Target target = golden();
  target.name = "avx512";
  target.attribute = base;
  const std::vector<std::string> ofCpu = cpuFeatures(features);
  for (const std::string &feature : ofCpu)
    target.attribute += "," + feature;
  target.cpuTest = "vecify_has_avx512()" + (ofCpu.empty() ? "" : " && " + cpuTest(ofCpu));
  target.cpuTestHelpers = {"vecify_has_avx512"};
  target.preamble.push_back({"vecify_has_avx512", cpuHasBase, {}});
  llvm::SmallVector<llvm::StringRef, 16> names;
  llvm::StringRef(target.attribute).split(names, ',');
  target.requires_.assign(names.begin(), names.end());
  target.extensions = std::move(features);
  target.registerBits = {512, 256, 128};
  target.widestSlowdown = 1.08f;
  target.vectorRegisters = 32;
  target.anyTypeInMemory = true;
  target.maskRegisters = 7;
  target.predicateMasks = true;
  target.fence = "+v";
  return expandTables(std::move(target), family, {commonTable(), ownTable()});
}

} // namespace

const Isa avx512Isa = {"avx512", "x86-64 with AVX-512 F, BW, DQ and VL, 512 bits (Skylake-X, Zen 4)", extensions, make};

} // namespace vecify
