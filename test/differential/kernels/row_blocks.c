// Triangles: rows of a block run in lanes what all of them have in common, and the rest one after the other.
#include <math.h>
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void forward_in_memory(int n, double *restrict x, double l[restrict n][n], const double *restrict b) {
  for (int i = 0; i < n; i++) {
    x[i] = b[i];
    for (int j = 0; j < i; j++)
      x[i] -= l[i][j] * x[j];
    x[i] = x[i] / l[i][i];
  }
}

// The sum so far goes from the lanes to each row's own part.
// expect: vectorized
void forward_in_scalar(int n, float *restrict x, const float *restrict l, const float *restrict b) {
  for (int i = 0; i < n; i++) {
    float s = b[i];
    for (int j = 0; j < i; j++)
      s -= l[i * n + j] * x[j];
    x[i] = s / l[i * n + i];
  }
}

// A declaration outside of the loops, and a diagonal of ones.
// expect: any
void unit_forward(size_t n, double *restrict x, const double *restrict l) {
  double s;
  for (size_t i = 1; i < n; i++) {
    s = x[i];
    for (size_t j = 0; j < i; j++)
      s -= l[i * n + j] * x[j];
    x[i] = s;
  }
}

// expect: any
void factor_rows(int n, double a[restrict n][n]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        a[i][j] -= a[i][k] * a[j][k];
      a[i][j] /= a[j][j];
    }
    for (int k = 0; k < i; k++)
      a[i][i] -= a[i][k] * a[i][k];
    a[i][i] = sqrt(a[i][i]);
  }
}

// The diagonal in the same loop.
// expect: any
void factor_with_sums(int n, const double a[restrict n][n], double l[restrict n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double s = 0;
      for (int k = 0; k < j; k++)
        s += l[i][k] * l[j][k];
      if (i == j)
        l[i][j] = sqrt(a[i][i] - s);
      else
        l[i][j] = (a[i][j] - s) / l[j][j];
    }
}

// expect: any
void eliminate(int n, double a[restrict n][n]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        a[i][j] -= a[i][k] * a[k][j];
      a[i][j] /= a[j][j];
    }
    for (int j = i; j < n; j++)
      for (int k = 0; k < i; k++)
        a[i][j] -= a[i][k] * a[k][j];
  }
}

// expect: any
void eliminate_in_scalars(int n, float a[restrict n][n]) {
  float w;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      w = a[i][j];
      for (int k = 0; k < j; k++)
        w -= a[i][k] * a[k][j];
      a[i][j] = w / a[j][j];
    }
    for (int j = i; j < n; j++) {
      w = a[i][j];
      for (int k = 0; k < i; k++)
        w -= a[i][k] * a[k][j];
      a[i][j] = w;
    }
  }
}

// Nothing waits, but each row is longer than the one before.
// expect: any
void lower_times_vector(int n, float *restrict y, const float *restrict l, const float *restrict x) {
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j <= i; j++)
      s += l[i * n + j] * x[j];
    y[i] = s;
  }
}

// Each row begins later: its own part comes first.
// expect: any
void upper_times_vector(int n, double *restrict y, const double *restrict u, const double *restrict x) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = i; j < n; j++)
      s += u[i * n + j] * x[j];
    y[i] = s;
  }
}

// From the last row to the first: the rows of the block come first in C's order, so nothing goes apart.
// expect: any
void backward(int n, double *restrict x, const double *restrict u) {
  for (int i = n - 1; i >= 0; i--) {
    double s = x[i];
    for (int j = i + 1; j < n; j++)
      s -= u[i * n + j] * x[j];
    x[i] = s / u[i * n + i];
  }
}

// And the other way round, which goes apart.
// expect: any
void backward_down(int n, double *restrict x, const double *restrict u) {
  for (int i = n - 1; i >= 0; i--) {
    double s = x[i];
    for (int j = n - 1; j > i; j--)
      s -= u[i * n + j] * x[j];
    x[i] = s / u[i * n + i];
  }
}

