// RUN avx2: --target=avx2 -- -O3 -march=haswell
// RUN avx512: --target=avx512 --only=red_of_yuv -- -O3 -march=icelake-server
// Bytes become words and bytes again within blocks of 128 bits, and products by constants are made in pairs.
#include <stdint.h>

void red_of_yuv(uint8_t *restrict red, const uint8_t *restrict y, const uint8_t *restrict v, int n) {
  for (int i = 0; i < n; i++) {
    int r = (298 * (y[i] - 16) + 409 * (v[i] - 128) + 128) >> 8;
    red[i] = (uint8_t)(r < 0 ? 0 : r > 255 ? 255 : r);
  }
}

void bytes_of_floats(int8_t *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int8_t)(x[i] * 100);
}

static inline uint8_t clipped(int x) { return (uint8_t)(x < 0 ? 0 : x > 255 ? 255 : x); }

// What the function names three times is computed once, so that its limits are seen.
void clip(uint8_t *restrict y, const int16_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = clipped((x[i] * 3 + 128) >> 8);
}
