// AVX2 with FMA: 256-bit registers, masks as integer vectors.
#include "Family.h"
#include "llvm/ADT/StringExtras.h"

namespace vecify {
namespace {

using namespace x86;

constexpr Extension extensions[] = {{"f16c", "f16c", "conversions between half and single precision"},
                                    {"vnni", "avxvnni", "dot products of bytes and words"},
                                    libmvec};

TableSource maskTable() {
  using namespace table;
  constexpr uint16_t AND = setOf(ReductionKind::And), OR = setOf(ReductionKind::Or);
  static constexpr RowPattern rows[] = {
#include "Extensions.def"
#include "Masks.def"
  };
  return {rows, {}, "avx2,fma"};
}

Target make(std::vector<std::string> features) {
  Target target = golden();
  target.name = "avx2";
  target.requires_ = {"avx2", "fma"};
  const std::vector<std::string> ofCpu = cpuFeatures(features);
  target.requires_.insert(target.requires_.end(), ofCpu.begin(), ofCpu.end());
  target.attribute = llvm::join(target.requires_, ",");
  target.cpuTest = cpuTest(target.requires_);
  target.extensions = std::move(features);
  target.registerBits = {256, 128};
  target.vectorRegisters = 16;
  target.anyTypeInMemory = true;
  target.fence = "+x";
  return expandTables(std::move(target), family, {commonTable(), maskTable()});
}

} // namespace

const Isa avx2Isa = {"avx2", "x86-64 with AVX2 and FMA, 256 bits (Haswell, Zen)", extensions, make};

} // namespace vecify
