// RUN avx2: --target=avx2 -- -march=x86-64-v3
// RUN neon: --target=neon -- --target=aarch64-linux-gnu
// Lanes that are off are not touched, even where no instruction says so.
void raise(unsigned char *restrict y, const unsigned char *restrict c, int n) {
#pragma vecify shape(i:16)
  for (int i = 0; i < n; i++)
    if (c[i] & 1)
      y[i] += 3;
}
void place(float *restrict y, const float *restrict x, const int *restrict c, const float *by, int n) {
#pragma vecify shape(i:4)
  for (int i = 0; i < n; i++)
    if (c[i] > 0)
      y[2 * i] = x[c[i]] * *by;
}
