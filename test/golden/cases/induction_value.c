// RUN avx2: --target=avx2
// RUN avx512: --target=avx512
// RUN neon: --target=neon -- --target=aarch64-linux-gnu
void ramp(float *d, int n, float step) {
  for (int i = 0; i < n; i++)
    d[i] = i * step;
}
