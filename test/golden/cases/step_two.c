// RUN avx2: --target=avx2
void evens(float *restrict d, const float *restrict s, int n) {
  for (int i = 0; i < n; i += 2)
    d[i / 2] = s[i];
}
