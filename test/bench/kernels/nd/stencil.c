// Many time steps over a grid.

// BENCH nd_jacobi1d | a:f64[n] b:f64[n] | (50, n, a, b) | sizes 60000 1000000 | bytes 50*32*n | flops 50*6*n | peak f64
// expect: any
void nd_jacobi1d(int steps, int n, double *restrict a, double *restrict b) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3.0;
    for (int i = 1; i < n - 1; i++)
      a[i] = (b[i - 1] + b[i] + b[i + 1]) / 3.0;
  }
}

// BENCH nd_jacobi2d | a:f64[n*n] b:f64[n*n] | (20, n, a, b) | sizes 250 1000 | bytes 20*32*n*n | flops 20*10*n*n | peak f64 | expert jacobi2d
// expect: any
void nd_jacobi2d(int steps, int n, double a[restrict n][n], double b[restrict n][n]) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        b[i][j] = 0.2 * (a[i][j] + a[i][j - 1] + a[i][j + 1] + a[i - 1][j] + a[i + 1][j]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        a[i][j] = 0.2 * (b[i][j] + b[i][j - 1] + b[i][j + 1] + b[i - 1][j] + b[i + 1][j]);
  }
}

// BENCH nd_jacobi2d_levels | u:f32[2*n*n] | (20, n, n, u) | sizes 350 1400 | bytes 20*8*n*n | flops 20*5*n*n
// expect: any
void nd_jacobi2d_levels(int steps, int h, int width, float u[2][h][width]) {
  for (int t = 0; t < steps; t++)
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < width - 1; x++)
        u[(t + 1) % 2][y][x] = 0.25f * (u[t % 2][y - 1][x] + u[t % 2][y + 1][x] + u[t % 2][y][x - 1] + u[t % 2][y][x + 1]);
}

// BENCH nd_heat3d | a:f64[n*n*n] b:f64[n*n*n] | (8, n, a, b) | sizes 40 100 | bytes 8*32*n*n*n | flops 8*30*n*n*n | peak f64
// expect: any
void nd_heat3d(int steps, int n, double *restrict a, double *restrict b) {
  const int row = n, plane = n * n;
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++) {
          const int c = i * plane + j * row + k;
          b[c] = a[c] + 0.125 * (a[c - plane] - 2.0 * a[c] + a[c + plane]) + 0.125 * (a[c - row] - 2.0 * a[c] + a[c + row]) +
                 0.125 * (a[c - 1] - 2.0 * a[c] + a[c + 1]);
        }
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++) {
          const int c = i * plane + j * row + k;
          a[c] = b[c] + 0.125 * (b[c - plane] - 2.0 * b[c] + b[c + plane]) + 0.125 * (b[c - row] - 2.0 * b[c] + b[c + row]) +
                 0.125 * (b[c - 1] - 2.0 * b[c] + b[c + 1]);
        }
  }
}

// BENCH nd_seidel2d | a:f64[n*n] | (10, n, a) | sizes 250 1000 | bytes 10*16*n*n | flops 10*9*n*n | peak f64
// expect: any
void nd_seidel2d(int steps, int n, double a[n][n]) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j] + a[i][j + 1] + a[i + 1][j - 1] +
                   a[i + 1][j] + a[i + 1][j + 1]) / 9.0;
}

// BENCH nd_sor | a:f32[n*n] | (10, n, n, a) | sizes 350 1400 | bytes 10*8*n*n | flops 10*6*n*n
// expect: any
void nd_sor(int steps, int h, int width, float *a) {
  for (int t = 0; t < steps; t++)
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < width - 1; x++)
        a[y * width + x] = 0.3f * a[y * width + x] + 0.15f * (a[(y - 1) * width + x] + a[(y + 1) * width + x] +
                                                               a[y * width + x - 1] + a[y * width + x + 1]);
}

