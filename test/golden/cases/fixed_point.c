// RUN avx2: --target=avx2
// RUN avx512: --target=avx512
// RUN neon: --target=neon -- --target=aarch64-linux-gnu
// RUN step: --target=avx2 --only=product_q31 --print=step:narrow-by-parity
#include <stdint.h>

void dot_q15(const int16_t *a, const int16_t *b, int n, int64_t *sum) {
  int64_t s = 0;
  for (int i = 0; i < n; i++)
    s += (int32_t)a[i] * b[i];
  *sum = s;
}

void product_q31(int32_t *restrict y, const int32_t *restrict a, const int32_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int32_t)(((int64_t)a[i] * b[i] + (1 << 30)) >> 31);
}

void high_product(int32_t *restrict y, const int32_t *restrict a, int32_t gain, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int32_t)(((int64_t)a[i] * gain) >> 32);
}

void from_float(int16_t *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] >= 32767 ? 32767 : x[i] <= -32768 ? -32768 : (int16_t)x[i];
}
