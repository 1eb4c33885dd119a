// RUN avx2: --target=avx2
// RUN avx512: --target=avx512
// RUN neon: --target=neon -- --target=aarch64-linux-gnu
#include <stdint.h>
void rotate(uint32_t *restrict y, const uint32_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    uint32_t k = x[i] + 7;
    k = (k << 8 ^ k >> 24) * 5;
    k = ((k << 15) | (k >> 17)) * 9;
    y[i] = (k >> 16) + (k << 16);
  }
}

void rotate_by(uint64_t *restrict y, const uint64_t *restrict x, const uint64_t *restrict r, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (x[i] << (r[i] & 63)) | (x[i] >> (-r[i] & 63));
}
