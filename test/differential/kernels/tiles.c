// Nests that run in two-dimensional tiles, and such as must not.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void product_dots(float *restrict c, const float *restrict a, const float *restrict b, int n, int m, int p) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      float sum = 0.0f;
      for (int k = 0; k < p; k++)
        sum += a[i * p + k] * b[k * m + j];
      c[i * m + j] = sum;
    }
}

// expect: vectorized
void product_added(double *restrict c, const double *restrict a, const double *restrict b, double beta, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = beta * c[i * n + j];
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}

// The rows of a are columns: every row reads at its own stride.
// expect: vectorized
void product_of_transposed(float *restrict c, const float *restrict a, const float *restrict b, int n, int p) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0.0f;
      for (int k = 0; k < p; k++)
        sum += a[k * n + i] * b[k * n + j];
      c[i * n + j] = sum;
    }
}

// expect: vectorized
void box3x3(float *restrict out, const float *restrict in, const float *restrict w, int h, int v) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < v; x++) {
      float s = 0.0f;
      for (int dy = 0; dy < 3; dy++)
        for (int dx = 0; dx < 3; dx++)
          s += w[3 * dy + dx] * in[(y + dy) * (v + 2) + x + dx];
      out[y * v + x] = s;
    }
}

// expect: vectorized
void five_points(float *restrict out, const float *restrict in, int n) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      out[i * n + j] = 0.2f * (in[i * n + j] + in[i * n + j - 1] + in[i * n + j + 1] + in[(i - 1) * n + j] + in[(i + 1) * n + j]);
}

// A scalar of the row before the loop, and one behind it.
// expect: vectorized
void scaled_rows(float *restrict a, const float *restrict u, float *restrict last, int n, int m) {
  for (int i = 0; i < n; i++) {
    float s = u[i] > 0.5f ? u[i] : -u[i];
    for (int j = 0; j < m; j++)
      a[i * m + j] = s * a[i * m + j] + 1.0f;
    last[i] = s + 1.0f;
  }
}

// expect: vectorized
void clipped_product(uint8_t *restrict out, const uint8_t *restrict a, const int16_t *restrict b, int n, int m, int p) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int s = 128;
      for (int k = 0; k < p; k++)
        s += a[i * p + k] * b[k * m + j];
      s >>= 8;
      out[i * m + j] = (uint8_t)(s < 0 ? 0 : s > 255 ? 255 : s);
    }
}

// A condition that differs from row to row, and one that differs from lane to lane.
// expect: vectorized
void chosen_rows(float *restrict out, const float *restrict in, const int *restrict on, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      float v = in[i * m + j];
      if (on[i] > 0)
        v = v * 2.0f;
      if (v < 0.0f)
        v = -v;
      out[i * m + j] = v;
    }
}

// The rows may overlap unless it is checked.
// expect: vectorized
void unrestricted_product(double *c, const double *a, const double *b, int n, int p) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < p; k++)
        sum += a[i * p + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}

// Sums in memory, and in place of a where the caller says so: then no tile may run.
// expect: vectorized
void product_in_memory(int n, double a[n][n], double b[n][n], double c[n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      c[i][j] = 0.5;
      for (int k = 0; k < n; k++)
        c[i][j] += a[i][k] * b[k][j];
    }
}

// expect: vectorized
void add_rows(float *c, const float *a, const float *b, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      c[i * m + j] = a[i * m + j] + b[j];
}

// Each row needs the one above: no tile of rows, but vectors inside one.
// expect: vectorized
void down_the_rows(float *restrict a, int n, int m) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * m + j] = 0.5f * (a[(i - 1) * m + j] + a[i * m + j]);
}

// Row i + 1 reads what row i has written further right.
// expect: vectorized
void skewed_rows(float *restrict a, int n, int m) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j + 1 < m; j++)
      a[i * m + j] = a[(i - 1) * m + j + 1] + 1.0f;
}

// The inner bounds are the row's own.
// expect: vectorized
void triangle_of_sums(float *restrict c, const float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      float sum = 0.0f;
      for (int k = 0; k < 8; k++)
        sum += a[i * 8 + k] * b[j * 8 + k];
      c[i * n + j] = sum;
    }
}

// expect: vectorized
void constant_sizes(float c[20][23], const float a[20][9], const float b[9][23]) {
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 23; j++) {
      float sum = 0.0f;
      for (int k = 0; k < 9; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}

// The counter is a value.
// expect: vectorized
void ramps(int *restrict out, const int *restrict in, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      out[i * m + j] = in[i * m + j] * i + j;
}

// A sum that lives as long as the nest.
// expect: declined FloatReduction
float total(const float *a, int n, int m) {
  float s = 0.0f;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s += a[i * m + j];
  return s;
}

// Sums and differences of rows in pairs, in twice the width; tiles may take three registers of a row.
// expect: vectorized
void butterflies(short *x, int pairs, int width) {
  for (int i = 0; i < width; i++)
    for (int j = 0; j < pairs; j++) {
      int even = 181 * x[2 * width * j + i];
      int odd = 181 * x[width * (2 * j + 1) + i];
      x[2 * width * j + i] = (short)((even + odd + 128) >> 8);
      x[width * (2 * j + 1) + i] = (short)((even - odd + 128) >> 8);
    }
}

// Rows that meet in other iterations of a short loop around them, which is written out.
// expect: any
void rows_in_steps(uint8_t *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 7; j >= 0; j--)
      for (int k = 0; k < 16; k++)
        for (int q = 0; q < 4; q++)
          y[i + j + 4 * k + 3 * q] = x[i + 8 * j + 2 * k + q];
}
