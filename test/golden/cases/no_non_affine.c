// RUN explain: --target=avx2 --explain -o /dev/null
void f(float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = b[i * i];
}
