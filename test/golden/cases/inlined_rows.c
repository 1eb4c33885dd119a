// What is inlined into a loop, gcc 12 writes out there: vectors of t may overlap those of the next call.
// RUN avx512: --target=avx512 -- -O3 -march=x86-64-v4
static void row(double *restrict t, const double *restrict b) {
  for (int j = 0; j < 16; j++)
    t[j] = b[j] * 0.5;
}
void rows(double *restrict t, const double *restrict b) {
  for (int i = 0; i < 8; i++)
    row(t + 4 * i, b + i);
}
