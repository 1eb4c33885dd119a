/* Whole vectors of 256 are done, everything else stays as it was. */
#include <stddef.h>
#include <stdio.h>

ptrdiff_t vector_add_256(int m, int n, const float *A, const float *B, float *C);

enum { Rows = 70, Columns = 600 };
static float A[Rows * Columns], B[Rows * Columns], C[Rows * Columns];

static int check(int m, int n) {
  for (int i = 0; i < Rows * Columns; i++) {
    A[i] = (float)(i % 97) / 8;
    B[i] = (float)(i % 89) / 4;
    C[i] = -1;
  }
  const int rows = n < 256 || m < 1 ? 0 : m - m % 1, columns = n - n % 256;
  if (vector_add_256(m, n, A, B, C) != rows)
    return printf("%d x %d: done\n", m, n);
  for (int i = 0; i < Rows * Columns; i++) {
    const float s = A[i] + B[i];
    const int done = i / n < rows && i % n < columns;
    if (C[i] != (done ? (s + 1) + (s + 2) : -1))
      return printf("%d x %d: element %d is %g\n", m, n, i, C[i]);
  }
  return 0;
}

int main(void) {
  int failures = 0;
  for (int m = 0; m <= 66; m += 11)
    for (int n = 100; n <= 600; n += 78)
      failures += check(m, n) != 0;
  failures += check(64, 512) != 0;
  return failures != 0;
}
