// RUN explain: --target=avx2 --fp=strict --explain -o /dev/null -- -fno-math-errno
#include <math.h>
void f(float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = fminf(a[i], b[i]);
}
