// Rows that hand on what the first-level cache has: one at a time.
// RUN avx512: --target=avx512 -- -O3 -march=x86-64-v4
void add_rows(int n, float (*restrict a)[300], const float (*restrict b)[300]) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < 300; j++)
      a[i][j] = a[i - 1][j] + b[i][j];
}

// The same memory whatever the lanes: a wide step is as good where L2 decides.
float shifted[32000], added[32000];
void shift(int by) {
  for (int i = 0; i < 31000; i++)
    shifted[i] = shifted[i + by] + added[i];
}
