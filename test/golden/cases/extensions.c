// Several targets of one ISA: the functions are named after their extensions, and what needs more is tried first.
// RUN neon: --target=neon,neon+dotprod+i8mm -- --target=aarch64-linux-gnu
// RUN inplace: --target=neon+dotprod -- --target=aarch64-linux-gnu -march=armv8.4-a
// RUN avx512: --target=avx512,avx512+vnni
#include <stdint.h>

int mixed(const uint8_t *a, const int8_t *b, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}
