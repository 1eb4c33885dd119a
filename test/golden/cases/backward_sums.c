// RUN avx2: --target=avx2 -- -O3 -mavx2 -mfma
// Lanes of sums stand the other way round where all that is summed up is read backwards.
int delay_line(int n, int *restrict x, const int *restrict h) {
  int sum = 0;
  for (int i = n - 1; i > 0; i--) {
    sum += h[i] * x[i];
    x[i] = x[i - 1];
  }
  return sum;
}
