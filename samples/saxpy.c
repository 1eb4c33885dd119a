// y = alpha * x + y, the first loop of every vector library.
#include <stddef.h>

void saxpy(size_t n, float alpha, const float *restrict x, float *restrict y) {
  for (size_t i = 0; i < n; i++)
    y[i] = alpha * x[i] + y[i];
}
