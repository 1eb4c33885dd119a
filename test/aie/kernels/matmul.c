/* Matrix products: blocks of mmul, the matrices laid out by the DMA. */
#include <stdint.h>

/* a[64 * 64] b[64 * 64] c[64 * 64]; n = 0..5 */
void matmul_i16(const int16_t (*restrict a)[64], const int16_t (*restrict b)[64], int32_t (*restrict c)[64]) {
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++) {
      int32_t s = 0;
      for (int k = 0; k < 64; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}

/* a[64 * 64] b[64 * 64] c[64 * 64]; n = 0..5 */
void matmul_i8(const int8_t (*restrict a)[64], const int8_t (*restrict b)[64], int8_t (*restrict c)[64]) {
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++) {
      int32_t s = 0;
      for (int k = 0; k < 64; k++)
        s += a[i][k] * b[k][j];
      int v = (s + 64) >> 7;
      c[i][j] = v < -128 ? -128 : v > 127 ? 127 : v;
    }
}

/* x[16 * 8] w[8 * 32] out[16 * 32]; n = 0..5 */
void project_i16(const int16_t *restrict x, const int16_t *restrict w, int32_t *restrict out) {
  for (int row = 0; row < 16; row++)
    for (int col = 0; col < 32; col++) {
      int32_t total = 0;
      for (int q = 0; q < 8; q++)
        total += w[q * 32 + col] * x[row * 8 + q];
      out[row * 32 + col] = total;
    }
}
