// RUN avx512: --target=avx512 --strict --explain -- -O3 -mavx512f -mavx512bw -mavx512dq -mavx512vl -mfma
// One store of what the sides compute; and a branch around what mostly no lane needs.
void scale(float *restrict a, const float *restrict b, const float *restrict d, int n) {
  for (int i = 0; i < n; i++) {
    if (d[i] < 0)
      a[i] += b[i];
    else if (d[i] == 0)
      a[i] = b[i];
    else
      a[i] -= b[i];
  }
}
void collide(float *restrict p, float *restrict v, const float *restrict f, const float *restrict d, float r, int n) {
  for (int i = 0; i < n; i++)
    if (d[i] < r) {
      v[i] += f[i] * d[i];
      p[i] += v[i] / d[i];
    }
}
