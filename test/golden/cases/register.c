// RUN outlined: --target=avx2 -- -O2
// What is set in a register variable has no address to be passed.
int sum(const int *x, int n) {
  register int s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * 3;
  return s;
}
