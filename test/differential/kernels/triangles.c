// Inner loops whose bounds move with the outer counter.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void rank_update(int n, int m, float alpha, float beta, float C[restrict n][n], float A[restrict n][m],
                 float B[restrict m][n]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      C[i][j] *= beta;
    for (int k = 0; k < m; k++)
      for (int j = 0; j <= i; j++)
        C[i][j] += alpha * A[i][k] * B[k][j];
  }
}

// expect: vectorized
void upper_product(int n, int m, double C[restrict n][n], double A[restrict n][m], double B[restrict m][n]) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      double s = 0;
      for (int k = 0; k < m; k++)
        s += A[i][k] * B[k][j];
      C[i][j] = s;
    }
}

// expect: vectorized
void lower_times(int n, int m, float C[restrict n][m], float A[restrict n][n], float B[restrict n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      float s = 0;
      for (int k = 0; k < i; k++)
        s += A[i][k] * B[k][j];
      C[i][j] = s;
    }
}

// expect: vectorized
void upper_times(int n, int m, uint32_t *restrict C, const uint32_t *restrict A, const uint32_t *restrict B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      uint32_t s = 0;
      for (int k = i; k < n; k++)
        s += A[i * n + k] * B[k * m + j];
      C[i * m + j] = s;
    }
}

// expect: vectorized
void wedge(int n, int m, float C[restrict n][m], float A[restrict n][m]) {
  if (m < n)
    return;
  for (int i = 0; i < n; i++)
    for (int j = 2 * i; j < m - i; j++)
      C[i][j] = A[i][j] * A[i][j] + 1.0f;
}

// expect: vectorized
void banded_product(int n, int m, int w, float C[restrict n][m], float A[restrict n][n], float B[restrict n][m]) {
  if (w < 0 || w > n)
    return;
  for (int i = w; i < n - w; i++)
    for (int j = 0; j < m; j++) {
      float s = 0;
      for (int k = i - w; k < i + w; k++)
        s += A[i][k] * B[k][j];
      C[i][j] = s;
    }
}

// expect: vectorized
void shrinking(int n, int m, int32_t y[restrict n][n], int32_t x[restrict n][n], const int32_t *restrict w) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n - i; j++) {
      uint32_t s = 0;
      for (int k = 0; k < m; k++)
        s += (uint32_t)w[k] * (uint32_t)x[i][j];
      y[i][j] = (int32_t)s;
    }
}

// Row i needs the rows before it.
// expect: any
void substitute(int n, int m, float L[restrict n][n], float X[restrict n][m]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < i; k++)
      for (int j = 0; j < m; j++)
        X[i][j] -= L[i][k] * X[k][j];
}

// expect: any
void eliminate(int n, float A[restrict n][n]) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        A[i][j] -= A[i][k] * A[k][j];
}

// What each step does is the same in every step of the innermost loop, which becomes the outermost.
// expect: vectorized
int repeated_upper(int n, int8_t a[n], uint8_t b[n][n]) {
  int s = 5;
  for (int i = n - 1; i >= 0; i--)
    for (int j = i; j < n; j++)
      for (int k = 0; k < 16; k++)
        if (b[j][i] != 100)
          s -= a[i] * -75 + 9;
  return s;
}

// Rows from m on have no steps, and a has no element for them.
// expect: vectorized
int repeated_short(int n, int m, int8_t a[m], uint8_t b[m][n]) {
  int s = 5;
  for (int i = 0; i < n; i++)
    for (int j = i; j < m; j++)
      for (int k = 0; k < 16; k++)
        if (b[j][i] != 100)
          s += a[i] * 3 - 2;
  return s;
}
