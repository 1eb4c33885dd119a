// RUN errno: --target=avx2 --explain -o /dev/null
// RUN no_errno: --target=avx2 --explain -o /dev/null -- -fno-math-errno
// RUN fast_flag: --target=avx2 --print=nest -- -ffast-math
// RUN fast_mode: --target=avx2 --fp=fast --print=nest
// RUN strict_mode: --target=avx2 --fp=strict --print=nest -- -ffast-math
#include <math.h>
void clause(float *restrict y, const float *restrict x, int n) {
#pragma vecify math(2)
  for (int i = 0; i < n; i++)
    y[i] = expf(x[i]);
}
void none(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = expf(x[i]);
}
void no_function_keeps_it(float *restrict y, const float *restrict x, int n) {
#pragma vecify math(1)
  for (int i = 0; i < n; i++)
    y[i] = sinhf(x[i]);
}
void one_by_lane(float *restrict y, const float *restrict x, int n) {
#pragma vecify math(1)
  for (int i = 0; i < n; i++)
    y[i] = expf(x[i]) + logf(x[i]) * cosf(x[i]) + log1pf(x[i]);
}
