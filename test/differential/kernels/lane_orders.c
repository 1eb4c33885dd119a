// Interleaved numbers: what takes their lanes apart, works on them and puts them together need not keep their order.
#include <stddef.h>
#include <stdint.h>

typedef struct {
  double re, im;
} complex64;

// expect: vectorized
void orders_butterfly(complex64 *restrict x, complex64 *restrict y, const complex64 *restrict w, int n) {
  for (int i = 0; i < n; i++) {
    const double re = y[i].re * w[i].re - y[i].im * w[i].im, im = y[i].re * w[i].im + y[i].im * w[i].re;
    y[i].re = x[i].re - re;
    y[i].im = x[i].im - im;
    x[i].re += re;
    x[i].im += im;
  }
}

// A window of real numbers meets pairs.
// expect: vectorized
void orders_windowed(float *restrict o, const float *restrict z, const float *restrict w, int n) {
  for (int i = 0; i < n; i++) {
    o[2 * i] = z[2 * i] * w[i];
    o[2 * i + 1] = z[2 * i + 1] * w[i];
  }
}

// Pairs go in, one number comes out.
// expect: vectorized
void orders_power(int32_t *restrict o, const int32_t *restrict z, int n) {
  for (int i = 0; i < n; i++)
    o[i] = (int32_t)((uint32_t)z[2 * i] * (uint32_t)z[2 * i] + (uint32_t)z[2 * i + 1] * (uint32_t)z[2 * i + 1]);
}

// expect: vectorized
void orders_conjugate_swap(int16_t *restrict o, const int16_t *restrict z, int n) {
  for (int i = 0; i < n; i++) {
    o[2 * i] = z[2 * i + 1];
    o[2 * i + 1] = (int16_t)-z[2 * i];
  }
}

// expect: vectorized
void orders_bytes(uint8_t *restrict o, const uint8_t *restrict z, int n) {
  for (int i = 0; i < n; i++) {
    o[2 * i] = z[2 * i] > z[2 * i + 1] ? z[2 * i] : z[2 * i + 1];
    o[2 * i + 1] = z[2 * i] ^ z[2 * i + 1];
  }
}

// Four to a group: apart in two levels and together in two.
// expect: vectorized
void orders_premultiply(float *restrict o, const float *restrict p, float gain, int n) {
  for (int i = 0; i < n; i++) {
    const float a = p[4 * i + 3];
    o[4 * i] = p[4 * i] * a;
    o[4 * i + 1] = p[4 * i + 1] * a;
    o[4 * i + 2] = p[4 * i + 2] * a + gain;
    o[4 * i + 3] = a;
  }
}

// The same to bytes, as conversions allow.
// expect: vectorized
void orders_pixels_to_luma(int32_t *restrict luma, const int32_t *restrict p, int n) {
  for (int i = 0; i < n; i++)
    luma[i] = (77 * (p[4 * i] & 255) + 150 * (p[4 * i + 1] & 255) + 29 * (p[4 * i + 2] & 255)) >> 8;
}

// Sums in any order of lanes come back in one.
// expect: vectorized
void orders_sums(const uint32_t *restrict z, const uint32_t *restrict w, uint32_t *restrict out, int n) {
  uint32_t re = 0, im = 0;
  for (int i = 0; i < n; i++) {
    re += z[2 * i] * w[2 * i] - z[2 * i + 1] * w[2 * i + 1];
    im += z[2 * i] * w[2 * i + 1] + z[2 * i + 1] * w[2 * i];
  }
  out[0] = re;
  out[1] = im;
}

// A choice by pairs, and lanes that no branch runs for.
// expect: vectorized
void orders_clip(float *restrict o, const float *restrict z, float limit, int n) {
  for (int i = 0; i < n; i++) {
    const float power = z[2 * i] * z[2 * i] + z[2 * i + 1] * z[2 * i + 1];
    o[2 * i] = power > limit ? 0.0f : z[2 * i];
    o[2 * i + 1] = power > limit ? limit : z[2 * i + 1];
  }
}

// The taps are pairs too, the same for every lane.
// expect: vectorized
void orders_complex_filter(float *restrict o, const float *restrict z, const float *restrict h, int n, int taps) {
  for (int i = 0; i < n; i++) {
    float re = 0, im = 0;
    for (int k = 0; k < taps; k++) {
      re += z[2 * (i + k)] * h[2 * k] - z[2 * (i + k) + 1] * h[2 * k + 1];
      im += z[2 * (i + k)] * h[2 * k + 1] + z[2 * (i + k) + 1] * h[2 * k];
    }
    o[2 * i] = re;
    o[2 * i + 1] = im;
  }
}
