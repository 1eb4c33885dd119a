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

// BENCH nd_sad_rows | s:i32[4] a:u8[4096] b:u8[4096] | (n, n, s, a, b, 64) | sizes 8 16 64 | bytes 2*n*n | flops 3*n*n | peak i8
// expect: vectorized
void nd_sad_rows(int w, int h, int32_t *restrict sum, const uint8_t *restrict a, const uint8_t *restrict b, ptrdiff_t pitch) {
  int s = 0;
  for (int y = 0; y < h; y++, a += pitch, b += pitch)
    for (int x = 0; x < w; x++) {
      const int t = a[x] - b[x];
      s += t < 0 ? -t : t;
    }
  sum[0] = s;
}

// BENCH nd_variance_rows | s:i32[4] a:u8[4096] b:u8[4096] | (n, n, s, a, b, 64) | sizes 8 16 64 | bytes 2*n*n | flops 4*n*n | peak i16
// expect: vectorized
void nd_variance_rows(int w, int h, int32_t *restrict sums, const uint8_t *restrict a, const uint8_t *restrict b, ptrdiff_t pitch) {
  sums[0] = sums[1] = 0;
  for (int y = 0; y < h; y++, a += pitch, b += pitch)
    for (int x = 0; x < w; x++) {
      const int d = a[x] - b[x];
      sums[0] += d;
      sums[1] += d * d;
    }
}

// BENCH nd_inverted_by_key | p:u8[16384] | (n, p) | sizes 16 640 4000 | bytes 8*n | flops 12*n | peak i16
// expect: any
void nd_inverted_by_key(int n, uint8_t *p) {
  for (int i = 0; i < n; i++, p += 4) {
    const int k = p[3];
    p[0] = (uint8_t)((255 - p[0]) * k / 255);
    p[1] = (uint8_t)((255 - p[1]) * k / 255);
    p[2] = (uint8_t)((255 - p[2]) * k / 255);
  }
}
