// Pixel kernels on bytes.
#include <stdint.h>

typedef uint8_t pixel;

// expect: vectorized
void invert(pixel *restrict dst, const pixel *restrict src, int count) {
  for (int i = 0; i < count; i++)
    dst[i] = (pixel)(255 - src[i]);
}

// expect: vectorized
void brighten(pixel *restrict image, int amount, int count) {
  for (int i = 0; i < count; i++) {
    int v = image[i] + amount;
    v = v < 0 ? 0 : v;
    v = v > 255 ? 255 : v;
    image[i] = (pixel)v;
  }
}

// expect: vectorized
void average_rounded(pixel *restrict dst, const pixel *restrict a, const pixel *restrict b, int n) {
  for (int i = 0; i < n; i++)
    dst[i] = (pixel)((a[i] + b[i] + 1) >> 1);
}

// expect: vectorized
void add_saturated(pixel *restrict dst, const pixel *restrict a, const pixel *restrict b, unsigned n) {
  for (unsigned i = 0; i < n; i++) {
    const unsigned sum = (unsigned)a[i] + b[i];
    dst[i] = (pixel)(sum < 255u ? sum : 255u);
  }
}

// expect: vectorized
void blend_constant(pixel *restrict dst, const pixel *restrict fg, const pixel *restrict bg, unsigned alpha, int n) {
  for (int i = 0; i < n; i++)
    dst[i] = (pixel)((fg[i] * alpha + bg[i] * (256u - alpha)) >> 8);
}

// expect: vectorized
void luma(pixel *restrict y, const pixel *restrict r, const pixel *restrict g, const pixel *restrict b, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (pixel)((77 * r[i] + 150 * g[i] + 29 * b[i] + 128) >> 8);
}

// expect: vectorized
void luma_interleaved(pixel *restrict y, const pixel *restrict rgb, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (pixel)((54 * rgb[3 * i] + 183 * rgb[3 * i + 1] + 19 * rgb[3 * i + 2]) >> 8);
}

// expect: vectorized
void threshold(pixel *restrict dst, const pixel *restrict src, pixel level, int n) {
  for (int i = 0; i < n; i++)
    dst[i] = src[i] >= level ? 255 : 0;
}

// expect: vectorized
void scale_by_signed(pixel *restrict dst, const pixel *restrict src, const int16_t *restrict weight, int n) {
  for (int i = 0; i < n; i++) {
    int v = (src[i] * weight[i] + 64) >> 7;
    if (v < 0)
      v = 0;
    if (v > 255)
      v = 255;
    dst[i] = (pixel)v;
  }
}

// expect: vectorized
unsigned absolute_differences(const pixel *a, const pixel *b, int n) {
  unsigned sum = 0;
  for (int i = 0; i < n; i++)
    sum += (unsigned)(a[i] > b[i] ? a[i] - b[i] : b[i] - a[i]);
  return sum;
}

// expect: vectorized
void gamma_to_float(float *restrict dst, const pixel *restrict src, float scale, float offset, int n) {
  for (int i = 0; i < n; i++)
    dst[i] = src[i] * scale - offset;
}

// expect: any
void look_up(pixel *restrict dst, const pixel *restrict src, const pixel *restrict table, int n) {
  for (int i = 0; i < n; i++)
    dst[i] = table[src[i]];
}

// The distance is never negative, which its reader does not trust.
// expect: vectorized
void distance_again(uint8_t *restrict y, const uint8_t *restrict a, const uint8_t *restrict b, int n) {
  for (int i = 0; i < n; i++) {
    int t = a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
    y[i] = (uint8_t)(t < 0 ? -t : t);
  }
}
