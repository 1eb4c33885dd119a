// Functions with counted loops are evaluated in place.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static float distance_of(const float *a, const float *b, int n) {
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

// expect: vectorized
void distances(int n, int features, const float *restrict points, const float *restrict to, float *restrict d) {
  for (int i = 0; i < n; i++)
    d[i] = distance_of(points + (ptrdiff_t)i * features, to, features);
}

static inline double dot3(const double *a, const double *b) {
  double s = 0;
  for (int k = 0; k < 3; k++)
    s += a[k] * b[k];
  return s;
}

// expect: vectorized
void dots(int n, double (*restrict a)[3], double (*restrict b)[3], double *restrict o) {
  for (int j = 0; j < n; j++)
    o[j] = dot3(a[j], b[j]) + 1;
}

// Two calls in one expression.
// expect: any
void angles(int n, double (*restrict a)[3], double (*restrict b)[3], double *restrict o) {
  for (int j = 0; j < n; j++)
    o[j] = dot3(a[j], b[j]) / (dot3(a[j], a[j]) + dot3(b[j], b[j]) + 1);
}

static int sad8(const uint8_t *a, const uint8_t *b, int stride) {
  int sad = 0;
  for (int y = 0; y < 8; y++, a += stride, b += stride)
    for (int x = 0; x < 8; x++)
      sad += abs(a[x] - b[x]);
  return sad;
}

// expect: any
void search(int n, const uint8_t *restrict block, const uint8_t *restrict frame, int *restrict cost) {
  for (int i = 0; i < n; i++)
    cost[i] = sad8(block, frame + i, 64);
}

static void scale_row(float *d, const float *s, float by, int n) {
  d[0] = by;
  for (int i = 0; i < n; i++)
    d[i] = s[i] * by;
}

// expect: any
void scale_rows(int n, int m, float *restrict d, const float *restrict s, const float *restrict by) {
  for (int j = 0; j < m; j++)
    scale_row(d + j * n, s + j * n, by[j], n);
}

static float horner(float x, const float *c, int degree) {
  float y = c[degree];
  while (degree-- > 0)
    y = y * x + c[degree];
  return y;
}

// expect: any
void polynomials(int n, const float *restrict x, const float *restrict c, float *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = horner(x[i], c, 5);
}

static unsigned power(unsigned base, int exponent) {
  unsigned result = 1;
  for (int k = 0; k < exponent; k++)
    result *= base;
  return result;
}

// expect: any
void powers(int n, const unsigned *restrict a, unsigned *restrict b) {
  for (int i = 0; i < n; i++)
    b[i] = power(a[i], 5) + power(a[i] + 1, 3);
}

// The parameter is changed, and the loop may not run.
static int sum_down(int from, int step) {
  int sum = 0;
  for (; from > 0; from -= step)
    sum += from;
  return sum;
}

// expect: any
void sums_down(int n, const int *restrict a, int *restrict b) {
  for (int i = 0; i < n; i++)
    b[i] = sum_down(a[i] & 31, 3);
}

// A call under a condition.
// expect: any
void some_distances(int n, const float *restrict points, const float *restrict to, const int *restrict on,
                    float *restrict d) {
  for (int i = 0; i < n; i++)
    if (on[i] > 0)
      d[i] = distance_of(points + 4 * i, to, 4);
}

static float mean_of(const float *x, int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s / n;
}

// expect: any
void minus_mean(int rows, int n, float *restrict x) {
  for (int r = 0; r < rows; r++) {
    float mean = mean_of(x + r * n, n);
    for (int i = 0; i < n; i++)
      x[r * n + i] -= mean;
  }
}

// Calls one that has a loop.
static float norm2(const float *a) { return distance_of(a, a + 1, 3) + 1; }

// expect: any
void norms(int n, const float *restrict a, float *restrict o) {
  for (int i = 0; i < n; i++)
    o[i] = norm2(a + i);
}
