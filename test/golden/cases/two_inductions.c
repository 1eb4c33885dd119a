// RUN avx2: --target=avx2
void pairs(float *restrict d, const float *restrict s, int n) {
  for (int i = 0, j = n - 1; i < n; i++, j--)
    d[i] = s[i] - s[j];
}
