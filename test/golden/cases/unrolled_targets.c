// RUN both: --target=avx512,avx2 -- -O2
// One target plans the loop in four copies rolled up, the other as it stands: both count in the same variable.
void masks(int *restrict a, const int *restrict b, int n) {
  int i;
  for (i = 0; i + 3 < n; i += 4) {
    a[i] = b[i] ^ 1;
    a[i + 1] = b[i + 1] ^ 1;
    a[i + 2] = b[i + 2] ^ 1;
    a[i + 3] = b[i + 3] ^ 1;
  }
}
