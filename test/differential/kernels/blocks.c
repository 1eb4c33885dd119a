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

// Rows of four, which do not meet where the pitch is at least that.
// expect: any
void add_columns(uint8_t *d, int pitch, const int16_t *c) {
  for (int i = 0; i < 4; i++) {
    const int z0 = c[4 * i] + c[4 * i + 2], z1 = c[4 * i] - c[4 * i + 2];
    const int a = d[i] + ((z0 + c[4 * i + 1]) >> 6), b = d[i + pitch] + ((z1 + c[4 * i + 3]) >> 6);
    d[i] = a < 0 ? 0 : a > 255 ? 255 : a;
    d[i + pitch] = b < 0 ? 0 : b > 255 ? 255 : b;
    d[i + 3 * pitch] = d[i + 2 * pitch];
  }
}

// expect: any
void swap_rows(int32_t *x, int pitch) {
  for (int i = 0; i < 8; i++) {
    const int32_t upper = x[i];
    x[i] = x[i + 2 * pitch] - x[i + pitch];
    x[i + 2 * pitch] = upper;
  }
}
