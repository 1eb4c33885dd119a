// Dot product. The order of a float sum is part of its meaning: the pragma permits another one.
#include <stddef.h>

float dot(size_t n, const float *restrict x, const float *restrict y) {
  float sum = 0.0f;
#pragma vecify fp(reassoc)
  for (size_t i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}
