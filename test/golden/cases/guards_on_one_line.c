// RUN avx512: --target=avx512 -- -O3 -march=x86-64-v4
// Two guarded statements on one line: at the beginning of a line the first would look as if it guarded both.
void bbox(const double *x, int n, double *o) {
  double a = x[0], b = x[0];
  for (int i = 1; i < n; i++) { if (x[i] < a) a = x[i]; if (x[i] > b) b = x[i]; }
  o[0] = a;
  o[1] = b;
}
