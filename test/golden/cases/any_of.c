// RUN avx2: --target=avx2
// RUN avx512: --target=avx512
// RUN neon: --target=neon -- --target=aarch64-linux-gnu
// RUN facts: --print=facts
#include <stdbool.h>
#include <stdint.h>
bool holds(const uint8_t *x, int n, uint8_t c) {
  bool found = false;
  for (int i = 0; i < n; i++)
    found |= x[i] == c;
  return found;
}
int check(const float *x, int n, float limit) {
  int error = 0;
  for (int i = 0; i < n; i++)
    if (!(x[i] < limit))
      error = -22;
  return error;
}
