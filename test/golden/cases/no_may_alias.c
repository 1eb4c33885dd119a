// RUN explain: --target=avx2 --explain -o /dev/null
void f(float *a, const float *b, const int *k, int n) {
  for (int i = 0; i < n; i++)
    a[i] = b[k[i]];
}
