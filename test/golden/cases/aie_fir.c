// RUN aie-ml: --target=aie-ml
// RUN aie: --target=aie
// RUN wraps: --target=aie --print=step:fuse-sliding -- -fwrapv
#include <stdint.h>

/* Three taps over neighbours: one sliding product. */
void fir3(const int16_t *restrict x, const int16_t *restrict c, int16_t *restrict y, int n) {
#pragma vecify unroll(1)
  for (int i = 0; i < n; i++)
    y[i] = (c[0] * x[i] + c[1] * x[i + 1] + c[2] * x[i + 2]) >> 15;
}
