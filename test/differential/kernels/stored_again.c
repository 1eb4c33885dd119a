// Iterations that store where others do: the last one counts, whatever the next compiler makes of the loop.
#include <stddef.h>
#include <stdint.h>

// expect: any
void bytes_over_bytes(uint8_t *restrict y, const uint8_t *restrict x, ptrdiff_t n) {
  for (ptrdiff_t j = 0; j < n; j++)
    for (ptrdiff_t k = 0; k < 20; k++)
      y[j * 4 + k * 3 + 2] = y[0] + x[4 * j + k];
}

// expect: any
void words_over_words(int32_t *restrict y, const int32_t *restrict x, int n) {
  for (int j = 0; j < n; j++)
    for (int k = 0; k < 8; k++)
      y[j * 2 + k * 4] = x[8 * j + k] * 3;
}

// expect: any
void columns_over_columns(int n, float *restrict y, const float *restrict x) {
  for (int j = 0; j < n; j++)
    for (int k = 0; k < 16; k++)
      y[k * 5 + j * 10] = x[16 * j + k] + 1.0f;
}
