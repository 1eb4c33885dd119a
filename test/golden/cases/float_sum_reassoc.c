// RUN avx2: --target=avx2
// RUN avx512: --target=avx512
// RUN neon: --target=neon -- --target=aarch64-linux-gnu
float sum(const float *a, int n) {
  float s = 0;
#pragma vecify fp(reassoc)
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
