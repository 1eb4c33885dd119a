// RUN explain: --target=avx2 --explain -o /dev/null -- -fno-math-errno
#include <math.h>
void sines(float *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = sinf(a[i]);
}
