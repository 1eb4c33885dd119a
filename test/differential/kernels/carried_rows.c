// Dense rows that are carried from one iteration of a loop to the next, some rows further on.
#include <stdint.h>

// expect: any
void rows_of_4(int32_t *restrict t) {
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 8; i++)
      for (int j = 0; j < 4; j++)
        t[4 * i + j + 4 * k] += 7;
}

// expect: any
void any_times(int32_t *restrict t, int m) {
  for (int k = 0; k < m; k++)
    for (int i = 0; i < 8; i++)
      for (int j = 0; j < 4; j++)
        t[4 * i + j + 4 * k] = t[4 * i + j + 4 * k] * 3 + 7;
}

// expect: any
void four_rows_on(int32_t *restrict t, int m) {
  for (int k = 0; k < m; k++)
    for (int i = 0; i < 24; i++)
      for (int j = 0; j < 4; j++)
        t[4 * i + j + 16 * k] = t[4 * i + j + 16 * k] * 3 + 7;
}

// expect: any
void outer_products(float *restrict t, const float *restrict x, const float *restrict y, int m) {
  for (int k = 0; k < m; k++)
    for (int i = 0; i < 20; i++)
      for (int j = 0; j < 8; j++)
        t[8 * i + j + 8 * k] += x[i] * y[j];
}

// expect: any
void two_rows_back(int16_t *restrict t, int m) {
  for (int k = m - 1; k >= 0; k--)
    for (int i = 0; i < 8; i++)
      for (int j = 0; j < 8; j++)
        t[8 * i + j + 16 * k] = (int16_t)(t[8 * i + j + 16 * k] * 5 + i);
}

// expect: any
void rows_of_12(double *restrict t, const double *restrict x, int m) {
  for (int k = 0; k < m; k++)
    for (int i = 0; i < 5; i++)
      for (int j = 0; j < 4; j++)
        t[4 * i + j + 12 * k] = t[4 * i + j + 12 * k] * 0.5 + x[j];
}
