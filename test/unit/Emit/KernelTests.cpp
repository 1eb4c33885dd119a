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

constexpr const char *saxpyUser = "void saxpy(size_t n, float alpha, const float *restrict x, float *restrict y);\n"
                                  "void saxpy(size_t n, float alpha, const float *restrict x, float *restrict y) {\n@"
                                  "  for (size_t i = (size_t)i_done; i < n; i++)\n    y[i] = alpha * x[i] + y[i];\n}\n";

TEST(Kernel, IsPrintedInPlace) {
  const EmittedKernel kernel = emitted(saxpy);
  EXPECT_EQ(kernel.inlineText, R"(ptrdiff_t i_done = 0;
if (n >= 8) {
  const __m256 alpha_v = _mm256_set1_ps(alpha);
  const ptrdiff_t i_end = n & -8;
  for (ptrdiff_t i = 0; i < i_end; i += 8) {
    const __m256 r = _mm256_fmadd_ps(alpha_v, _mm256_loadu_ps(&x[i]), _mm256_loadu_ps(&y[i]));
    _mm256_storeu_ps(&y[i], r);
  }
  i_done = i_end;
}
)");
  EXPECT_EQ(kernel.doneName, "i_done");
  expectCleanC(kernel, "avx2", saxpyUser);
}

TEST(Kernel, IsPrintedAsAFunction) {
  const EmittedKernel kernel = emitted(saxpy);
  EXPECT_EQ(kernel.functionText, R"(#if defined(__x86_64__)
__attribute__((target("avx2,fma")))
static ptrdiff_t saxpy_i_avx2(ptrdiff_t n, float alpha, const float *restrict x, float *y) {
  const __m256 alpha_v = _mm256_set1_ps(alpha);
  const ptrdiff_t i_end = n & -8;
  for (ptrdiff_t i = 0; i < i_end; i += 8) {
    const __m256 r = _mm256_fmadd_ps(alpha_v, _mm256_loadu_ps(&x[i]), _mm256_loadu_ps(&y[i]));
    _mm256_storeu_ps(&y[i], r);
  }
  return i_end;
}
#endif
)");
  EXPECT_EQ(kernel.callText, R"(ptrdiff_t i_done = 0;
#if defined(__x86_64__)
if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && n >= 8)
  i_done = saxpy_i_avx2(n, alpha, x, y);
#endif
)");
  EXPECT_EQ(kernel.guardText, "n >= 8");
  EXPECT_EQ(kernel.callExpression, "saxpy_i_avx2(n, alpha, x, y)");
}

TEST(Kernel, SeveralTargetsAreTriedInOrder) {
  const EmittedKernel wide = emitted(saxpy, "avx512"), narrow = emitted(saxpy, "avx2");
  const Target &avx512 = emitTarget("avx512"), &avx2 = emitTarget("avx2"), &neon = emitTarget("neon");
  EmittedKernel arm = narrow;
  arm.cpuTest = arm.guardText = "";
  arm.callExpression = "saxpy_i_neon(n, alpha, x, y)";
  std::string text = callTextOf({wide, narrow, arm}, {avx512.archTest, avx2.archTest, neon.archTest}, {});
  const size_t first = text.find("i_done = saxpy_i_avx512(n, alpha, x, y);\nelse if (__builtin_cpu_supports(\"avx2\")");
  EXPECT_NE(first, std::string::npos) << text;
  const size_t second =
      text.find("#endif\n#if " + neon.archTest + "\ni_done = saxpy_i_neon(n, alpha, x, y);\n#endif\n");
  EXPECT_NE(second, std::string::npos) << text;
}

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

