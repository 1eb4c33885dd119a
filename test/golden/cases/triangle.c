// RUN avx2: --target=avx2 %f -- -O3 -mavx2 -mfma
// Columns that all rows of a tile have run in vectors, the rest row by row.
void lower(int n, int m, float C[restrict n][n], float A[restrict n][m], float B[restrict m][n]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++)
      for (int j = 0; j <= i; j++)
        C[i][j] += A[i][k] * B[k][j];
}
