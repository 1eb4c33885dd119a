// RUN avx512: --target=avx512 %f -- -O3 -march=skylake-avx512
// RUN explain: --target=avx512 --explain -o /dev/null %f -- -O3 -march=skylake-avx512
// One iteration of j writes what the others read: its block runs in order.
void shortest(int n, float d[n][n]) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (d[i][k] + d[k][j] < d[i][j])
          d[i][j] = d[i][k] + d[k][j];
}
