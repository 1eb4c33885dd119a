// Shuffles that together turn registers around are one call.
#include "EmitTesting.h"

namespace vecify {
namespace {

/// A function on 4 x 4 doubles around `body`, which has %r0 .. %r3.
std::string onRows(const std::string &body, const std::string &between = "") {
  return R"ir(func turn_i(%n : index) counter i trip (%n) {
  array a : f64 type "const double *" const restrict disjoint(y)
  array y : f64 type "double *" restrict
  pattern a = a "a[{0}]" : f64 strides(8)
  pattern y = y "y[{0}]" : f64 strides(8)
  %zero = index (0) : index
  %r0 = load a[0] : 4xf64
  %r1 = load a[4] : 4xf64
)ir" + between +
         R"ir(  %r2 = load a[8] : 4xf64
  %r3 = load a[12] : 4xf64
)ir" + body +
         "  return %zero\n}\n";
}

/// As a depth-first walk from the first store leaves it.
const std::string transposed = R"ir(
  %l0 = shuffle %r0, %r1 [0, 4, 2, 6] : 4xf64
  %l1 = shuffle %r2, %r3 [0, 4, 2, 6] : 4xf64
  %t0 = shuffle %l0, %l1 [0, 1, 4, 5] : 4xf64
  store %t0, y[0]
  %h0 = shuffle %r0, %r1 [1, 5, 3, 7] : 4xf64
  %h1 = shuffle %r2, %r3 [1, 5, 3, 7] : 4xf64
  %t1 = shuffle %h0, %h1 [0, 1, 4, 5] : 4xf64
  store %t1, y[4]
  %t2 = shuffle %l0, %l1 [2, 3, 6, 7] : 4xf64
  store %t2, y[8]
  %t3 = shuffle %h0, %h1 [2, 3, 6, 7] : 4xf64
  store %t3, y[12]
)ir";

const char *const user = "void turn(const double *restrict a, double *restrict y);\n"
                         "void turn(const double *restrict a, double *restrict y) {\n@  (void)i_done;\n}\n";

} // namespace

TEST(Network, OfATransposeIsOneCall) {
  const EmittedKernel kernel = emitted(onRows(transposed));
  EXPECT_EQ(kernel.inlineText, R"(ptrdiff_t i_done = 0;
__m256d t0[4] = {_mm256_loadu_pd(a), _mm256_loadu_pd(&a[4]), _mm256_loadu_pd(&a[8]),
    _mm256_loadu_pd(&a[12])};
vecify_avx2_transpose_4x4_f64(t0);
_mm256_storeu_pd(y, t0[0]);
_mm256_storeu_pd(&y[4], t0[1]);
_mm256_storeu_pd(&y[8], t0[2]);
_mm256_storeu_pd(&y[12], t0[3]);
i_done = 0;
)");
  ASSERT_EQ(kernel.networks.size(), 1u);
  EXPECT_EQ(kernel.networks.begin()->second, R"(/* Lane i of v[k] and lane k of v[i] change places. */
static inline {attr} void vecify_avx2_transpose_4x4_f64(__m256d v[4]) {
  const __m256d t0 = _mm256_unpacklo_pd(v[0], v[1]);
  const __m256d t1 = _mm256_unpackhi_pd(v[0], v[1]);
  const __m256d t2 = _mm256_unpacklo_pd(v[2], v[3]);
  const __m256d t3 = _mm256_unpackhi_pd(v[2], v[3]);
  v[0] = _mm256_permute2f128_pd(t0, t2, 0x20);
  v[2] = _mm256_permute2f128_pd(t0, t2, 0x31);
  v[1] = _mm256_permute2f128_pd(t1, t3, 0x20);
  v[3] = _mm256_permute2f128_pd(t1, t3, 0x31);
}
)");
  expectCleanC(kernel, "avx2", user);
}

TEST(Network, ReadsTheSameInWhicheverOrderItsOpsStand) {
  const std::string stages = R"ir(
  %h1 = shuffle %r2, %r3 [1, 5, 3, 7] : 4xf64
  %l1 = shuffle %r2, %r3 [0, 4, 2, 6] : 4xf64
  %h0 = shuffle %r0, %r1 [1, 5, 3, 7] : 4xf64
  %l0 = shuffle %r0, %r1 [0, 4, 2, 6] : 4xf64
  %t3 = shuffle %h0, %h1 [2, 3, 6, 7] : 4xf64
  %t2 = shuffle %l0, %l1 [2, 3, 6, 7] : 4xf64
  %t1 = shuffle %h0, %h1 [0, 1, 4, 5] : 4xf64
  %t0 = shuffle %l0, %l1 [0, 1, 4, 5] : 4xf64
  store %t3, y[12]
  store %t2, y[8]
  store %t1, y[4]
  store %t0, y[0]
)ir";
  EXPECT_EQ(emitted(onRows(stages)).networks, emitted(onRows(transposed)).networks);
}