TEST(Kernel, CarriedValuesAreVariables) {
  const EmittedKernel kernel = emitted(sgemm, "avx2", {"sum"});
  EXPECT_EQ(kernel.inlineText, R"(ptrdiff_t j_done = 0;
if (m >= 16) {
  const ptrdiff_t j_end = m & -16;
  for (ptrdiff_t j = 0; j < j_end; j += 16) {
    __m256 sum0 = _mm256_setzero_ps();
    __m256 sum1 = _mm256_setzero_ps();
    for (ptrdiff_t k = 0; k < p; k++) {
      const __m256 a = _mm256_broadcast_ss(&A[(ptrdiff_t)i * p + k]);
      sum0 = _mm256_fmadd_ps(a, _mm256_loadu_ps(&B[k * m + j]), sum0);
      sum1 = _mm256_fmadd_ps(a, _mm256_loadu_ps(&B[k * m + j + 8]), sum1);
    }
    _mm256_storeu_ps(&C[(ptrdiff_t)i * m + j], sum0);
    _mm256_storeu_ps(&C[(ptrdiff_t)i * m + j + 8], sum1);
  }
  j_done = j_end;
}
)");
  expectCleanC(kernel, "avx2",
               "void sgemm(int n, int m, int p, const float *A, const float *B, float *C);\n"
               "void sgemm(int n, int m, int p, const float *A, const float *B, float *C) {\n"
               "  for (int i = 0; i < n; i++) {\n@    (void)j_done;\n  }\n}\n");
}

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

TEST(Kernel, AnAccumulatorLivesInOneVariable) {
  const EmittedKernel kernel = emitted(dot);
  EXPECT_EQ(kernel.inlineText, R"(ptrdiff_t i_done = 0;
if (n >= 16) {
  const ptrdiff_t i_main = n & -16;
  __m256 acc = _mm256_setzero_ps();
  __m256 acc1 = _mm256_setzero_ps();
  for (ptrdiff_t i = 0; i < i_main; i += 16) {
    acc = _mm256_fmadd_ps(_mm256_loadu_ps(&x[i]), _mm256_loadu_ps(&y[i]), acc);
    acc1 = _mm256_fmadd_ps(_mm256_loadu_ps(&x[i + 8]), _mm256_loadu_ps(&y[i + 8]), acc1);
  }
  const ptrdiff_t i_end = n & -8;
  __m256 acc2 = _mm256_add_ps(acc, acc1);
  for (ptrdiff_t i = i_main; i < i_end; i += 8) {
    acc2 = _mm256_fmadd_ps(_mm256_loadu_ps(&x[i]), _mm256_loadu_ps(&y[i]), acc2);
  }
  if (i_end < n) {
    const __m256i tail = vecify_mm256_prefix_epi32(n - i_end);
    const __m256 x0 = _mm256_maskload_ps(&x[i_end], tail);
    const __m256 sum = _mm256_fmadd_ps(x0, _mm256_maskload_ps(&y[i_end], tail), acc2);
    acc2 = _mm256_blendv_ps(acc2, sum, _mm256_castsi256_ps(tail));
  }
  i_done = n;
  s += vecify_avx2_reduce_add_f32x8(acc2);
}
)");
  EXPECT_NE(
      kernel.functionText.find("static ptrdiff_t dot_i_avx2(ptrdiff_t n, float s, const float *x, const float *y, "
                               "float *s_out) {\n"),
      std::string::npos)
      << kernel.functionText;
  EXPECT_NE(kernel.functionText.find("  *s_out = s + vecify_avx2_reduce_add_f32x8(acc2);\n  return n;\n"),
            std::string::npos)
      << kernel.functionText;
  expectCleanC(kernel, "avx2",
               "float dot(int n, const float *x, const float *y);\n"
               "float dot(int n, const float *x, const float *y) {\n  float s = 0;\n@"
               "  for (int i = (int)i_done; i < n; i++)\n    s += x[i] * y[i];\n  return s;\n}\n");
}

constexpr const char *members =
    R"ir(func walk_i(%n "s->n" : i32, %k "(i0 * n)" : i32, %sum : i64) counter i trip (%n) results(sum : i64) {
  array a0 : i64 name "s->data" type "const int64_t *" const disjoint(a1)
  array a1 : i64 name "&t" type "struct table *"
  pattern a0 = a0 "s->data[{0}]" : i64 strides(8)
  pattern a1 = a1 "t.rows[{0}].cells[{1}]" : i64 strides(64, 8) offset 16
  guard nonneg (%n - 4) "at least one vector"
  %zero = index (0) : index
  %count = index (%n) : index
  %mask = constant -4 : index
  %i_end = and %count, %mask : index
  %step = index (4) : index
  %c0 = constant 0 : 4xi64
  %acc = for %i = %zero to %i_end step %step carry(%acc.1 : 4xi64 = %c0) {
    %x = load a0[%k + %i] : 4xi64
    store %x, a1[%i, 0]
    store %x, a1[%i, 4]
    %next = add %acc.1, %x : 4xi64
    yield %next
  }
  %t = reduce add %acc : i64
  %total = add %sum, %t : i64
  return %i_end, %total
}
)ir";

