// RUN avx2: --target=avx2 -- -mavx2 -mfma
// RUN avx512: --target=avx512 -- -march=x86-64-v4
// RUN neon: --target=neon -- --target=aarch64-linux-gnu
#include <stddef.h>
#include <stdint.h>
void dc_add(uint8_t *dst, ptrdiff_t stride, int dc) {
  for (int y = 0; y < 8; y++, dst += stride)
    for (int x = 0; x < 8; x++) {
      int v = dst[x] + dc;
      dst[x] = v < 0 ? 0 : v > 255 ? 255 : v;
    }
}
