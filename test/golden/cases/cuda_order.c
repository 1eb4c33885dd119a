// The sum runs along k, between the loops that are parallel: tiles in the order i, j, k, and the sums in registers.
// RUN cuda: --target=cuda --fp=strict %f
// RUN plans: --target=cuda --print=plans %f
void add_rows(int n, int m, int p, const float *restrict A, const float *restrict B, float *restrict C) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < p; k++)
      for (int j = 0; j < m; j++)
        C[i * m + j] += A[i * p + k] * B[k * m + j];
}
