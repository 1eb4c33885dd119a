// In managed memory nothing is copied, so nothing must be known of how far arrays reach: conditional accesses and gathers
// run, and what a condition guards is read by those threads alone whose condition holds.
// vecify: --cuda-mem=managed
#include <stdint.h>

// expect: vectorized
void may_write(int n, const float *restrict x, float *restrict y) {
  for (int i = 0; i < n; i++)
    if (x[i] > 1.0f)
      y[i] = 1.0f;
}

// expect: vectorized
void bounded(int n, int m, const float *restrict x, float *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = i < m ? x[i] : 0.0f;
}

// expect: vectorized
void one_for_some(int n, const int *restrict x, const int *restrict only, int *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] > 0 ? only[0] : -1;
}

// expect: vectorized
void weights_for_some(int n, int m, int k, const int16_t *restrict x, const int8_t *restrict w, int16_t *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int s = 0;
      for (int t = 0; t < k; t++)
        if (x[i * m + j] > t)
          s = w[t] > s ? w[t] : s;
      y[i * m + j] = (int16_t)s;
    }
}

// expect: vectorized
unsigned branch_in_tile(int n, int m, int alpha, const uint8_t *restrict x, const uint8_t *restrict a, uint8_t *restrict y) {
  unsigned s = 9;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      s ^= x[i * m + j] * 3u;
      if (alpha > 10)
        y[i * m + j] = a[j * n + i] + 1;
      s ^= x[(i + 1) * m + j];
    }
  return s;
}
