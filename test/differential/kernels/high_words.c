// Upper words of products of 32 bits, and fixed-point products of them.
#include <stdint.h>

// expect: vectorized
void high_signed(const int32_t *restrict a, const int32_t *restrict b, int32_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int32_t)(((int64_t)a[i] * b[i]) >> 32);
}

// expect: vectorized
void high_unsigned(const uint32_t *restrict a, const uint32_t *restrict b, uint32_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint32_t)(((uint64_t)a[i] * b[i]) >> 32);
}

// expect: vectorized
void high_saturated(const int32_t *a, const int32_t *b, int32_t *y, uint32_t n) {
  while (n > 0) {
    int32_t out = (int32_t)(((int64_t)*a++ * *b++) >> 32);
    if (out > 0x3fffffff)
      out = 0x3fffffff;
    if (out < -0x40000000)
      out = -0x40000000;
    *y++ = out * 2;
    n--;
  }
}

// expect: vectorized
void higher_signed(const int32_t *restrict a, const int32_t *restrict b, int32_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int32_t)(((int64_t)a[i] * b[i]) >> 40);
}

// expect: vectorized
void higher_unsigned(const uint32_t *restrict a, const uint32_t *restrict b, uint32_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint32_t)(((uint64_t)a[i] * b[i]) >> 63);
}

// expect: vectorized
void high_of_both(const int32_t *restrict a, const uint32_t *restrict b, int32_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int32_t)(((int64_t)a[i] * b[i]) >> 32);
}

// expect: vectorized
void high_summed(const int32_t *restrict a, const int32_t *restrict b, int64_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] += ((int64_t)a[i] * b[i]) >> 33;
}

// expect: vectorized
void high_scaled(const uint32_t *restrict a, uint32_t scale, uint32_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint32_t)(((uint64_t)a[i] * scale) >> 36) + a[i];
}

// expect: vectorized
void high_of_short(const int32_t *restrict a, const int16_t *restrict b, int32_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int32_t)(((int64_t)a[i] * b[i]) >> 32);
}

// expect: vectorized
void high_squares(const int16_t *restrict a, const int16_t *restrict b, int32_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (a[i] * b[i]) >> 20;
}

// expect: vectorized
void fixed31(const int32_t *restrict a, const int32_t *restrict b, int32_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int32_t)(((int64_t)a[i] * b[i]) >> 31);
}

// expect: vectorized
void fixed31_rounded(const int32_t *restrict a, const int32_t *restrict b, int32_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int32_t)(((int64_t)a[i] * b[i] + (1 << 30)) >> 31);
}

// expect: vectorized
void fixed31_saturated(const int32_t *restrict a, const int32_t *restrict b, int32_t *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    const int64_t p = ((int64_t)a[i] * b[i]) >> 31;
    y[i] = p > INT32_MAX ? INT32_MAX : p < INT32_MIN ? INT32_MIN : (int32_t)p;
  }
}

// expect: vectorized
void fixed16(const int32_t *restrict a, const int32_t *restrict b, int32_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int32_t)(((int64_t)a[i] * b[i]) >> 16);
}

// expect: vectorized
void fixed24_gain(const int32_t *restrict a, int32_t *restrict y, int n, int32_t gain) {
  for (int i = 0; i < n; i++)
    y[i] = (int32_t)(((int64_t)a[i] * gain + 0x800000) >> 24);
}

// expect: vectorized
void fixed_unsigned(const uint32_t *restrict a, const uint32_t *restrict b, uint32_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint32_t)(((uint64_t)a[i] * b[i]) >> 12);
}

// expect: vectorized
void fixed_mix(const int32_t *restrict a, const int32_t *restrict b, int32_t *restrict y, int n, int32_t g, int32_t h) {
  for (int i = 0; i < n; i++)
    y[i] = (int32_t)(((int64_t)a[i] * g + (int64_t)b[i] * h) >> 31);
}

// expect: vectorized
void fixed_turn(int32_t *restrict re, int32_t *restrict im, const int32_t *restrict c, const int32_t *restrict s,
                int n) {
  for (int i = 0; i < n; i++) {
    const int64_t r = (int64_t)re[i] * c[i] - (int64_t)im[i] * s[i];
    const int64_t t = (int64_t)re[i] * s[i] + (int64_t)im[i] * c[i];
    re[i] = (int32_t)(r >> 31);
    im[i] = (int32_t)(t >> 31);
  }
}

// expect: vectorized
void fixed_lost_bits(const uint32_t *restrict a, const uint32_t *restrict b, uint32_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint32_t)((uint64_t)a[i] * b[i]);
}

// expect: vectorized
void high_fast_filter(const int32_t *restrict x, const int32_t *restrict h, int32_t *restrict y, int n, int taps) {
  for (int i = 0; i < n; i++) {
    int32_t sum = 0;
    for (int k = 0; k < taps; k++)
      sum = (int32_t)((int64_t)(((uint64_t)sum << 32) + (uint64_t)((int64_t)x[i + k] * h[k])) >> 32);
    y[i] = (int32_t)((uint32_t)sum * 2);
  }
}

// expect: vectorized
void high_of_sum(const int32_t *restrict a, const int64_t *restrict b, int16_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int16_t)(((uint64_t)((int64_t)a[i] * 65536) + (uint64_t)b[i]) >> 16);
}

// expect: any
void high_of_wide_sum(const uint64_t *restrict a, const uint64_t *restrict b, uint64_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = ((a[i] << 8) + b[i]) >> 8;
}
