// RUN avx2: --target=avx2
// <immintrin.h> uses malloc, so it comes before what forbids that.
#include <math.h>
#include "malloc_forbidden.h"
#include <stddef.h>

void scale(float *y, size_t n) {
  for (size_t i = 0; i < n; i++)
    y[i] *= 2;
}
