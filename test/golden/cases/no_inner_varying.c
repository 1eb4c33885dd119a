// RUN explain: --target=avx2 --explain -o /dev/null
void triangle(const float *restrict a, float *restrict s, int n) {
  for (int j = 0; j < n; j++) {
    float t = 0;
    for (int i = 0; i < j; i++)
      t += a[i * n + j];
    s[j] = t;
  }
}
