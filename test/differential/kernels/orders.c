// Nests whose loops stand in an order that suits nobody, and those that must keep theirs.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void product_ikj(int n, int m, int p, float C[restrict n][m], float A[restrict n][p], float B[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < p; k++)
      for (int j = 0; j < m; j++)
        C[i][j] += A[i][k] * B[k][j];
}

// expect: vectorized
void product_kij(int n, int m, int p, double C[restrict n][m], double A[restrict n][p], double B[restrict p][m]) {
  for (int k = 0; k < p; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        C[i][j] += A[i][k] * B[k][j];
}

// expect: vectorized
void product_jki(int n, int m, int p, float *restrict c, const float *restrict a, const float *restrict b) {
  for (int j = 0; j < m; j++)
    for (int k = 0; k < p; k++)
      for (int i = 0; i < n; i++)
        c[i * m + j] += a[i * p + k] * b[k * m + j];
}

// expect: vectorized
void product_kji_int(int n, int m, int p, uint32_t *restrict c, const uint32_t *restrict a, const uint32_t *restrict b) {
  for (int k = 0; k < p; k++)
    for (int j = 0; j < m; j++)
      for (int i = 0; i < n; i++)
        c[i * m + j] += a[i * p + k] * b[k * m + j];
}

// expect: vectorized
void product_at(int n, int m, int p, float C[restrict n][m], float A[restrict p][n], float B[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++)
        C[i][j] += A[k][i] * B[k][j];
}

// expect: vectorized
void scaled_product(int n, int m, int p, float alpha, float beta, float C[restrict n][m], float A[restrict n][p],
                    float B[restrict p][m]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      C[i][j] *= beta;
    for (int k = 0; k < p; k++)
      for (int j = 0; j < m; j++)
        C[i][j] += alpha * A[i][k] * B[k][j];
  }
}

// Declared far from where they are used, as in 1989.
// expect: vectorized
void product_of_old(int n, int m, int p, double *restrict c, const double *restrict a, const double *restrict b) {
  int i, j, k;
  double sum;
  for (j = 0; j < m; j++)
    for (i = 0; i < n; i++) {
      sum = 0.0;
      for (k = 0; k < p; k++)
        sum += a[i * p + k] * b[k * m + j];
      c[i * m + j] = sum;
    }
}

// expect: vectorized
void shortest(int n, int m, int p, int32_t *restrict c, const int32_t *restrict a, const int32_t *restrict b) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < p; k++)
      for (int j = 0; j < m; j++) {
        const int32_t t = (int32_t)((uint32_t)a[i * p + k] + (uint32_t)b[k * m + j]);
        if (t < c[i * m + j])
          c[i * m + j] = t;
      }
}

// expect: vectorized
void batched(int count, float C[restrict count][8][8], float A[restrict count][8][8], float B[restrict count][8][8]) {
  for (int b = 0; b < count; b++)
    for (int i = 0; i < 8; i++)
      for (int k = 0; k < 8; k++)
        for (int j = 0; j < 8; j++)
          C[b][i][j] += A[b][i][k] * B[b][k][j];
}

// The distance (1, -1) forbids an interchange.
// expect: vectorized
void against_the_grain(int n, int m, int32_t a[restrict n][m]) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j + 1 < m; j++)
      a[i][j] = (int32_t)((uint32_t)a[i - 1][j + 1] + 1u);
}

// expect: any
void against_the_columns(int n, int m, int32_t a[restrict n][m]) {
  for (int j = 1; j < m; j++)
    for (int i = 0; i + 1 < n; i++)
      a[i][j] = (int32_t)((uint32_t)a[i + 1][j - 1] * 3u);
}

// The distance (1, 1) does not.
// expect: vectorized
void with_the_grain(int n, int m, int32_t a[restrict n][m]) {
  for (int j = 1; j < m; j++)
    for (int i = 1; i < n; i++)
      a[i][j] = (int32_t)((uint32_t)a[i - 1][j - 1] + 1u);
}

// A scalar goes from one iteration to the next.
// expect: any
void running(int n, int m, int32_t *restrict y, const int32_t *restrict x) {
  int32_t last = 0;
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++) {
      y[i * m + j] = (int32_t)((uint32_t)x[i * m + j] - (uint32_t)last);
      last = x[i * m + j];
    }
}

// expect: vectorized
void triangle(int n, int p, float C[restrict n][n], float A[restrict n][p], float B[restrict p][n]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < p; k++)
      for (int j = 0; j <= i; j++)
        C[i][j] += A[i][k] * B[k][j];
}

// expect: vectorized
void relax(int steps, int n, int m, float A[restrict n][m], float B[restrict n][m]) {
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < m - 1; j++)
      for (int i = 1; i < n - 1; i++)
        B[i][j] = 0.25f * (A[i][j - 1] + A[i][j + 1] + A[i - 1][j] + A[i + 1][j]);
    for (int j = 1; j < m - 1; j++)
      for (int i = 1; i < n - 1; i++)
        A[i][j] = B[i][j];
  }
}

// expect: vectorized
void planes(int n, int m, int p, int16_t *restrict y, const int16_t *restrict x, const int16_t *restrict w) {
  for (int c = 0; c < p; c++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        y[i * m + j] = (int16_t)(y[i * m + j] + x[(c * n + i) * m + j] * w[c]);
}
