// Rows of blocks are summed up lane by lane, the lanes once behind the last row: in variables or in memory.
// RUN avx512: --target=avx512
// RUN avx2: --target=avx2
// RUN neon: --target=neon -- --target=aarch64-linux-gnu
#include <stdint.h>
#include <stdlib.h>

int sad(const uint8_t *a, int sa, const uint8_t *b, int sb, int w, int h) {
  int s = 0;
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++)
      s += abs(a[x] - b[x]);
    a += sa;
    b += sb;
  }
  return s;
}

void variance(const uint8_t *restrict a, int sa, const uint8_t *restrict b, int sb, int w, int h,
              int *restrict sum, unsigned *restrict sse) {
  *sum = 0;
  *sse = 0;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int d = a[y * sa + x] - b[y * sb + x];
      *sum += d;
      *sse += (unsigned)(d * d);
    }
}
