// RUN avx2: --target=avx2 -- -mavx2 -mfma
// What nothing has set is not read: compilers warn of that.
int where_most(const short *x, int n, int *most) {
  int at, m = -32769;
  for (int i = 0; i < n; i++)
    if (x[i] > m) {
      m = x[i];
      at = i;
    }
  *most = m;
  return n > 0 ? at : -1;
}
