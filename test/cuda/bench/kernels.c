/* What scripts/measure-cuda runs on device memory: a function for each row of its table. */

void copy_scaled(long n, float alpha, const float *restrict x, float *restrict y) {
  for (long i = 0; i < n; i++)
    y[i] = alpha * x[i];
}

void axpy(long n, float alpha, const float *restrict x, float *restrict y) {
  for (long i = 0; i < n; i++)
    y[i] = alpha * x[i] + y[i];
}

float sum(long n, const float *restrict x) {
  float s = 0.0f;
#pragma vecify fp(reassoc)
  for (long i = 0; i < n; i++)
    s += x[i];
  return s;
}

float dot(long n, const float *restrict x, const float *restrict y) {
  float s = 0.0f;
#pragma vecify fp(reassoc)
  for (long i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

void five_point(long n, long m, const float *restrict a, float *restrict b) {
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < m - 1; j++)
      b[i * m + j] = 0.2f * (a[i * m + j] + a[i * m + j - 1] + a[i * m + j + 1] + a[(i - 1) * m + j] + a[(i + 1) * m + j]);
}

void seven_point(long n, long m, long l, const float *restrict a, float *restrict b) {
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < m - 1; j++)
      for (long k = 1; k < l - 1; k++)
        b[(i * m + j) * l + k] = a[(i * m + j) * l + k - 1] + a[(i * m + j) * l + k + 1] + a[(i * m + j - 1) * l + k] +
                                 a[(i * m + j + 1) * l + k] + a[((i - 1) * m + j) * l + k] +
                                 a[((i + 1) * m + j) * l + k] - 6.0f * a[(i * m + j) * l + k];
}

void transpose(long n, long m, const float *restrict a, float *restrict b) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      b[j * n + i] = a[i * m + j];
}

void gemv(long n, long m, const float *restrict A, const float *restrict x, float *restrict y) {
#pragma vecify fp(reassoc)
  for (long i = 0; i < n; i++) {
    float s = 0.0f;
    for (long j = 0; j < m; j++)
      s += A[i * m + j] * x[j];
    y[i] = s;
  }
}

void gemm(long n, long m, long p, const float *restrict A, const float *restrict B, float *restrict C) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++) {
      float s = 0.0f;
      for (long k = 0; k < p; k++)
        s += A[i * p + k] * B[k * m + j];
      C[i * m + j] = s;
    }
}
