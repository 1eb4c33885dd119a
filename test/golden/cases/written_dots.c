// RUN avx2: --target=avx2 -- -march=haswell
// RUN avx512: --target=avx512+vnni -- -march=x86-64-v4 -mavx512vnni
// RUN neon: --target=neon -- --target=aarch64-linux-gnu
// Sums of products that are written out: pairs of 16 bits, or four bytes, at a time.
#include <stdint.h>

void taps_along(int *restrict y, const int16_t *restrict x, const int16_t *restrict h, int n) {
  for (int i = 0; i < n; i++)
    y[i] = h[0] * x[i] + h[1] * x[i + 1] + h[2] * x[i + 2] + h[3] * x[i + 3];
}

void taps_across(uint8_t *restrict d, const uint8_t *restrict s, const int8_t *restrict f, int pitch, int n) {
  for (int i = 0; i < n; i++) {
    int t = (f[0] * s[i] + f[1] * s[i + pitch] + f[2] * s[i + 2 * pitch] + f[3] * s[i + 3 * pitch] + 32) >> 6;
    d[i] = (uint8_t)(t < 0 ? 0 : t > 255 ? 255 : t);
  }
}
