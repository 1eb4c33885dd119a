// Triangles and bands in tiles, and in cache blocks: so small a stack and the last plan make several blocks of few
// iterations.
// vecify: --stack=2048 --plan=1000
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void slanted_lower(int n, int m, double alpha, double C[restrict n][n], double A[restrict n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double s = 0;
      for (int k = 0; k < m; k++)
        s += A[i][k] * A[j][k];
      C[i][j] = alpha * s + C[i][j];
    }
}

// Row 0 has no columns: there is no row of A before it.
// expect: vectorized
void slanted_strictly_lower(int n, int m, float *restrict c, const float *restrict a, const float *restrict b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      for (int k = 0; k < m; k++)
        c[i * n + j] += a[(i - 1) * m + k] * b[j * m + k];
}

// Nor has the last row.
// expect: vectorized
void slanted_strictly_upper(int n, int m, float *restrict c, const float *restrict a, const float *restrict b) {
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      for (int k = 0; k < m; k++)
        c[i * n + j] -= a[(i + 1) * m + k] * b[k * n + j];
}

// expect: vectorized
void slanted_upper(int n, int m, uint32_t *restrict c, const uint32_t *restrict a, const uint32_t *restrict b) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      uint32_t s = c[i * n + j];
      for (int k = 0; k < m; k++)
        s += a[k * n + i] * b[k * n + j];
      c[i * n + j] = s;
    }
}

// The rows may end before the columns do, and the columns before the rows.
// expect: vectorized
void slanted_shrinking(int n, int m, int p, float C[restrict n][m], float A[restrict n][p], float B[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m - i; j++)
      for (int k = 0; k < p; k++)
        C[i][j] += A[i][k] * B[k][j];
}

// expect: vectorized
void slanted_leftwards(int n, int m, double C[restrict n][n], double A[restrict n][m], double B[restrict m][n]) {
  for (int i = 0; i < n; i++)
    for (int j = n - 1 - i; j < n; j++) {
      C[i][j] *= 0.5;
      for (int k = 0; k < m; k++)
        C[i][j] += A[i][k] * B[k][j];
    }
}

// A band, which may be empty.
// expect: vectorized
void slanted_band(int n, int w, int m, float C[restrict n][2 * n], float A[restrict n][m], float B[restrict 2 * n][m]) {
  if (w > n)
    return;
  for (int i = 0; i < n; i++)
    for (int j = i; j < i + w; j++) {
      float s = 0;
      for (int k = 0; k < m; k++)
        s += A[i][k] * B[j][k];
      C[i][j] = s;
    }
}

// Two sums, one of which reads what the other has left.
// expect: vectorized
void slanted_two_sums(int n, int m, double C[restrict n][n], double D[restrict n][n], double A[restrict n][m],
                      double B[restrict n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double s = 0, t = C[i][j];
      for (int k = 0; k < m; k++) {
        s += A[i][k] * B[j][k];
        t += B[i][k] * A[j][k];
      }
      C[i][j] = s - t;
      D[i][j] = s + C[i][j];
    }
}

// The depth moves with the rows, too.
// expect: vectorized
void slanted_both(int n, float C[restrict n][n], float A[restrict n][n], float B[restrict n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      float s = 0;
      for (int k = 0; k <= i; k++)
        s += A[i][k] * B[k][j];
      C[i][j] = s;
    }
}

// Written twice: at both sides of the diagonal.
// expect: any
void slanted_mirror(int n, int m, double *restrict c, const double *restrict x) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      double s = 0;
      for (int k = 0; k < m; k++)
        s += x[k * n + i] * x[k * n + j];
      c[i * n + j] = s;
      c[j * n + i] = s;
    }
}

// expect: vectorized
void slanted_if(int n, int m, float *restrict c, const float *restrict a, const float *restrict b,
                const float *restrict d) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      float s = 0;
      for (int k = 0; k < m; k++) {
        if (b[k * n + j] > 0)
          s += a[i * m + k] * b[k * n + j];
        else if (d[j] < a[i * m + k])
          s -= d[j];
      }
      if (s > d[i])
        c[i * n + j] = s;
    }
}

// expect: vectorized
void slanted_bytes(int n, int m, int32_t *restrict c, const int8_t *restrict a, const int8_t *restrict b) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      int32_t s = 0;
      for (int k = 0; k < m; k++)
        s += a[i * m + k] * b[j * m + k];
      c[i * n + j] = s;
    }
}

// A triangle in every step of a loop around it.
// expect: vectorized
void slanted_steps(int t, int n, int m, float C[restrict t][n][2 * n], float A[restrict n][m], float B[restrict 2 * n][m]) {
  if (t > n)
    return;
  for (int s = 0; s < t; s++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < i + s; j++)
        for (int k = 0; k < m; k++)
          C[s][i][j] += A[i][k] * B[j][k];
}

// expect: any
void slanted_plain(int n, float *restrict c, const float *restrict a, const float *restrict b) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      c[i * n + j] += a[i] * b[j];
}

// Small arrays: no tile is wider than what they can hold.
// expect: vectorized
void products_of_16(double d[24][16], double c[16][16], int n, int m) {
  if (n > 24 || m > 16)
    return;
  for (int i = 0; i < m; i++)
    for (int j = i; j < m; j++) {
      c[i][j] = 0;
      for (int k = 0; k < n; k++)
        c[i][j] += d[k][i] * d[k][j];
      c[j][i] = c[i][j];
    }
}

// A loop inside the columns whose length moves with them.
// expect: any
void repeated_columns(int rows, float *out) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < i + 1; j++) {
      int k = 0;
      do {
        out[rows * j + i] = (float)(k - j);
        k++;
      } while (k < j + 1);
    }
}
