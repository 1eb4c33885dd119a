// RUN avx2: --target=avx2 -- -O3 -march=haswell
// RUN avx512: --target=avx512 -- -O3 -march=icelake-server
// Three values of 32 bits become one of 16 behind what is computed of them; bits of a word are no bytes in between.
#include <stdint.h>
void halves(uint16_t *restrict y, const uint32_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    const uint32_t w = x[i] * 5u, sum = ((w >> 13) & 0x7c00) + (w & 0xfff);
    y[i] = (w >> 16 & 0x8000) | (w > 0x9f000000u ? 0x7e00 : sum);
  }
}
void five_bits(float *restrict y, const uint8_t *restrict low, uint32_t high) {
  for (int j = 0; j < 16; j++) {
    const uint8_t top = high >> j << 4 & 0x10;
    y[j] = ((low[j] & 15) | top) - 16;
  }
}
