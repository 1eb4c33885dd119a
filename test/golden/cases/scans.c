// RUN avx2: --target=avx2 -- -O3 -mavx2 -mfma
// RUN avx512: --target=avx512 --only=offsets -- -O3 -march=x86-64-v4
// RUN facts: --target=avx2 --print=facts
// RUN explain: --target=avx2 --explain -o /dev/null
// Reductions of which every iteration reads what they are so far: all lanes up to each in log2 steps, then what was
// before the block.
#include <stdint.h>

void prefix_sums(int n, const int32_t *restrict x, int32_t *restrict y) {
  int32_t s = 0;
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
}

// Each element gets what was before it.
uint32_t offsets(int n, const uint32_t *restrict lengths, uint32_t *restrict at) {
  uint32_t s = 0;
  for (int i = 0; i < n; i++) {
    at[i] = s;
    s += lengths[i];
  }
  return s;
}

// In this order only.
void float_sums(int n, const float *restrict x, float *restrict y) {
  float s = 0;
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
}

// The array hands the sum on.
void cumulated(int n, uint32_t *c) {
  for (int i = 1; i < n; i++)
    c[i] += c[i - 1];
}
