// Every second element, under a mask: what lies between is not touched.
// RUN avx512: --target=avx512 -- -O3 -march=x86-64-v4
void evens(int n, float *restrict y, const float *restrict x) {
  for (int i = 0; i < n; i++)
    y[2 * i] = x[i] + 0.5f;
}
