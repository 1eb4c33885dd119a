// RUN avx2: --target=avx2 --explain -- -O3 -mavx2 -mfma
// RUN neon: --target=neon -- -O3 --target=aarch64-linux-gnu
// The loop was unrolled by hand.
void axpy5(float *restrict y, const float *restrict x, float a, int n) {
  for (int i = 0; i + 5 <= n; i += 5) {
    y[i] += a * x[i];
    y[i + 1] += a * x[i + 1];
    y[i + 2] += a * x[i + 2];
    y[i + 3] += a * x[i + 3];
    y[i + 4] += a * x[i + 4];
  }
}

void velocities_then_places(float *x, float *v, const float *f, float half, float step, int n) {
  for (int i = 0; i < n; i++) {
    v[2 * i] += half * f[2 * i];
    v[2 * i + 1] += half * f[2 * i + 1];
    x[2 * i] += step * v[2 * i];
    x[2 * i + 1] += step * v[2 * i + 1];
  }
}
