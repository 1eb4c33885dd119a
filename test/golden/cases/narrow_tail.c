// RUN avx512: --target=avx512 -- -O3 -march=x86-64-v4
// Of a mask that is known to leave one lane, clang 22 would store the whole lane: what is narrowed is kept apart.
#include <stdint.h>

void narrowed(int16_t *restrict y, const int32_t *restrict x) {
#pragma vecify shape(i:16) tail(mask)
  for (int i = 0; i < 17; i++)
    y[i] = (int16_t)(x[i] >> 3);
}
