// Fixed point of 32 bits: what saturates, and conversions that end at the type's ends.
#include <stdint.h>

static inline int32_t clip_to_word(int64_t x) {
  return ((int32_t)(x >> 32) != ((int32_t)x >> 31)) ? (0x7fffffff ^ (int32_t)(x >> 63)) : (int32_t)x;
}

// expect: vectorized
void words_added(const int32_t *a, const int32_t *b, int32_t *restrict sum, int n) {
  for (int i = 0; i < n; i++)
    sum[i] = clip_to_word((int64_t)a[i] + b[i]);
}

// expect: vectorized
void words_subtracted(const int32_t *a, const int32_t *b, int32_t *restrict difference, int n) {
  for (int i = 0; i < n; i++) {
    const int64_t x = (int64_t)a[i] - b[i];
    difference[i] = x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : (int32_t)x;
  }
}

// expect: vectorized
void halves_clipped(const int32_t *restrict x, int16_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] >> 16 != x[i] >> 15 ? 0x7fff ^ (x[i] >> 31) : x[i];
}

// expect: vectorized
void magnitudes(const int32_t *source, int32_t *target, uint32_t n) {
  while (n > 0u) {
    const int32_t in = *source++;
    *target++ = in > 0 ? in : in == INT32_MIN ? INT32_MAX : -in;
    n--;
  }
}

// expect: vectorized
void magnitudes_of_halves(const int16_t *restrict source, int16_t *restrict target, int n) {
  for (int i = 0; i < n; i++)
    target[i] = source[i] > 0 ? source[i] : source[i] == INT16_MIN ? INT16_MAX : -source[i];
}

// expect: vectorized
void conjugated(int16_t *restrict z, int n) {
  for (int i = 0; i < n; i++) {
    const int16_t imaginary = z[2 * i + 1];
    z[2 * i + 1] = imaginary == (int16_t)0x8000 ? 0x7fff : -imaginary;
  }
}

// expect: vectorized
int32_t greatest_magnitude(const int32_t *x, int n) {
  int32_t most = 0;
  for (int i = 0; i < n; i++) {
    const int32_t magnitude = x[i] > 0 ? x[i] : x[i] == INT32_MIN ? INT32_MAX : -x[i];
    if (most < magnitude)
      most = magnitude;
  }
  return most;
}

// expect: vectorized
void floats_to_words(const float *restrict x, int32_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    if (x[i] > -1e9f && x[i] < 1e9f)
      y[i] = clip_to_word((int64_t)(x[i] * 64.0f));
}

// expect: vectorized
void doubles_to_words(const double *restrict x, int32_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    if (x[i] > -1e9 && x[i] < 1e9)
      y[i] = clip_to_word((int64_t)(x[i] * 64.0));
}

// expect: vectorized
void words_to_floats(const int16_t *restrict x, float *restrict y, float bias, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] / 32768.0f + bias;
}

// expect: vectorized
void quotients_by_powers(const float *restrict x, const double *restrict z, float *restrict y, double *restrict w, int n) {
  for (int i = 0; i < n; i++) {
    y[i] = x[i] / -0.125f - y[i];
    w[i] = z[i] / 0x1p60 + w[i];
  }
}
