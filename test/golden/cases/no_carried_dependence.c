// RUN explain: --target=avx2 --explain -o /dev/null
void prefix(float *a, int n) {
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1] + a[i];
}
