// Row after row adds to the same lanes: several rows at once, in order.
#include <stdint.h>

// expect: vectorized
void column_sums(int n, int m, double *restrict y, const double *restrict a) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[j] += a[i * n + j];
}

// expect: vectorized
void weighted(int n, int m, float *restrict y, const float *restrict a, const float *restrict x) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[j] += a[i * n + j] * x[i];
}

// Pointers that may overlap.
// expect: vectorized
void maybe_overlapping(int n, int m, float *y, const float *a, const float *x) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[j] += a[i * n + j] * x[i];
}

// Two sums, of which the second reads the first.
// expect: vectorized
void two_sums(int n, int m, int32_t *restrict y, int32_t *restrict z, const int32_t *restrict a) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      y[j] += a[i * n + j];
      z[j] ^= y[j] * 3;
    }
}

// The first one reads the second, of the row before.
// expect: vectorized
void crosswise(int n, int m, int32_t *restrict y, int32_t *restrict z, const int32_t *restrict a) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      y[j] += a[i * n + j] ^ z[j];
      z[j] = y[j] * 3;
    }
}

// Of the neighbour, too.
// expect: any
void neighbours(int n, int m, int32_t *restrict y, const int32_t *restrict a) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n - 1; j++)
      y[j] = y[j + 1] + a[i * n + j];
}

// Down the rows.
// expect: vectorized
void running_columns(int n, int m, int32_t *restrict a) {
  for (int i = 1; i < m; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] += a[(i - 1) * n + j];
}

// expect: vectorized
void two_rows_above(int n, int m, int16_t *restrict a) {
  for (int i = 2; i < m; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] = (int16_t)(a[i * n + j] - 2 * a[(i - 1) * n + j] + a[(i - 2) * n + j]);
}

// Up the rows.
// expect: vectorized
void from_below(int n, int m, int32_t *restrict a) {
  for (int i = 0; i < m - 1; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] += a[(i + 1) * n + j];
}

// Under a condition.
// expect: vectorized
void where_positive(int n, int m, int32_t *restrict y, const int32_t *restrict a) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      if (a[i * n + j] > 0)
        y[j] = y[j] * 3 + a[i * n + j];
}

// On both sides, one of which reads what the other writes.
// expect: any
void two_sides(int n, int m, int32_t *restrict y, int32_t *restrict z, const int32_t *restrict a) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      if (a[i * n + j] > 0)
        y[j] += z[j];
      else
        z[j] -= y[j] + i;
}

// The largest of each column.
// expect: vectorized
void column_maxima(int n, int m, float *restrict y, const float *restrict a) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      if (a[i * n + j] > y[j])
        y[j] = a[i * n + j];
}

// The last row wins.
// expect: any
void last_row(int n, int m, float *restrict y, const float *restrict a) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[j] = a[i * n + j];
}

// Triangles.
// expect: any
void below_the_diagonal(int n, double *restrict y, const double *restrict a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      y[j] += a[i * n + j];
}

// A loop around.
// expect: vectorized
void planes(int n, int m, int k, float *restrict y, const float *restrict a) {
  for (int p = 0; p < k; p++)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        y[p * n + j] += a[(p * m + i) * n + j];
}

// Bytes to sums.
// expect: vectorized
void byte_columns(int n, int m, uint32_t *restrict y, const uint8_t *restrict a) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[j] += a[i * n + j];
}
