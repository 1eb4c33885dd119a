#include "vecify/Target/Target.h"

namespace vecify {

float libmCycles(MathFunction function, ScalarType type) {
  switch (function) {
#define LIBM(Function, Float, Double)                                                                                  \
  case MathFunction::Function:                                                                                         \
    return type == ScalarType::F32 ? Float : Double;
#include "Libm.def"
  }
  llvm_unreachable("math function");
}

} // namespace vecify
