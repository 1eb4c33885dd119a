// RUN avx2: --target=avx2
// RUN avx512: --target=avx512+vbmi
// RUN neon: --target=neon -- --target=aarch64-linux-gnu
// RUN step: --target=avx512+vbmi --print=step:tables-in-registers
#include <stdint.h>
static const char digits[] = "0123456789abcdef";
void to_hex(char *restrict out, const uint8_t *restrict in, int n) {
  for (int i = 0; i < n; i++) {
    out[2 * i] = digits[in[i] >> 4];
    out[2 * i + 1] = digits[in[i] & 15];
  }
}
static uint8_t curve[256];
void apply(uint8_t *pixels, int n) {
  for (int i = 0; i < n; i++)
    pixels[i] = curve[pixels[i]];
}
void apply_given(uint8_t *restrict out, const uint8_t *restrict in, const uint8_t table[static 16], int n) {
  for (int i = 0; i < n; i++)
    out[i] = table[in[i] & 15];
}
