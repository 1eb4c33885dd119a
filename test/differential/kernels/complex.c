// Complex numbers: products that keep infinities, sums, parts, conjugates, constants, in arrays, structs and variables.
#include <complex.h>
#include <math.h>
#include <stddef.h>

// expect: vectorized
void product(size_t n, float complex *restrict z, const float complex *restrict a, const float complex *restrict b) {
  for (size_t i = 0; i < n; i++)
    z[i] = a[i] * b[i];
}

// expect: vectorized
void product_of_doubles(int n, double complex *z, const double complex *a, const double complex *b) {
  for (int i = 0; i < n; i++)
    z[i] = conj(a[i]) * b[i];
}

// expect: vectorized
void add_scaled(int n, float complex k, float complex *restrict y, const float complex *restrict x) {
  for (int i = 0; i < n; i++)
    y[i] += k * x[i];
}

// expect: vectorized
void scale_in_place(int n, double complex *x, double complex k) {
  for (int i = 0; i < n; i++)
    x[i] *= k;
}

// expect: vectorized
void window(int n, float complex *restrict y, const float *restrict w) {
  for (int i = 0; i < n; i++)
    y[i] = w[i] * y[i] - w[i];
}

// expect: vectorized
void real_first(int n, double complex *restrict y, const double complex *restrict x, double r) {
#pragma vecify shape(i:4)
  for (int i = 0; i < n; i++)
    y[i] = r - x[i] / r;
}

// expect: vectorized
void squared_size(int n, float *restrict m, const float complex *restrict x) {
  for (int i = 0; i < n; i++)
    m[i] = crealf(x[i]) * crealf(x[i]) + cimagf(x[i]) * cimagf(x[i]);
}

// expect: vectorized
void conjugates(int n, float complex *restrict y, const float complex *restrict x) {
  for (int i = 0; i < n; i++)
    y[i] = conjf(x[i]);
}

// expect: vectorized
void turn_left(int n, double complex *restrict y, const double complex *restrict x) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * I + (float)i;
}

// expect: vectorized
void parts(int n, float complex *restrict y, const float *restrict re, const float *restrict im) {
  for (int i = 0; i < n; i++) {
    __real__ y[i] = re[i];
    __imag__ y[i] = -im[i];
  }
}

// expect: vectorized
void swap_parts(int n, float complex *y) {
  for (int i = 0; i < n; i++)
    y[i] = cimagf(y[i]) + crealf(y[i]) * I;
}

// expect: vectorized
void local_square(int n, double complex *restrict y, const double complex *restrict x, double complex c) {
  for (int i = 0; i < n; i++) {
    double complex t = x[i] - c;
    t = t * t;
    y[i] = t + c;
  }
}

// expect: vectorized
int count_ones(int n, const float complex *x) {
  int count = 0;
  for (int i = 0; i < n; i++)
    count += x[i] == 1;
  return count;
}

// expect: vectorized
void clear_zeros(int n, float complex *restrict y, const float complex *restrict x, const float *restrict w) {
  for (int i = 0; i < n; i++)
    y[i] = w[i] > 0 ? x[i] : x[i] * 2;
}

// expect: vectorized
void clear_negative(int n, float complex *restrict y, const float *restrict w) {
#pragma vecify shape(i:4)
  for (int i = 0; i < n; i++)
    if (w[i] < 0 && y[i] != 0)
      y[i] = 0;
}

struct bin {
  float complex value;
  float weight;
};

// expect: vectorized
void weigh(int n, float complex *restrict y, const struct bin *restrict bins) {
  for (int i = 0; i < n; i++)
    y[i] = bins[i].value * bins[i].weight;
}

// expect: vectorized
void widen(int n, double complex *restrict y, const float complex *restrict x) {
#pragma vecify shape(i:4)
  for (int i = 0; i < n; i++)
    y[i] = x[i] + 0.5;
}

static inline float complex rotated(float complex z, float complex by) { return z * by; }

// expect: vectorized
void rotate(int n, float complex *restrict z, float complex by) {
  for (int i = 0; i < n; i++)
    z[i] = rotated(z[i], by);
}

// expect: vectorized
void real_of_product(int n, float *restrict y, const float complex *restrict a, const float complex *restrict b) {
  for (int i = 0; i < n; i++)
    y[i] = a[i] * b[i];
}

// expect: vectorized
void filter(int n, float complex *restrict y, const float complex *restrict x, const float *restrict h) {
  for (int i = 0; i < n; i++) {
    float complex sum = 0;
    for (int k = 0; k < 8; k++)
      sum += x[i + k] * h[k];
    y[i] = sum;
  }
}

// expect: vectorized
void matrix_product(int n, float complex *restrict c, const float complex *restrict a, const float complex *restrict b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float complex sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}

// expect: vectorized
void butterflies(int half, float complex *x, const float complex *restrict w) {
  for (int i = 0; i < half; i++) {
    float complex a = x[i], b = x[i + half] * w[i];
    x[i] = a + b;
    x[i + half] = a - b;
  }
}

// expect: vectorized
void backwards(int n, float complex *restrict y, const float complex *restrict x) {
#pragma vecify shape(i:4)
  for (int i = 0; i < n; i++)
    y[i] = -x[n - 1 - i];
}

// expect: vectorized
void chain(int n, double complex *restrict y, const double complex *restrict a, const double complex *restrict b) {
  for (int i = 0; i < n; i++)
    y[i] = a[i] * b[i] * a[i];
}

// expect: vectorized
void by_the_square(int n, float complex *restrict y, const float *restrict x, float complex k) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] + k * k;
}

// expect: any
float complex products_in_order(int n, const float complex *a) {
  float complex product = 1;
  for (int i = 0; i < n; i++)
    product *= a[i];
  return product;
}
