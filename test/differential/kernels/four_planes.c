// Four planes side by side and taken apart: exchanges within blocks of 128 bits, then of blocks.
#include <stdint.h>

// expect: vectorized
void planes_to_bytes(const uint8_t *s, uint8_t *d, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4; j++)
      d[i * 4 + j] = s[j * n + i];
}

// expect: vectorized
void bytes_to_planes(const uint8_t *restrict s, uint8_t *restrict d, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4; j++)
      d[j * n + i] = s[i * 4 + j];
}

// expect: vectorized
void four_words(const uint16_t *restrict a, const uint16_t *restrict b, const uint16_t *restrict c,
                const uint16_t *restrict d, uint16_t *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    y[4 * i] = a[i];
    y[4 * i + 1] = (uint16_t)(b[i] + 1);
    y[4 * i + 2] = (uint16_t)(c[i] ^ a[i]);
    y[4 * i + 3] = d[i];
  }
}

// expect: vectorized
void eight_bytes(const uint8_t *restrict a, const uint8_t *restrict b, uint8_t *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    y[8 * i] = a[i];
    y[8 * i + 1] = b[i];
    y[8 * i + 2] = a[i];
    y[8 * i + 3] = (uint8_t)(b[i] >> 1);
    y[8 * i + 4] = (uint8_t)(a[i] + b[i]);
    y[8 * i + 5] = (uint8_t)(a[i] - b[i]);
    y[8 * i + 6] = (uint8_t)(a[i] & b[i]);
    y[8 * i + 7] = (uint8_t)(a[i] | b[i]);
  }
}

// expect: vectorized
void whole_blocks(const float *restrict x, float *restrict y) {
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 4; j++)
      y[j * 16 + i] = x[i * 4 + j];
}
