// RUN avx512: --target=avx512 -- -march=x86-64-v4
// RUN vbmi2: --target=avx512+vbmi2 --only=words
// RUN explain: --target=avx512 --explain -o /dev/null -- -march=x86-64-v4
// RUN avx2: --target=avx2 --explain -o /dev/null -- -march=x86-64-v3
// RUN facts: --print=facts -- -march=x86-64-v4
#include <stdint.h>

// The lanes that are on to the front, and stored there.
int above(int n, const float *x, float *restrict out, float limit) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > limit)
      out[k++] = x[i];
  return k;
}

// What is kept of an array stays in it.
unsigned kept(unsigned n, int32_t *x) {
  unsigned k = 0;
  for (unsigned i = 0; i < n; i++)
    if (x[i] >= 0)
      x[k++] = x[i];
  return k;
}

// Bytes and words have instructions of their own.
int words(int n, const int16_t *x, int16_t *restrict out) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (x[i] != 0) {
      out[k] = x[i];
      k++;
    }
  return k;
}

// Where it is stored depends on what follows.
int last_of_each(int n, const int32_t *x, int32_t *restrict out) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    out[k] = x[i];
    k += x[i] < 0;
  }
  return k;
}
