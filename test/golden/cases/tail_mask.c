// RUN avx2: --target=avx2
// RUN avx512: --target=avx512
void add(float *restrict a, const float *restrict b, int n) {
#pragma vecify tail(mask)
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}
