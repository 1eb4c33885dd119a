// RUN avx512: --target=avx512 -- -march=x86-64-v4
// RUN avx2: --target=avx2
// A string literal is a table, which nothing that is written may overlap.
#include <stddef.h>
#include <stdint.h>

void digits(size_t n, char *d, const uint8_t *s) {
  for (size_t i = 0; i < n; i++)
    d[i] = "0123456789abcdef"[s[i] & 15];
}
