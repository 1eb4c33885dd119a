// RUN explain: --target=avx2 --explain -o /dev/null -- -O2
// The first iteration may leave, and then nobody has touched the cell: it may not be there.
void count_down(long n, const short *x, short *y) {
#pragma vecify vectorize
  for (long i = 0; i < n; i++) {
    if (x[i] & 4)
      break;
    y[2] -= 1;
  }
}
