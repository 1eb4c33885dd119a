// Tables whose initializers leave out elements before others.
#include <stdint.h>

static const float taper[40] = {1, [17] = 5, [31] = 2, [39] = 7};

// expect: vectorized
void tapered_rows(const float *restrict x, float *restrict y, int n) {
  for (int j = 0; j < n % 20; j++)
    for (int i = 0; i < 40; i++)
      y[j * 40 + i] = x[j * 40 + i] + taper[i];
}

static const uint16_t classes[64] = {3, 1, 4, [40] = 9, [63] = 77};

// expect: any
void classify(const uint8_t *restrict a, uint16_t *restrict to, int n) {
  for (int i = 0; i < n; i++)
    to[i] = classes[a[i] & 63];
}
