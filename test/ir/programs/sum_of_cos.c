#include <math.h>
#include <stddef.h>
#include <stdio.h>

ptrdiff_t sum_of_cos(const float *x, float *sum);

int main(void) {
  float x[512], sum = NAN;
  double expected = 0;
  for (int i = 0; i < 512; i++) {
    x[i] = i < 500 ? (float)i / 32 : NAN;
    if (i < 500)
      expected += cos(x[i]);
  }
  if (sum_of_cos(x, &sum) != 500 || !(fabs(sum - expected) < 1e-3))
    return printf("%g, not %g\n", sum, expected), 1;
  return 0;
}
