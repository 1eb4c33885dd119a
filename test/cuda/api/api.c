/* What Api.cpp calls: on host memory, on device memory, where calls fail, where arrays overlap. */
#include <stddef.h>

void axpy(size_t n, float alpha, const float *x, float *y) {
  for (size_t i = 0; i < n; i++)
    y[i] = alpha * x[i] + y[i];
}

double dot(int n, const double *x, const double *y) {
  double s = 0.5;
#pragma vecify fp(reassoc)
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

void deinterleave(int n, const float *z, float *restrict re, float *restrict im) {
  for (int i = 0; i < n; i++) {
    re[2 * i] = z[2 * i] * 2.0f;
    im[2 * i] = z[2 * i + 1] * 3.0f;
  }
}
