// Product of two 64 x 64 matrices of 16-bit integers, summed in 32 bits.
#include <stdint.h>

void matmul_i16(const int16_t (*restrict a)[64], const int16_t (*restrict b)[64], int32_t (*restrict c)[64]) {
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++) {
      int32_t sum = 0;
      for (int k = 0; k < 64; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}