// BENCH nd_red_black | a:f32[n*n] | (10, n, n, a) | sizes 350 1400 | bytes 10*16*n*n | flops 10*6*n*n
// expect: any
void nd_red_black(int steps, int h, int width, float *a) {
  for (int t = 0; t < 2 * steps; t++)
    for (int y = 1; y < h - 1; y++)
      for (int x = 1 + (y + t) % 2; x < width - 1; x += 2)
        a[y * width + x] = 0.25f * (a[(y - 1) * width + x] + a[(y + 1) * width + x] + a[y * width + x - 1] + a[y * width + x + 1]);
}

// BENCH nd_fdtd2d | e:f64[n*n] f:f64[n*n] h:f64[n*n] s:f64[12] | (12, n, n, s, e, f, h) | sizes 200 800 | bytes 12*72*n*n | flops 12*11*n*n | peak f64
// expect: any
void nd_fdtd2d(int steps, int nx, int ny, double source[restrict steps], double ex[restrict nx][ny], double ey[restrict nx][ny],
               double hz[restrict nx][ny]) {
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      ey[0][j] = source[t];
    for (int i = 1; i < nx; i++)
      for (int j = 0; j < ny; j++)
        ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
    for (int i = 0; i < nx; i++)
      for (int j = 1; j < ny; j++)
        ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
    for (int i = 0; i < nx - 1; i++)
      for (int j = 0; j < ny - 1; j++)
        hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
}

// BENCH nd_wave1d | u:f32[n] v:f32[n] w:f32[n] | (60, n, u, v, w) | sizes 100000 2000000 | bytes 60*24*n | flops 60*5*n
// expect: any
void nd_wave1d(int steps, int n, float *restrict u, float *restrict v, float *restrict w) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      w[i] = 2.0f * v[i] - u[i] + 0.1f * (v[i - 1] - 2.0f * v[i] + v[i + 1]);
    for (int i = 1; i < n - 1; i++) {
      u[i] = v[i];
      v[i] = w[i];
    }
  }
}

// BENCH nd_star7 | a:f32[n*n*n] b:f32[n*n*n] | (4, n, 0.4f, 0.1f, a, b) | sizes 50 130 | bytes 4*16*n*n*n | flops 4*16*n*n*n
// expect: any
void nd_star7(int steps, int n, float c0, float c1, float a[restrict n][n][n], float b[restrict n][n][n]) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++)
          b[i][j][k] = c0 * a[i][j][k] + c1 * (a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] + a[i][j + 1][k] +
                                               a[i][j][k - 1] + a[i][j][k + 1]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++)
          a[i][j][k] = c0 * b[i][j][k] + c1 * (b[i - 1][j][k] + b[i + 1][j][k] + b[i][j - 1][k] + b[i][j + 1][k] +
                                               b[i][j][k - 1] + b[i][j][k + 1]);
  }
}

// BENCH nd_box27 | a:f32[n*n*n] w:f32[27] b:f32[n*n*n] | (n, a, w, b) | sizes 50 130 | bytes 8*n*n*n | flops 54*n*n*n
// expect: any
void nd_box27(int n, const float *restrict a, const float *restrict w, float *restrict b) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      for (int k = 1; k < n - 1; k++) {
        float s = 0.0f;
        for (int p = 0; p < 3; p++)
          for (int q = 0; q < 3; q++)
            for (int r = 0; r < 3; r++)
              s += w[(p * 3 + q) * 3 + r] * a[((i + p - 1) * n + j + q - 1) * n + k + r - 1];
        b[(i * n + j) * n + k] = s;
      }
}

// BENCH nd_grid_fixed | a:f32[120*200] b:f32[120*200] | (n, a, b) | sizes 50 | bytes n*16*24000 | flops n*10*24000 | check 0 12
// expect: any
void nd_grid_fixed(int steps, float a[restrict 120][200], float b[restrict 120][200]) {
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < 119; y++)
      for (int x = 1; x < 199; x++)
        b[y][x] = a[y][x] + 0.1f * (a[y - 1][x] + a[y + 1][x] + a[y][x - 1] + a[y][x + 1] - 4.0f * a[y][x]);
    for (int y = 1; y < 119; y++)
      for (int x = 1; x < 199; x++)
        a[y][x] = b[y][x];
  }
}
