// Names and the modelled core of x86: Golden Cove, figures as on uops.info and in Intel's optimization manual.
#include "Family.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"

namespace vecify::x86 {
namespace {

/// Halves and brain floats live in integer registers: only conversions know better.
std::string suffix(const Target &, ScalarType type, bool withSign) {
  if (type == ScalarType::F32)
    return "ps";
  if (type == ScalarType::F64)
    return "pd";
  return (withSign && isUnsignedInteger(type) ? "epu" : "epi") +
         std::to_string(type == ScalarType::I1 ? 8 : bitsOf(type));
}

std::string moveDown(llvm::StringRef value, ScalarType type, unsigned, unsigned lane) {
  const std::string v = value.str();
  if (type == ScalarType::F32)
    return lane == 2 ? "_mm_movehl_ps(" + v + ", " + v + ")" : "_mm_shuffle_ps(" + v + ", " + v + ", 1)";
  if (type == ScalarType::F64)
    return "_mm_unpackhi_pd(" + v + ", " + v + ")";
  return "_mm_srli_si128(" + v + ", " + std::to_string(lane * bitsOf(type) / 8) + ")";
}

/// At 512 bits port 1 is closed. What runs on the multipliers and adders of ports 0 and 1 (4 cycles) has a second one
/// on port 5; simple integer ops of ports 0 and 1 (1 cycle) have port 0 left, shuffles of ports 1 and 5 port 5. The
/// third load port takes no 512-bit loads.
RowCost costAt(RowCost cost, unsigned bits) {
  if (bits < 512)
    return cost;
  if (cost.ports == P01)
    cost.ports = cost.latency <= 1 ? P0 : P05;
  else if (cost.ports == P15)
    cost.ports = cost.latency <= 2 ? P5 : P05;
  else if (cost.ports & P1)
    cost.ports = uint16_t((cost.ports & ~P1) | P05);
  if (cost.ports & LOAD)
    cost.ports &= uint16_t(~32);
  return cost;
}

std::string withFeature(llvm::StringRef attribute, llvm::StringRef feature) {
  return (attribute + "," + feature).str();
}

bool needsWidest(llvm::StringRef text) { return text.contains("_mm512_"); }

} // namespace

const Family family = {suffix, moveDown, RowCost(1, P15, 1), false, withFeature, needsWidest, costAt};

std::string typeName(const Target &target, const VectorType &type) {
  if (type.element == ScalarType::I1)
    return "__mmask" + std::to_string(std::max<int64_t>(8, type.lanes()));
  const std::string bits = std::to_string(std::max(target.registerBits.back(), type.bits()));
  if (type.element == ScalarType::F32)
    return "__m" + bits;
  return "__m" + bits + (type.element == ScalarType::F64 ? "d" : "i");
}

Target golden() {
  Target target;
  target.header = "immintrin.h";
  target.archTest = "defined(__x86_64__)";
  target.portNames = {"p0", "p1", "p5", "p2", "p3", "p11", "p4", "p9", "p7", "p8", "p6", "p10", "divider"};
  target.issueWidth = 6;
  target.leastStep = 1.5f;
  target.window = 128;
  target.partialBits = {64, 32};
  target.caches = {{48u << 10, 64, 64, 5}, {2u << 20, 64, 32, 15}, {32u << 20, 64, 10, 70}, {0, 64, 5, 250}};
  target.typeName = typeName;
  return target;
}

std::vector<std::string> cpuFeatures(llvm::ArrayRef<std::string> extensions) {
  std::vector<std::string> features;
  llvm::copy_if(extensions, std::back_inserter(features), [](llvm::StringRef name) { return name != libmvec.feature; });
  return features;
}

std::string cpuTest(llvm::ArrayRef<std::string> features) {
  return llvm::join(
      llvm::map_range(features,
                      [](const std::string &feature) { return "__builtin_cpu_supports(\"" + feature + "\")"; }),
      " && ");
}

TableSource commonTable() {
  using namespace table;
  static constexpr RowPattern rows[] = {
#include "Intrinsics.def"
  };
  static constexpr const char *preamble[] = {
#include "Preamble.inc"
  };
  static constexpr MathRegister math[] = {{MathLibrary::Sleef, 128, "avx2128", P01, "__SSE2__"},
                                          {MathLibrary::Sleef, 256, "avx2", P01, "__AVX__"},
                                          {MathLibrary::Libmvec, 128, "b", P01},
                                          {MathLibrary::Libmvec, 256, "d", P01, "__AVX__"}};
  return {rows, preamble, "avx2,fma", math};
}

} // namespace vecify::x86
