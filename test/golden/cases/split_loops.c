// RUN avx2: --target=avx2 -- -O3 -mavx2 -mfma
// RUN explain: --target=avx512 --explain -o /dev/null -- -O3 -march=x86-64-v4
// One statement adds along the row and waits for the iteration before, the other one does not: a loop for each.
void two_products(int m, int n, const double *a, double *s, double *q, const double *p, const double *r) {
  for (int i = 0; i < n; i++) {
    q[i] = 0;
    for (int j = 0; j < m; j++) {
      s[j] += r[i] * a[i * m + j];
      q[i] += a[i * m + j] * p[j];
    }
  }
}
