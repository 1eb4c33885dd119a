// RUN avx2: --target=avx2 -- -march=x86-64-v3
// RUN explain: --target=avx2 --explain -o /dev/null -- -march=x86-64-v3
// Each row waits for its own last result: several rows run at once, each some columns behind the one before.
void relax(int n, int m, double *restrict a) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      a[i * m + j] = (a[(i - 1) * m + j] + a[i * m + j - 1] + a[i * m + j] + a[i * m + j + 1] + a[(i + 1) * m + j]) / 5.0;
}
