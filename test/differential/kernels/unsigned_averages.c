// Averages of bytes and shorts that are shifted without a sign.
#include <stdint.h>

// expect: vectorized
void halves(int n, const uint8_t *restrict a, const uint8_t *restrict b, uint8_t *restrict d) {
  for (int i = 0; i < n; i++)
    d[i] = (unsigned)(a[i] + b[i] + 1) >> 1;
}

// expect: vectorized
void neighbours(int n, const uint8_t *restrict a, uint8_t *restrict d) {
  for (int i = 0; i < n; i++)
    d[i] = (uint8_t)((unsigned)(a[i] + a[i + 1] + 1) >> 1);
}

// expect: vectorized
void quarters(int n, const uint16_t *restrict a, const uint16_t *restrict b, uint16_t *restrict d) {
  for (int i = 0; i < n; i++)
    d[i] = (uint16_t)((unsigned)(a[i] + 2 * b[i] + a[i + 2] + 2) >> 2);
}

// The sum may be below zero, where a shift without a sign is another one.
// expect: vectorized
void of_signed(int n, const int8_t *restrict a, const int8_t *restrict b, uint8_t *restrict d) {
  for (int i = 0; i < n; i++)
    d[i] = (uint8_t)((unsigned)(a[i] + b[i] + 1) >> 1);
}

// expect: vectorized
void of_unsigned(int n, const uint8_t *restrict a, const unsigned *restrict b, unsigned *restrict d) {
  for (int i = 0; i < n; i++)
    d[i] = (unsigned)((int)(a[i] + b[i]) + 1) >> 1;
}
