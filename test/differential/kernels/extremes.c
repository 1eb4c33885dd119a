// Minima and maxima of floats to the bit: NaN where C's ternaries leave it, the sign of the zero that came first.
#include <math.h>
#include <stddef.h>

// expect: vectorized
float largest_if(const float *x, int n, float m) {
  for (int i = 0; i < n; i++)
    if (x[i] > m)
      m = x[i];
  return m;
}

// expect: vectorized
float largest_or_equal(const float *x, int n, float m) {
  for (int i = 0; i < n; i++)
    m = x[i] >= m ? x[i] : m;
  return m;
}

// Takes a NaN, and drops what was before it.
// expect: vectorized
float largest_macro(const float *x, int n, float m) {
#define MAX(a, b) ((a) > (b) ? (a) : (b))
  for (int i = 0; i < n; i++)
    m = MAX(m, x[i]);
  return m;
}

// expect: vectorized
double smallest_macro(const double *x, size_t n, double m) {
#define MIN(a, b) ((a) < (b) ? (a) : (b))
  for (size_t i = 0; i < n; i++)
    m = MIN(m, x[i]);
  return m;
}

// expect: vectorized
float smallest_unless(const float *x, int n, float m) {
  for (int i = 0; i < n; i++)
    if (!(m <= x[i]))
      m = x[i];
  return m;
}

// Nothing but zeros: the first one's sign.
// expect: vectorized
float first_zero(const float *x, int n) {
  float m = -1.0f;
  for (int i = 0; i < n; i++) {
    const float zero = copysignf(0.0f, x[i]);
    m = zero > m ? zero : m;
  }
  return m;
}

// expect: vectorized
double last_zero(const double *x, int n) {
  double m = 1.0;
  for (int i = 0; i < n; i++) {
    const double zero = copysign(0.0, x[i]);
    m = zero <= m ? zero : m;
  }
  return m;
}

// expect: vectorized
float largest_of_some(const float *x, const unsigned char *use, int n, float m) {
  for (int i = 0; i < n; i++)
    if (use[i] > 100)
      m = m > x[i] ? m : x[i];
  return m;
}

// expect: vectorized
void extent(const float *restrict x, int n, float *restrict range) {
  float lo = INFINITY, hi = -INFINITY;
  for (int i = 0; i < n; i++) {
    if (x[i] < lo)
      lo = x[i];
    if (x[i] > hi)
      hi = x[i];
  }
  range[0] = lo;
  range[1] = hi;
}

// The scalar loop may have to start over after the vectors stored.
// expect: vectorized
float normalize_and_peak(float *restrict y, const float *restrict x, int n) {
  float peak = 0.0f;
  for (int i = 0; i < n; i++) {
    const float v = x[i] * 0.5f;
    y[i] = v;
    peak = peak > v ? peak : v;
  }
  return peak;
}

// In place it cannot start over.
// expect: declined FloatReduction
float halve_and_peak(float *x, int n) {
  float peak = 0.0f;
  for (int i = 0; i < n; i++) {
    x[i] *= 0.5f;
    peak = peak > x[i] ? peak : x[i];
  }
  return peak;
}

// expect: vectorized
float two_updates(const float *x, const float *y, int n, float m) {
  for (int i = 0; i < n; i++) {
    m = m > x[i] ? m : x[i];
    m = m > y[i] ? m : y[i];
  }
  return m;
}

// A NaN of x[i] may be dropped again by y[i].
// expect: declined FloatReduction
float nested_updates(const float *x, const float *y, int n, float m) {
  for (int i = 0; i < n; i++)
    m = MAX(MAX(m, x[i]), y[i]);
  return m;
}

// expect: vectorized
double peak_and_count(const float *x, int n, int *restrict count) {
  float m = -INFINITY;
  int c = 7;
  for (int i = 0; i < n; i++) {
    m = MAX(m, x[i]);
    c += x[i] > 0.5f;
  }
  *count = c;
  return m;
}

// The largest change, beside what is written: it may start over, for nothing is read that was there before.
// expect: vectorized
float largest_change(const float *restrict a, float *restrict b, int n) {
  float most = 0;
  for (int i = 0; i < n; i++) {
    b[i] = a[i] * 0.75f;
    float change = fabsf(b[i] - a[i]);
    if (change > most)
      most = change;
  }
  return most;
}

// expect: vectorized
double residual(double *restrict w, const double *restrict u, int n, int m) {
  double most = 0;
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      w[i * m + j] = .25 * (u[(i - 1) * m + j] + u[(i + 1) * m + j] + u[i * m + j - 1] + u[i * m + j + 1]);
      double change = fabs(w[i * m + j] - u[i * m + j]);
      if (change > most)
        most = change;
    }
  return most;
}

// expect: declined FloatReduction
float largest_where_written(const float *restrict a, float *restrict b, const int *restrict k, int n) {
  float most = 0;
  for (int i = 0; i < n; i++) {
    if (k[i])
      b[i] = a[i] * 2;
    if (b[i] > most)
      most = b[i];
  }
  return most;
}

// expect: declined FloatReduction
float largest_before(const float *restrict a, float *restrict b, int n) {
  float most = 0;
  for (int i = 0; i < n; i++) {
    float old = b[i];
    b[i] = a[i] * 2 + old;
    if (old > most)
      most = old;
  }
  return most;
}
