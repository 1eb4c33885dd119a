// RUN avx512: --target=avx512
// What is the same in all lanes needs no turning round where it is stored downwards.
#include <stddef.h>
#include <stdint.h>

void lowered(size_t n, int16_t *restrict y, const int16_t *restrict x, int16_t a) {
  int16_t *p = y + n;
  for (size_t i = 0; i < n; i++)
    *p-- = (int16_t)(a * x[3]);
}
