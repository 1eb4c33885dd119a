// RUN avx2: --target=avx2 --alloc %f -- -O3 -mavx2 -mfma
// RUN outlined: --target=avx2 --alloc %f
// Panels in one block on the heap; without memory the source's loop runs.
void product(int n, int m, int p, const float A[restrict n][p], const float B[restrict p][m],
             const float D[restrict p][m], float C[restrict n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++)
        C[i][j] += A[i][k] * B[k][j] - D[k][j];
}
