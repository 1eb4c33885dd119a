// RUN avx2: --target=avx2 -- -mavx2 -mfma
// RUN explain: --target=avx512 --explain -- -march=x86-64-v4
// RUN neon: --target=neon -- --target=aarch64-linux-gnu

// Neighbours beyond the ends are the last ones, or those of the other end.
void smooth(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    int left = i > 0 ? i - 1 : 0, right = i + 1 < n ? i + 1 : n - 1;
    y[i] = 0.25f * x[left] + 0.5f * x[i] + 0.25f * x[right];
  }
}

void step(double *restrict y, const double *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] + 0.5 * (x[(i + 1) % n] - x[(i + n - 1) % n]);
}
