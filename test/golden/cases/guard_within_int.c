// RUN avx2: --target=avx2 -- -O3 -fwrapv
// What is computed as an int needs no question whether it is one.
void mark(int n, float *restrict x) {
  int i;
  {
    i = 0;
    for (int end = i + n; i < end; i++)
      x[i] = 1;
  }
}
