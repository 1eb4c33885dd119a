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
                     LANES = DATA | HALVES | SINGLES, FLOAT_SUMS = setOf(ScalarType::AccFloat),
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
  return make("aie", {.arch = 10,
                      .shortSum = Acc48,
                      .longSum = Acc80,
                      .shortLanes = 16,
                      .longLanes = 16,
                      .floatLanes = 0,
                      .mostAlignment = 16,
                      .mostCoefficientBits = 256,
                      .dataBytes = 32u << 10,
                      .sliding = {{16, Acc48, 16, 2, false}},
                      .mmul = {{I8, Acc48, 4, 8, 4}, {I16, Acc48, 4, 4, 4}},
                      .peak8 = 128,
                      .peak16 = 32,
                      .peak32 = 8,
                      .peakBlocks = 0});
}

Target makeAieMl(std::vector<std::string>) {
  using enum ScalarType;
  return make("aie-ml", {.arch = 20,
                         .shortSum = Acc32,
                         .longSum = Acc64,
                         .shortLanes = 32,
                         .longLanes = 16,
                         .floatLanes = 16,
                         .mostAlignment = 32,
                         .mostCoefficientBits = 512,
                         .dataBytes = 64u << 10,
                         .sliding = {{8, Acc32, 32, 8, true}, {16, Acc64, 16, 4, true}},
                         .mmul = {{I8, Acc32, 4, 8, 8}, {I16, Acc64, 4, 4, 4}, {BF16, AccFloat, 4, 8, 4}},
                         .peak8 = 256,
                         .peak16 = 64,
                         .peak32 = 16,
                         .peakBlocks = 128});
}

Target makeAie2p(std::vector<std::string>) {
  using enum ScalarType;
  return make("aie2p", {.arch = 21,
                        .shortSum = Acc32,
                        .longSum = Acc64,
                        .shortLanes = 64,
                        .longLanes = 32,
                        .floatLanes = 32,
                        .mostAlignment = 64,
                        .mostCoefficientBits = 512,
                        .dataBytes = 64u << 10,
                        .sliding = {{8, Acc32, 64, 8, true}, {16, Acc64, 32, 4, true}},
                        .mmul = {{I8, Acc32, 8, 8, 8}, {I16, Acc64, 4, 4, 8}, {BF16, AccFloat, 4, 8, 8}},
                        .peak8 = 512,
                        .peak16 = 128,
                        .peak32 = 32,
                        .peakBlocks = 32}); // put together lane by lane
}

} // namespace

const Isa aieIsa = {"aie", "AMD AI Engine, AIE API (C++)", {}, makeAie};
const Isa aieMlIsa = {"aie-ml", "AMD AI Engine-ML, AIE API (C++)", {}, makeAieMl};
const Isa aie2pIsa = {"aie2p", "AMD AI Engine 2P, AIE API (C++)", {}, makeAie2p};

} // namespace vecify
