// RUN avx2: --target=avx2 %f -- -O3 -mavx2 -mfma
// RUN carried: --target=avx2 --only=down --explain -o /dev/null
// Rows of the loop and lanes of the one inside it, as asked.
void product(float *restrict c, const float *restrict a, const float *restrict b, int n) {
#pragma vecify shape(i:2, j:16)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0.0f;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}

void down(float *restrict a, int n) {
#pragma vecify shape(i:4, j:8)
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] += a[(i - 1) * n + j + 1];
}
