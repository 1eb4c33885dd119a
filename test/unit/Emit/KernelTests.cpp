// Whole kernels: the text that a person reads, and that compilers take it without a word.
#include "EmitTesting.h"

namespace vecify {
namespace {

constexpr const char *saxpy = R"ir(func saxpy_i(%n : u64, %alpha : f32) counter i trip (%n) {
  array x : f32 type "const float *" const restrict disjoint(y)
  array y : f32 type "float *" restrict
  pattern x = x "x[{0}]" : f32 strides(4)
  pattern y = y "y[{0}]" : f32 strides(4)
  guard nonneg (%n - 8) "at least one vector"
  %alpha.1 = broadcast %alpha : 8xf32
  %zero = index (0) : index
  %count = index (%n) : index
  %mask = constant -8 : index
  %i_end = and %count, %mask : index
  %step = index (8) : index
  for %i = %zero to %i_end step %step {
    %x = load x[%i] : 8xf32
    %y = load y[%i] : 8xf32
    %r = fma %alpha.1, %x, %y : 8xf32
    store %r, y[%i]
    yield
  }
  return %i_end
}
)ir";

constexpr const char *sgemm = R"ir(func sgemm_j(%m : i32, %p : i32, %i : i32) counter j trip (%m) {
  array A : f32 type "const float *" const disjoint(B, C)
  array B : f32 type "const float *" const disjoint(C)
  array C : f32 type "float *"
  pattern A = A "A[{0}]" : f32 strides(4)
  pattern B = B "B[{0}]" : f32 strides(4)
  pattern C = C "C[{0}]" : f32 strides(4)
  guard nonneg (%m - 16) "at least one vector"
  %zero = index (0) : index
  %count = index (%m) : index
  %mask = constant -16 : index
  %j_end = and %count, %mask : index
  %step = index (16) : index
  %f0 = constant 0.0 : 8xf32
  for %j = %zero to %j_end step %step {
    %depth = index (%p) : index
    %1 = index (1) : index
    %sum, %sum.1 = for %k = %zero to %depth step %1 carry(%sum.2 : 8xf32 = %f0, %sum.3 : 8xf32 = %f0) {
      %a = load_splat A[%i*%p + %k] : 8xf32
      %b = load B[%k*%m + %j] : 8xf32
      %b.1 = load B[%k*%m + %j + 8] : 8xf32
      %s = fma %a, %b, %sum.2 : 8xf32
      %s.1 = fma %a, %b.1, %sum.3 : 8xf32
      yield %s, %s.1
    }
    store %sum, C[%i*%m + %j]
    store %sum.1, C[%i*%m + %j + 8]
    yield
  }
  return %j_end
}
)ir";

constexpr const char *dot = R"ir(func dot_i(%n : i32, %s : f32) counter i covers_all trip (%n) results(s : f32) {
  array x : f32 type "const float *" const disjoint(y)
  array y : f32 type "const float *" const
  pattern x = x "x[{0}]" : f32 strides(4)
  pattern y = y "y[{0}]" : f32 strides(4)
  guard nonneg (%n - 16) "at least one vector"
  %zero = index (0) : index
  %count = index (%n) : index
  %m16 = constant -16 : index
  %i_main = and %count, %m16 : index
  %step = index (16) : index
  %f0 = constant 0.0 : 8xf32
  %acc, %acc.1 = for %i = %zero to %i_main step %step carry(%acc.2 : 8xf32 = %f0, %acc.3 : 8xf32 = %f0) {
    %x = load x[%i] : 8xf32
    %x.1 = load x[%i + 8] : 8xf32
    %y = load y[%i] : 8xf32
    %y.1 = load y[%i + 8] : 8xf32
    %next = fma %x, %y, %acc.2 : 8xf32
    %next.1 = fma %x.1, %y.1, %acc.3 : 8xf32
    yield %next, %next.1
  }
  %acc.4 = add %acc, %acc.1 : 8xf32
  %m8 = constant -8 : index
  %i_end = and %count, %m8 : index
  %step8 = index (8) : index
  %acc.5 = for %i.1 = %i_main to %i_end step %step8 carry(%acc.6 : 8xf32 = %acc.4) {
    %x.2 = load x[%i.1] : 8xf32
    %y.2 = load y[%i.1] : 8xf32
    %next.2 = fma %x.2, %y.2, %acc.6 : 8xf32
    yield %next.2
  }
  %isLeft = cmp_lt %i_end, %count : i1
  %acc.7 = if %isLeft : 8xf32 {
    %left = index (%n - %i_end) : index
    %tail = create_mask %left : 8xm32
    %x.3 = masked_load x[%i_end] mask %tail : 8xf32
    %y.3 = masked_load y[%i_end] mask %tail : 8xf32
    %sum = fma %x.3, %y.3, %acc.5 : 8xf32
    %kept = select %tail, %sum, %acc.5 : 8xf32
    yield %kept
  } else {
    yield %acc.5
  }
  %t = reduce add %acc.7 : f32
  %total = add %s, %t : f32
  return %count, %total
}
)ir";

void show(const char *text) {
  const EmittedKernel kernel = emitted(text);
  llvm::errs() << kernel.inlineText << kernel.functionText << kernel.callText << "\n";
}

TEST(Kernel, Show) {
  show(saxpy);
  show(sgemm);
  show(dot);
  expectCleanC(emitted(saxpy), "avx2", "void saxpy(size_t n, float alpha, const float *restrict x, float *restrict y) {@(void)i_done; }\n");
  expectCleanC(emitted(sgemm), "avx2", "void sgemm(int m, int p, int i, const float *A, const float *B, float *C) {@(void)j_done; }\n");
  expectCleanC(emitted(dot), "avx2", "float dot(int n, const float *x, const float *y) { float s = 0;@(void)i_done; return s; }\n");
}

} // namespace
} // namespace vecify
