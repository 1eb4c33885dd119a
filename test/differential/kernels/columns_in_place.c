// Columns below a diagonal, a few at a time: what a store leaves in one of them is read together with its neighbours.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized avx512
void clipped_and_scaled(size_t rows, const float (*x)[rows], const float *a, float *y, const int8_t *in, int8_t *g) {
#pragma vecify shape(i:4, j:16)
  for (size_t i = 0; i < rows / 2; i++)
    for (size_t j = i; j < rows; j++) {
      if (x[j][i] - 1.0f < 0.5f && a[j] < 3.0f)
        y[rows * j + i] = 255.0f;
      if (in[j] * 138 > 100.0f && x[j][1] > -1.0f)
        y[rows * j + i] *= (float)(14 + g[j + 1] * 108 + g[j] * 108);
      else
        y[rows * j + i] = (float)((g[j + 2] / 8 + 255) << 6);
    }
}
