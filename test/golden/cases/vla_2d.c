// RUN avx2: --target=avx2
void scale(int n, int m, double A[n][m], double s) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] *= s;
}
