// RUN avx2: --target=avx2
// RUN avx512: --target=avx512
void clip(float *restrict y, const float *restrict x, int n, float t) {
  for (int i = 0; i < n; i++)
    if (x[i] > t)
      y[i] = x[i];
}
