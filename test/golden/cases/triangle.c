// RUN avx2: --target=avx2 %f -- -O3 -mavx2 -mfma
// In cache blocks; at the diagonal every row of a tile has a mask of its own.
void lower(int n, int m, float C[restrict n][n], float A[restrict n][m], float B[restrict m][n]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++)
      for (int j = 0; j <= i; j++)
        C[i][j] += A[i][k] * B[k][j];
}