TEST(Kernel, MembersAreReadOnceAndKeepTheirNames) {
  const EmittedKernel kernel = emitted(members);
  EXPECT_EQ(kernel.inlineText, R"(ptrdiff_t i_done = 0;
if (s->n >= 4) {
  const ptrdiff_t s_n = s->n;
  const ptrdiff_t i0_n = (i0 * n);
  const int64_t *const s_data = s->data;
  const ptrdiff_t i_end = s_n & -4;
  __m256i acc = _mm256_setzero_si256();
  for (ptrdiff_t i = 0; i < i_end; i += 4) {
    const __m256i x = _mm256_loadu_si256((const __m256i *)&s_data[i + i0_n]);
    _mm256_storeu_si256((__m256i *)&t.rows[i].cells[0], x);
    _mm256_storeu_si256((__m256i *)(int64_t *)((char *)&t + 64 * i + 48), x);
    acc = _mm256_add_epi64(acc, x);
  }
  i_done = i_end;
  sum = (int64_t)((uint64_t)sum + vecify_avx2_reduce_add_i64x4(acc));
}
)");
  EXPECT_EQ(kernel.callExpression, "walk_i_avx2(s->n, (i0 * n), sum, s->data, &t, &sum)");
  const std::string types = "struct source { int n; const int64_t *data; };\n"
                            "struct row { int64_t cells[8]; };\n"
                            "struct table { int64_t head[2]; struct row rows[64]; };\n";
  // A long long is no int64_t where that is a long.
  const std::string user = "long long walk(const struct source *s, int i0, int n);\nstruct table t;\n"
                           "long long walk(const struct source *s, int i0, int n) {\n  long long sum = 0;\n@"
                           "  (void)i_done;\n  return sum;\n}\n";
  expectCleanC(kernel, "avx2", user, types);
}

constexpr const char *matrix = R"ir(func rows_j(%n : i32, %i : i32, %len "strlen(text)" : u64) counter j trip (%n) {
  array A : f32 type "float (*)[n]" disjoint(B, D)
  array B : f32 type "float (*)[rows + 1]" disjoint(D)
  array D : f32 type "const float (*)[4][8]" const
  pattern A = A "A[{0}][{1}]" : f32 strides(4*%n, 4)
  pattern B = B "B[{0}][{1}]" : f32 strides(4*%len, 4)
  pattern D = D "D[{0}][{1}][{2}]" : f32 strides(128, 32, 4)
  guard nonneg (%n - 8) "at least one vector"
  %x = load D[%i, 0, 8] : 8xf32
  store %x, A[%i, 0]
  store %x, B[%i + 1, 2]
  %done = index (8) : index
  return %done
}
)ir";

TEST(Kernel, MatricesKeepTheirSubscripts) {
  const EmittedKernel kernel = emitted(matrix);
  // Row 1 of D[i] begins where row 0 ends.
  EXPECT_NE(kernel.inlineText.find("const __m256 x = _mm256_loadu_ps(&D[i][1][0]);\n"
                                   "  _mm256_storeu_ps(&A[i][0], x);\n"
                                   "  _mm256_storeu_ps(&B[(ptrdiff_t)i + 1][2], x);\n"),
            std::string::npos)
      << kernel.inlineText;
  // B's length is no parameter of ours.
  EXPECT_NE(kernel.functionText.find("static ptrdiff_t rows_j_avx2(ptrdiff_t n, ptrdiff_t i, ptrdiff_t strlen_text, "
                                     "float (*A)[n],\n    float *B, const float (*D)[4][8]) {\n"),
            std::string::npos)
      << kernel.functionText;
  EXPECT_NE(kernel.functionText.find(
                "_mm256_storeu_ps((float *)((char *)B + 4 * i * strlen_text + 4 * strlen_text + 8), x);"),
            std::string::npos)
      << kernel.functionText;
  expectCleanC(kernel, "avx2",
               "#include <string.h>\n"
               "void rows(int n, int i, int rows, const char *text, float (*A)[n], float (*B)[rows + 1], "
               "const float (*D)[4][8]);\n"
               "void rows(int n, int i, int rows, const char *text, float (*A)[n], float (*B)[rows + 1], "
               "const float (*D)[4][8]) {\n@  (void)text;\n  (void)j_done;\n}\n");
}

