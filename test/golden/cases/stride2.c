// RUN avx2: --target=avx2
// RUN avx512: --target=avx512
// RUN neon: --target=neon -- --target=aarch64-linux-gnu
void magnitude(float *restrict d, const float *restrict z, int n) {
  for (int i = 0; i < n; i++)
    d[i] = z[2 * i] * z[2 * i] + z[2 * i + 1] * z[2 * i + 1];
}
