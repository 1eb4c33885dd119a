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

/* No array: nothing to copy, and still no reason to fail where there is no device. */
unsigned scrambled(unsigned n, unsigned k) {
  unsigned product = 1;
  for (unsigned i = 0; i < n; i++)
    product *= (i ^ k) | 1;
  return product;
}

/* The counter goes on in the second loop and is the result; a name that the parameter for the stream would take. */
int halves(int n, float *stream, int *done) /* of a) and b) */ {
  int arrays;
  for (arrays = 1; arrays < n; arrays++)
    stream[arrays] = 0.5f * stream[arrays];
  for (; arrays < 2 * n; arrays++)
    done[arrays] = done[arrays] / 2;
  return arrays;
}

static void twice(int n, float *x) {
  for (int i = 0; i < n; i++)
    x[i] = 2.0f * x[i];
}


/* A static function has no form on device pointers, which nobody could call. */
void four_times(int n, float *x) {
  twice(n, x);
  twice(n, x);
}
