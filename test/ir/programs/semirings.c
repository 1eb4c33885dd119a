#include <stddef.h>
#include <stdio.h>
#include <string.h>

ptrdiff_t semirings(const float (*a)[8], const float (*b)[16], float (*d)[16], float *s, float *t, float *dot);

int main(void) {
  float a[8][8], b[8][16], d[4][16], shortest[4][16], s[8], t[8], dot, product = 0;
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 16; j++) {
      if (j < 8)
        a[i][j] = (float)((5 * i + 3 * j) % 23); /* small integers: every order of a sum gives the same */
      b[i][j] = (float)((7 * i + 2 * j) % 19);
      if (i < 4)
        shortest[i][j] = d[i][j] = (float)((i + j) % 17);
    }
  if (semirings(a, b, d, s, t, &dot) != 8)
    return 1;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 16; j++)
      for (int k = 0; k < 2; k++)
        if (a[i][k] + b[k][j] < shortest[i][j])
          shortest[i][j] = a[i][k] + b[k][j];
  if (memcmp(d, shortest, sizeof d) != 0)
    return puts("paths"), 1;
  for (int i = 0; i < 8; i++) {
    float row = 0, column = 0;
    for (int j = 0; j < 8; j++) {
      row += a[i][j];
      column += a[j][i];
      product += a[i][j] * b[i][j];
    }
    if (s[i] != row || t[i] != column)
      return printf("sums of %d: %g %g\n", i, s[i], t[i]), 1;
  }
  return dot != product;
}
