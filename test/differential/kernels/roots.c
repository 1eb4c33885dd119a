// Square roots, with what errno gets to know of them.
#include <errno.h>
#include <math.h>
#include <stdint.h>

// expect: vectorized
void roots(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = sqrtf(x[i]);
}

// expect: vectorized
int roots_report(double *restrict y, const double *restrict x, int n) {
  errno = 0;
  for (int i = 0; i < n; i++)
    y[i] = sqrt(x[i] - 1);
  const int reported = errno;
  errno = 0;
  return reported;
}

// expect: vectorized
int roots_in_place(float *x, int n, float least) {
  errno = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > least)
      x[i] = sqrtf(x[i]);
  const int reported = errno;
  errno = 0;
  return reported;
}

// expect: vectorized
int roots_chosen(double *restrict y, const double *restrict x, const double *restrict z, int n) {
  errno = 0;
  for (int i = 0; i < n; i++)
    y[i] = x[i] > -0.5 && z[i] < 2 ? sqrt(x[i]) : x[i] < z[i] ? 1 / sqrt(z[i]) : 0;
  const int reported = errno;
  errno = 0;
  return reported;
}

// expect: vectorized
int roots_that_count(const float *restrict x, const double *restrict z, int n) {
  errno = 0;
  int count = 0;
  for (int i = 0; i < n; i++)
    count += sqrtf(x[i]) < 1 || sqrt(z[i]) < 0.5;
  const int reported = errno;
  errno = 0;
  return reported != 0 ? -count : count;
}

// expect: vectorized
void lengths(float *restrict y, const float *restrict p, int n) {
  for (int i = 0; i < n; i++)
    y[i] = sqrtf(p[3 * i] * p[3 * i] + p[3 * i + 1] * p[3 * i + 1] + p[3 * i + 2] * p[3 * i + 2]);
}

// expect: vectorized
void distances(float *restrict y, const float *restrict p, const float *restrict q, int n, int m) {
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int k = 0; k < m; k++) {
      const float d = p[i * m + k] - q[k];
      sum += d * d;
    }
    y[i] = sqrtf(sum);
  }
}

// expect: vectorized
int standard_deviations(float *restrict y, const float *restrict s, const float *restrict q, float n, int w, int h) {
  errno = 0;
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      y[i * w + j] = sqrtf(q[i * w + j] / n - s[i * w + j] * s[i * w + j]);
  const int reported = errno;
  errno = 0;
  return reported;
}

// expect: vectorized
void gradients(uint8_t *restrict y, const int16_t *restrict gx, const int16_t *restrict gy, int n) {
  for (int i = 0; i < n; i++) {
    const int m = (int)sqrt((double)gx[i] * gx[i] + (double)gy[i] * gy[i]);
    y[i] = m > 255 ? 255 : m;
  }
}

// expect: vectorized
void clamped_roots(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = sqrtf(x[i] > 0 ? x[i] : 0) + sqrtf(fmaxf(x[i], 1)) + sqrtf(fabsf(x[i]) / 3);
}

// expect: vectorized
void squares(float *restrict y, const double *restrict x, double m, int n) {
  for (int i = 0; i < n; i++)
    y[i] = pow(x[i] - m, 2) + pow(x[i], 1);
}

// What lies behind the number that ends it is not looked at.
// expect: vectorized
int first_unless_small(const float *restrict x, int n, float most, int *restrict reported) {
  errno = 0;
  int found = -1;
  for (int i = 0; i < n; i++)
    if (!(sqrtf(x[i]) < most)) {
      found = i;
      break;
    }
  *reported = errno;
  errno = 0;
  return found;
}

// expect: vectorized
double largest_until(const double *restrict x, int n, double end, int *restrict reported) {
  errno = 0;
  double largest = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] == end)
      break;
    const double root = sqrt(x[i]);
    if (root > largest)
      largest = root;
  }
  *reported = errno;
  errno = 0;
  return largest;
}

// What a place holds is its root, and is replaced in every iteration: the strip's second part is done in order.
// expect: any
void root_of_the_last(float *restrict y, const unsigned char *a, int n, int *restrict reported) {
  errno = 0;
  for (int j = 0; j < n; j++) {
    y[1] = sqrtf(y[1]);
    y[1] = ((11 + a[1] + a[j] + a[j + 2]) >> 3) - 20;
  }
  *reported = errno;
  errno = 0;
}
