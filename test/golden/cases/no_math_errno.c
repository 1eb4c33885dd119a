// RUN explain: --target=avx2 --explain -o /dev/null
#include <math.h>
void powers(float *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = expf(a[i]);
}
