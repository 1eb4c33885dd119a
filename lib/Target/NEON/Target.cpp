// NEON on AArch64: 128- and 64-bit registers, masks as integer vectors.
#include "Isa.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

namespace vecify {
namespace {

/// Bits of Target::portNames: the vector pipes V0 to V3, three that load, two that store.
constexpr uint16_t VS = 15, V02 = 5, V13 = 10, L = 7 << 4, S = 3 << 7;

struct NeonExtension {
  const char *feature;  ///< as in Extension
  const char *required; ///< clang's name
  const char *test;     ///< name of the function below
  const char *text;
};

/// Known from the compile flags, or asked of Linux; no other system says it in this way.
#define CPU_TEST(NAME, MACRO, WORD, BIT)                                                                               \
  "vecify_has_" NAME, "static inline int vecify_has_" NAME "(void) {\n"                                                \
                      "#if defined(" MACRO ")\n"                                                                       \
                      "  return 1;\n"                                                                                  \
                      "#elif defined(__linux__)\n"                                                                     \
                      "  return (getauxval(" WORD ") & " BIT ") != 0;\n"                                               \
                      "#else\n"                                                                                        \
                      "  return 0;\n"                                                                                  \
                      "#endif\n"                                                                                       \
                      "}\n"

constexpr Extension extensions[] = {{"dotprod", "dotprod", "dot products of bytes"},
                                    {"i8mm", "i8mm", "dot products of unsigned with signed bytes"},
                                    {"fp16", "fp16", "arithmetic in half precision"},
                                    {"bf16", "bf16", "brain floats"}};

constexpr NeonExtension details[] = {
    {"dotprod", "dotprod", CPU_TEST("dotprod", "__ARM_FEATURE_DOTPROD", "AT_HWCAP", "HWCAP_ASIMDDP")},
    {"i8mm", "i8mm", CPU_TEST("i8mm", "__ARM_FEATURE_MATMUL_INT8", "AT_HWCAP2", "HWCAP2_I8MM")},
    {"fp16", "fullfp16", CPU_TEST("fp16", "__ARM_FEATURE_FP16_VECTOR_ARITHMETIC", "AT_HWCAP", "HWCAP_ASIMDHP")},
    {"bf16", "bf16", CPU_TEST("bf16", "__ARM_FEATURE_BF16_VECTOR_ARITHMETIC", "AT_HWCAP2", "HWCAP2_BF16")}};

/// "s32", "u8", "f64"; masks are unsigned, brain floats their bits.
std::string suffixOf(ScalarType type) {
  const char kind = type == ScalarType::BF16 ? 'u' : isFloat(type) ? 'f' : isSignedInteger(type) ? 's' : 'u';
  return kind + std::to_string(bitsOf(type));
}

std::string suffix(const Target &, ScalarType type, bool) { return suffixOf(type); }

std::string moveDown(llvm::StringRef value, ScalarType type, unsigned bits, unsigned lane) {
  return (bits > 64 ? "vextq_" : "vext_") + suffixOf(type) + "(" + value.str() + ", " + value.str() + ", " +
         std::to_string(lane) + ")";
}

/// gcc grants half precision only together with an architecture that may have it.
std::string withFeature(llvm::StringRef attribute, llvm::StringRef feature) {
  return ((attribute.empty() ? "arch=armv8.2-a" : attribute) + "+" + feature).str();
}

constexpr Family family = {suffix, moveDown, RowCost(1, VS, 2), true, withFeature, nullptr, nullptr};

/// "float32x4_t", "uint8x8_t".
std::string typeName(const Target &, const VectorType &type) {
  const char *kind = type.element == ScalarType::BF16 ? "uint"
                     : isFloat(type.element)          ? "float"
                     : isSignedInteger(type.element)  ? "int"
                                                      : "uint";
  return kind + std::to_string(bitsOf(type.element)) + "x" + std::to_string(type.lanes()) + "_t";
}

TableSource ownTable() {
  using namespace table;
  constexpr uint16_t ADD = setOf(ReductionKind::Add), MIN = setOf(ReductionKind::Min), MAX = setOf(ReductionKind::Max),
                     FMIN = setOf(ReductionKind::FMin), FMAX = setOf(ReductionKind::FMax),
                     AND = setOf(ReductionKind::And), OR = setOf(ReductionKind::Or);
  static constexpr RowPattern rows[] = {
#include "Extensions.def"
#include "Intrinsics.def"
  };
  static constexpr const char *preamble[] = {
#include "Preamble.inc"
  };
  static constexpr MathRegister math[] = {{MathLibrary::Sleef, 128, "advsimd", VS}};
  return {rows, preamble, "", math};
}

Target make(std::vector<std::string> features) {
  Target target;
  target.name = "neon";
  target.header = "arm_neon.h";
  target.archTest = "defined(__aarch64__) && !defined(__AARCH64EB__)";
  target.requires_ = {"neon"};
  for (const NeonExtension &detail : details) {
    if (!llvm::is_contained(features, detail.feature))
      continue;
    target.attribute = withFeature(target.attribute, detail.feature);
    target.requires_.push_back(detail.required);
    target.cpuTest += (target.cpuTest.empty() ? "" : " && ") + std::string(detail.test) + "()";
    target.cpuTestHelpers.push_back(detail.test);
    target.cpuTestHeader = "sys/auxv.h";
    target.preamble.push_back({detail.test, detail.text, {}});
  }
  target.extensions = std::move(features);
  target.registerBits = {128};
  target.partialBits = {64};
  target.vectorRegisters = 32;
  target.portNames = {"V0", "V1", "V2", "V3", "L0", "L1", "L2", "S0", "S1"};
  target.issueWidth = 8;
  target.window = 128;
  target.caches = {{64u << 10, 64, 48, 4}, {1u << 20, 64, 32, 11}, {32u << 20, 64, 12, 40}, {0, 64, 6, 220}};
  target.fence = "+w";
  target.typeName = typeName;
  return expandTables(std::move(target), family, {ownTable()});
}

} // namespace

const Isa neonIsa = {"neon", "AArch64 with NEON, 128 bits", extensions, make};

} // namespace vecify
