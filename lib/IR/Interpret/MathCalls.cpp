// C's math functions, computed in double and rounded to the type: for float
// that is within half an ulp and a hair.
#include "Interpret/Lanes.h"
#include "Interpret/Numbers.h"
#include "llvm/ADT/StringMap.h"

namespace vecify {
namespace {

struct MathFunction {
  double (*one)(double) = nullptr;
  double (*two)(double, double) = nullptr;
};

const llvm::StringMap<MathFunction> &table() {
  static const llvm::StringMap<MathFunction> functions = [] {
    llvm::StringMap<MathFunction> map;
    map["exp10"].one = [](double x) { return std::pow(10.0, x); };
#define ONE(name)                                                              \
  map[#name].one = [](double x) -> double { return std::name(x); };
#define TWO(name)                                                              \
  map[#name].two = [](double x, double y) -> double { return std::name(x, y); };
    // clang-format off
    ONE(sin) ONE(cos) ONE(tan) ONE(asin) ONE(acos) ONE(atan)
    ONE(sinh) ONE(cosh) ONE(tanh) ONE(asinh) ONE(acosh) ONE(atanh)
    ONE(exp) ONE(exp2) ONE(expm1) ONE(log) ONE(log2) ONE(log10) ONE(log1p) ONE(logb)
    ONE(cbrt) ONE(sqrt) ONE(erf) ONE(erfc) ONE(tgamma) ONE(lgamma)
    ONE(fabs) ONE(floor) ONE(ceil) ONE(trunc) ONE(round) ONE(rint) ONE(nearbyint)
    TWO(pow) TWO(atan2) TWO(hypot) TWO(fmod) TWO(remainder) TWO(fdim) TWO(fmin) TWO(fmax) TWO(copysign)
#undef ONE
#undef TWO
        // clang-format on
        return map;
  }();
  return functions;
}

} // namespace

bool mathCall(llvm::StringRef callee, ScalarType type,
              llvm::ArrayRef<Lanes> operands, MutableLanes out) {
  auto found = table().find(callee);
  if (found == table().end() &&
      callee.consume_back("f")) // sinf is sin: the type says the precision
    found = table().find(callee);
  if (found == table().end())
    return false;
  const MathFunction &function = found->second;
  if (operands.size() != (function.one ? 1 : 2))
    return false;
  withFormat(type, [&](auto format) {
    for (size_t l = 0; l < out.size(); ++l)
      out[l] = format.fromDouble(
          function.one ? function.one(format.load(operands[0][l]))
                       : function.two(format.load(operands[0][l]),
                                      format.load(operands[1][l])));
  });
  return true;
}

} // namespace vecify
