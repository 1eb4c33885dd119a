// Subscripts and values that move once in several iterations, or start anew: quotients and remainders of the counter.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void upsample(float *restrict d, const float *restrict s, const float *restrict w, int n) {
  for (int i = 0; i < n; i++)
    d[i] = w[i] * s[i / 2];
}

// No restrict: the guard must know how far s is read.
// expect: vectorized
void upsample_bytes(uint8_t *d, const uint8_t *s, int n) {
  for (int i = 0; i < n; i++)
    d[i] = s[i >> 1];
}

// expect: any
void chroma(uint8_t *restrict out, const uint8_t *restrict y, const uint8_t *restrict u, const uint8_t *restrict v,
            unsigned n) {
  for (unsigned i = 0; i < n; i++) {
    int c = 298 * (y[i] - 16), d = u[i >> 1] - 128, e = v[i >> 1] - 128;
    int g = (c - 100 * d - 208 * e + 128) >> 8;
    out[i] = (uint8_t)(g < 0 ? 0 : g > 255 ? 255 : g);
  }
}

// expect: any
void bits_of_bytes(uint8_t *restrict d, const uint8_t *restrict s, size_t n) {
  for (size_t i = 0; i < n; i++)
    d[i] = (s[i >> 3] >> (7 - (i & 7))) & 1;
}

// expect: vectorized
void dither(uint8_t *restrict d, const uint8_t *restrict s, const uint8_t *restrict w, int n) {
  for (int i = 0; i < n; i++) {
    int v = s[i] + w[i & 3];
    d[i] = (uint8_t)(v > 255 ? 255 : v);
  }
}

// expect: vectorized
void gains_by_channel(float *restrict d, const float *restrict s, const float *restrict gain, int n) {
  for (int i = 0; i < n; i++)
    d[i] = s[i] * gain[i % 3];
}

// expect: any
void even_and_odd(int *restrict d, const int *restrict s, int n) {
  for (int i = 0; i < n; i++) {
    if (i & 1)
      d[i] = s[i] - 3;
    else
      d[i] = s[i] ^ 9;
  }
}

// expect: any
void only_even(int *restrict d, const int *restrict s, int n) {
  for (int i = 0; i < n; i++)
    if (i % 2 == 0)
      d[i] = s[i / 2] + 1;
}

// expect: any
void between_samples(int16_t *restrict d, const int16_t *restrict s, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (int16_t)((s[i >> 1] + s[(i + 1) >> 1] + 1) >> 1);
}

// expect: any
void from_an_offset(float *restrict d, const float *restrict s, int n) {
  for (int i = 3; i < n; i++)
    d[i] = s[i / 4] + s[i % 4];
}

// The start is not known, so what is left when it is divided is not.
// expect: any
void from_anywhere(float *restrict d, const float *restrict s, int from, int n) {
  if (from < 0)
    return;
  for (int i = from; i < n; i++)
    d[i] = s[i / 2] + 1;
}

// expect: any
void negative_counters(int *restrict d, const int *restrict s, int n) {
  for (int i = -7; i < n; i++)
    d[i + 7] = s[(i >> 1) + 4] + i / 2 + i % 2 + (i & 1);
}

// expect: any
void downwards(int *restrict d, const int *restrict s, int n) {
  for (int i = n - 1; i >= 0; i--)
    d[i] = s[i / 2] * 3;
}

// expect: any
void pairs_in_place(int *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = a[i / 2 * 2] & 0xffff;
}

// expect: any
void halves_of_what_is_written(int *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = a[i / 2] ^ 5;
}

// expect: any
unsigned sum_of_signs(const uint16_t *restrict x, const uint8_t *restrict s, int n) {
  unsigned sum = 1;
  for (int i = 0; i < n; i++)
    sum += x[i] * (s[i >> 2] & 3u);
  return sum;
}

// expect: any
float strict_sum(const float *restrict x, const float *restrict s, int n) {
  float sum = 1;
  for (int i = 0; i < n; i++)
    sum += x[i] * s[i >> 1];
  return sum;
}

// expect: any
int last_value(int *restrict d, const int *restrict s, int n) {
  int last = -1;
  for (int i = 0; i < n; i++) {
    last = s[i / 2] + 2;
    d[i] = last;
  }
  return last;
}

// expect: any
void narrow_counter(uint8_t *restrict d, const uint8_t *restrict s, int n) {
  for (int i = 0; i < n; i++)
    d[i] = s[(uint8_t)i >> 1];
}

// expect: any
void of_a_product(int *restrict d, const int *restrict s, int n) {
  for (int i = 0; i < n; i++)
    d[i] = s[(3 * i) >> 1] + s[(2 * i + 1) / 2];
}

// expect: any
void constant_length(float *restrict d, const float *restrict s) {
  for (int i = 0; i < 37; i++)
    d[i] = s[i / 2] - 1;
}

// The row's place is computed in some iterations only.
// expect: any
void rows_of_some_blocks(float *restrict d, const float *restrict s, const int *restrict m, int n) {
  for (int j = 0; j < 4; j++)
    for (int i = 0; i < n; i++)
      if (m[i] > 0)
        d[j * n + i] = s[(j >> 1) * n + (i >> 1)];
}

// expect: any
void rows_of_blocks(float *restrict d, const float *restrict s, int n) {
  for (int j = 0; j < 5; j++)
    for (int i = 0; i < n; i++)
      d[j * n + i] = s[(j >> 1) * n + (i >> 1)];
}
