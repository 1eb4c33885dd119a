/* Floats on cores that add them in accumulators and multiply bfloat16: where C may round otherwise. */
#include <stdint.h>

/* a[n] b[n] c[n]; n = 0..140 */
void add_bf16(const __bf16 *restrict a, const __bf16 *restrict b, __bf16 *restrict c, int n) {
#pragma vecify fp(reassoc)
  for (int i = 0; i < n; i++)
    c[i] = a[i] + b[i];
}

/* a[1000] b[1000] c[1000]; n = 0..5 */
void add_bf16_1000(const __bf16 *restrict a, const __bf16 *restrict b, __bf16 *restrict c) {
#pragma vecify fp(reassoc)
  for (int i = 0; i < 1000; i++)
    c[i] = (float)a[i] + (float)b[i];
}

/* a[n] b[n + 3] c[n]; n = 0..140 */
void difference_bf16(const __bf16 *restrict a, const __bf16 *restrict b, __bf16 *restrict c, int n) {
#pragma vecify fp(reassoc)
  for (int i = 0; i < n; i++)
    c[i] = a[i] - b[i + 3];
}

/* a[n] b[n] c[n]; n = 0..140 */
void mul_bf16(const __bf16 *restrict a, const __bf16 *restrict b, __bf16 *restrict c, int n) {
#pragma vecify fp(reassoc)
  for (int i = 0; i < n; i++)
    c[i] = a[i] * b[i];
}

/* One rounding at the end: the product and the sum before it are floats. */
/* a[n] b[n] c[n]; n = 0..140 */
void muladd_bf16(const __bf16 *restrict a, const __bf16 *restrict b, __bf16 *restrict c, int n) {
#pragma vecify fp(reassoc)
  for (int i = 0; i < n; i++)
    c[i] = a[i] * b[i] + c[i];
}

/* Rounded twice, as it is written. */
/* a[n] b[n] c[n]; n = 0..140 */
void mul_then_add_bf16(const __bf16 *restrict a, const __bf16 *restrict b, __bf16 *restrict c, int n) {
#pragma vecify fp(reassoc)
  for (int i = 0; i < n; i++) {
    const __bf16 p = a[i] * b[i];
    c[i] = p + c[i];
  }
}

/* a[n] y[n]; n = 0..140 */
void halve_bf16(const __bf16 *restrict a, float *restrict y, int n) {
#pragma vecify fp(reassoc)
  for (int i = 0; i < n; i++)
    y[i] = (float)a[i] * 0.5f + 3.0f;
}

/* a[n] b[n] y[n]; n = 0..140 */
void accumulate_bf16(const __bf16 *restrict a, const __bf16 *restrict b, float *restrict y, int n) {
#pragma vecify fp(reassoc)
  for (int i = 0; i < n; i++)
    y[i] += (float)a[i] * (float)b[i];
}

/* x[n] y[n] z[n]; n = 0..140 */
void add_f32(const float *restrict x, const float *restrict y, float *restrict z, int n) {
#pragma vecify fp(reassoc)
  for (int i = 0; i < n; i++)
    z[i] = x[i] + y[i];
}

/* a[n] b[n]; n = 0..140 */
float dot_bf16(const __bf16 *restrict a, const __bf16 *restrict b, int n) {
  float s = 0;
#pragma vecify fp(reassoc)
  for (int i = 0; i < n; i++)
    s += (float)a[i] * (float)b[i];
  return s;
}

/* a[n]; n = 0..140 */
float sum_bf16(const __bf16 *restrict a, int n) {
  float s = 1;
#pragma vecify fp(reassoc)
  for (int i = 0; i < n; i++)
    s += (float)a[i];
  return s;
}

/* a[64 * 64] b[64 * 64] c[64 * 64]; n = 0..5 */
void matmul_bf16(const __bf16 (*restrict a)[64], const __bf16 (*restrict b)[64], float (*restrict c)[64]) {
#pragma vecify fp(reassoc)
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++) {
      float s = 0;
      for (int k = 0; k < 64; k++)
        s += (float)a[i][k] * (float)b[k][j];
      c[i][j] = s;
    }
}

/* x[16 * 24] w[24 * 32] out[16 * 32]; n = 0..5 */
void project_bf16(const __bf16 *restrict x, const __bf16 *restrict w, __bf16 *restrict out) {
#pragma vecify fp(reassoc)
  for (int row = 0; row < 16; row++)
    for (int col = 0; col < 32; col++) {
      float total = 0.25f;
      for (int q = 0; q < 24; q++)
        total += (float)w[q * 32 + col] * (float)x[row * 24 + q];
      out[row * 32 + col] = total + total;
    }
}

/* a[n] w[9] y[n]; n = 0..140 */
void scale_by_element_bf16(const __bf16 *restrict a, const __bf16 *restrict w, __bf16 *restrict y, int n) {
#pragma vecify fp(reassoc)
  for (int i = 0; i < n; i++)
    y[i] = (float)a[i] * (float)w[7] + (float)y[i];
}

/* a[n] b[n] y[n]; n = 0..140 */
void negative_bf16(const __bf16 *restrict a, const __bf16 *restrict b, float *restrict y, int n) {
#pragma vecify fp(reassoc)
  for (int i = 0; i < n; i++)
    y[i] = y[i] - (float)a[i] * (float)b[i] - 2.0f;
}

/* Five taps: no sliding_mul of floats. */
/* x[n + 4] w[5] y[n]; n = 0..140 */
void fir5_bf16(const __bf16 *restrict x, const __bf16 *restrict w, __bf16 *restrict y, int n) {
#pragma vecify fp(reassoc)
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int k = 0; k < 5; k++)
      s += (float)w[k] * (float)x[i + k];
    y[i] = s;
  }
}
