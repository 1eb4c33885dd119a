// Arrays that are read only where a parameter says that they are there.
#include <stdint.h>

// expect: vectorized
void biased(int n, float *restrict y, const float *restrict x, const float *restrict bias, int has) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * 2.0f + (has ? bias[i] : 0.25f);
}

// expect: vectorized
void weighted_or_not(int n, int16_t *restrict y, const int16_t *restrict x, const uint8_t *restrict w, int weighs) {
  for (int i = 0; i < n; i++)
    y[i] = weighs > 0 ? (x[i] * w[i]) >> 8 : x[i];
}

// expect: vectorized
void every_second(int n, int32_t *restrict y, const int32_t *restrict x, const int32_t *restrict z, int from) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] + (from < 3 ? z[2 * i + 1] : from);
}

// expect: vectorized
int summed_if(int n, const int32_t *restrict x, const int32_t *restrict z, int both) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] ^ (both ? z[i] : 7);
  return sum;
}

// expect: any
void rows_if(int m, int n, float *restrict y, const float *restrict x, const float *restrict rows, int has) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[i * n + j] = x[i * n + j] * (has ? rows[j] : 1.0f);
}
