// Products in place, whose rows read what later rows write; and depths that move with the rows. So small a stack and the
// last plan make several blocks out of few iterations.
// vecify: --stack=2048 --plan=1000
#include <stddef.h>
#include <stdint.h>

// From the last row up.
// expect: vectorized
void in_place_lower(int m, int n, float alpha, const float *restrict a, float *restrict b) {
  for (int i = m - 1; i >= 0; i--)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int k = 0; k <= i; k++)
        s += a[i * m + k] * b[k * n + j];
      b[i * n + j] = alpha * s;
    }
}

// expect: vectorized
void in_place_upper(int m, int n, const double (*restrict a)[m], double (*restrict b)[n]) {
  for (int i = 0; i < m; i++)
    for (int k = i + 1; k < m; k++)
      for (int j = 0; j < n; j++)
        b[i][j] += a[i][k] * b[k][j];
}

// Row i reads itself, first.
// expect: vectorized
void in_place_with_itself(int m, int n, const float (*restrict a)[m], float (*restrict b)[n]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float s = b[i][j];
      for (int k = i; k < m; k++)
        s -= a[i][k] * b[k][j];
      b[i][j] = s;
    }
}

// The last iteration of the depth reads what the others have written.
// expect: any
void in_place_itself_last(int m, int n, const float (*restrict a)[m], float (*restrict b)[n]) {
  for (int i = m - 1; i >= 0; i--)
    for (int j = 0; j < n; j++)
      for (int k = 0; k <= i; k++)
        b[i][j] += a[i][k] * b[k][j];
}

// Rows need the rows before them.
// expect: any
void in_place_forward(int m, int n, const float (*restrict a)[m], float (*restrict b)[n]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float s = b[i][j];
      for (int k = 0; k < i; k++)
        s -= a[i][k] * b[k][j];
      b[i][j] = s / a[i][i];
    }
}

// Columns need those beside them.
// expect: any
void in_place_sideways(int m, int n, const float (*restrict a)[m], float (*restrict b)[n]) {
  for (int i = 0; i < m; i++)
    for (int k = i + 1; k < m; k++)
      for (int j = 0; j + 1 < n; j++)
        b[i][j] += a[i][k] * b[k][j + 1];
}

// A row writes the one behind it, which the next row reads.
// expect: any
void in_place_shifted(int m, int n, const float (*restrict a)[m], float (*restrict b)[n]) {
  for (int i = 0; i + 1 < m; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int k = i; k < m; k++)
        s += a[i][k] * b[k][j];
      b[i + 1][j] = s;
    }
}

// The row before: nobody needs it any more.
// expect: vectorized
void in_place_behind(int m, int n, const float (*restrict a)[m], float (*restrict b)[n]) {
  for (int i = 1; i < m; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int k = i; k < m; k++)
        s += a[i][k] * b[k][j];
      b[i - 1][j] = s;
    }
}

// In every step of a loop around the rows the matrix is another one.
// expect: vectorized
void in_place_again(int t, int m, int n, const float (*restrict a)[m], float (*restrict b)[n]) {
  for (int s = 0; s < t; s++)
    for (int i = 0; i < m; i++)
      for (int k = i + 1; k < m; k++)
        for (int j = 0; j < n; j++)
          b[i][j] += a[i][k] * b[k][j];
}

// expect: vectorized
void depth_below(int n, int m, float C[restrict n][m], float A[restrict n][n], float B[restrict n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      float s = 0;
      for (int k = 0; k < i; k++)
        s += A[i][k] * B[k][j];
      C[i][j] = s;
    }
}

// Rows end before or behind the depth does.
// expect: vectorized
void depth_above(int n, int m, int p, double C[restrict n][m], double A[restrict n][p], double B[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double s = C[i][j];
      for (int k = i; k < p; k++)
        s += A[i][k] * B[k][j];
      C[i][j] = s * 0.5;
    }
}

// expect: vectorized
void depth_shrinking(int n, int m, int p, uint32_t C[restrict n][m], uint32_t A[restrict n][p],
                     uint32_t B[restrict p][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p - i; k++)
        C[i][j] += A[i][k] * B[k][j];
}

// expect: vectorized
void depth_band(int n, int m, int w, float C[restrict n][m], float A[restrict n][2 * n], float B[restrict 2 * n][m]) {
  if (w > n)
    return;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      C[i][j] *= 2;
      for (int k = i; k < i + w; k++)
        C[i][j] += A[i][k] * B[k][j];
    }
}

// What is read last lies beside what is read first, and is written in between.
// expect: any
void interleaved_around_store(float *restrict z, const float *restrict a, float *restrict y, int n) {
#pragma vecify expect(vectorized)
  for (int i = 1; i < n; i++) {
    y[i] = z[2 * i] + 1.0f;
    z[2 * i + 1] = a[i];
    y[i] *= z[2 * i - 1];
  }
}

// expect: any
void interleaved_pairs_around_stores(int *restrict z, const int *restrict a, int *restrict y, int n) {
#pragma vecify expect(vectorized)
  for (int i = 1; i < n; i++) {
    y[i] = z[4 * i] ^ z[4 * i + 1];
    z[4 * i + 2] = a[i];
    z[4 * i + 3] = a[i] ^ 1;
    y[i] ^= z[4 * i - 2] ^ z[4 * i - 1];
  }
}

// expect: any
void pixel_weighed_around_store(int32_t *restrict o, uint8_t *restrict p, int n) {
  for (int i = 0; i < n; i++) {
    int t = p[4 * i] * 77;
    p[4 * i + 3] = (uint8_t)(t >> 2);
    o[i] = t + p[4 * i + 3] * 120 + p[4 * i + 2] * 29 + 4000;
  }
}

// Vectors that begin with a line of what is stored keep the order, whatever is before them.
// expect: vectorized
int shift_and_sum(int *y, const int *w, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    sum += w[i];
    y[i] = y[i + 1] + 1;
  }
  return sum;
}

// expect: vectorized
void shift_and_add(int *y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = y[i + 1] + 1;
}
