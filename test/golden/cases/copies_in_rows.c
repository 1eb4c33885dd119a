// RUN avx2: --target=avx2 -- -march=x86-64-v3
// RUN neon: --target=neon -- --target=aarch64-linux-gnu -ffreestanding
// Eight statements a row: a loop inside that a register does at once.
#include <stddef.h>
#include <stdint.h>

static inline uint8_t clamped(int a) { return a < 0 ? 0 : a > 255 ? 255 : (uint8_t)a; }

void put_clamped(const int16_t *block, uint8_t *restrict pixels, ptrdiff_t pitch, int rows) {
  for (int i = 0; i < rows; i++) {
    pixels[0] = clamped(block[0]);
    pixels[1] = clamped(block[1]);
    pixels[2] = clamped(block[2]);
    pixels[3] = clamped(block[3]);
    pixels[4] = clamped(block[4]);
    pixels[5] = clamped(block[5]);
    pixels[6] = clamped(block[6]);
    pixels[7] = clamped(block[7]);
    pixels += pitch;
    block += 8;
  }
}
