// Registers are put together of blocks that lie where the bytes of one block of the result do; constants are filled in.
// RUN avx2: --target=avx2 -- -O3 -march=x86-64-v3
#include <stdint.h>
void with_alpha(const uint8_t *restrict rgb, uint8_t *restrict rgba, int n) {
  for (int i = 0; i < n; i++) {
    rgba[4 * i] = rgb[3 * i];
    rgba[4 * i + 1] = rgb[3 * i + 1];
    rgba[4 * i + 2] = rgb[3 * i + 2];
    rgba[4 * i + 3] = 255;
  }
}

void without_alpha(const uint8_t *restrict rgba, uint8_t *restrict rgb, int n) {
  for (int i = 0; i < n; i++) {
    rgb[3 * i] = rgba[4 * i];
    rgb[3 * i + 1] = rgba[4 * i + 1];
    rgb[3 * i + 2] = rgba[4 * i + 2];
  }
}
