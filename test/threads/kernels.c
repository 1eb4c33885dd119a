/* Loops that threads may run, each asked for by cores(n): the thresholds of --parallel are for larger data than tests
   have. main.c calls them under the thread sanitizer; the harness compares them with themselves in order. */
#include <stddef.h>

/* The vector part's own loop. */
void axpy(int n, float a, const float *restrict x, float *restrict y) {
#pragma vecify cores(3)
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}

/* Checked at run time to lie apart, or to be the same. */
void scale(int n, const float *x, float *y) {
#pragma vecify cores(4)
  for (int i = 0; i < n; i++)
    y[i] = 3 * x[i];
}

/* A tile: rows are divided. */
void product(int n, const float A[restrict][24], const float B[restrict][40], float C[restrict][40]) {
#pragma vecify cores(3)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 40; j++) {
      float s = 0;
      for (int k = 0; k < 24; k++)
        s += A[i][k] * B[k][j];
      C[i][j] = s;
    }
}

/* Cache blocks: each thread copies panels of its own. */
void blocked(int n, int m, int p, const float *restrict A, const float *restrict B, float *restrict C) {
#pragma vecify cores(3)
  for (int i = 0; i < n; i++)
    for (int k = 0; k < p; k++)
      for (int j = 0; j < m; j++)
        C[i * m + j] += A[i * p + k] * B[k * m + j];
}

/* Rows of sums: only the inner loop is vectorized, the loop around it is the source's own; t is every thread's. */
void sums(int h, int w, const int *restrict in, int *restrict out) {
  int t;
#pragma vecify cores(4)
  for (int y = 0; y < h; y++) {
    t = 0;
#pragma vecify vectorize
    for (int x = 0; x < w; x++)
      t += in[y * w + x];
    out[y] = t;
  }
}

/* Triangles: rows of different lengths around a vectorized loop. */
void lower(int n, float a[restrict][64], float f) {
#pragma vecify cores(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      a[i][j] *= f;
}
