// RUN avx2: --target=avx2
void columns(const float *restrict a, float *restrict s, int n, int m) {
  for (int j = 0; j < m; j++) {
    float t = 0;
    for (int i = 0; i < n; i++)
      t += a[i * m + j];
    s[j] = t;
  }
}
