// Dot product of 16-bit integers, the heart of correlation: integers may be summed in any order.
#include <stdint.h>

int32_t dot_i16(int n, const int16_t *restrict x, const int16_t *restrict y) {
  int32_t sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}
