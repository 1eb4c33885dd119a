// Sums that are kept in registers over a loop, of arrays that may be those which are read: then the loop runs as it is.
typedef struct {
  double v, x, y;
} particle;

// expect: vectorized
void forces(int n, particle *to, const particle *a, const particle *b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      const double r = a[i].v + b[j].v - (a[i].x * b[j].x + a[i].y * b[j].y);
      const double s = 1.0 / (1.0 + r * r);
      to[i].v += s;
      to[i].x += s * (a[i].x - b[j].x);
      to[i].y += s * (a[i].y - b[j].y);
    }
}

// expect: any
void rows_summed(int n, int m, float *to, const float *w, const float *x) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[i] += w[j] * x[i];
}

// expect: any
void rows_updated(int n, int m, int *to, const int *x) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[i] = (to[i] ^ x[i]) + j;
}
