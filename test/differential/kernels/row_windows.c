// Inner loops that begin elsewhere in each iteration of the outer one, and have as many iterations.
#include <stdint.h>

// expect: vectorized
void sums_of_rows_by_ends(int n, int w, const double *restrict a, double *restrict y) {
  for (int row = 0; row < n; ++row) {
    double s = 0;
    for (int i = row * w; i < (row + 1) * w; ++i)
      s += a[i];
    y[row] = s;
  }
}

// expect: vectorized
void ellpack(int n, int w, const int *restrict column, const float *restrict a, const float *restrict x,
             float *restrict y) {
  for (int row = 0; row < n; ++row) {
    float s = 0;
    for (int i = row * w; i < (row + 1) * w; ++i)
      s += a[i] * x[column[i] & 7];
    y[row] = s;
  }
}

// expect: vectorized
void moving_sum(int n, const int *restrict a, int *restrict y) {
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int j = i; j < i + 9; j++)
      s += a[j] * (j - i);
    y[i] = s;
  }
}

// The counter counts, and is read behind the loop.
// expect: any
void weighted_windows(int n, const int16_t *restrict a, int *restrict y) {
  for (int i = 0; i < n; i++) {
    int s = 0, j;
    for (j = 2 * i; j <= 2 * i + 4; j++)
      s += a[j] * j;
    y[i] = s + j;
  }
}

// expect: any
void windows_down(int n, const float *restrict a, float *restrict y) {
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 3 * i + 3; j > 3 * i; j--)
      s = s * 0.5f + a[j];
    y[i] = s;
  }
}

// expect: any
void tiles_by_ends(int n, const uint8_t *restrict a, uint8_t *restrict y) {
  for (int t = 0; t < n; t++)
    for (int i = t * 16; i < t * 16 + 16; i++)
      y[i] = (uint8_t)(a[i] + t);
}

// In place, across windows.
// expect: any
void windows_in_place(int n, int *a) {
  for (int t = 0; t < n; t++)
    for (int i = t; i < t + 4; i++)
      a[i + 1] += a[i];
}

// expect: any
void unsigned_windows(unsigned n, unsigned w, const uint16_t *restrict a, unsigned *restrict y) {
  for (unsigned row = 0; row < n; row++) {
    unsigned s = 0;
    for (unsigned i = row * w; i < row * w + w; i++)
      s += a[i];
    y[row] = s;
  }
}

// As long as the row's number says.
// expect: any
void triangle_from_row(int n, int w, const float *restrict a, float *restrict y) {
  for (int row = 0; row < n; row++) {
    float s = 0;
    for (int i = row * w; i < row * w + row; i++)
      s += a[i];
    y[row] = s;
  }
}
