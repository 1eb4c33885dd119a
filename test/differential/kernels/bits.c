// Bits of floats, read and made by memcpy.
#include <stdint.h>
#include <string.h>

static inline uint32_t bits_of(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static inline float float_of(uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

// expect: vectorized
void clear_signs(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = float_of(bits_of(x[i]) & 0x7fffffffu);
}

// expect: vectorized
void exponents(int32_t *restrict e, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    e[i] = (int32_t)(bits_of(x[i]) >> 23 & 255) - 127;
}

// expect: vectorized
void inverse_root(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    float guess = float_of(0x5f3759dfu - (bits_of(x[i]) >> 1));
    guess = guess * (1.5f - 0.5f * x[i] * guess * guess);
    y[i] = guess;
  }
}

// expect: any
void bfloat_to_float(float *restrict y, const uint16_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = float_of((uint32_t)x[i] << 16);
}

// expect: any
void float_to_bfloat(uint16_t *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    const uint32_t bits = bits_of(x[i]);
    y[i] = (uint16_t)((bits + 0x7fffu + (bits >> 16 & 1)) >> 16);
  }
}

// expect: vectorized
void sort_keys(uint64_t *restrict key, const double *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    uint64_t bits;
    memcpy(&bits, &x[i], sizeof bits);
    key[i] = bits;
  }
}

// expect: any
void ordered_keys(int64_t *restrict key, const double *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    const double value = x[i];
    int64_t bits;
    memcpy(&bits, &value, sizeof bits);
    key[i] = bits < 0 ? bits ^ INT64_MAX : bits;
  }
}

// expect: any
uint32_t bits_of_the_last(const float *x, float *restrict y, int n) {
  uint32_t bits = 0;
  for (int i = 0; i < n; i++) {
    const float twice = 2.0f * x[i];
    memcpy(&bits, &twice, sizeof bits);
    y[i] = (float)(bits & 255);
  }
  return bits;
}

// expect: any
uint32_t parity_of_bits(const float *x, int n) {
  uint32_t all = 0;
  for (int i = 0; i < n; i++)
    all ^= bits_of(x[i]);
  return all;
}

// expect: vectorized
void scale_by_power(float *restrict y, const float *restrict x, const int8_t *restrict power, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * float_of((uint32_t)(power[i] + 127) << 23);
}

// A sign that comes from the lowest bit.
// expect: any
void lowest_bit_to_sign(int8_t *restrict o, const uint64_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    int64_t t = (int64_t)((x[i] & 1) << 63);
    o[i] = (int8_t)(t >> 62);
  }
}

// The highest bit of a parameter, and sums of parameters as wide as they come.
// expect: any
void above_highest_bit(uint64_t *restrict o, const uint64_t *restrict x, uint64_t k, int n) {
  for (int i = 0; i < n; i++) {
    uint64_t t = k >> 63, u = x[i];
    o[i] = u > t ? u : t;
  }
}

// expect: any
void above_wide_sum(int64_t *restrict o, const uint8_t *restrict x, int16_t a, int16_t b, int64_t c, int n) {
  int64_t d = c >> 4, e = c >> 5, f = c >> 6, g = c >> 7, h = c >> 8;
  for (int i = 0; i < n; i++) {
    int64_t t = a + b + d + e + f + g + h, u = x[i];
    o[i] = u > t ? u : t;
  }
}

// Read and written in memory.
// expect: vectorized
void flush_tiny(float *x, int n) {
  for (int i = 0; i < n; i++) {
    uint32_t bits;
    memcpy(&bits, x + i, sizeof bits);
    if ((bits & 0x7f800000u) == 0)
      bits &= 0x80000000u;
    memcpy(x + i, &bits, sizeof bits);
  }
}

// expect: vectorized
void half_to_float(float *restrict f, const uint16_t *restrict h, int n) {
  for (int i = 0; i < n; i++) {
    uint32_t bits, sign = (uint32_t)(h[i] & 0x8000) << 16, rest = h[i] & 0x7fffu;
    if (rest >= 0x7c00)
      bits = sign | 0x7f800000u | (rest & 0x3ff) << 13;
    else if (rest >= 0x400)
      bits = sign | ((rest << 13) + 0x38000000u);
    else
      bits = sign;
    memcpy(&f[i], &bits, 4);
  }
}

// expect: vectorized
void walked_bits(const float *x, uint16_t *y, size_t n) {
  while (n--) {
    uint32_t bits;
    memcpy(&bits, x++, sizeof bits);
    *y++ = (uint16_t)(bits >> 16);
  }
}

// expect: vectorized
void bits_moved(int64_t *restrict to, const double *restrict from, int n) {
  for (int i = 0; i < n; i++)
    memcpy(&to[i], &from[2 * i], 8);
}

static inline float next_above(const float *x) {
  int32_t bits;
  memcpy(&bits, x, sizeof bits);
  bits += bits >= 0 ? 1 : -1;
  float y;
  memcpy(&y, &bits, sizeof y);
  return y;
}

// expect: vectorized
void next_floats(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = next_above(&x[i]);
}
