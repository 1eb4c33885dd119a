// RUN avx2: --target=avx2
// RUN avx512: --target=avx512
// RUN neon: --target=neon -- --target=aarch64-linux-gnu
// RUN deps: --print=deps
void add(float *a, const float *b, int n) {
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}
