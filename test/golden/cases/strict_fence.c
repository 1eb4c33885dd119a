// RUN strict: --target=avx2 --fp=strict
// RUN inplace: --fp=strict -- -O3 -mavx2 -mfma
void chain(float *restrict d, const float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++) {
    float p = a[i] * b[i];
    d[i] = p + a[i];
  }
}