TEST(Kernel, SaysWhichOpHasNoRow) {
  const Function f = nativeFunction(R"ir(func odd() counter i trip (0) {
  array x : f32
  pattern x = x "x[{0}]" : f32 strides(4)
  %x = load x[0] : 8xf32
  %r = math "sin" %x : 8xf32
  store %r, x[0]
  %done = index (0) : index
  return %done
}
)ir");
  llvm::Expected<EmittedKernel> kernel = emit(f, emitTarget("avx2"), {});
  ASSERT_FALSE(bool(kernel));
  EXPECT_EQ(llvm::toString(kernel.takeError()), "odd: cannot print 'math': the target has no row for 8xf32");
}

TEST(Kernel, LoadsDoNotMoveAcrossStoresThatMayHitThem) {
  const char *const text = R"ir(func shift_i(%n : i32) counter i trip (%n) {
  array x : f32 type "float *"
  array y : f32 type "float *" %DISJOINT%
  pattern x = x "x[{0}]" : f32 strides(4)
  pattern y = y "y[{0}]" : f32 strides(4)
  %a = load x[0] : 8xf32
  %b = load y[0] : 8xf32
  store %a, y[8]
  store %b, y[%OFFSET%]
  %done = index (0) : index
  return %done
}
)ir";
  const auto body = [&](const char *disjoint, const char *offset) {
    std::string ir = text;
    ir.replace(ir.find("%DISJOINT%"), 10, disjoint);
    ir.replace(ir.find("%OFFSET%"), 8, offset);
    return emitted(ir).inlineText;
  };
  // y[0..8) is clear of y[8..16).
  EXPECT_EQ(body("", "32"), "ptrdiff_t i_done = 0;\n"
                            "_mm256_storeu_ps(&y[8], _mm256_loadu_ps(x));\n"
                            "_mm256_storeu_ps(&y[32], _mm256_loadu_ps(y));\n"
                            "i_done = 0;\n");
  std::string overlapping = text;
  overlapping.replace(overlapping.find("y[8]"), 4, "y[7]");
  overlapping.replace(overlapping.find("%DISJOINT%"), 10, "");
  overlapping.replace(overlapping.find("%OFFSET%"), 8, "32");
  EXPECT_EQ(emitted(overlapping).inlineText, "ptrdiff_t i_done = 0;\n"
                                             "const __m256 b = _mm256_loadu_ps(y);\n"
                                             "_mm256_storeu_ps(&y[7], _mm256_loadu_ps(x));\n"
                                             "_mm256_storeu_ps(&y[32], b);\n"
                                             "i_done = 0;\n");
}

TEST(Kernel, StrictProductsAreFenced) {
  const char *const text = R"ir(func f_i(%a : f32) counter i trip (0) {
  array x : f32 type "float *"
  pattern x = x "x[{0}]" : f32 strides(4)
  %x = load x[0] : 8xf32
  %y = load x[8] : 8xf32
  %p = mul %x, %y : 8xf32
  %q = fp_fence %p : 8xf32
  %r = add %q, %y : 8xf32
  store %r, x[0]
  %done = index (0) : index
  return %done
}
)ir";
  EXPECT_EQ(emitted(text).inlineText, "ptrdiff_t i_done = 0;\n"
                                      "const __m256 y = _mm256_loadu_ps(&x[8]);\n"
                                      "__m256 q = _mm256_mul_ps(_mm256_loadu_ps(x), y);\n"
                                      "__asm__(\"\" : \"+x\"(q));\n"
                                      "_mm256_storeu_ps(x, _mm256_add_ps(q, y));\n"
                                      "i_done = 0;\n");
  EXPECT_NE(emitted(text, "avx512").inlineText.find("\"+v\"(q)"), std::string::npos);
}

} // namespace
} // namespace vecify
