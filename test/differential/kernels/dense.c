// Dense linear algebra, in the loop orders in which people write it.
#include <stdint.h>

// expect: vectorized
void matvec(float *restrict y, const float *restrict a, const float *restrict x, int rows, int cols) {
  for (int i = 0; i < rows; i++) {
    float s = 0.0f;
    for (int j = 0; j < cols; j++)
      s += a[i * cols + j] * x[j];
    y[i] = s;
  }
}

// expect: vectorized
void matvec_transposed(float *restrict y, const float *restrict a, const float *restrict x, int rows, int cols) {
  for (int j = 0; j < cols; j++)
    y[j] = 0.0f;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++)
      y[j] += a[i * cols + j] * x[i];
}

// expect: vectorized
void gemm_ikj(float *restrict c, const float *restrict a, const float *restrict b, int m, int n, int k) {
  for (int i = 0; i < m; i++)
    for (int p = 0; p < k; p++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * k + p] * b[p * n + j];
}

// expect: vectorized
void gemm_ijk(float *restrict c, const float *restrict a, const float *restrict b, int m, int n, int k) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float s = 0.0f;
      for (int p = 0; p < k; p++)
        s += a[i * k + p] * b[p * n + j];
      c[i * n + j] = s;
    }
}

// expect: vectorized
void gemm_vla(int n, double c[restrict n][n], double a[restrict n][n], double b[restrict n][n], double alpha) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0.0;
      for (int p = 0; p < n; p++)
        s += a[i][p] * b[p][j];
      c[i][j] = alpha * s + c[i][j];
    }
}

// expect: vectorized
void column_sums(double *restrict sums, const double *restrict a, int rows, int cols) {
  for (int j = 0; j < cols; j++) {
    double s = 0.0;
    for (int i = 0; i < rows; i++)
      s += a[i * cols + j];
    sums[j] = s;
  }
}

// expect: vectorized
void outer_product(float (*restrict c)[64], const float *restrict x, const float *restrict y, int m) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < 64; j++)
      c[i][j] += x[i] * y[j];
}

// expect: vectorized
void add_bias(float *restrict a, const float *restrict bias, unsigned rows, unsigned cols) {
  for (unsigned r = 0; r < rows; r++)
    for (unsigned c = 0; c < cols; c++)
      a[(unsigned long)r * cols + c] += bias[c];
}

// expect: vectorized
void int_matmul(int32_t *restrict c, const int16_t *restrict a, const int16_t *restrict b, int m, int n, int k) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      c[i * n + j] = 0;
  for (int i = 0; i < m; ++i)
    for (int p = 0; p < k; ++p)
      for (int j = 0; j < n; ++j)
        c[i * n + j] += a[i * k + p] * b[p * n + j];
}

// expect: vectorized
void small_rotation(float *restrict xyz, const float *restrict m, int n) {
  for (int i = 0; i < n; i++) {
    const float x = xyz[3 * i], y = xyz[3 * i + 1], z = xyz[3 * i + 2];
    xyz[3 * i] = m[0] * x + m[1] * y + m[2] * z;
    xyz[3 * i + 1] = m[3] * x + m[4] * y + m[5] * z;
    xyz[3 * i + 2] = m[6] * x + m[7] * y + m[8] * z;
  }
}

// A row of the product in a buffer of its own: nothing says that it lies apart from the factors.
// expect: vectorized
void transform_row(double *sum, const double *a, const double *c, int n) {
  for (int p = 0; p < n; p++) {
    sum[p] = 0.0;
    for (int s = 0; s < n; s++)
      sum[p] += a[s] * c[s * n + p];
  }
}
