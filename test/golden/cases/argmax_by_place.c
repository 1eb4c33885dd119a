// RUN avx512: --target=avx512
// RUN explain: --target=avx2 --explain -o /dev/null
int argmax(const float *x, int n) {
  int k = 0;
  for (int i = 1; i < n; i++)
    if (x[i] > x[k])
      k = i;
  return k;
}
