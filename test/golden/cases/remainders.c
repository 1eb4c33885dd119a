// RUN remarks: --target=avx2 -Rpass=vecify -Rpass-missed=vecify
// What is left over by a loop right before, or by an assignment, is known to be little.
#include <stddef.h>

void stepped(float *restrict y, const float *restrict x, int n) {
  int i;
  for (i = 0; i < n - 3; i += 4)
    y[i] = x[i];
  for (; i < n; i++) // at most 3
    y[i] = x[i] * 2;
}

void checked(float *restrict y, const float *restrict x, int n) {
  int i = 0;
  while (i + 8 <= n) {
    y[i] = x[i];
    i += 8;
  }
  y[0] = 1;
  for (; i < n; i++) // at most 7
    y[i] = x[i] * 2;
}

void downwards(float *restrict y, const float *restrict x, unsigned n) {
  for (; n >= 4; n -= 4) {
    *y++ = *x++ * 2;
    *y++ = *x++ * 3;
    *y++ = *x++ * 3;
    *y++ = *x++ * 2;
  }
  while (n > 0) { // at most 3
    *y++ = *x++ * 2;
    n--;
  }
}

void masked(float *restrict y, const float *restrict x, unsigned n) {
  unsigned left = n >> 2;
  y += 4 * left;
  x += 4 * left;
  left = n & 3;
  while (left > 0) { // at most 3
    *y++ = *x++ * 2;
    left--;
  }
}

void many(float *restrict y, const float *restrict x, int n) {
  int i;
  for (i = 0; i < n - 300; i += 4)
    y[i] = x[i];
  for (; i < n; i++)
    y[i] = x[i] * 2;
}

void changed(float *restrict y, const float *restrict x, int n, int more) {
  int i;
  for (i = 0; i < n - 3; i += 4)
    y[i] = x[i];
  n += more;
  for (; i < n; i++)
    y[i] = x[i] * 2;
}

void left_early(float *restrict y, const float *restrict x, int n) {
  int i;
  for (i = 0; i < n - 3; i += 4)
    if (x[i] < 0)
      break;
  for (; i < n; i++)
    y[i] = x[i] * 2;
}

void wrapped(float *restrict y, const float *restrict x, size_t n) {
  size_t i = 0;
  while (i < n - 3) {
    y[i] = x[i];
    i += 4;
  }
  for (; i < n; i++) // n - 3 may have wrapped
    y[i] = x[i] * 2;
}

void jumped(float *restrict y, const float *restrict x, int n, int from) {
  int i = 0;
  switch (from) {
  default: {
    for (; i < n - 3; i += 4)
      y[i] = x[i];
  case 1:
    y[0] = 1;
    for (; i < n; i++)
      y[i] = x[i] * 2;
  }
  }
}

void begun_anew(float *restrict y, const float *restrict x, int n) {
  int i;
  for (i = 0; i < n - 3; i += 4)
    y[i] = x[i];
  for (i = 0; i < n; i++)
    y[i] = x[i] * 2;
}
