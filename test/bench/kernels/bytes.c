// Bytes that are moved about and not computed with, and choices whose sides are in few bits by their conditions.
#include <stdint.h>

// BENCH bench_without_alpha | rgba:u8[4*n] rgb:u8[3*n] | (n, rgba, rgb) | sizes 2000 50000 8000000 | bytes 7*n | flops 0*n
void bench_without_alpha(int n, const uint8_t *restrict rgba, uint8_t *restrict rgb) {
  for (int i = 0; i < n; i++) {
    rgb[3 * i] = rgba[4 * i];
    rgb[3 * i + 1] = rgba[4 * i + 1];
    rgb[3 * i + 2] = rgba[4 * i + 2];
  }
}

// BENCH bench_packed_24 | d:u8[3*n] s:i32[n] | (n, d, s) | sizes 2000 50000 8000000 | bytes 7*n | flops 0*n
void bench_packed_24(int n, uint8_t *restrict d, const int32_t *restrict s) {
  for (int i = 0; i < n; i++) {
    const uint32_t v = (uint32_t)s[i];
    d[3 * i] = (uint8_t)(v >> 8);
    d[3 * i + 1] = (uint8_t)(v >> 16);
    d[3 * i + 2] = (uint8_t)(v >> 24);
  }
}

// BENCH bench_long_words | w:i64[n] b:u8[8*n] | (n, w, b) | sizes 1000 25000 4000000 | bytes 16*n | flops 0*n
void bench_long_words(int n, int64_t *restrict w, const uint8_t *restrict b) {
  for (int i = 0; i < n; i++) {
    uint64_t v = 0;
    for (int k = 0; k < 8; k++)
      v |= (uint64_t)b[8 * i + k] << 8 * k;
    w[i] = (int64_t)v;
  }
}

// BENCH bench_overlaid | a:u8[n] b:u8[n] d:u8[n] | (n, a, b, d) | sizes 5000 150000 20000000 | bytes 3*n | flops 6*n
void bench_overlaid(int n, const uint8_t *restrict a, const uint8_t *restrict b, uint8_t *restrict d) {
  for (int i = 0; i < n; i++)
    d[i] = (uint8_t)(a[i] < 128 ? 2 * a[i] * b[i] / 255 : 255 - 2 * (255 - a[i]) * (255 - b[i]) / 255);
}

// BENCH bench_rotated | from:u8[n] to:u8[n] | (n, from, to) | sizes 8000 200000 30000000 | bytes 2*n | flops 4*n
void bench_rotated(int n, const uint8_t *restrict from, uint8_t *restrict to) {
  for (int i = 0; i < n; i++) {
    uint8_t c = from[i];
    if (c >= 'a' && c <= 'z')
      c = (uint8_t)((c - 'a' + 13) % 26 + 'a');
    else if (c >= 'A' && c <= 'Z')
      c = (uint8_t)((c - 'A' + 13) % 26 + 'A');
    to[i] = c;
  }
}
