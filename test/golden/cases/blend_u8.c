// RUN avx2: --target=avx2
// RUN avx512: --target=avx512
// RUN neon: --target=neon -- --target=aarch64-linux-gnu
// RUN steps: --target=avx2 --print=step:narrow-integers
#include <stdint.h>
void blend_u8(uint8_t *restrict dst, const uint8_t *restrict a, const uint8_t *restrict b, int n, int alpha) {
  for (int i = 0; i < n; i++)
    dst[i] = (uint8_t)((a[i] * alpha + b[i] * (256 - alpha) + 128) >> 8);
}
