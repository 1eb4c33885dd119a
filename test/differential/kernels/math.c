// The math library, vectorized within a permitted error.
// needs: sleef
#include <math.h>
#include <stddef.h>

// expect: vectorized
void sigmoid(float *restrict y, const float *restrict x, int n) {
#pragma vecify math(1)
  for (int i = 0; i < n; i++)
    y[i] = 1.0f / (1.0f + expf(-x[i]));
}

// expect: vectorized
void sigmoid_in_place(float *x, size_t n) {
#pragma vecify math(4)
  for (size_t i = 0; i < n; i++)
    x[i] = 1.0f / (1.0f + expf(-x[i]));
}

// expect: vectorized
void waves(double *restrict y, const double *restrict x, int n, double f) {
#pragma vecify math(4)
  for (int i = 0; i < n; i++)
    y[i] = sin(f * x[i]) + cos(x[i]);
}

// expect: vectorized
void gelu(float *restrict y, const float *restrict x, int n) {
#pragma vecify math(4)
  for (int i = 0; i < n; i++)
    y[i] = 0.5f * x[i] * (1.0f + tanhf(0.7978845608f * (x[i] + 0.044715f * x[i] * x[i] * x[i])));
}

// expect: any
void decibels(float *restrict y, const float *restrict x, int n) {
#pragma vecify math(1)
  for (int i = 0; i < n; i++)
    if (x[i] > 1e-6f)
      y[i] = 20.0f * log10f(x[i]);
}

// expect: vectorized
void powers(float *restrict y, const float *restrict x, int n, float gamma) {
#pragma vecify math(1)
  for (int i = 0; i < n; i++)
    y[i] = powf(fabsf(x[i]), gamma);
}

// expect: vectorized
void polar(float *restrict angle, float *restrict radius, const float *restrict x, const float *restrict y, int n) {
#pragma vecify math(4)
  for (int i = 0; i < n; i++) {
    angle[i] = atan2f(y[i], x[i]);
    radius[i] = hypotf(x[i], y[i]);
  }
}

// expect: vectorized
double sum_of_cos(const double *x, int n) {
  double s = 0;
#pragma vecify math(4) fp(reassoc)
  for (int i = 0; i < n; i++)
    s += cos(x[i]);
  return s;
}

// expect: vectorized
void mixed_widths(double *restrict y, const float *restrict x, int n) {
#pragma vecify math(1)
  for (int i = 0; i < n; i++)
    y[i] = exp((double)x[i]) + (double)logf(fabsf(x[i]) + 1.0f);
}

// One call per lane where the library has no function that keeps the bound: as exact as libm.
// expect: any
void by_lane(float *restrict y, const float *restrict x, const float *restrict z, int n) {
#pragma vecify math(1) vectorize
  for (int i = 0; i < n; i++)
    y[i] = sinhf(x[i]) + z[i];
}

// Nothing permitted, no errno: the library's own function, lane by lane, bit for bit.
// expect: vectorized
void by_lane_exactly(float *restrict y, const float *restrict x, int n) {
#pragma vecify vectorize
  for (int i = 0; i < n; i++)
    y[i] = atanf(x[i]) * 3.0f - cbrtf(x[i]);
}

// expect: declined MathErrno
void errno_is_seen(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = expf(x[i]);
}

// expect: declined MathCall
void nothing_permitted(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = atanf(x[i]);
}
