// Time steps over grids, cut into tiles of a few places, so that the short loops of a test have many of them.
// vecify: --plan=9
#include <stddef.h>

// expect: vectorized
void heat1d(int steps, int n, float *restrict a, float *restrict b) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i] + 0.25f * (a[i - 1] - 2.0f * a[i] + a[i + 1]);
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i] + 0.25f * (b[i - 1] - 2.0f * b[i] + b[i + 1]);
  }
}

// Reaches further ahead than behind, and no part covers what the others do.
// expect: vectorized
void lopsided(int steps, int n, double *restrict a, double *restrict b) {
  for (int t = 0; t < steps; t++) {
    for (int i = 2; i < n - 3; i++)
      b[i] = a[i - 2] + 0.5 * a[i + 3];
    for (int i = 5; i < n - 1; i++)
      a[i] = 0.5 * (b[i + 1] + b[i - 5]);
  }
}

// expect: vectorized
void jacobi(int steps, int n, double *restrict a, double *restrict b) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        b[i * n + j] = 0.2 * (a[i * n + j] + a[i * n + j - 1] + a[i * n + j + 1] + a[(i - 1) * n + j] + a[(i + 1) * n + j]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        a[i * n + j] = 0.2 * (b[i * n + j] + b[i * n + j - 1] + b[i * n + j + 1] + b[(i - 1) * n + j] + b[(i + 1) * n + j]);
  }
}

// The grids may overlap, as far as the caller is concerned.
// expect: vectorized
void blur_and_copy(int steps, int n, float *a, float *b) {
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n - 2; i++)
      b[i] = 0.5f * (a[i] + a[i + 2]);
    for (int i = 0; i < n - 2; i++)
      a[i] = b[i];
  }
}

// The step itself is used as a value and as a subscript.
// expect: vectorized
void driven(int steps, int n, const float *restrict source, float *restrict u, float *restrict v) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n; i++)
      v[i] += source[t] - (u[i] - u[i - 1]);
    for (int i = 0; i < n - 1; i++)
      u[i] -= (float)t * (v[i + 1] - v[i]);
  }
}

// A part of one row among parts of many.
// expect: vectorized
void fdtd(int steps, int n, double source[restrict steps], double ex[restrict n][n], double ey[restrict n][n],
          double hz[restrict n][n]) {
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < n; j++)
      ey[0][j] = source[t];
    for (int i = 1; i < n; i++)
      for (int j = 0; j < n; j++)
        ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
    for (int i = 0; i < n; i++)
      for (int j = 1; j < n; j++)
        ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
    for (int i = 0; i < n - 1; i++)
      for (int j = 0; j < n - 1; j++)
        hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
}

// expect: vectorized
void diffuse3d(int steps, int n, float *restrict a, float *restrict b) {
  const int plane = n * n;
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++)
          b[i * plane + j * n + k] = a[i * plane + j * n + k] + a[(i - 1) * plane + j * n + k] + a[i * plane + (j + 1) * n + k] + a[i * plane + j * n + k - 1];
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++)
          a[i * plane + j * n + k] = 0.25f * b[i * plane + j * n + k];
  }
}

// A condition, and a sum over the neighbours in a loop of its own.
// expect: vectorized
void obstacles(int steps, int n, const unsigned char *restrict solid, int *restrict a, int *restrict b) {
  for (int t = 0; t < steps; t++) {
    for (int i = 2; i < n - 2; i++)
      for (int j = 2; j < n - 2; j++) {
        int sum = 0;
        for (int k = -2; k <= 2; k++)
          sum += a[(i + k) * n + j] >> 3;
        if (solid[i * n + j])
          b[i * n + j] = sum;
      }
    for (int i = 2; i < n - 2; i++)
      for (int j = 2; j < n - 2; j++)
        a[i * n + j] = b[i * n + j] ^ 1;
  }
}

// In place, and only what lies ahead is read.
// expect: vectorized
void ripple(int steps, int n, short *a) {
  for (int t = 1; t <= steps; t++)
    for (int i = 0; i < n - 3; i++)
      a[i] = (short)((a[i + 1] ^ a[i + 3]) + a[i]);
}

// Rows and columns that move in different directions, three parts of different extents.
// expect: vectorized
void three_parts(long steps, long rows, long columns, float *restrict a, float *restrict b, float *restrict c) {
  for (long t = 0; t < steps; t++) {
    for (long i = 0; i < rows - 1; i++)
      for (long j = 2; j < columns; j++)
        a[i * columns + j] = b[(i + 1) * columns + j - 2] + 1.0f;
    for (long i = 1; i < rows; i++)
      for (long j = 0; j < columns - 1; j++)
        c[i * columns + j] = a[(i - 1) * columns + j + 1] * 0.5f;
    for (long i = 0; i < rows; i++)
      for (long j = 0; j < columns; j++)
        b[i * columns + j] -= c[i * columns + j];
  }
}
