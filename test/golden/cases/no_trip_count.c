// RUN explain: --target=avx2 --explain -o /dev/null
int length(const int *next, int i) {
  int n = 0;
  while (i >= 0) {
    i = next[i];
    n++;
  }
  return n;
}

/* As f2c has it: the counter is in memory. */
void scale(int n, double *x) {
  static int i;
  for (i = 0; i < n; ++i)
    x[i] *= 2;
}
