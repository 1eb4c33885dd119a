// RUN avx2: --target=avx2 %f -- -O3 -mavx2 -mfma
// RUN explain: --target=avx2 --explain -o /dev/null %f -- -O3 -mavx2 -mfma
// The loops are put into the order of a register tile: sums stay in registers, lanes lie along rows of memory.
void product(int n, float C[restrict n][n], float A[restrict n][n], float B[restrict n][n]) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        C[i][j] += A[i][k] * B[k][j];
}

/* The distance (1, -1) forbids it. */
void diagonal(int n, float a[restrict n][n]) {
#pragma vecify shape(j:4, i:8)
  for (int i = 1; i < n; i++)
    for (int j = 0; j + 1 < n; j++)
      a[i][j] = a[i - 1][j + 1] * 0.5f;
}
