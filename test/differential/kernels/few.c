// Loops of a few known iterations: blocks, keys and macroblock rows that fill no wide register, or none at all.
#include <stdint.h>

// expect: vectorized
void fold_block(uint8_t *mac, const uint8_t *t, const uint8_t *accumulated) {
  for (int i = 0; i < 16; i++)
    mac[i] = t[i] ^ accumulated[15 - i];
}

// expect: any
void whiten_eight(uint8_t *key, const uint8_t *pad) {
  for (int i = 0; i < 8; i++)
    key[i] ^= pad[i];
}

// expect: any
void whiten_four(uint8_t *restrict key, const uint8_t *restrict pad) {
  for (int i = 0; i < 4; i++)
    key[i] ^= pad[i];
}

// expect: vectorized
void mix_twelve(uint8_t *restrict out, const uint8_t *restrict a, const uint8_t *restrict b) {
  for (int i = 0; i < 12; i++)
    out[i] = (uint8_t)((a[i] + b[i] + 1) >> 1);
}

// expect: vectorized
void residual_eight(int16_t *restrict d, const uint8_t *restrict a, const uint8_t *restrict b) {
  for (int i = 0; i < 8; i++)
    d[i] = a[i] - b[i];
}

// expect: any
void residual_four(int16_t *restrict d, const uint8_t *restrict a, const uint8_t *restrict b) {
  for (int i = 0; i < 4; i++)
    d[i] = a[i] - b[i];
}

// expect: vectorized
void add_five(int16_t *x) {
  for (int i = 0; i < 5; i++)
    x[i] = (int16_t)(x[i] * 3 + i);
}

// expect: vectorized
int sum_sixteen(const uint8_t *a, const uint8_t *b) {
  int sum = 0;
  for (int i = 0; i < 16; i++)
    sum += a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
  return sum;
}

// expect: any
int sum_four(const uint8_t *a) {
  int sum = 0;
  for (int i = 0; i < 4; i++)
    sum += a[i];
  return sum;
}

// expect: any
void widen_three(double *restrict y, const float *restrict x) {
  for (int i = 0; i < 3; i++)
    y[i] = x[i] * 2.0f;
}

// expect: any
void swap_two(double *x, double *y) {
  for (int i = 0; i < 2; i++) {
    const double t = x[i];
    x[i] = y[i];
    y[i] = t;
  }
}

// expect: vectorized
void rows_of_eight(uint8_t *restrict to, const uint8_t *restrict a, const int16_t *restrict d, int pitch, int rows) {
  for (int y = 0; y < rows; y++)
    for (int x = 0; x < 8; x++) {
      const int v = a[y * pitch + x] + d[y * 8 + x];
      to[y * pitch + x] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
    }
}

// One lane is left, of what is made narrower.
// expect: any
void narrowed_17(int16_t *restrict y, const int32_t *restrict x) {
#pragma vecify shape(i:16) tail(mask)
  for (int i = 0; i < 17; i++)
    y[i] = (int16_t)(x[i] >> 3);
}

// expect: any
void narrowed_33(uint8_t *restrict y, const int32_t *restrict x) {
#pragma vecify shape(i:16) tail(mask)
  for (int i = 0; i < 33; i++)
    y[i] = (uint8_t)(x[i] >> 5);
}

// clang 22 makes one vpdpbusd of it, and forgets half of that.
// expect: vectorized
uint32_t eight_weighted_bytes(const uint8_t *a) {
  uint32_t s = 0;
#pragma vecify vectorize
  for (int k = 0; k < 8; k++)
    s += a[k] * (k + 1u);
  return s;
}
