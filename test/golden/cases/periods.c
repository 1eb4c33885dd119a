// RUN avx2: --target=avx2 --explain -- -O3 -mavx2 -mfma
// RUN neon: --target=neon -- -O3 --target=aarch64-linux-gnu
// Chroma of half the width, a table that starts anew every eight samples, channels of three, groups of 64.
#include <stdint.h>

void half_width(uint8_t *restrict d, const uint8_t *restrict y, const uint8_t *restrict u, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (uint8_t)((y[i] + u[i >> 1] + 1) >> 1);
}

void windowed(float *restrict d, const float *restrict s, const float *restrict window, int n) {
  for (int i = 0; i < n; i++)
    d[i] = s[i] * window[i & 7];
}

void channels(float *restrict d, const float *restrict s, const float *restrict gain, int n) {
  for (int i = 0; i < n; i++)
    d[i] = s[i] * gain[i % 3];
}

void dequantize(float *restrict d, const int8_t *restrict q, const float *restrict scale, int n) {
  for (int i = 0; i < n; i++)
    d[i] = q[i] * scale[i / 64];
}

void zero_invalid(float *restrict d, const float *restrict s, const uint64_t *restrict valid, int n) {
  for (int i = 0; i < n; i++)
    d[i] = valid[i / 64] >> (i % 64) & 1 ? s[i] : 0;
}
