// Values that are polynomials of parameters and counters and may wrap around: data, not subscripts.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void squared(int n, uint64_t alpha, uint64_t *restrict y) {
  for (int i = 0; i < n; i++) {
    uint64_t t = alpha * alpha;
    y[i] += t + i;
    if (t <= 4)
      y[i] += 1;
  }
}

// expect: vectorized
void third_power(int n, uint32_t a, uint32_t *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] ^= a * a * a + 3u * i;
}

// expect: vectorized
void difference_times(int n, int64_t a, int64_t b, int64_t c, int64_t *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] += (a - b) * c;
}

// expect: vectorized
void third_power_of_a_difference(int n, int a, int b, int *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] += (a - b) * (a - b) * (a - b);
}

// expect: vectorized
void ends_meet(int n, int64_t lo, int64_t hi, const int64_t *restrict x, int64_t *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] < hi - lo + i ? x[i] : hi - lo;
}

// expect: vectorized
void rows_of_a_hash(int n, int m, uint64_t seed, uint64_t *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[(ptrdiff_t)i * m + j] = seed * (i + 1) * (j + 7) + seed;
}

// expect: vectorized
void minus_all(int n, uint64_t a, size_t b, uint64_t *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = y[i] > -a - b ? -a : -b;
}

// expect: vectorized
void signed_conditions(int n, int64_t a, int64_t b, int64_t c, int64_t *restrict y) {
  for (int i = 0; i < n; i++) {
    const int64_t t = (a - b) * c;
    y[i] += t / 3 + (t >> 2) + t % 5;
    if (t < 5)
      y[i] += 1;
    if (t * i < y[i])
      y[i] ^= t;
    y[i] += (int)(t > -3 ? t : -t) + (double)t;
  }
}

// expect: vectorized
void mixed_signs(int n, int64_t a, uint64_t b, uint64_t *restrict y, double *restrict z) {
  for (int i = 0; i < n; i++) {
    const int64_t t = (int64_t)(a * b);
    const uint64_t u = (uint64_t)(a - 7);
    y[i] = t < 9 ? u >> 3 : u / 10;
    z[i] = (double)t + (double)u;
  }
}

// expect: vectorized
void used_once(int n, int64_t a, uint64_t b, int64_t *restrict y) {
  for (int i = 0; i < n; i++)
    if ((int64_t)(a * b) < 9)
      y[i] += 1;
}

// expect: vectorized
void compared_and_divided(int n, int m, int64_t a, int64_t b, int64_t *restrict y) {
  for (int j = 0; j < m; j++) {
    const int64_t t = (a - b) * j;
    for (int i = 0; i < n; i++)
      y[i] += (a + b) / 3 > y[i] ? t : -5;
  }
}

// expect: vectorized
void positions_by_signed_steps(int16_t *restrict d, const uint8_t *restrict s, int n, int step) {
  unsigned at = 0;
  for (int i = 0; i < n; i++) {
    const unsigned weight = (at & 0xffff) >> 9;
    d[i] = (int16_t)((s[i] << 7) + (s[i + 1] - s[i]) * (int)weight);
    at += step;
  }
}

// expect: vectorized
unsigned phases_by_signed_steps(uint32_t *restrict d, int n, int step, unsigned phase) {
  for (int i = 0; i < n; i++) {
    d[i] = phase >> 3;
    phase -= step;
  }
  return phase;
}

// expect: vectorized
uint32_t phases_by_wide_steps(uint32_t *restrict d, int n, long step, uint32_t phase) {
  for (int i = 0; i < n; i++) {
    d[i] = phase ^ 5;
    phase += step;
  }
  return phase;
}
