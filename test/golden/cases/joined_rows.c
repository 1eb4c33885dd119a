// RUN avx2: --target=avx2
// RUN avx512: --target=avx512
#include <stdint.h>

// Rows of four numbers follow each other: a register holds two of them, or four.
void products(int n, const float (*restrict a)[4][4], const float (*restrict b)[4][4], float (*restrict c)[4][4]) {
  for (int m = 0; m < n; m++)
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++) {
        float s = 0.0f;
        for (int k = 0; k < 4; k++)
          s += a[m][i][k] * b[m][k][j];
        c[m][i][j] = s;
      }
}

// Every pixel's own alpha is taken out of the register that its channels are read in.
void over(int n, uint8_t *restrict d, const uint8_t *restrict s) {
  for (int i = 0; i < n; i++) {
    int a = 255 - s[4 * i + 3];
    for (int c = 0; c < 4; c++) {
      int t = d[4 * i + c] * a + 128;
      d[4 * i + c] = (uint8_t)(s[4 * i + c] + ((t + (t >> 8)) >> 8));
    }
  }
}
