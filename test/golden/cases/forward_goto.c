// RUN avx2: --target=avx2 %f -- -O3 -mavx2 -mfma
// Jumps as a translator from Fortran writes them are the branches that they stand for.
void choose(float *restrict a, float *restrict b, float *restrict c, const float *restrict d, int n) {
  for (int i = 0; i < n; i++) {
    if (a[i] > 0)
      goto L20;
    b[i] = d[i] - b[i];
    goto L30;
  L20:
    c[i] = d[i] - c[i];
  L30:
    a[i] = b[i] + c[i] * d[i];
  }
}
