// Loops around rows that wait for one another: the rows stay in order, and what may overlap is asked once, for all.

// Elimination along i, in all columns at once.
// expect: vectorized
void pentadiagonal(double *below, double *diag, double *above, double *last, double *rhs, int columns, int rows) {
  for (int i = 0; i < rows - 2; i++)
    for (int j = 0; j < columns; j++) {
      int here = i * columns + j, next = (i + 1) * columns + j, after = (i + 2) * columns + j;
      double factor = 1.0 / diag[here];
      above[here] *= factor;
      last[here] *= factor;
      rhs[here] *= factor;
      diag[next] -= below[next] * above[here];
      above[next] -= below[next] * last[here];
      rhs[next] -= below[next] * rhs[here];
      rhs[after] -= below[after] * rhs[here];
    }
}

// Two rows of their own between the planes, and two loops over columns.
// expect: vectorized
void smoothed_planes(const double *u, const double *v, double *r, int n1, int n2, int n3, const double a[4]) {
  double u1[80], u2[80];
  for (int i3 = 1; i3 < n3 - 1; i3++)
    for (int i2 = 1; i2 < n2 - 1; i2++) {
      for (int i1 = 0; i1 < n1 && i1 < 80; i1++) {
        u1[i1] = u[(i3 * n2 + i2 - 1) * n1 + i1] + u[(i3 * n2 + i2 + 1) * n1 + i1];
        u2[i1] = u[((i3 - 1) * n2 + i2) * n1 + i1] + u[((i3 + 1) * n2 + i2) * n1 + i1];
      }
      for (int i1 = 1; i1 < n1 - 1 && i1 < 79; i1++)
        r[(i3 * n2 + i2) * n1 + i1] =
            v[(i3 * n2 + i2) * n1 + i1] - a[2] * (u2[i1] + u1[i1 - 1] + u1[i1 + 1]) - a[3] * (u2[i1 - 1] + u2[i1 + 1]);
    }
}

// expect: vectorized
void seams(float *energy, const float *cost, int h, int w) {
  for (int y = 1; y < h; y++)
    for (int x = 1; x < w - 1; x++) {
      float best = energy[(y - 1) * w + x];
      if (energy[(y - 1) * w + x - 1] < best)
        best = energy[(y - 1) * w + x - 1];
      if (energy[(y - 1) * w + x + 1] < best)
        best = energy[(y - 1) * w + x + 1];
      energy[y * w + x] = cost[y * w + x] + best;
    }
}

// Backwards, from the last row.
// expect: vectorized
void back_substituted(double *d, const double *c, const double *scale, int n, int m) {
  for (int i = n - 2; i >= 0; i--)
    for (int s = 0; s < m; s++)
      d[i * m + s] = (d[i * m + s] - c[i * m + s] * d[(i + 1) * m + s]) * scale[s];
}

// Each step shortens the row.
// expect: vectorized
void option_tree(double *value, const double *spot, int steps, double up, double down, double strike) {
  for (int t = steps - 1; t >= 0; t--)
    for (int i = 0; i <= t; i++) {
      double held = up * value[i + 1] + down * value[i], now = strike - spot[t + i];
      value[i] = held > now ? held : now;
    }
}
