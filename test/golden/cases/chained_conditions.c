// RUN avx512: --target=avx512 -- -march=x86-64-v4
// RUN avx2: --target=avx2 -- -march=x86-64-v3
// Conditions that hold together are compared one under the other; what a store counts on is known from its condition.
#include <stddef.h>
#include <stdint.h>

void inside(uint8_t *restrict out, const float *restrict x, const float *restrict y, size_t n, float low, float high) {
  for (size_t i = 0; i < n; i++)
    out[i] = x[i] < low || x[i] > high || !(y[i] < high) ? 0 : 255;
}

void turn(char *s, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (s[i] >= 'a' && s[i] <= 'z')
      s[i] = (char)((s[i] - 'a' + 13) % 26 + 'a');
}
