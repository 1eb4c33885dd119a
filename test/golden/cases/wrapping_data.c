// RUN avx2: --target=avx2 -- -mavx2 -mfma
// Products of parameters that may wrap around are computed in unsigned types.
#include <stdint.h>

void squared(int n, uint64_t seed, uint64_t *restrict y) {
  for (int i = 0; i < n; i++) {
    const uint64_t t = seed * seed;
    y[i] += t <= 4 ? 1 : t + i;
  }
}

void third_power(int n, int a, int b, int *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] += (a - b) * a * b;
}
