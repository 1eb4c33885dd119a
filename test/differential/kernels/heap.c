// Products in cache blocks with panels on the heap.
// vecify: --alloc --plan=1000
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void heap_f32(int n, int m, int p, float C[restrict n][m], float A[restrict n][p], float B[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < p; k++)
      for (int j = 0; j < m; j++)
        C[i][j] += A[i][k] * B[k][j];
}

// expect: vectorized
void heap_of_transposed(int n, int m, int p, float C[restrict n][m], float A[restrict n][p], float B[restrict m][p]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++)
        C[i][j] += A[i][k] * B[j][k];
}

// expect: vectorized
void heap_f64(int n, int m, int p, double *restrict c, const double *restrict a, const double *restrict b) {
  for (int k = 0; k < p; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        c[i * m + j] -= a[k * n + i] * b[k * m + j];
}

// expect: vectorized
void heap_sum(int n, int m, int p, uint32_t *restrict c, const uint32_t *restrict a, const uint32_t *restrict b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      uint32_t s = 7;
      for (int k = 0; k < p; k++)
        s += a[i * p + k] * b[k * m + j];
      c[i * m + j] = s;
    }
}

// expect: vectorized
void heap_of_minima(int n, int m, int p, float C[restrict n][m], float A[restrict n][p], float B[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < p; k++)
      for (int j = 0; j < m; j++) {
        const float t = A[i][k] + B[k][j];
        C[i][j] = t < C[i][j] ? t : C[i][j];
      }
}

// Two panels.
// expect: vectorized
void heap_of_two(int n, int m, int p, float C[restrict n][m], float A[restrict n][p], float B[restrict p][m],
                   float D[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < p; k++)
      for (int j = 0; j < m; j++)
        C[i][j] += A[i][k] * (B[k][j] + D[k][j]);
}
