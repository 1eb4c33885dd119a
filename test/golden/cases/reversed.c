// RUN avx2: --target=avx2
// RUN avx512: --target=avx512
// RUN neon: --target=neon -- --target=aarch64-linux-gnu
void reverse(float *restrict d, const float *restrict s, int n) {
  for (int i = 0; i < n; i++)
    d[i] = s[n - 1 - i];
}
