// Vectors of t overlap those of the next i: gcc 12 at -O3 would carry them across the loop.
// RUN avx2: --target=avx2 -- -O3 -mavx2 -mfma
void product(double *restrict t, const double *restrict a, const double *restrict b) {
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++)
      t[i + j] += a[i] * b[j];
}
