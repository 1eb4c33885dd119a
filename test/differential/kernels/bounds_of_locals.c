// What a local can be bounds what is computed from it, and where it leads: tables by clamped subscripts, pixels beside
// the block, weights of a position.
#include <stdint.h>

static inline int clip_u8(int v) { return v < 0 ? 0 : v > 255 ? 255 : v; }
#define CLAMP(v, a, b)                                                                                                 \
  if (v < a)                                                                                                           \
    v = a;                                                                                                             \
  else if (v > b)                                                                                                      \
    v = b

// expect: vectorized
void true_motion(uint8_t *restrict dst, const uint8_t *restrict above, uint8_t beside, uint8_t at_corner, int n) {
  const int corner = at_corner, left = beside;
  for (int c = 0; c < n; c++)
    dst[c] = (uint8_t)clip_u8(left + above[c] - corner);
}
// expect: vectorized
void bilinear(uint8_t *restrict dst, const uint8_t *restrict s, int mv, int n) {
  const int fx = mv & 7, gx = 8 - fx;
  for (int c = 0; c < n; c++)
    dst[c] = (uint8_t)((s[c] * gx + s[c + 1] * fx + 4) >> 3);
}
// expect: any
void lut_of_masked(uint8_t *out, const uint8_t *in, const uint8_t *lut, int n) {
  for (int i = 0; i < n; i++) {
    int v = in[i] & 127;
    out[i] = (uint8_t)(lut[v] + 3);
  }
}
// expect: any
void lut_of_clamped(float *out, const int *in, const float *lut, int n) {
  for (int i = 0; i < n; i++) {
    int v = in[i] >> 4;
    CLAMP(v, 0, 1023);
    out[i] = lut[v] * 2.0f + 1.0f;
  }
}
// expect: vectorized
void edge_offsets(int *out, const int *a, const int *b, const int *off, int n) {
  for (int i = 0; i < n; i++) {
    int d0 = (a[i] > b[i]) - (a[i] < b[i]), d1 = (a[i] > b[i + 1]) - (a[i] < b[i + 1]);
    out[i] = a[i] ^ off[2 + d0 + d1];
  }
}
// expect: vectorized
void black_levels(int *out, const int *img, const int *black, int w, int h) {
  for (int row = 0; row < h; row++)
    for (int col = 0; col < w; col++) {
      int c = (row & 1) << 1 | (col & 1);
      out[row * w + col] = img[row * w + col] ^ black[c];
    }
}
// expect: any
void counted_in_table(int *out, const uint8_t *in, const int *table, int n) {
  for (int i = 0; i < n; i++) {
    int k = 0;
    if (in[i] > 10)
      k = k + 1;
    if (in[i] > 100)
      k = k + 1;
    out[i] = table[k];
  }
}
// expect: any
void kept_index(int *out, const uint8_t *in, const int *table, int n) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    if (in[i] > 100)
      k = in[i] & 15;
    out[i] = table[k];
  }
}
// expect: vectorized
void weights_by_remainder(uint8_t *restrict y, const uint8_t *restrict x, unsigned phase, int q, int n) {
  const unsigned w = phase % 9, v = 8 - w;
  const int r = q % 4;
  for (int i = 0; i < n; i++)
    y[i] = (uint8_t)((x[i] * w + x[i + 1] * (v & 15)) >> 3) + (uint8_t)(x[i] * r);
}
// expect: vectorized
void chosen_gain(int16_t *restrict y, const int16_t *restrict x, int quiet, signed char gain, int n) {
  const int g = quiet ? 1 : gain, h = g * 3 - 1;
  for (int i = 0; i < n; i++)
    y[i] = (int16_t)((x[i] * h) >> 7);
}
