// Constants and conversions in half precision that no vector holds.
// RUN remarks: --target=neon+fp16 --Rpass-missed=vecify --strict -- --target=aarch64-linux-gnu
_Float16 largest(const _Float16 *a, int n) {
  _Float16 m = -100;
  for (int i = 0; i < n; i++)
    m = a[i] > m ? a[i] : m;
  return m;
}

void sizes(_Float16 *restrict y, const _Float16 *a, int n) {
  for (int i = 0; i < n; i++)
    y[i] = a[i] < 0 ? -a[i] : a[i];
}
