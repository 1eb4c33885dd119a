// RUN avx2: --target=avx2
// RUN avx512: --target=avx512
void add_some(const int *x, int n, unsigned *s) {
  for (int i = 0; i < n; i++)
    if (x[i] > 3)
      *s += (unsigned)x[i];
}
