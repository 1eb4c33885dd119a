// RUN avx2: --target=avx2
// RUN avx512: --target=avx512
// RUN neon: --target=neon -- --target=aarch64-linux-gnu
// RUN inplace: -- -O3 -mavx2 -mfma
// RUN plans: --print=plans --target=avx2
// RUN nest: --print=nest
// RUN facts: --print=facts
void saxpy(int n, float alpha, const float *restrict x, float *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = alpha * x[i] + y[i];
}
