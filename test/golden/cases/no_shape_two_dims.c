// RUN explain: --target=avx2 --explain -o /dev/null
void add(float *restrict a, const float *restrict b, int n) {
#pragma vecify shape(i:4, j:2, k:8)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        a[(i * n + j) * n + k] += b[i * n + k];
}
