// RUN avx512: --target=avx512 -- -march=x86-64-v4
#include <stdint.h>
void bytes_where(int n, float t, const float *restrict x, uint8_t *restrict y) {
#pragma vecify shape(i:64)
  for (int i = 0; i < n; i++)
    if (x[i] > t)
      y[i] = (uint8_t)(y[i] + 3);
}
