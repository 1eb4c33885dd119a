// RUN avx2: --target=avx2
// RUN avx512: --target=avx512
// RUN facts: --print=facts
int argmin(const int *x, int n) {
  int m = x[0], k = 0;
  for (int i = 1; i < n; i++)
    if (x[i] < m) {
      m = x[i];
      k = i;
    }
  return k;
}
