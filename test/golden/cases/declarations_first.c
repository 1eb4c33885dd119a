// RUN avx2: --target=avx2 -- -O2 -mavx2 -mfma -Werror=declaration-after-statement
// The vector code declares values where they are made.
void halve(float *y, int n) {
  for (int i = 0; i < n; i++)
    y[i] /= 2;
}
