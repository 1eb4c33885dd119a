// Products in cache blocks: so small a stack and the last plan make several of them out of few iterations.
// vecify: --stack=2048 --plan=1000
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void blocks_f32(int n, int m, int p, float C[restrict n][m], float A[restrict n][p], float B[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < p; k++)
      for (int j = 0; j < m; j++)
        C[i][j] += A[i][k] * B[k][j];
}

// expect: vectorized
void blocks_of_transposed(int n, int m, int p, float C[restrict n][m], float A[restrict n][p], float B[restrict m][p]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++)
        C[i][j] += A[i][k] * B[j][k];
}

// expect: vectorized
void blocks_f64(int n, int m, int p, double *restrict c, const double *restrict a, const double *restrict b) {
  for (int k = 0; k < p; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        c[i * m + j] -= a[k * n + i] * b[k * m + j];
}

// expect: vectorized
void blocks_u32(int n, int m, int p, uint32_t *restrict c, const uint32_t *restrict a, const uint32_t *restrict b) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < p; k++)
      for (int j = 0; j < m; j++)
        c[i * m + j] += a[i * p + k] * b[k * m + j];
}

// expect: vectorized
void blocks_of_minima(int n, int m, int p, float C[restrict n][m], float A[restrict n][p], float B[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < p; k++)
      for (int j = 0; j < m; j++) {
        const float t = A[i][k] + B[k][j];
        C[i][j] = t < C[i][j] ? t : C[i][j];
      }
}

// Two panels.
// expect: vectorized
void blocks_of_two(int n, int m, int p, float C[restrict n][m], float A[restrict n][p], float B[restrict p][m],
                   float D[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < p; k++)
      for (int j = 0; j < m; j++)
        C[i][j] += A[i][k] * (B[k][j] + D[k][j]);
}

// A panel holds only what every iteration reads: there is no row before the first.
// expect: vectorized
void blocks_of_some(int n, int m, int p, float C[restrict n][m], float A[restrict n][p], float B[restrict p][m],
                    float D[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < p; k++)
      for (int j = 0; j < m; j++)
        C[i][j] += A[i][k] * (B[k][j] + (k > 0 ? D[k - 1][j] : 1.0f));
}
