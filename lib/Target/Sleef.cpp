// Rows of MathCall: calls of the vector math library SLEEF, which names a function after its error bound, its register
// and its instruction set.
//
//     SLEEF(Exp, 1, "u10", ..)  on 256 bits of AVX2  ->  8xf32 "Sleef_expf8_u10avx2({0})",
//                                                        4xf64 "Sleef_expd4_u10avx2({0})"
//
// A row stands for every bound that the function keeps; of two variants the looser, faster one comes later and wins.
#include "Expansion.h"

namespace vecify {
namespace {

struct SleefFunction {
  MathFunction function;
  int bound;
  llvm::StringLiteral variant;
  float cyclesF32, cyclesF64;
};

constexpr SleefFunction functions[] = {
#define SLEEF(Function, Bound, Variant, CyclesF32, CyclesF64)                                                          \
  {MathFunction::Function, Bound, Variant, CyclesF32, CyclesF64},
#include "Sleef.def"
};

constexpr int loosestBound = 4;

/// A call that keeps `ports` busy for so many cycles, as if it did three ops in each.
RowCost costOf(float cycles, uint16_t ports) {
  return RowCost(3 * cycles, ports, 2 * cycles, cycles * float(llvm::popcount(ports)));
}

} // namespace

void TableExpansion::addSleef(const SleefRegister &reg, const char *attribute) {
  for (const SleefFunction &f : functions)
    for (ScalarType element : {ScalarType::F32, ScalarType::F64}) {
      const unsigned lanes = reg.bits / bitsOf(element), operands = operandCount(f.function);
      const std::string name = "Sleef_" + textOf(f.function).str() + (element == ScalarType::F32 ? "f" : "d") +
                               std::to_string(lanes) + "_" + f.variant.str() + reg.isa;
      const std::string type = T.typeName(T, VectorType::vector(lanes, element));
      PreambleFunction function{};
      function.name = Store->saver.save(name).data();
      function.attribute = attribute;
      function.header = "sleef.h";
      function.library = "sleef";
      function.declaredIf = reg.declaredIf;
      function.text = Store->saver
                          .save("__attribute__((const, target(\"" + std::string(attribute) + "\"))) " + type + " " +
                                name + "(" + type + (operands > 1 ? ", " + type : "") + ");\n")
                          .data();
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
      row.feature = "";
      row.helper = function.name;
      row.lanes = lanes;
      for (int bound = f.bound; bound <= loosestBound; ++bound) {
        row.detail = mathDetail(f.function, bound);
        T.rows.push_back(row);
      }
    }
}

} // namespace vecify
