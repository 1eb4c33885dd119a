// RUN diff: --diff --target=avx2
// RUN rpass: --target=avx2 -Rpass=vecify -o /dev/null
void add(float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}
