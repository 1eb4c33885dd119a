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

/* Not the same to the bit. */
void saxpy(float a, const float *restrict x, float *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}

/* Sums that need 64 bits. */
int64_t energy(const int16_t *restrict x, int n) {
  int64_t s = 0;
  for (int i = 0; i < n; i++)
    s += (int32_t)x[i] * x[i];
  return s;
}

/* A table. */
void look_up(const int16_t *restrict x, const int16_t *restrict at, int16_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[at[i] & 7];
}

/* Under a condition. */
void some(const int16_t *restrict x, int16_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    if (x[i] > 3)
      y[i] = x[i];
}

/* Nobody says how far apart these are. */
void scatter(const int16_t *x, int16_t **rows, int n) {
  for (int i = 0; i < n; i++)
    rows[i][0] = x[i];
}

/* Rounds one way here and another way there. */
void two_ways(const int32_t *restrict x, int16_t *restrict y, int16_t *restrict z, int n) {
#pragma vecify unroll(1)
  for (int i = 0; i < n; i++) {
    y[i] = x[i] >> 3;
    z[i] = (x[i] + 8) >> 4;
  }
}
