#include <stddef.h>
#include <stdio.h>

ptrdiff_t transposes(const float (*a)[8], float (*p)[8], const double (*b)[4], double (*q)[4], const int (*c)[16],
                     int (*r)[8]);

int main(void) {
  float a[8][8], p[8][8];
  double b[4][4], q[4][4];
  int c[8][16], r[16][8], wrong = 0;
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 16; j++) {
      c[i][j] = 100 * i + j;
      if (j < 8)
        a[i][j] = (float)(10 * i + j);
      if (i < 4 && j < 4)
        b[i][j] = 10 * i + j;
    }
  transposes(a, p, b, q, c, r);
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 16; j++) {
      wrong += r[j][i] != c[i][j];
      wrong += j < 8 && p[j][i] != a[i][j];
      wrong += i < 4 && j < 4 && q[j][i] != b[i][j];
    }
  if (wrong)
    printf("%d wrong elements\n", wrong);
  return wrong != 0;
}
