// RUN aie-ml: --target=aie-ml --explain
// RUN manifest: --target=aie-ml --print=manifest
#include <stdint.h>

void matmul(const int8_t (*restrict a)[64], const int8_t (*restrict b)[64], int8_t (*restrict c)[64]) {
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++) {
      int32_t s = 0;
      for (int k = 0; k < 64; k++)
        s += a[i][k] * b[k][j];
      int v = (s + 64) >> 7;
      c[i][j] = v < -128 ? -128 : v > 127 ? 127 : v;
    }
}
