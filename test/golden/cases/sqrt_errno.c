// RUN avx2: --target=avx2
// RUN avx512: --target=avx512
// RUN neon: --target=neon
// RUN nest: --target=avx2 --print=nest
#include <math.h>
void roots(double *restrict y, const double *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] > 4 ? sqrt(x[i] - 5) : 0;
}
void lengths(float *restrict y, const float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++)
    y[i] = sqrtf(a[i] * a[i] + b[i] * b[i]);
}
