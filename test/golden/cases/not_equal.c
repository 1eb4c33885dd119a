// RUN avx2: --target=avx2
void twice(unsigned *a, unsigned n) {
  for (unsigned i = 0; i != n; ++i)
    a[i] *= 2u;
}
