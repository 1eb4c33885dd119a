// RUN explain: --target=avx2 --max-growth=100 --explain -o /dev/null
// RUN bounded: --target=avx2 --max-growth=300
void add(float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}
