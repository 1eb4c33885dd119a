// RUN avx512: --target=avx512 -- -O3 -march=x86-64-v4
// RUN explain: --target=avx512 --explain -- -O3 -march=x86-64-v4
// Rows of blocks: what is left over goes on in vectors of 16 lanes, and rows of 64 hold the width.
#include <stddef.h>
#include <stdint.h>

void taps(int16_t *dst, const uint8_t *src, ptrdiff_t pitch, int height, const int8_t *f, int width) {
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++)
      dst[x] = f[0] * src[x] + f[1] * src[x + 1];
    src += pitch;
    dst += 64;
  }
}

void squares(int16_t *restrict y, const uint8_t *restrict x, int n) {
#pragma vecify shape(i:64) tail(mask)
  for (int i = 0; i < n; i++)
    y[i] = (int16_t)(x[i] * x[i] * 3 >> 4);
}
