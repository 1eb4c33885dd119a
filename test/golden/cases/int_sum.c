// RUN avx2: --target=avx2
// RUN avx512: --target=avx512
// RUN neon: --target=neon -- --target=aarch64-linux-gnu
int sum(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
