// Rows of blocks of pictures: n is the width and the height, known to nobody.
#include <stddef.h>
#include <stdint.h>

// BENCH nd_average_rows | d:u8[4096] a:u8[4096] b:u8[4096] | (n, n, d, a, b, 64) | sizes 8 16 64 | bytes 3*n*n | flops n*n | peak i8
// expect: any
void nd_average_rows(int w, int h, uint8_t *d, const uint8_t *a, const uint8_t *b, ptrdiff_t pitch) {
  for (int y = 0; y < h; y++, d += pitch, a += pitch, b += pitch)
    for (int x = 0; x < w; x++)
      d[x] = (uint8_t)((a[x] + b[x] + 1) >> 1);
}

// BENCH nd_weighted_rows | d:u8[4096] a:u8[4096] | (n, n, d, a, 64, 40, 3) | sizes 8 16 64 | bytes 2*n*n | flops 4*n*n | peak i8
// expect: any
void nd_weighted_rows(int w, int h, uint8_t *d, const uint8_t *a, ptrdiff_t pitch, int scale, int offset) {
  for (int y = 0; y < h; y++, d += pitch, a += pitch)
    for (int x = 0; x < w; x++) {
      const int v = ((a[x] * scale + 16) >> 5) + offset;
      d[x] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
    }
}

// BENCH nd_taps_of_rows | d:i16[4096] a:u8[4300] f:i8[4] | (n, n, d, a, f, 64) | sizes 8 16 64 | bytes 3*n*n | flops 7*n*n | peak i16
// expect: any
void nd_taps_of_rows(int w, int h, int16_t *d, const uint8_t *a, const int8_t *f, ptrdiff_t pitch) {
  for (int y = 0; y < h; y++, d += 64, a += pitch)
    for (int x = 0; x < w; x++)
      d[x] = (int16_t)(f[0] * a[x] + f[1] * a[x + 1] + f[2] * a[x + 2] + f[3] * a[x + 3]);
}

// BENCH nd_laid_over | d:u32[65536] s:u32[65536] | (n, d, s) | sizes 16 200 4000 | bytes 12*n | flops 10*n | peak i32
// expect: any
void nd_laid_over(int n, uint32_t *d, const uint32_t *s) {
  for (int i = 0; i < n; i++) {
    const uint32_t a = s[i] >> 24;
    if (a == 255) {
      d[i] = s[i];
    } else if (s[i]) {
      const uint32_t rb = (d[i] & 0xff00ff) * (a ^ 255) + 0x800080;
      d[i] = s[i] + ((rb + (rb >> 8 & 0xff00ff)) >> 8 & 0xff00ff);
    }
  }
}