// Hashes of prefixes, in integers that wrap.
// expect: any
void prefix_hashes(int n, uint32_t *restrict h, const uint32_t *restrict key) {
  for (int i = 0; i < n; i++) {
    uint32_t s = 17u + (uint32_t)i;
    for (int j = 0; j < i; j++)
      s = s * 31u + (key[j] ^ h[j]);
    h[i] = s;
  }
}

// Two sums of one row, a condition, and what follows uses both.
// expect: any
void two_sums(int n, float *restrict x, const float *restrict a, const float *restrict w) {
  for (int i = 0; i < n; i++) {
    float s = 0, t = 1;
    for (int j = 0; j < i; j++) {
      const float v = a[i * n + j];
      if (v > 0)
        s += v * x[j];
      t += w[j] * v;
    }
    x[i] = s - t;
  }
}

// A band before the triangle, and a part behind it.
// expect: any
void two_triangles(int n, double *restrict x, const double *restrict a) {
  for (int i = 2; i < n; i++) {
    double s = 1;
    for (int j = 0; j < i - 1; j++)
      s += a[i * n + j] * x[j];
    for (int j = 0; j < i + 1; j++)
      s -= a[i * n + j];
    x[i] = s;
  }
}

// The sum of all goes on from row to row.
// expect: any
double carried_norm(int n, double *restrict x, const double *restrict l) {
  double norm = 0;
  for (int i = 0; i < n; i++) {
    double s = x[i];
    for (int j = 0; j < i; j++)
      s -= l[i * n + j] * x[j];
    x[i] = s;
    norm = norm * 0.5 + s;
  }
  return norm;
}

// The last one is looked at behind the loop.
// expect: any
double last_sum(int n, double *restrict x, const double *restrict l) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s = x[i];
    for (int j = 0; j < i; j++)
      s -= l[i * n + j] * x[j];
    x[i] = s;
  }
  return s;
}

// Each row goes on with the sum of the one before.
// expect: any
double running_sum(int n, double *restrict x, const double *restrict l) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++)
      s -= l[i * n + j] * x[j];
    x[i] = s;
  }
  return s;
}

// A narrow band: there may be no part that all rows have.
// expect: any
void band(int n, float *restrict y, const float *restrict a, const float *restrict x) {
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = i; j < i + 5; j++)
      s += a[i * 5 + j - i] * x[j];
    y[i] = s;
  }
}

// Each row waits for what the one before has done in the part that all have.
// expect: any
void waits_in_common(int n, double *restrict x, double a[restrict n][n]) {
  for (int i = 1; i < n; i++) {
    double s = 0;
    for (int j = 0; j < i; j++) {
      a[i][j] = a[i - 1][j] * 0.5 + x[j];
      s += a[i][j];
    }
    x[i] = s;
  }
}

// Two counters for each row.
// expect: any
void steep(int n, float *restrict y, const float *restrict a) {
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < 2 * i; j++)
      s = s * 0.5f + a[i * n + j];
    y[i] = s;
  }
}

// A size that is known, of which a few rows are left over.
// expect: any
void fixed_size(double x[21], double l[21][21]) {
  for (int i = 0; i < 21; i++) {
    double s = x[i];
    for (int j = 0; j < i; j++)
      s -= l[i][j] * x[j];
    x[i] = s / l[i][i];
  }
}

// Arrays that may be one.
// expect: any
void may_overlap(int n, double *x, const double *l, const double *b) {
  for (int i = 0; i < n; i++) {
    double s = b[i];
    for (int j = 0; j < i; j++)
      s -= l[i * n + j] * x[j];
    x[i] = s;
  }
}

// Lanes along the columns of what each row does behind the triangle.
// expect: any
void update_row(int n, float a[restrict n][n], float *restrict d) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++)
      for (int k = 0; k < j; k++)
        a[i][j] -= a[i][k] * a[j][k] * d[k];
    for (int j = 0; j < n; j++)
      a[i][j] *= 0.75f;
    d[i] = a[i][i];
  }
}

// Gray: longest rising runs that end in each place, of all pairs before it.
// expect: any
void rising(int n, int *restrict best, const int *restrict v) {
  for (int i = 0; i < n; i++) {
    int most = 0;
    for (int j = 0; j < i; j++)
      if (v[j] < v[i] && best[j] > most)
        most = best[j];
    best[i] = most + 1;
  }
}
