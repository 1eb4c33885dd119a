// RUN avx2: --target=avx2
void one_based(double *a, int n) {
  for (int i = 1; i <= n; i++)
    a[i] = a[i] + 1.0;
}
