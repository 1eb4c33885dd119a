// RUN avx2: --target=avx2
void negate(int *p, int *end) {
  while (p < end) {
    *p = -*p;
    p++;
  }
}
