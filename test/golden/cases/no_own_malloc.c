// The headers of intrinsics include <stdlib.h>, which says something else of malloc; and <stdint.h> of int64_t.
// RUN explain: --target=avx2 --explain -o /dev/null -- -w
char *malloc();
typedef int uint32_t;

float *doubled(const float *x, int n) {
  float *y = (float *)malloc((unsigned long)n * sizeof *y);
  for (int i = 0; i < n; i++)
    y[i] = 2 * x[i];
  return y;
}
