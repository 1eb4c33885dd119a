// Two and three parallel loops: threads along the one that memory follows.

// expect: vectorized
void five_point(int n, int m, const float *restrict a, float *restrict b) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      b[i * m + j] = 0.2f * (a[i * m + j] + a[i * m + j - 1] + a[i * m + j + 1] + a[(i - 1) * m + j] + a[(i + 1) * m + j]);
}

// expect: vectorized
void seven_point(int n, int m, int l, const double *restrict a, double *restrict b) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      for (int k = 1; k < l - 1; k++)
        b[(i * m + j) * l + k] = a[(i * m + j) * l + k - 1] + a[(i * m + j) * l + k + 1] + a[(i * m + j - 1) * l + k] +
                                 a[(i * m + j + 1) * l + k] + a[((i - 1) * m + j) * l + k] +
                                 a[((i + 1) * m + j) * l + k] - 6.0 * a[(i * m + j) * l + k];
}

// expect: vectorized
void transpose(int n, int m, const float *restrict a, float *restrict b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[j * n + i] = a[i * m + j];
}

// expect: vectorized
void rows_by_columns(int n, int m, int p, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      float sum = 0.0f;
      for (int k = 0; k < p; k++)
        sum += A[i * p + k] * B[k * m + j];
      C[i * m + j] = sum;
    }
}

// expect: vectorized
void add_product(int n, int m, int p, const int *restrict A, const int *restrict B, unsigned *restrict C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++)
        C[i * m + j] += (unsigned)A[i * p + k] * (unsigned)B[k * m + j];
}

// expect: vectorized
void outer_product(int n, int m, const float *restrict x, const float *restrict y, float *restrict C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      C[i * m + j] += x[i] * y[j];
}

// expect: vectorized
void fixed_rows(int n, float (*restrict a)[16], const float (*restrict b)[16]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 16; j++)
      a[i][j] = b[i][j] * 2.0f + (float)(i - j);
}

// expect: vectorized
void columns_first(int n, int m, float *restrict a) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      a[i * m + j] = a[i * m + j] * 0.5f + 1.0f;
}

// expect: vectorized
void add_rows(int n, int m, int p, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < p; k++)
      for (int j = 0; j < m; j++)
        C[i * m + j] += A[i * p + k] * B[k * m + j];
}

// expect: vectorized
void add_outer_products(int n, int m, int p, const int *restrict A, const int *restrict B, unsigned *restrict C) {
  for (int k = 0; k < p; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        C[i * m + j] += (unsigned)A[i * p + k] * (unsigned)B[k * m + j];
}