TEST(Network, ThatDoesTheSameInAnotherWayHasAnotherName) {
  EmitOptions options;
  options.networks["vecify_avx2_transpose_4x4_f64"] = "another way";
  llvm::Expected<EmittedKernel> kernel = emit(nativeFunction(onRows(transposed)), emitTarget("avx2"), options);
  ASSERT_TRUE(bool(kernel));
  EXPECT_NE(kernel->inlineText.find("vecify_avx2_transpose_4x4_f64_2(t0);"), std::string::npos);
  EXPECT_TRUE(kernel->helpers.count("vecify_avx2_transpose_4x4_f64_2"));
}

TEST(Network, StaysWrittenOutWhereAnOutputIsUsedBeforeAnInputIsThere) {
  // t0 is stored over what r2 reads.
  const std::string early = R"ir(
  %z0 = shuffle %r0, %r1 [0, 4, 2, 6] : 4xf64
  store %z0, y[0]
)ir";
  const std::string late = R"ir(
  %l1 = shuffle %r2, %r3 [0, 4, 2, 6] : 4xf64
  %t0 = shuffle %z0, %l1 [0, 1, 4, 5] : 4xf64
  %h0 = shuffle %r0, %r1 [1, 5, 3, 7] : 4xf64
  %h1 = shuffle %r2, %r3 [1, 5, 3, 7] : 4xf64
  %t1 = shuffle %h0, %h1 [0, 1, 4, 5] : 4xf64
  %t2 = shuffle %z0, %l1 [2, 3, 6, 7] : 4xf64
  %t3 = shuffle %h0, %h1 [2, 3, 6, 7] : 4xf64
  store %t0, y[4]
  store %t1, y[8]
  store %t2, y[12]
  store %t3, y[16]
)ir";
  EXPECT_TRUE(emitted(onRows(late, early)).networks.empty());
}

TEST(Network, StaysWrittenOutWhereItIsNoTranspose) {
  std::string other = transposed;
  other.replace(other.rfind("[2, 3, 6, 7]"), 12, "[3, 2, 6, 7]");
  const EmittedKernel kernel = emitted(onRows(other));
  EXPECT_TRUE(kernel.networks.empty());
  EXPECT_NE(kernel.inlineText.find("_mm256_unpacklo_pd"), std::string::npos);
}

TEST(Network, FromOtherRegistersGoesFromOneArrayToAnother) {
  const EmittedKernel kernel = emitted(R"ir(func turn_i(%n : index) counter i trip (%n) {
  array a : f64 type "const double *" const restrict disjoint(y)
  array y : f64 type "double *" restrict
  pattern a = a "a[{0}]" : f64 strides(8)
  pattern y = y "y[{0}]" : f64 strides(8)
  %zero = index (0) : index
  %r0 = load a[0] : 4xf64
  %r1 = load a[4] : 4xf64
  %a0 = extract_slice %r0 [0] : 2xf64
  %a1 = extract_slice %r0 [2] : 2xf64
  %b0 = extract_slice %r1 [0] : 2xf64
  %b1 = extract_slice %r1 [2] : 2xf64
  %t0 = zip_lo %a0, %b0 : 2xf64
  %t1 = zip_hi %a0, %b0 : 2xf64
  %t2 = zip_lo %a1, %b1 : 2xf64
  %t3 = zip_hi %a1, %b1 : 2xf64
  store %t0, y[0]
  store %t1, y[2]
  store %t2, y[4]
  store %t3, y[6]
  return %zero
}
)ir");
  EXPECT_EQ(kernel.inlineText, R"(ptrdiff_t i_done = 0;
const __m256d r0[2] = {_mm256_loadu_pd(a), _mm256_loadu_pd(&a[4])};
__m128d t0[4];
vecify_avx2_transpose_2x4_f64(r0, t0);
_mm_storeu_pd(y, t0[0]);
_mm_storeu_pd(&y[2], t0[1]);
_mm_storeu_pd(&y[4], t0[2]);
_mm_storeu_pd(&y[6], t0[3]);
i_done = 0;
)");
  expectCleanC(kernel, "avx2", user);
}

TEST(Network, IsDefinedOncePerFile) {
  const EmittedKernel kernel = emitted(onRows(transposed));
  const Target &avx2 = emitTarget("avx2"), &avx512 = emitTarget("avx512");
  const std::string text = emitPreamble({{&avx512, {}}, {&avx2, kernel.helpers}}, true, {}, {}, kernel.networks);
  EXPECT_EQ(llvm::StringRef(text).count("vecify_avx2_transpose_4x4_f64"), 1u) << text;
  EXPECT_EQ(llvm::StringRef(text).count("target(\"avx2,fma\")"), 1u) << text;
}

} // namespace vecify
