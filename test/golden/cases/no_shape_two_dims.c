// RUN explain: --target=avx2 --explain -o /dev/null
void add(float *restrict a, const float *restrict b, int n) {
#pragma vecify shape(i:4, j:8)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] += b[i * n + j];
}
