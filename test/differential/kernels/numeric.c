// Numeric kernels in double: vectors, stencils, triangular loops, recurrences.
#include <stddef.h>

// expect: vectorized
void axpby(double *restrict y, const double *restrict x, double a, double b, long n) {
  for (long i = 0; i < n; i++)
    y[i] = a * x[i] + b * y[i];
}

// expect: vectorized
void jacobi_row(double *restrict next, const double *restrict now, double r, int n) {
  for (int i = 1; i <= n - 2; i++)
    next[i] = now[i] + r * (now[i - 1] - 2.0 * now[i] + now[i + 1]);
}

// expect: declined CarriedDependence
void gauss_seidel_row(double *u, int n) {
  for (int i = 1; i < n - 1; i++)
    u[i] = 0.5 * (u[i - 1] + u[i + 1]);
}

// expect: declined CarriedDependence
void thomas_forward(double *restrict d, const double *restrict l, int n) {
  for (int i = 1; i < n; i++)
    d[i] -= l[i] * d[i - 1];
}

// expect: vectorized
void lower_triangle_scale(double *restrict a, double s, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      a[i * n + j] *= s;
}

// expect: vectorized
void rank_one_upper(double *restrict a, const double *restrict x, const double *restrict y, int n) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      a[i * n + j] += x[i] * y[j];
}

// expect: vectorized
void horner4(double *restrict out, const double *restrict x, const double *restrict c, size_t n) {
  for (size_t i = 0; i < n; i++) {
    double v = c[4];
    v = v * x[i] + c[3];
    v = v * x[i] + c[2];
    v = v * x[i] + c[1];
    out[i] = v * x[i] + c[0];
  }
}

// expect: vectorized
void differences(double *restrict d, const double *restrict x, const double *restrict t, int n) {
  for (int i = 0; i + 1 < n; i++)
    d[i] = (x[i + 1] - x[i]) / (t[i + 1] - t[i]);
}

// expect: declined FloatReduction
double trapezoid(const double *x, const double *y, int n) {
  double area = 0.0;
  for (int i = 1; i < n; i++)
    area += (x[i] - x[i - 1]) * (y[i] + y[i - 1]);
  return 0.5 * area;
}

// expect: any
void gather_field(double *restrict out, const double *restrict field, const int *restrict where, int n) {
  for (int i = 0; i < n; i++)
    out[i] = field[where[i]];
}

// expect: vectorized
void wave_step(double *restrict next, const double *restrict now, const double *restrict last, double c2, int n) {
  for (int i = 1; i < n - 1; ++i)
    next[i] = 2.0 * now[i] - last[i] + c2 * (now[i + 1] - 2.0 * now[i] + now[i - 1]);
}

// gcc takes x + x for a product, which it would fuse with the sum.
// expect: vectorized
void doubled_less(double *restrict y, const double *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = -x[i] + (x[i] + x[i]);
}
