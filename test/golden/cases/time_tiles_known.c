// RUN explain: --target=avx2 --explain -o /dev/null -- -O3 -mavx2 -mfma
// Grids of known size that no cache holds are cut into time tiles: where one loop only does an edge, and in three
// dimensions, where planes alone would fit.
void waves(int steps, const double edge[restrict steps], double x[restrict 1000][1200], double y[restrict 1000][1200],
           double z[restrict 1000][1200]) {
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < 1200; j++)
      y[0][j] = edge[t];
    for (int i = 1; i < 1000; i++)
      for (int j = 0; j < 1200; j++)
        y[i][j] -= 0.5 * (z[i][j] - z[i - 1][j]);
    for (int i = 0; i < 1000; i++)
      for (int j = 1; j < 1200; j++)
        x[i][j] -= 0.5 * (z[i][j] - z[i][j - 1]);
    for (int i = 0; i < 999; i++)
      for (int j = 0; j < 1199; j++)
        z[i][j] -= 0.7 * (x[i][j + 1] - x[i][j] + y[i + 1][j] - y[i][j]);
  }
}

void heat(int steps, int n, double a[restrict 150][150][150], double b[restrict 150][150][150]) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++)
          b[i][j][k] = 0.125 * (a[i + 1][j][k] - 2.0 * a[i][j][k] + a[i - 1][j][k]) +
                       0.125 * (a[i][j + 1][k] - 2.0 * a[i][j][k] + a[i][j - 1][k]) +
                       0.125 * (a[i][j][k + 1] - 2.0 * a[i][j][k] + a[i][j][k - 1]) + a[i][j][k];
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++)
          a[i][j][k] = 0.125 * (b[i + 1][j][k] - 2.0 * b[i][j][k] + b[i - 1][j][k]) +
                       0.125 * (b[i][j + 1][k] - 2.0 * b[i][j][k] + b[i][j - 1][k]) +
                       0.125 * (b[i][j][k + 1] - 2.0 * b[i][j][k] + b[i][j][k - 1]) + b[i][j][k];
  }
}
