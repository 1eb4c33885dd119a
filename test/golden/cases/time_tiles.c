// RUN avx2: --target=avx2 --only=jacobi --fp=strict %f -- -O3 -mavx2 -mfma
// RUN explain: --target=avx2 --explain -o /dev/null
// Time steps over a grid run in tiles that move back with each step; small grids run as they are written.
void jacobi(int steps, int n, float a[restrict n][n], float b[restrict n][n]) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        b[i][j] = 0.25f * (a[i][j - 1] + a[i][j + 1] + a[i - 1][j] + a[i + 1][j]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        a[i][j] = b[i][j];
  }
}

// The second part reads what the first one wrote last.
void mirror(int steps, int n, float *restrict a, float *restrict b) {
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      b[i] = a[n - 1 - i];
    for (int i = 0; i < n; i++)
      a[i] = 0.5f * b[i];
  }
}

// Within a step, every cell waits for its neighbour.
void seidel(int steps, int n, float *a) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      a[i] = 0.5f * (a[i - 1] + a[i + 1]);
}
