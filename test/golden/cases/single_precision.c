// RUN avx2: -- -O2 -mavx2 -mfma -fsingle-precision-constant
void scale(float *restrict a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] * 0.1 + 0.3;
}
