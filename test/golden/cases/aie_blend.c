// RUN aie-ml: --target=aie-ml --explain
// RUN aie: --target=aie
// RUN aie2p: --target=aie2p
// RUN manifest: --target=aie-ml --print=manifest
#include <stdint.h>

void blend(const uint8_t *restrict a, const uint8_t *restrict b, int16_t wa, int16_t wb, uint8_t *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    int v = (a[i] * wa + b[i] * wb + 128) >> 8;
    y[i] = v < 0 ? 0 : v > 255 ? 255 : v;
  }
}
