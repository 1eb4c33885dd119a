// RUN explain: --target=avx2 --explain -o /dev/null
#include <math.h>
void roots(float *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = sqrtf(a[i]);
}
