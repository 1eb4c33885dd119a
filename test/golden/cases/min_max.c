// RUN avx2: --target=avx2
void range(const int *restrict a, int n, int *restrict out) {
  int lo = a[0], hi = a[0];
  for (int i = 1; i < n; i++) {
    lo = a[i] < lo ? a[i] : lo;
    if (a[i] > hi)
      hi = a[i];
  }
  out[0] = lo;
  out[1] = hi;
}
