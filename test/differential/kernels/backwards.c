// Loops that walk backwards: lanes need not be turned round where everything is read and written that way.
#include <stdint.h>

// expect: vectorized
void slide_down(uint16_t *table, unsigned by, int n) {
  uint16_t *p = table + n;
  for (int i = 0; i < n; i++) {
    unsigned m = *--p;
    *p = (uint16_t)(m >= by ? m - by : 0);
  }
}

// expect: vectorized
void scale_from_the_end(float *restrict y, const float *restrict x, float factor, int n) {
  for (int i = n - 1; i >= 0; i--)
    y[i] = x[i] * factor + 1.0f;
}

// Only one of them lies backwards.
// expect: vectorized
void add_mirrored(int *restrict d, const int *restrict a, const int *restrict b, int n) {
  for (int i = 0; i < n; i++)
    d[i] = a[n - 1 - i] * 3 + b[i];
}

// expect: vectorized
void mirrored_twice(int *restrict d, int *restrict e, const int *restrict a, const int *restrict b, int n) {
  for (int i = 0; i < n; i++) {
    const int sum = a[n - 1 - i] + b[n - 1 - i];
    d[n - 1 - i] = sum * sum;
    e[i] = sum;
  }
}

// expect: vectorized
void negative_from_the_end(int *d, int limit, int n) {
  for (int i = n - 1; i >= 0; i--)
    if (d[i] < limit)
      d[i] = -d[i];
}

// expect: vectorized
void places_from_the_end(int *restrict d, const int *restrict a, int n) {
  for (int i = n - 1; i >= 0; i--)
    d[i] = a[i] + 7 * i;
}

// expect: vectorized
void widen_from_the_end(int *restrict d, const int8_t *restrict a, const uint16_t *restrict b, int n) {
  for (int i = n - 1; i >= 0; i--)
    d[i] = a[i] * b[i] + (a[i] > 3 ? 5 : b[i]);
}

// expect: vectorized
unsigned sum_from_the_end(uint8_t *restrict d, const uint8_t *restrict a, int n) {
  unsigned sum = 0;
  for (int i = n - 1; i >= 0; i--) {
    const uint8_t t = (uint8_t)(a[i] >> 1);
    d[i] = t;
    sum += t;
  }
  return sum;
}

// expect: vectorized
void pairs_from_the_end(double *restrict d, const double *restrict a, int n) {
  for (int i = n - 1; i >= 0; i--)
    d[i] = a[i] < a[i + 1] ? a[i] / 2 : a[i + 1];
}

// What is left of one number when another is taken away.
// expect: vectorized
void left_bytes(uint8_t *restrict d, const uint8_t *restrict a, const uint8_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (uint8_t)(a[i] > b[i] ? a[i] - b[i] : 0);
}

// expect: vectorized
void left_shorts(uint16_t *restrict d, const uint16_t *restrict a, const uint16_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (uint16_t)(a[i] < b[i] ? 0 : a[i] - b[i]);
}

// The other one is kept: no saturation.
// expect: vectorized
void exceeding(int *restrict d, const uint16_t *restrict a, const uint16_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (a[i] > b[i] ? 0 : a[i] - b[i]) + (a[i] >= b[i] ? b[i] - a[i] : 0);
}

// May be negative, so that more than `a` is left.
// expect: vectorized
void left_of_any(uint16_t *restrict d, const uint16_t *restrict a, int by, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (uint16_t)(a[i] >= by ? a[i] - by : 0);
}

// expect: vectorized
void left_of_many(uint8_t *restrict d, const uint8_t *restrict a, uint32_t by, int n) {
  for (int i = 0; i < n; i++)
    d[i] = (uint8_t)(by > a[i] ? 0 : a[i] - by);
}
