// Vectors that overlap those of the next iteration of a short loop: gcc 12 at -O3 carries them across it.
#include <stdint.h>

// expect: any
void product_of_16(double *restrict t, const double *restrict a, const double *restrict b) {
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++)
      t[i + j] += a[i] * b[j];
}

// expect: any
void product_of_8(float *restrict t, const float *restrict a, const float *restrict b) {
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      t[i + j] += a[i] * b[j];
}

// expect: any
void product_of_limbs(int64_t *restrict t, const int32_t *restrict a, const int32_t *restrict b) {
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++)
      t[i + j] += (int64_t)a[i] * b[j];
}

// expect: any
void taps_of_4(int32_t *restrict t, const int32_t *restrict a, const int32_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4; j++)
      t[i + j] += a[i] * b[j];
}

// expect: any
void taps_of_8_in_shorts(int16_t *restrict t, const int16_t *restrict a, const int16_t *restrict b) {
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 8; j++)
      t[i + j] += a[i] * b[j];
}

// More than a vector further on, but not whole ones.
// expect: any
void by_threes(double *restrict t, const double *restrict x, const double *restrict y) {
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 24; i++)
      for (int j = 0; j < 12; j++)
        t[3 * i + j + 2 * k] = t[3 * i + j + 2 * k] * y[j] + x[i];
}

// The pointer walks.
// expect: any
void walked(double *restrict t, const double *restrict a, const double *restrict b) {
  for (int i = 0; i < 20; i++, t++)
    for (int j = 0; j < 8; j++)
      t[j] += a[i] * b[j];
}

// In an array of its own, two elements further on each time.
// expect: any
void in_local_array(int64_t out[restrict 16], const int64_t a[restrict 16], const int64_t b[restrict 16]) {
  int64_t t[64] = {0};
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++)
      t[2 * i + j] += a[i] * b[j];
  for (int i = 0; i < 16; i++)
    out[i] = t[i] + 38 * t[i + 16];
}

// Backwards.
// expect: any
void downwards(float *restrict t, const float *restrict a, const float *restrict b) {
  for (int i = 15; i >= 0; i--)
    for (int j = 0; j < 16; j++)
      t[i + j] += a[i] * b[j];
}

// Nothing but stores, of which the next iteration's overwrite a part.
// expect: any
void stores_by_fours(double *restrict t, const double *restrict b) {
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 16; j++)
      t[4 * i + j] = b[i + j] * 0.5;
}

// expect: any
void words_by_fours(uint32_t *restrict t, const uint32_t *restrict b) {
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 16; j++)
      t[4 * i + j] = b[i + j];
}
