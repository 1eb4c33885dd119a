// Quotients without a rest: a counter that moves by two, halved.
// Hazards: one that begins at an odd number, or below zero; unsigned sums that wrap first; shifts; the rest itself.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void rotated(float *restrict p, const float *restrict cs, const float *restrict sn, int n) {
  for (int i = 0; i < n; i += 2) {
    const float a = p[i], b = p[i + 1], c = cs[i / 2], s = sn[i / 2];
    p[i] = a * c - b * s;
    p[i + 1] = a * s + b * c;
  }
}

// expect: vectorized
void shifted(int32_t *restrict y, const int32_t *restrict x, unsigned n) {
  for (unsigned i = 0; i < n; i += 2)
    y[i >> 1] = x[i >> 1] + (int32_t)(i & 1) + (int32_t)(i % 2);
}

// expect: any
void from_odd(int32_t *restrict y, const int32_t *restrict x, int n) {
  for (int i = 1; i < n; i += 2)
    y[i / 2] = x[i / 2] + i % 2;
}

// expect: any
void from_below(int32_t *restrict y, const int32_t *restrict x, int n) {
  for (int i = -8; i < n; i += 4)
    y[i / 4 + 2] = x[(i >> 2) + 2] - i % 4;
}

// expect: any
void from_anywhere(int32_t *restrict y, const int32_t *restrict x, int from, int n) {
  if (from < 0)
    return;
  for (int i = from; i < n; i += 2)
    y[i / 2] = x[i / 2];
}

// expect: any
void of_products(int32_t *restrict y, const int32_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[6 * i / 3] = x[(4 * i + 8) / 4];
}

// expect: any
void of_products_unsigned(int32_t *restrict y, const uint32_t *restrict x, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    y[i] = (int32_t)(x[i] + 1073741824u * i / 4u);
}

// expect: any
void of_sizes(uint8_t *restrict y, const uint8_t *restrict x, size_t n) {
  for (size_t i = 0; i + 4 <= n; i += 4)
    y[i / 4] = (uint8_t)((x[i] + x[i + 3]) >> 1);
}
