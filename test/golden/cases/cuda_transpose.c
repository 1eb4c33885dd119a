// Through a padded tile of shared memory, so that both sides walk along memory.
// RUN cuda: --target=cuda %f
// RUN plans: --target=cuda --print=plans %f
void transpose(int n, int m, const float *restrict a, float *restrict b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[j * n + i] = a[i * m + j];
}
