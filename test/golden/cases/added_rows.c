// RUN avx2: --target=avx2 -- -O3 -mavx2 -mfma
// RUN avx512: --target=avx512 --explain -o /dev/null -- -O3 -march=x86-64-v4
// Row after row adds to the same lanes: rows of a tile in order, which read and write them once.
void weighted(int n, int m, double *restrict y, const double *restrict a, const double *restrict x) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[j] += a[i * n + j] * x[i];
}

// Two passes over one matrix become one.
void both(int n, double *restrict y, double *restrict z, const double *restrict a, const double *restrict u,
          const double *restrict v) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      y[j] += a[i * n + j] * u[i];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      z[j] += a[i * n + j] * v[i];
}
