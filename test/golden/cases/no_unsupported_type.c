// RUN explain: --target=avx2 --explain -o /dev/null
void twice(long double *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] *= 2;
}
