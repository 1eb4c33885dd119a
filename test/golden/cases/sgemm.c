// RUN avx2: --target=avx2
// RUN avx512: --target=avx512
// RUN neon: --target=neon -- --target=aarch64-linux-gnu
// RUN explain: --target=avx2 --explain -o /dev/null
void sgemm(int n, int m, int p, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      float sum = 0.0f;
      for (int k = 0; k < p; k++)
        sum += A[i * p + k] * B[k * m + j];
      C[i * m + j] = sum;
    }
}
