// RUN explain: --target=avx2 --explain -o /dev/null
void divide(long *restrict a, const long *restrict b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] / b[i];
}
