// A compiler that chooses among what it loads by the load's own mask may load behind the store.
// RUN avx2: --target=avx2 -- -march=x86-64-v3
// RUN avx512: --target=avx512 -- -march=x86-64-v4
void exchange(int n, const float *restrict c, float *restrict a, const float *restrict b, float *restrict out) {
  for (int i = 0; i < n; i++) {
    float was = 7.0f;
    if (c[i] > 0.0f) {
      was = a[i];
      a[i] = b[i];
    }
    out[i] = was;
  }
}
