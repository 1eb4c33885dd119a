// RUN avx2: --target=avx2
// RUN avx512: --target=avx512 --fp=strict
// RUN neon: --target=neon -- --target=aarch64-linux-gnu
// RUN facts: --print=facts
float largest(const float *x, int n, float m) {
  for (int i = 0; i < n; i++)
    if (x[i] > m)
      m = x[i];
  return m;
}
float largest_or_nan(const float *x, int n, float m) {
  for (int i = 0; i < n; i++)
    m = m > x[i] ? m : x[i];
  return m;
}
