// RUN avx512: --target=avx512 -- -O3 -march=x86-64-v4 -ffast-math
#include <math.h>

#define IN_PLACE(loop) loop

// Written out, the eight sums became one chain of clang's, and the second loop several kilobytes.
void normalize_rows(int rows, const float (*restrict x)[512], const float *restrict gain, float (*restrict y)[512]) {
  for (int i = 0; i < rows; i++) {
    float squares = 0.0f;
    for (int j = 0; j < 512; j++)
      squares += x[i][j] * x[i][j];
    for (int j = 0; j < 512; j++)
      y[i][j] = x[i][j] * (1.0f / sqrtf(squares / 512.0f + 1e-6f)) * gain[j];
  }
}

// No directive within a macro's argument.
float sum_in_argument(const float *x) {
  float sum = 0.0f;
  IN_PLACE(for (int j = 0; j < 512; j++) sum += x[j];)
  return sum;
}
