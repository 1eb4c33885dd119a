// RUN avx2: --target=avx2
#include <stdint.h>

// Lanes lie along the short rows, and are summed up behind the last row.
int sad(const uint8_t *a, int as, const uint8_t *b, int bs, int rows) {
  int s = 0;
  for (int y = 0; y < rows; y++, a += as, b += bs)
    for (int x = 0; x < 16; x++) {
      int t = a[x] - b[x];
      s += t < 0 ? -t : t;
    }
  return s;
}
