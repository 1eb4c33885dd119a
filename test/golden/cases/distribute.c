// RUN avx2: --target=avx2 -- -O2 -mavx2 -mfma
// RUN explain: --target=avx2 --explain -o /dev/null -- -O2 -mavx2 -mfma
#include <math.h>

// The place in the histogram is found in lanes, the counts go up one after the other.
void histogram(int n, const float *restrict x, int *restrict count) {
  for (int i = 0; i < n; i++) {
    float at = x[i] * 3.5f + 8.0f;
    at = at < 0.0f ? 0.0f : at > 15.0f ? 15.0f : at;
    count[at == at ? (int)at : 0]++;
  }
}

// The second statement first: it reads what the next iteration overwrites.
void swapped(int n, float *restrict a, float *restrict b, const float *restrict c) {
  for (int i = 0; i < n - 1; i++) {
    a[i] *= c[i];
    b[i] += a[i + 1] * c[i];
  }
}

// Every iteration waits for the one before: what stands beside costs nothing.
float smooth(int n, const float *restrict x, float *restrict y) {
  float s = 0;
  for (int i = 0; i < n; i++) {
    s = s * 0.9f + x[i] * 0.1f;
    y[i] = s * 2.0f;
  }
  return s;
}
