// RUN avx2: --target=avx2 -- -O3 -mavx2 -mfma
// RUN strict: --target=avx2 --only=strict --explain -o /dev/null -- -O3 -mavx2 -mfma
// Rows that add up what they share: each carries a vector of sums through the columns, which is summed up behind them.
void product(int m, int n, const float *restrict a, const float *restrict x, float *restrict y) {
#pragma vecify fp(reassoc)
  for (int i = 0; i < m; i++) {
    float s = 0.0f;
    for (int j = 0; j < n; j++)
      s += a[i * n + j] * x[j];
    y[i] = s;
  }
}

// In this order, lanes lie along the rows.
void strict(int m, int n, const float *restrict a, const float *restrict x, float *restrict y) {
  for (int i = 0; i < m; i++) {
    float s = 0.0f;
    for (int j = 0; j < n; j++)
      s += a[i * n + j] * x[j];
    y[i] = s;
  }
}
