// Rows that wait for the row before: several at once, each some columns behind the one before.
// vecify: --plan=0
#include <stddef.h>

// expect: vectorized
void gauss_seidel(int n, int m, double *restrict a) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      a[i * m + j] = (a[(i - 1) * m + j] + a[i * m + j - 1] + a[i * m + j] + a[i * m + j + 1] + a[(i + 1) * m + j]) / 5.0;
}

// The row before is read one column ahead.
// expect: vectorized
void nine_points(int n, int m, float *restrict a) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      a[i * m + j] = 0.1f * (a[(i - 1) * m + j - 1] + a[(i - 1) * m + j + 1] + a[i * m + j - 1] + a[i * m + j + 1] +
                             a[(i + 1) * m + j - 1] + a[(i + 1) * m + j + 1]);
}

// expect: vectorized
void edit_distance(int n, int m, const unsigned char *restrict s, const unsigned char *restrict t, int *restrict d) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      const int replace = d[(i - 1) * m + j - 1] + (s[i] != t[j]);
      const int drop = d[(i - 1) * m + j] + 1, insert = d[i * m + j - 1] + 1;
      const int best = drop < insert ? drop : insert;
      d[i * m + j] = replace < best ? replace : best;
    }
}

// Two arrays, and a condition.
// expect: vectorized
void two_tables(int n, int m, const float *x, float *h, float *e) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      e[i * m + j] = e[i * m + j - 1] * 0.5f + h[i * m + j - 1];
      if (x[j] > 0.5f)
        h[i * m + j] = h[(i - 1) * m + j - 1] + e[i * m + j];
    }
}

// The row before is read too far ahead.
// expect: declined
void far_ahead(int n, int m, float *restrict a) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m - 9; j++)
      a[i * m + j] = a[i * m + j - 1] * 0.5f + a[(i - 1) * m + j + 9];
}
