// AI Engines, written in the AIE API (C++): AIE, AIE-ML and AIE2P. One table; the cores differ in accumulators,
// alignment and rates, which are from the public headers of the API.
#include "../Isa.h"
#include "Table.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {
namespace {

/// Bits of Target::portNames.
constexpr uint16_t L = 3, S = 4, V = 8, M = 16;

/// "aie::vector<int16, 32>", "aie::accum<acc64, 16>", "aie::mask<32>".
std::string typeName(const Target &, const VectorType &type) {
  const std::string lanes = std::to_string(type.lanes());
  if (type.element == ScalarType::I1)
    return "aie::mask<" + lanes + ">";
  return std::string(isAccumulator(type.element) ? "aie::accum<" : "aie::vector<") + aieName(type.element) + ", " +
         lanes + ">";
}

std::vector<AiePattern> patterns() {
  using namespace table;
  constexpr uint32_t DATA = I8 | U8 | I16 | U16 | I32 | U32, SIGNED_DATA = I8 | I16 | I32, HALVES = BF16, SINGLES = F32,
                     FLOAT_SUMS = setOf(ScalarType::AccFloat),
                     SUMS = setOf(ScalarType::Acc32) | setOf(ScalarType::Acc48) | setOf(ScalarType::Acc64) |
                            setOf(ScalarType::Acc80);
  std::vector<AiePattern> result;
  const auto add = [&](AiePattern pattern) { result.push_back(pattern); };
#define AIE(KIND, DETAIL, ELEMENTS, TEXT, COST) add({OpKind::KIND, ELEMENTS, 0, DETAIL, false, TEXT, RowCost COST});
#define AIE_ROW AIE
#define AIE_BITS(KIND, DETAIL, ELEMENTS, TEXT, COST) add({OpKind::KIND, ELEMENTS, 0, DETAIL, true, TEXT, RowCost COST});
#define AIE_FROM(KIND, DETAIL, ELEMENTS, SOURCES, TEXT, COST)                                                          \
  add({OpKind::KIND, ELEMENTS, SOURCES, DETAIL, false, TEXT, RowCost COST});
#define AIE_REDUCE(COMBINE, ELEMENTS, TEXT, COST)                                                                      \
  add({OpKind::Reduce, ELEMENTS, 0, 0, false, TEXT, RowCost COST, table::setOf(ReductionKind::COMBINE)});
#define AIE_MUL(KIND, FIRST, SECOND, TEXT, COST)                                                                       \
  for (ScalarType second : typesOf(SECOND))                                                                            \
    for (unsigned isScalar : {0u, 128u})                                                                               \
      add({OpKind::KIND, (FIRST) == HALVES ? FLOAT_SUMS : SUMS, FIRST, uint8_t(unsigned(second) | isScalar), false,    \
           TEXT, RowCost COST});
  const auto typesOf = [](uint32_t set) {
    llvm::SmallVector<ScalarType, 4> types;
    for (; set; set &= set - 1)
      types.push_back(ScalarType(llvm::countr_zero(set)));
    return types;
  };
#include "Api.def"
  return result;
}

const PreambleFunction preamble[] = {
#include "Preamble.inc"
};

Target make(const char *name, AieCore core) {
  Target target;
  target.name = name;
  target.header = "aie_api/aie.hpp";
  target.registerBits = {512, 256};
  target.partialBits = {128};
  target.vectorRegisters = 12;
  target.maskRegisters = 4;
  target.predicateMasks = true;
  target.portNames = {"load A", "load B", "store", "vector", "move"};
  target.issueWidth = 7;
  target.caches = {
      {core.dataBytes, 64, 64, 5}, {core.dataBytes, 64, 64, 5}, {core.dataBytes, 64, 64, 5}, {0, 64, 64, 5}};
  target.typeName = typeName;
  for (const PreambleFunction &function : preamble)
    target.preamble.push_back(function);
  target.aie = std::move(core);
  return expandAie(std::move(target), patterns());
}

Target makeAie(std::vector<std::string>) {
  using enum ScalarType;
  return make("aie", {10,
                      Acc48,
                      Acc80,
                      16,
                      16,
                      16,
                      256,
                      32u << 10,
                      {{16, Acc48, 16, 2, false}},
                      {{I8, Acc48, 4, 8, 4}, {I16, Acc48, 4, 4, 4}},
                      128,
                      32,
                      8,
                      0,
                      0});
}

Target makeAieMl(std::vector<std::string>) {
  using enum ScalarType;
  return make("aie-ml", {20,
                         Acc32,
                         Acc64,
                         32,
                         16,
                         32,
                         512,
                         64u << 10,
                         {{8, Acc32, 32, 8, true}, {16, Acc64, 16, 4, true}},
                         {{I8, Acc32, 4, 8, 8}, {I16, Acc64, 4, 4, 4}, {BF16, AccFloat, 4, 8, 4}},
                         256,
                         64,
                         16,
                         128,
                         16});
}

Target makeAie2p(std::vector<std::string>) {
  using enum ScalarType;
  return make("aie2p", {21,
                        Acc32,
                        Acc64,
                        64,
                        32,
                        64,
                        512,
                        64u << 10,
                        {{8, Acc32, 64, 8, true}, {16, Acc64, 32, 4, true}},
                        {{I8, Acc32, 8, 8, 8}, {I16, Acc64, 4, 4, 8}, {BF16, AccFloat, 4, 8, 8}},
                        512,
                        128,
                        32,
                        32, // blocks of bfloat16 are put together lane by lane
                        32});
}

} // namespace

const Isa aieIsa = {"aie", "AMD AI Engine, AIE API (C++)", {}, makeAie};
const Isa aieMlIsa = {"aie-ml", "AMD AI Engine-ML, AIE API (C++)", {}, makeAieMl};
const Isa aie2pIsa = {"aie2p", "AMD AI Engine 2P, AIE API (C++)", {}, makeAie2p};

} // namespace vecify
