// RUN cuda: --target=cuda
// C++ has neither [static 64] nor [restrict] in parameters.
#include <stdint.h>

static int half(const int16_t x[static 2]) { return (x[0] + x[1]) >> 1; }

void halves(int n, int16_t y[restrict], const int16_t x[restrict static 2]) {
  for (int i = 0; i < n; i++)
    y[i] = (int16_t)half(&x[2 * i]);
}
