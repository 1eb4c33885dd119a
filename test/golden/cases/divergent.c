// RUN avx2: --target=avx2 -- -mavx2 -mfma
// RUN avx512: --target=avx512 -- -march=x86-64-v4
// RUN explain: --target=avx512 --explain -- -march=x86-64-v4
// RUN neon: --target=neon -- --target=aarch64-linux-gnu
// RUN nest: --print=nest -- -mavx2
#include <stdint.h>

// Points leave in their own time, and how long they stayed is kept.
void escapes(int *restrict out, const float *restrict cx, float cy, int n, int most) {
  for (int i = 0; i < n; i++) {
    float x = 0, y = 0;
    int k;
    for (k = 0; k < most; k++) {
      float x2 = x * x, y2 = y * y;
      if (x2 + y2 > 4.0f)
        break;
      y = 2 * x * y + cy;
      x = x2 - y2 + cx[i];
    }
    out[i] = k;
  }
}

// Nothing but the data ends it.
void roots(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    float r = x[i] * 0.5f, old;
    do {
      old = r;
      r = 0.5f * (r + x[i] / r);
    } while (old - r > 1e-5f * r);
    y[i] = r;
  }
}

// Compilers know an instruction for this.
void highest(int *restrict y, const uint32_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    uint32_t v = x[i];
    int bit = 0;
    while (v >>= 1)
      bit++;
    y[i] = bit;
  }
}
