// RUN avx2: --target=avx2 %f -- -O3
// The for statement sets more than its counter: its init runs as a statement of its own.
int total(const short *p, int n) {
  int i, sum;
  for (sum = 0, i = 0; i < n; i++)
    sum += p[i];
  return sum;
}
