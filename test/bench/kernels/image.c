// 8- and 16-bit image loops.
#include <stdint.h>

// BENCH bench_blend | d:u8[n] a:u8[n] b:u8[n] | (d, a, b, n, 77) | sizes 8000 400000 20000000 | bytes 3*n | flops 5*n
void bench_blend(uint8_t *restrict d, const uint8_t *restrict a, const uint8_t *restrict b, int n, int alpha) {
  for (int i = 0; i < n; i++)
    d[i] = (uint8_t)((a[i] * alpha + b[i] * (256 - alpha) + 128) >> 8);
}

// BENCH bench_sat_add | d:u8[n] a:u8[n] b:u8[n] | (d, a, b, n) | sizes 8000 400000 20000000 | bytes 3*n | flops 2*n
void bench_sat_add(uint8_t *restrict d, const uint8_t *restrict a, const uint8_t *restrict b, int n) {
  for (int i = 0; i < n; i++) {
    int v = a[i] + b[i];
    d[i] = v > 255 ? 255 : v;
  }
}

// BENCH bench_average | d:u8[n] a:u8[n] b:u8[n] | (d, a, b, n) | sizes 8000 400000 20000000 | bytes 3*n | flops 3*n
void bench_average(uint8_t *restrict d, const uint8_t *restrict a, const uint8_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (a[i] + b[i] + 1) >> 1;
}

// BENCH bench_threshold | d:u8[n] a:u8[n] | (d, a, n, 100) | sizes 8000 400000 20000000 | bytes 2*n | flops 2*n
void bench_threshold(uint8_t *d, const uint8_t *a, int n, int t) {
  for (int i = 0; i < n; i++)
    d[i] = a[i] > t ? 255 : 0;
}

// BENCH bench_gray | g:u8[n] rgb:u8[3*n] | (g, rgb, n) | sizes 4000 200000 8000000 | bytes 4*n | flops 5*n
void bench_gray(uint8_t *restrict gray, const uint8_t *restrict rgb, int n) {
  for (int i = 0; i < n; i++)
    gray[i] = (uint8_t)((77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2] + 128) >> 8);
}

// BENCH bench_gray4 | g:u8[n] rgba:u8[4*n] | (g, rgba, n) | sizes 4000 200000 8000000 | bytes 5*n | flops 5*n
void bench_gray4(uint8_t *restrict gray, const uint8_t *restrict rgba, int n) {
  for (int i = 0; i < n; i++)
    gray[i] = (uint8_t)((77 * rgba[4 * i] + 150 * rgba[4 * i + 1] + 29 * rgba[4 * i + 2] + 128) >> 8);
}

// BENCH bench_gamma16 | d:u16[n] s:u16[n] | (d, s, n, 300, 17) | sizes 4000 200000 10000000 | bytes 4*n | flops 4*n
void bench_gamma16(uint16_t *restrict d, const uint16_t *restrict s, int n, int gain, int offset) {
  for (int i = 0; i < n; i++) {
    int v = ((s[i] * gain) >> 8) + offset;
    d[i] = v < 0 ? 0 : v > 65535 ? 65535 : v;
  }
}

// BENCH bench_sad | a:u8[n] b:u8[n] | (a, b, n) | sizes 8000 400000 20000000 | bytes 2*n | flops 3*n
unsigned bench_sad(const uint8_t *a, const uint8_t *b, int n) {
  unsigned sum = 0;
  for (int i = 0; i < n; i++) {
    int d = a[i] - b[i];
    sum += d < 0 ? -d : d;
  }
  return sum;
}

// BENCH bench_u8_to_float | d:f32[n] s:u8[n] | (d, s, n) | sizes 4000 200000 8000000 | bytes 5*n | flops 2*n
void bench_u8_to_float(float *restrict d, const uint8_t *restrict s, int n) {
  for (int i = 0; i < n; i++)
    d[i] = s[i] * (1.0f / 255.0f);
}

// BENCH bench_float_to_u8 | d:u8[n] s:f32[n] | (d, s, n) | sizes 4000 200000 8000000 | bytes 5*n | flops 4*n
void bench_float_to_u8(uint8_t *restrict d, const float *restrict s, int n) {
  for (int i = 0; i < n; i++) {
    float v = s[i] * 255.0f + 0.5f;
    v = v < 0.0f ? 0.0f : v;
    v = v > 255.0f ? 255.0f : v;
    d[i] = (uint8_t)v;
  }
}

// BENCH bench_blur3 | d:u8[n] s:u8[n+2] | (d, s, n) | sizes 8000 400000 20000000 | bytes 2*n | flops 5*n
void bench_blur3(uint8_t *restrict d, const uint8_t *restrict s, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (s[i] + 2 * s[i + 1] + s[i + 2] + 2) >> 2;
}

// BENCH bench_mask_copy | d:f32[n] s:f32[n] m:u8[n] | (d, s, m, n) | sizes 2000 80000 4000000 | bytes 9*n | flops n
void bench_mask_copy(float *restrict d, const float *restrict s, const uint8_t *restrict m, int n) {
  for (int i = 0; i < n; i++)
    if (m[i] > 127)
      d[i] = s[i];
}
