// Two parallel loops: 32 threads along memory, 8 along the rows.
// RUN cuda: --target=cuda --cuda-mem=managed --cuda-on-error=abort %f
// RUN build: --target=cuda --print=step:build %f
// RUN lanes: --target=cuda --print=step:distribute-to-lanes %f
void five_point(int n, int m, const float *restrict a, float *restrict b) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      b[i * m + j] = 0.25f * (a[i * m + j - 1] + a[i * m + j + 1] + a[(i - 1) * m + j] + a[(i + 1) * m + j]);
}
