// RUN avx2: --target=avx2
// RUN avx512: --target=avx512
// RUN neon: --target=neon -- --target=aarch64-linux-gnu
void piecewise(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    if (x[i] < 0.0f)
      y[i] = x[i] * 0.1f;
    else
      y[i] = x[i];
  }
}
