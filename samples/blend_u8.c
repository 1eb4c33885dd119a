// Alpha blending of two 8-bit images: C promotes to int, the result needs only 16 bits on the way.
#include <stdint.h>

void blend_u8(uint8_t *restrict dst, const uint8_t *restrict a, const uint8_t *restrict b, int n, int alpha) {
  for (int i = 0; i < n; i++)
    dst[i] = (uint8_t)((a[i] * alpha + b[i] * (256 - alpha) + 128) >> 8);
}
