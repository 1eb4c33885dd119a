// RUN avx2: -- -march=x86-64-v3
// Where c is all zero nobody says what x + m is: the check must not wrap around.
#include <stddef.h>

void echo(int *y, const int *x, const int *restrict c, ptrdiff_t m, int n) {
  for (int i = 0; i < n; i++) {
    int t = x[i];
    if (c[i])
      t ^= x[i + m];
    y[i] = t;
  }
}
