// RUN avx2: --target=avx2
// RUN avx512: --target=avx512
// RUN neon: --target=neon -- --target=aarch64-linux-gnu
#include <stdint.h>
void normalize(float *restrict d, const uint8_t *restrict s, int n) {
  for (int i = 0; i < n; i++)
    d[i] = s[i] * 0.25f;
}
