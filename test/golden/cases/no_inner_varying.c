// RUN explain: --target=avx2 --explain -o /dev/null
float triangle(const float *restrict a, float *restrict s, int n) {
  float t = 0;
  for (int j = 0; j < n; j++) {
    t = 0;
    for (int i = 0; i < j; i++)
      t += a[i * n + j];
    s[j] = t;
  }
  return t;
}
