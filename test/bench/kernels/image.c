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

static inline uint8_t bench_to_byte(int x) { return (uint8_t)(x < 0 ? 0 : x > 255 ? 255 : x); }

// BENCH bench_yuv_rgb | r:u8[n] g:u8[n] b:u8[n] y:u8[n] u:u8[n] v:u8[n] | (r, g, b, y, u, v, n) | sizes 4000 60000 4000000 | bytes 6*n | flops 17*n
void bench_yuv_rgb(uint8_t *restrict r, uint8_t *restrict g, uint8_t *restrict b, const uint8_t *restrict y,
                   const uint8_t *restrict u, const uint8_t *restrict v, int n) {
  for (int i = 0; i < n; i++) {
    int c = y[i] - 16, d = u[i] - 128, e = v[i] - 128;
    r[i] = bench_to_byte((298 * c + 409 * e + 128) >> 8);
    g[i] = bench_to_byte((298 * c - 100 * d - 208 * e + 128) >> 8);
    b[i] = bench_to_byte((298 * c + 516 * d + 128) >> 8);
  }
}

// BENCH bench_rgb_grey | d:u8[n] s:u8[3*n] | (d, s, n) | sizes 4000 100000 6000000 | bytes 4*n | flops 6*n
void bench_rgb_grey(uint8_t *restrict d, const uint8_t *restrict s, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (uint8_t)((77 * s[3 * i] + 150 * s[3 * i + 1] + 29 * s[3 * i + 2] + 128) >> 8);
}

// BENCH bench_hamming | a:u32[n] b:u32[n] | (a, b, n) | sizes 2000 50000 4000000 | bytes 8*n | flops 3*n
unsigned bench_hamming(const uint32_t *a, const uint32_t *b, int n) {
  unsigned distance = 0;
  for (int i = 0; i < n; i++)
    distance += (unsigned)__builtin_popcount(a[i] ^ b[i]);
  return distance;
}
