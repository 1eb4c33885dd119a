// RUN explain: --target=aie-ml --explain
#include <stdint.h>

/* More than a tile holds. */
void large(const int16_t *restrict x, int16_t *restrict y) {
  for (int i = 0; i < 40000; i++)
    y[i] = x[i] + 1;
}

/* Nobody may add these in another order. */
float sum(const float *restrict x, int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

/* Rounds one way here and another way there. */
void two_ways(const int32_t *restrict x, int16_t *restrict y, int16_t *restrict z, int n) {
#pragma vecify unroll(1)
  for (int i = 0; i < n; i++) {
    y[i] = x[i] >> 3;
    z[i] = (x[i] + 8) >> 4;
  }
}
