// RUN off: --target=avx2
// RUN on: --target=avx2 --fp=contract
// RUN flags: -- -mavx2 -mfma
void axpb(float *restrict d, const float *restrict a, float x, float y, int n) {
  for (int i = 0; i < n; i++)
    d[i] = a[i] * x + y;
}
