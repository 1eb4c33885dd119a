// C's math functions, computed in long double and rounded to the type: within
// half an ulp and a hair.
#include "Interpret/Lanes.h"
#include "Interpret/Numbers.h"

namespace vecify {
namespace {

long double valueOf(MathFunction function, long double x, long double y) {
  switch (function) {
    // clang-format off
#define ONE(Name, name) case MathFunction::Name: return std::name(x);
#define TWO(Name, name) case MathFunction::Name: return std::name(x, y);
    ONE(Sin, sin) ONE(Cos, cos) ONE(Tan, tan) ONE(Asin, asin) ONE(Acos, acos) ONE(Atan, atan)
    ONE(Sinh, sinh) ONE(Cosh, cosh) ONE(Tanh, tanh) ONE(Asinh, asinh) ONE(Acosh, acosh) ONE(Atanh, atanh)
    ONE(Exp, exp) ONE(Exp2, exp2) ONE(Expm1, expm1)
    ONE(Log, log) ONE(Log2, log2) ONE(Log10, log10) ONE(Log1p, log1p)
    ONE(Cbrt, cbrt) ONE(Erf, erf) ONE(Erfc, erfc) ONE(Tgamma, tgamma)
    TWO(Atan2, atan2) TWO(Hypot, hypot) TWO(Fmod, fmod) TWO(Fdim, fdim)
#undef ONE
#undef TWO
    // clang-format on
  case MathFunction::Pow:
    // In double: glibc's powl(-INFINITY, -0x1p63) is infinity, and its pow is within 0.52 ulp.
    return std::pow(double(x), double(y));
  case MathFunction::Exp10:
    return std::pow(10.0L, x);
  }
  llvm_unreachable("math function");
}

} // namespace

void mathCall(MathFunction function, ScalarType type,
              llvm::ArrayRef<Lanes> operands, MutableLanes out) {
  withFormat(type, [&](auto format) {
    for (size_t l = 0; l < out.size(); ++l) {
      const double x = format.load(operands[0][l]);
      const double y = operands.size() > 1 ? format.load(operands[1][l]) : 0;
      out[l] = format.fromDouble(double(valueOf(function, x, y)));
    }
  });
}

} // namespace vecify
