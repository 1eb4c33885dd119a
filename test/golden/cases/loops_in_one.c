// RUN avx2: --target=avx2 -- -O3 -mavx2 -mfma
// RUN explain: --target=avx2 --explain -o /dev/null
// Loops one behind the other that run equally often become one, where what the second one does needs nothing that the
// first one has still to do.
#include <stdint.h>

void centred(float *restrict t, float *restrict y, const float *restrict x, float mean, int n) {
  for (int i = 0; i < n; i++)
    t[i] = x[i] - mean;
  // squares
  for (int i = 0; i < n; i++)
    y[i] = t[i] * t[i];
}

// Both read x.
int extent(const int *x, int n, int *least) {
  int i, low = x[0], high = x[0];
  for (i = 0; i < n; i++)
    low = x[i] < low ? x[i] : low;
  for (i = 0; i < n; i++)
    high = x[i] > high ? x[i] : high;
  *least = low;
  return high;
}

// The second one reads what the first one writes later.
void ahead(int *restrict t, int *restrict y, int n) {
  for (int i = 0; i < n - 1; i++)
    t[i] = y[i] * 2;
  for (int i = 0; i < n - 1; i++)
    y[i] = t[i + 1] + y[i];
}

// The sum is not there before the first one ends.
int scaled(int *restrict y, const int *restrict x, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i];
  for (int i = 0; i < n; i++)
    y[i] = x[i] * sum;
  return sum;
}
