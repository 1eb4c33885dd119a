// RUN explain: --target=avx2 --explain -o /dev/null
void f(float *restrict a, float *restrict b, const float *restrict p, int n) {
  for (int i = 0; i < n; i++)
    if (b[i] > 0)
      a[i] = *p;
}
