// RUN avx2: --target=avx2 -- -O2 -mavx2
// Short rows lie next to one another: several are summed up side by side.
void sums(const short *restrict x, short *restrict halves, int *restrict sum, int n) {
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int j = 0; j < 16; j++) {
      halves[16 * i + j] = x[16 * i + j] >> 1;
      s += x[16 * i + j];
    }
    sum[i] = s;
  }
}
