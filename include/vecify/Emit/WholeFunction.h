// Native IR as a C function of its own, with external linkage: what --from-ir writes.
//
//     func saxpy(%n : i32, %alpha : f32) ..      __attribute__((target("avx2,fma")))
//       array x : f32 type "const float *"       ptrdiff_t saxpy(int n, float alpha, const float *x, float *y) {
//       array y : f32 type "float *"               if (!(n >= 16))
//       guard nonneg (%n - 16)                       return 0;
//                                                  ...
//
// Unlike emit's outlined form, the signature does not depend on what the body uses: parameters first, arrays next,
// a pointer for every result last, each in the order and with the type that the function declares.
#pragma once
#include "vecify/Emit/Emit.h"

namespace vecify {

struct WholeFunction {
  std::string text;              ///< definition, between the lines of Target::archTest
  std::set<std::string> helpers; ///< preamble functions used
  FunctionTexts networks;        ///< those of `helpers` that are none of the target's
};

/// `function` as C; it returns how many iterations it has done, 0 when a guard fails.
///
/// Errors: an IrError at what has no C name of its own (a parameter like "s->n" lives in a larger function); a
/// StringError when an op has no row (a bug: lowering promises that all have).
llvm::Expected<WholeFunction> emitWhole(const Function &function, const Target &target, const EmitOptions &options);

} // namespace vecify
