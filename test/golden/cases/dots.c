// Products of bytes are summed up in fours, out of a panel that has four rows of b between each other.
// RUN vnni: --target=avx512+vnni
// RUN avx2: --target=avx2
// RUN neon: --target=neon+dotprod -- --target=aarch64-linux-gnu
#include <stdint.h>

void product(int n, const uint8_t a[restrict n][256], const int8_t b[restrict 256][96], int32_t c[restrict n][96]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 96; j++) {
      int32_t sum = 0;
      for (int k = 0; k < 256; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}

// Lanes slide along x: even ones and odd ones are summed apart.
void filter(int n, int taps, int16_t *restrict y, const int16_t *restrict x, const int16_t *restrict h) {
  for (int i = 0; i < n; i++) {
    int32_t sum = 1 << 14;
    for (int t = 0; t < taps; t++)
      sum += x[i + t] * h[t];
    y[i] = (int16_t)(sum >> 15);
  }
}
