// Sums of products that are written out: filters of a few taps, along a row and across rows, matrices of colour.
#include <stdint.h>
#include <stddef.h>

// expect: vectorized
void eight_taps_across(int16_t *restrict t, const uint8_t *restrict s, const int8_t *restrict f, int p, int w) {
  for (int x = 0; x < w; x++)
    t[x] = (int16_t)((f[0] * s[x] + f[1] * s[x + p] + f[2] * s[x + 2 * p] + f[3] * s[x + 3 * p] + f[4] * s[x + 4 * p] +
                      f[5] * s[x + 5 * p] + f[6] * s[x + 6 * p] + f[7] * s[x + 7 * p] + 2) >> 2);
}

// expect: vectorized
void eight_taps_along(int16_t *restrict t, const uint8_t *restrict s, const int8_t *restrict f, int w) {
  for (int x = 0; x < w; x++)
    t[x] = (int16_t)((f[0] * s[x] + f[1] * s[x + 1] + f[2] * s[x + 2] + f[3] * s[x + 3] + f[4] * s[x + 4] +
                      f[5] * s[x + 5] + f[6] * s[x + 6] + f[7] * s[x + 7] + 2) >> 2);
}

// expect: vectorized
void taps_backwards(int *restrict y, const int16_t *restrict x, const int16_t *restrict h, int n) {
  for (int i = 0; i < n; i++)
    y[i] = h[0] * x[i + 5] + h[1] * x[i + 4] + h[2] * x[i + 3] + h[3] * x[i + 2] + h[4] * x[i + 1] + h[5] * x[i];
}

// expect: vectorized
void five_of_signed_bytes(int *restrict y, const int8_t *restrict x, const int8_t *restrict h, int n) {
  for (int i = 0; i < n; i++)
    y[i] = y[i] - (h[0] * x[i] + h[1] * x[i + 1]) + h[2] * x[i + 2] + h[3] * x[i + 3] + h[4] * x[i + 4];
}

// expect: vectorized
void known_taps(int16_t *restrict y, const int16_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int16_t)((x[i] * 1234 - x[i + 1] * 4321 + x[i + 2] * 11 - 77 * x[i + 3] + x[i + 4] * 32000 -
                      x[i + 5] * 32768 + 8192) >> 14);
}

// expect: vectorized
void rotated(int *restrict re, int *restrict im, const int16_t *restrict a, const int16_t *restrict b, int c, int s,
             int n) {
  const int16_t cosine = (int16_t)c, sine = (int16_t)s;
  for (int i = 0; i < n; i++) {
    re[i] = a[i] * cosine + b[i] * sine;
    im[i] = b[i] * cosine + a[i] * -7 + re[i];
  }
}

// expect: vectorized
void complex_products(int *restrict y, const int16_t *restrict a, const int16_t *restrict b, const int16_t *restrict c,
                      const int16_t *restrict d, int n) {
  for (int i = 0; i < n; i++)
    y[i] = a[i] * b[i] + c[i] * d[i] + 5;
}

// expect: vectorized
void four_products(unsigned *restrict y, const uint8_t *restrict a, const int8_t *restrict b, const uint8_t *restrict c,
                   const int8_t *restrict d, int n) {
  for (int i = 0; i < n; i++)
    y[i] += (unsigned)(a[i] * b[i] + c[i] * d[i] + a[i + 1] * d[i] + c[i + 1] * b[i]);
}

// expect: vectorized
void colour_matrix(uint8_t *restrict o, const uint8_t *restrict r, const uint8_t *restrict g, const uint8_t *restrict b,
                   const int16_t *restrict m, int n) {
  for (int i = 0; i < n; i++) {
    int v = (m[0] * r[i] + m[1] * g[i] + m[2] * b[i] + 4096) >> 13;
    o[i] = v < 0 ? 0 : v > 255 ? 255 : (uint8_t)v;
  }
}

// The taps may be what is written.
// expect: any
void taps_in_place(int16_t *x, int16_t *h, int n) {
  for (int i = 0; i < n; i++)
    x[i] = (int16_t)((h[0] * x[i + 4] + h[1] * x[i + 5] + h[2] * x[i + 6] + h[3] * x[i + 7]) >> 15);
}

// expect: vectorized
void written_between(int *restrict y, int16_t *restrict x, const int16_t *restrict h, int n) {
  for (int i = 0; i < n; i++) {
    const int a = h[0] * x[2 * i], b = h[1] * x[2 * i + 1];
    x[2 * i] = 3;
    x[2 * i + 1] = 4;
    y[i] = a + b;
  }
}

// expect: vectorized
void pairs_between(int *restrict y, const int16_t *restrict x, const int16_t *restrict h, int n) {
  for (int i = 0; i < n; i++)
    y[i] = h[0] * x[2 * i] + h[1] * x[2 * i + 1];
}

// expect: vectorized
void unsigned_wraps(uint32_t *restrict y, const uint16_t *restrict x, uint16_t a, uint16_t b, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint32_t)a * x[i] + (uint32_t)b * x[i + 1];
}

// expect: vectorized
void rows_of_taps(int16_t *restrict t, const uint8_t *restrict s, int p, const int8_t *restrict f, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      t[y * w + x] = (int16_t)((f[0] * s[y * p + x] + f[1] * s[(y + 1) * p + x] + f[2] * s[(y + 2) * p + x] +
                                f[3] * s[(y + 3) * p + x]) >> 1);
}

// expect: vectorized
void taps_both_ways(uint8_t *restrict d, const uint8_t *restrict s, int p, int mx, int my, int n) {
  mx &= 15;
  my &= 15;
  for (int x = 0; x < n; x++)
    d[x] = (uint8_t)(((16 - mx) * (16 - my) * s[x] + mx * (16 - my) * s[x + 1] + (16 - mx) * my * s[x + p] +
                      mx * my * s[x + p + 1] + 128) >> 8);
}

// expect: vectorized
void differing_less_known(int *restrict y, const int16_t *restrict a, const int16_t *restrict b,
                          const int8_t *restrict c, int n) {
  for (int i = 0; i < n; i++)
    y[i] = a[i] * b[i] - 5 * c[i] + c[i + 1] * b[i + 1] - 7;
}

// expect: vectorized
void known_and_differing(int *restrict y, const int8_t *restrict a, const int16_t *restrict b,
                         const uint8_t *restrict c, const int16_t *restrict k, int n) {
  for (int i = 0; i < n; i++)
    y[i] = a[i] * b[i] + c[i] * 130 + b[i + 1] * k[0] + a[i + 1] * b[i + 2] + c[i + 1] * -118;
}
