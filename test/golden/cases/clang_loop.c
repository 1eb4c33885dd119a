// RUN avx2: --target=avx2
void add(float *restrict a, const float *restrict b, int n) {
#pragma clang loop vectorize_width(8) interleave_count(2)
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}
