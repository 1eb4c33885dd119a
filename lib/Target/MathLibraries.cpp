// Rows of MathCall: calls of the vector math libraries.
//
//     SLEEF(Exp, 1, "u10", ..)   on 256 bits of AVX2  ->  8xf32 "Sleef_expf8_u10avx2({0})",
//                                                         4xf64 "Sleef_expd4_u10avx2({0})"
//     LIBMVEC(Exp, ..)           on 256 bits of AVX2  ->  8xf32 "_ZGVdN8v_expf({0})", 4xf64 "_ZGVdN4v_exp({0})"
//
// A row stands for every bound that the function keeps; of two functions the looser, faster one comes later and wins.
#include "Expansion.h"

namespace vecify {

struct MathRow {
  MathFunction function;
  int bound;
  llvm::StringLiteral variant;
  float cyclesF32, cyclesF64; ///< 0: the library does not have it or does not keep the bound
};

namespace {

constexpr int loosestBound = 4;

constexpr MathRow sleef[] = {
#define SLEEF(Function, Bound, Variant, CyclesF32, CyclesF64)                                                          \
  {MathFunction::Function, Bound, Variant, CyclesF32, CyclesF64},
#include "Sleef.def"
};

constexpr MathRow libmvec[] = {
#define LIBMVEC(Function, CyclesF32, CyclesF64) {MathFunction::Function, loosestBound, "", CyclesF32, CyclesF64},
#include "Libmvec.def"
};

/// "Sleef_powf8_u10avx2"; "_ZGVdN8vv_powf", as the vector function ABI of x86-64 has it.
std::string nameOf(const MathRegister &reg, const MathRow &row, ScalarType element) {
  const std::string function = textOf(row.function).str();
  const std::string lanes = std::to_string(reg.bits / bitsOf(element));
  const bool isFloat = element == ScalarType::F32;
  if (reg.library == MathLibrary::Sleef)
    return "Sleef_" + function + (isFloat ? "f" : "d") + lanes + "_" + row.variant.str() + reg.isa;
  return std::string("_ZGV") + reg.isa + "N" + lanes + std::string(operandCount(row.function), 'v') + "_" + function +
         (isFloat ? "f" : "");
}

/// "__m256 Sleef_powf8_u10avx2(__m256, __m256);"
std::string prototypeOf(const std::string &attribute, const std::string &type, const std::string &name,
                        unsigned operands) {
  return attribute + type + " " + name + "(" + type + (operands > 1 ? ", " + type : "") + ");\n";
}

/// The function of a wide register of x86, by those of 128 bits.
std::string byPieces(const MathRegister &reg, const MathRow &row, ScalarType element, const std::string &type) {
  const bool isSleef = reg.library == MathLibrary::Sleef, isFloat = element == ScalarType::F32;
  const unsigned operands = operandCount(row.function);
  const MathRegister narrow{reg.library, 128, isSleef ? "avx2128" : "b", 0};
  const std::string piece = nameOf(narrow, row, element), scalar = isFloat ? "float" : "double";
  const std::string lanes = std::to_string(reg.bits / bitsOf(element)), step = std::to_string(128 / bitsOf(element));
  const std::string suffix = isFloat ? "_ps" : "_pd", wide = "_mm" + std::to_string(reg.bits);
  const auto all = [&](llvm::StringRef first, llvm::StringRef second) {
    return (operands > 1 ? first + second : first).str();
  };
  std::string text =
      isSleef ? "" : prototypeOf("__attribute__((const)) ", isFloat ? "__m128" : "__m128d", piece, operands);
  text += "static inline {attr} " + type + " " + nameOf(reg, row, element) + "(" +
          all(type + " x", ", " + type + " y") + ") {\n";
  text += "  " + scalar + " " + all("a[" + lanes + "]", ", b[" + lanes + "]") + ";\n";
  text += "  " + wide + "_storeu" + suffix + "(a, x);\n" + all("", "  " + wide + "_storeu" + suffix + "(b, y);\n");
  text += "  int i;\n  for (i = 0; i < " + lanes + "; i += " + step + ")\n    _mm_storeu" + suffix + "(&a[i], " + piece +
          "(" + all("_mm_loadu" + suffix + "(&a[i])", ", _mm_loadu" + suffix + "(&b[i])") + "));\n";
  return text + "  return " + wide + "_loadu" + suffix + "(a);\n}\n";
}

/// A call that keeps `ports` busy for so many cycles, as if it did three ops in each.
RowCost costOf(float cycles, uint16_t ports) {
  return RowCost(3 * cycles, ports, 2 * cycles, cycles * float(llvm::popcount(ports)));
}

} // namespace

void TableExpansion::addMathCalls(const MathRegister &reg, const char *attribute) {
  if (reg.library == MathLibrary::Libmvec && !llvm::is_contained(T.extensions, "libmvec"))
    return;
  for (const MathRow &function : reg.library == MathLibrary::Sleef ? llvm::ArrayRef(sleef) : llvm::ArrayRef(libmvec))
    for (ScalarType element : {ScalarType::F32, ScalarType::F64})
      if (element == ScalarType::F32 ? function.cyclesF32 : function.cyclesF64)
        addMathCall(reg, attribute, function, element);
}

void TableExpansion::addMathCall(const MathRegister &reg, const char *attribute, const MathRow &f, ScalarType element) {
  const bool isSleef = reg.library == MathLibrary::Sleef;
  const unsigned lanes = reg.bits / bitsOf(element), operands = operandCount(f.function);
  const std::string name = nameOf(reg, f, element);
  const std::string type = T.typeName(T, VectorType::vector(lanes, element));
  PreambleFunction function{};
  function.name = Store->saver.save(name).data();
  function.attribute = attribute;
  function.header = isSleef ? "sleef.h" : "";
  function.library = isSleef ? "sleef" : "m";
  function.isaMacro = reg.isaMacro;
  function.text = Store->saver.save(prototypeOf("{attr} ", type, name, operands)).data();
  if (reg.bits > 128 && *reg.isaMacro)
    function.pieces = Store->saver.save(byPieces(reg, f, element, type)).data();
  T.preamble.push_back(function);

  Row row{};
  row.kind = OpKind::MathCall;
  row.element = row.source = element;
  row.text = Store->saver.save(name + (operands > 1 ? "({0}, {1})" : "({0})")).data();
  RowCost cost = costOf(element == ScalarType::F32 ? f.cyclesF32 : f.cyclesF64, reg.ports);
  if (F.costAt)
    cost = F.costAt(cost, reg.bits);
  row.uops = cost.uops;
  row.ports = cost.ports;
  row.portUses = cost.uses;
  row.latency = cost.latency;
  row.feature = isSleef ? "" : "libmvec";
  row.helper = function.name;
  row.lanes = lanes;
  for (int bound = f.bound; bound <= loosestBound; ++bound) {
    row.detail = mathDetail(f.function, bound);
    T.rows.push_back(row);
  }
}

} // namespace vecify
