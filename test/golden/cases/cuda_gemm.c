// Tiles of both factors in shared memory, some sums in the registers of each thread, in the order of the source.
// RUN cuda: --target=cuda --fp=strict %f
// RUN plans: --target=cuda --print=plans %f
void sgemm(int n, int m, int p, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      float sum = 0.0f;
      for (int k = 0; k < p; k++)
        sum += A[i * p + k] * B[k * m + j];
      C[i * m + j] = sum;
    }
}
