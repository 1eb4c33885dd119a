// One iteration writes what all the others read.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void pivot_paths(int n, float *d) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (d[i * n + k] + d[k * n + j] < d[i * n + j])
          d[i * n + j] = d[i * n + k] + d[k * n + j];
}

// expect: vectorized
void pivot_paths_i16(int n, int16_t d[n][n]) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        const int16_t way = (int16_t)(d[i][k] + d[k][j]);
        d[i][j] = way < d[i][j] ? way : d[i][j];
      }
}

// expect: vectorized
void pivot_closure(int n, uint8_t *r) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        r[i * n + j] |= r[i * n + k] & r[k * n + j];
}

// Any place of the array, inside or outside of what is written.
// expect: vectorized
void pivot_anywhere(int n, int p, uint32_t *restrict a, const uint32_t *restrict b) {
  if (p < 0 || p > 200)
    return;
  for (int i = 0; i < n; i++)
    a[i] = a[p] * 3 + b[i];
}

// expect: vectorized
void pivot_two(int n, int p, int q, double *restrict a) {
  if (p < 0 || p > 100 || q < 0 || q > 100)
    return;
  for (int i = 0; i < n; i++)
    a[i] = (a[p] + a[i]) * 0.5 - a[q];
}

// Two elements at a time, of which the pivot may be either.
// expect: any
void pivot_strided(int n, int p, float *restrict a) {
  if (p < 0 || p > 100)
    return;
  for (int i = 0; i < n; i++)
    a[2 * i] = a[p] + a[2 * i];
}

// expect: any
void pivot_even(int n, int p, float *restrict a) {
  if (p < 0 || p > 50)
    return;
  for (int i = 0; i < n; i++)
    a[2 * i] = a[2 * p] - a[2 * i];
}

// From the top down.
// expect: any
void pivot_down(int n, int p, int32_t *restrict a) {
  if (p < 0 || p > 100)
    return;
  for (int i = n - 1; i >= 0; i--)
    a[i] = (a[p] >> 1) + (a[i] >> 1);
}

// Not from zero on, and under a condition.
// expect: any
void pivot_later(int m, int n, int p, uint16_t *restrict a) {
  if (p < 0 || p > 100 || m < 0)
    return;
  for (int i = m; i < n; i++)
    if (a[i] > 7)
      a[i] = (uint16_t)(a[p] + a[i]);
}

// Two places that move with each other are no pivots.
// expect: any
void pivot_moving(int n, float *restrict a) {
  for (int i = 0; i < n; i++)
    a[i] = a[n - 1 - i] + 1;
}

// The root of an elimination reads the column that it writes.
// expect: any
void pivot_elimination(int n, float a[n][n]) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      if (i != k)
        for (int j = 0; j < n; j++)
          a[i][j] -= 0.125f * a[i][k] * a[k][j];
}
