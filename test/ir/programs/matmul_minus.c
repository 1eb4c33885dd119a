#include <math.h>
#include <stddef.h>
#include <stdio.h>

ptrdiff_t matmul_minus(const float (*A)[64], const float (*B)[256], const float (*D)[256], float (*C)[256]);

static float A[128][64], B[64][256], C[128][256], D[128][256];

int main(void) {
  for (int i = 0; i < 128; i++)
    for (int k = 0; k < 64; k++)
      A[i][k] = (float)(i * 7 + k * 3) / 11;
  for (int k = 0; k < 64; k++)
    for (int j = 0; j < 256; j++)
      B[k][j] = (float)(k - j) / 13;
  for (int i = 0; i < 128; i++)
    for (int j = 0; j < 256; j++) {
      C[i][j] = NAN;
      D[i][j] = (float)(i - 2 * j) / 17;
    }
  if (matmul_minus(A, B, D, C) != 128)
    return 1;
  for (int i = 0; i < 128; i++)
    for (int j = 0; j < 256; j++) {
      float sum = 0;
      for (int k = 0; k < 64; k++)
        sum = fmaf(A[i][k], B[k][j], sum);
      if (C[i][j] != sum - D[i][j])
        return printf("C[%d][%d] is %g\n", i, j, C[i][j]), 1;
    }
  return 0;
}
