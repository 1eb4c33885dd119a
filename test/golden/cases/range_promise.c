// RUN avx2: --target=avx2
#include <stdint.h>
void gain(int16_t *restrict d, const int16_t *restrict s, int n, int g) {
#pragma vecify range(g, 0, 255)
  for (int i = 0; i < n; i++)
    d[i] = (int16_t)((s[i] * g) >> 8);
}
