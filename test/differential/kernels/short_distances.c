// Iterations that depend on those a few before them.
#include <stdint.h>

// expect: any
void comb_of_four(int *x, int n) {
  for (int i = 4; i < n; i++)
    x[i] += x[i - 4];
}

// expect: any
void filtered(float *restrict y, const float *restrict x, int n) {
  for (int i = 4; i < n; i++)
    y[i] = x[i] - 0.5f * y[i - 4];
}

// expect: any
void schedule(uint32_t *w, int n) {
  for (int i = 8; i < n; i++)
    w[i] = (w[i - 4] ^ w[i - 8]) * 2654435761u;
}

// expect: any
void of_bytes(uint8_t *x, int n) {
  for (int i = 5; i < n; i++)
    x[i] = (uint8_t)(x[i] + x[i - 5]);
}

// expect: any
void pairs(double *x, int n) {
  for (int i = 2; i < n; i++)
    x[i] = x[i] * 0.25 + x[i - 2];
}

// expect: any
void pixels(uint8_t *row, int n) {
  for (int i = 4; i < n; i++)
    row[i] = (uint8_t)(row[i] + (row[i - 4] >> 1));
}

// expect: vectorized
void backwards(int16_t *x, int n) {
  for (int i = n - 9; i >= 0; i--)
    x[i] = (int16_t)(x[i] - x[i + 8]);
}

// expect: any
void in_steps(int *x, int n, int k) {
  k = 3 + (k & 7);
  for (int i = k; i < n; i++)
    x[i] ^= x[i - k] << 1;
}

// Rows of four, which do not meet where the pitch is at least that.
// expect: any
void add_columns(uint8_t *d, int pitch, const int16_t *c) {
  for (int i = 0; i < 4; i++) {
    const int z0 = c[4 * i] + c[4 * i + 2], z1 = c[4 * i] - c[4 * i + 2];
    const int a = d[i] + ((z0 + c[4 * i + 1]) >> 6), b = d[i + pitch] + ((z1 + c[4 * i + 3]) >> 6);
    d[i] = a < 0 ? 0 : a > 255 ? 255 : a;
    d[i + pitch] = b < 0 ? 0 : b > 255 ? 255 : b;
    d[i + 3 * pitch] = d[i + 2 * pitch];
  }
}

// expect: any
void swap_rows(int32_t *x, int pitch) {
  for (int i = 0; i < 8; i++) {
    const int32_t upper = x[i];
    x[i] = x[i + 2 * pitch] - x[i + pitch];
    x[i + 2 * pitch] = upper;
  }
}

// expect: vectorized
void twelve_before(float *x, const float *y, int n) {
  for (int i = 12; i < n; i++)
    x[i] = x[i - 12] + y[i];
}

// expect: any
void nine_before(float *x, const float *y, int n) {
  for (int i = 9; i < n; i++)
    x[i] = x[i - 9] + y[i];
}

// expect: vectorized
void forty_before(int *x, const int *y, int n) {
  for (int i = 40; i < n; i++)
    x[i] = x[i - 40] ^ y[i];
}

// expect: any
void two_distances(float *x, int n) {
  for (int i = 12; i < n; i++)
    x[i] = x[i - 12] - 0.25f * x[i - 8];
}
