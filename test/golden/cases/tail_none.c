// RUN avx2: --target=avx2
void add(float *restrict a, const float *restrict b, int n) {
#pragma vecify tail(none) multiple(n, 8)
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}
