// RUN avx2: --target=avx2 -- -fno-math-errno
#include <math.h>
void roots(float *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = sqrtf(a[i]);
}
