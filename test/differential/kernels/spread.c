// Stores to every second or fourth element; what lies between stays as it is.
#include <stdint.h>

// expect: vectorized
void evens(int n, float *restrict y, const float *restrict x) {
  for (int i = 0; i < n; i++)
    y[2 * i] = x[i] + 0.5f;
}

// expect: vectorized
void odds(int n, int32_t *restrict y, const int32_t *restrict x) {
  for (int i = 0; i < n; i++)
    y[2 * i + 1] = x[i] ^ 5;
}

// expect: vectorized
void every_fourth(int n, double *restrict y, const double *restrict x) {
  for (int i = 0; i < n; i++)
    y[4 * i + 3] = x[i] * 3.0;
}

// expect: vectorized
void wide_halves(int n, int64_t *restrict y, const int32_t *restrict x) {
  for (int i = 0; i < n; i++)
    y[2 * i] = x[i] * 7LL;
}

// Each reads what lies between.
// expect: vectorized
void from_neighbours(int n, float *y) {
  for (int i = 0; i < n; i++)
    y[2 * i] = y[2 * i + 1] * 0.25f - y[2 * i];
}

// expect: any
void evens_if(int n, float *restrict y, const float *restrict x) {
  for (int i = 0; i < n; i++)
    if (x[i] > 0.0f)
      y[2 * i] = x[i];
}

// expect: any
void fourth_of_bytes(int n, uint8_t *restrict y, const uint8_t *restrict x) {
  for (int i = 0; i < n; i++)
    y[4 * i + 3] = x[i];
}

// expect: any
void down(int n, float *restrict y, const float *restrict x) {
  for (int i = n - 1; i >= 0; i--)
    y[2 * i] = x[i];
}

// expect: vectorized
void of_a_matrix(int n, float (*restrict y)[64], const float *restrict x) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 32; j++)
      y[i][2 * j + 1] = x[i * 32 + j];
}
