// RUN avx2: --target=avx2 -- -mavx2 -mfma
// Whole vectors always finish these, so that nothing is left to the source's loop, unless something else looks at it.
#include <stdint.h>

static int twice(int x) { return 2 * x; }

void scaled(float *restrict y, const float *restrict x) {
  for (int i = 0; i < 16; i++)
    y[i] = 2 * x[i];
}

int summed(const int *x) {
  int sum = 7;
  for (int i = 0; i < 32; i++)
    sum += x[i];
  return sum;
}

int counted(int *x) {
  int i;
  for (i = 0; i < 16; i++)
    x[i] *= 3;
  return i;
}

void called(int *x) {
  for (int i = 0; i < 16; i++)
    x[i] = twice(x[i]);
}

void named(int16_t *restrict x, int unused) {
  const int n = 16;
  for (int i = 0; i < n; i++)
    x[i] = (int16_t)(5 + 0 * unused);
}

void typed(int16_t *x) {
  typedef int16_t word;
  for (int i = 0; i < 64; i++)
    x[i] = (word)(x[i] ^ 3);
}
