// CUDA: the threads of a GPU run scalar code; the only vectors are what one thread loads and stores at once.
#include "Isa.h"
#include "llvm/ADT/StringRef.h"

namespace vecify {
namespace {

std::string suffix(const Target &, ScalarType type, bool) { return textOf(type).str(); }

std::string moveDown(llvm::StringRef value, ScalarType, unsigned, unsigned) { return value.str(); }

constexpr Family family = {suffix, moveDown, RowCost(0, 0, 0), true, nullptr, nullptr, nullptr};

/// "float4", "uchar4", "longlong2".
std::string typeName(const Target &, const VectorType &type) {
  static constexpr const char *words[] = {"char", "short", "int", "longlong"};
  const unsigned bits = bitsOf(type.element);
  const std::string lanes = std::to_string(type.lanes());
  if (isFloat(type.element))
    return (bits == 32 ? "float" : "double") + lanes;
  const unsigned word = bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : 3;
  return (isUnsignedInteger(type.element) ? "u" : "") + std::string(words[word]) + lanes;
}

TableSource ownTable() {
  using namespace table;
  constexpr uint16_t ADD = setOf(ReductionKind::Add), MUL = setOf(ReductionKind::Mul), MIN = setOf(ReductionKind::Min),
                     MAX = setOf(ReductionKind::Max), AND = setOf(ReductionKind::And), OR = setOf(ReductionKind::Or),
                     XOR = setOf(ReductionKind::Xor), CMIN = setOf(ReductionKind::CMin),
                     CMAX = setOf(ReductionKind::CMax), FMIN = setOf(ReductionKind::FMin),
                     FMAX = setOf(ReductionKind::FMax);
  static constexpr RowPattern rows[] = {
#include "Intrinsics.def"
  };
  static constexpr const char *preamble[] = {
#include "Preamble.inc"
  };
  return {rows, preamble, ""};
}

/// A row for every bound from the function's own on.
void addMath(Target &target, MathFunction function, ScalarType type, int ulp, const char *text) {
  for (int bound = ulp; bound <= 4; ++bound) {
    Row row{};
    row.kind = OpKind::MathCall;
    row.element = row.source = type;
    row.text = text;
    row.uops = 20;
    row.feature = row.helper = "";
    row.detail = mathDetail(function, bound);
    target.rows.push_back(row);
  }
}

Target make(std::vector<std::string> features) {
  Target target;
  target.name = "cuda";
  target.isSimt = true;
  target.extensions = std::move(features);
  target.registerBits = {128};
  target.partialBits = {64, 32, 16};
  target.vectorRegisters = 255;
  target.portNames = {};
  target.issueWidth = 4;
  target.caches = {{256u << 10, 128, 128, 33}, {50u << 20, 128, 42, 260}, {0, 128, 19, 600}}; // H200, a multiprocessor's
  target.typeName = typeName;
  target = expandTables(std::move(target), family, {ownTable()});
#define MATH(Function, Name, Arguments, Float, Double)                                                                 \
  addMath(target, MathFunction::Function, ScalarType::F32, Float, Name "f" Arguments);                                 \
  addMath(target, MathFunction::Function, ScalarType::F64, Double, Name Arguments);
#include "Math.def"
  return finish(std::move(target));
}

} // namespace

const Isa cudaIsa = {"cuda", "NVIDIA GPUs, as CUDA C++: one file for the host and the device", {}, make};

} // namespace vecify
