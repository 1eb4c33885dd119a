// What C computes in double and rounds back runs on floats where that gives the same; two operations do not.
// RUN avx2: --target=avx2 -- -O3 -march=x86-64-v3
#include <math.h>
void halve(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = fabs(x[i]) > 0.1 ? x[i] * 0.5 : 0.0;
}
void twice(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * 0.5 + 0.25;
}
