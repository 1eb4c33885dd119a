// RUN avx2: --target=avx2 -- -O3 -march=haswell
// What is read only if there is such an array is read by a branch: masked reads behind a null pointer are slow.
void blend(const float *restrict a, const float *restrict b, const float *restrict s, float *restrict c, int n) {
  for (int i = 0; i < n; i++)
    c[i] = s[i] * a[i] + (1 - s[i]) * (b ? b[i] : 0);
}
