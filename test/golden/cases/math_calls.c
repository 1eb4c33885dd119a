// RUN avx2: --target=avx2
// RUN avx2_native: --target=avx2 -- -mavx2 -mfma
// RUN avx512: --target=avx512
// RUN libmvec: --target=avx2+libmvec,avx512+libmvec
// RUN neon: --target=neon -- --target=aarch64-linux-gnu
#include <math.h>
void sigmoid(float *restrict y, const float *restrict x, int n) {
#pragma vecify math(1)
  for (int i = 0; i < n; i++)
    y[i] = 1.0f / (1.0f + expf(-x[i]));
}
void angles(double *restrict a, const double *restrict x, const double *restrict y, int n) {
#pragma vecify math(4)
  for (int i = 0; i < n; i++)
    a[i] = atan2(y[i], x[i]);
}
