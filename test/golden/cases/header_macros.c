// What <stdlib.h> declares is a macro here, and one that it defines has another value: neither meets the other.
// Nor do keywords that are macros.
// RUN avx2: --target=avx2 -- -O2
#define abs(x) ((x) < 0 ? -(x) : (x))
#define RAND_MAX 99
#define __inline static __inline__
#define inline __attribute__((always_inline))
#include <stddef.h>

void magnitudes(int *restrict y, const int *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = abs(x[i]) % RAND_MAX;
}
