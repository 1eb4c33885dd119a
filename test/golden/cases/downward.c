// RUN avx2: --target=avx2
void shift(double *a, int n) {
  for (int i = n - 1; i >= 0; i--)
    a[i] = a[i] * 0.5;
}
