// RUN avx2: --target=avx2
#include <stddef.h>
void scale(float *restrict d, const float *restrict s, size_t n) {
  while (n--)
    *d++ = *s++ * 2.0f;
}
