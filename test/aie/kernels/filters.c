/* Filters: products of scalars with neighbouring elements slide over one register. */
#include <stdint.h>

/* x[n + 15] c[16] y[n]; n = 0..70 */
void fir16_i16(const int16_t *restrict x, const int16_t *restrict c, int16_t *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    int32_t s = 0;
    for (int k = 0; k < 16; k++)
      s += c[k] * x[i + k];
    y[i] = (s + (1 << 14)) >> 15;
  }
}

/* x[n + 7] c[8] y[n]; n = 0..140 */
void fir8_i8(const int8_t *restrict x, const int8_t *restrict c, int8_t *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    int32_t s = 0;
    for (int k = 0; k < 8; k++)
      s += c[k] * x[i + k];
    int v = s >> 7;
    y[i] = v < -128 ? -128 : v > 127 ? 127 : v;
  }
}

/* in[18 * 288] k[9] out[16 * 256]; n = 0..3 */
void conv3x3_i16(const int16_t (*restrict in)[288], const int16_t (*restrict k)[3], int16_t (*restrict out)[256]) {
  for (int y = 0; y < 16; y++)
    for (int x = 0; x < 256; x++) {
      int32_t s = 0;
      for (int ky = 0; ky < 3; ky++)
        for (int kx = 0; kx < 3; kx++)
          s += k[ky][kx] * in[y + ky][x + kx];
      out[y][x] = s >> 8;
    }
}

/* x[n] y[n]; n = 0..70 */
void blur_i16(const int16_t *restrict x, int16_t *restrict y, int n) {
  for (int i = 1; i < n - 1; i++)
    y[i] = (x[i - 1] + 2 * x[i] + x[i + 1] + 2) >> 2;
}

/* in[72 + 41] k[4] out[40]; n = 0..3, shift = 1..31 */
void patch_i8(const int8_t (*restrict in)[72], const int8_t (*restrict k)[2], int shift, int8_t *restrict out) {
  for (int x = 0; x < 40; x++) {
    int s = 0;
    for (int ky = 0; ky < 2; ky++)
      for (int kx = 0; kx < 2; kx++)
        s += k[ky][kx] * in[ky][x + kx];
    out[x] = (s + (1 << (shift - 1))) >> shift;
  }
}
