// Two-dimensional image kernels: pitches, VLAs, stencils, transposes.
#include <stdint.h>

// expect: vectorized
void box3_rows(uint8_t *restrict dst, const uint8_t *restrict src, int width, int height, int pitch) {
  for (int y = 0; y < height; y++)
    for (int x = 1; x < width - 1; x++)
      dst[y * pitch + x] = (uint8_t)((src[y * pitch + x - 1] + 2 * src[y * pitch + x] + src[y * pitch + x + 1] + 2) / 4);
}

// expect: vectorized
void sobel_x(int16_t *restrict dst, const uint8_t *restrict src, int w, int h) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) {
      const uint8_t *p = src + y * w + x;
      dst[y * w + x] = (int16_t)((p[-w + 1] + 2 * p[1] + p[w + 1]) - (p[-w - 1] + 2 * p[-1] + p[w - 1]));
    }
}

// expect: vectorized
void laplacian(int h, int w, float dst[restrict h][w], float src[restrict h][w]) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      dst[y][x] = src[y - 1][x] + src[y + 1][x] + src[y][x - 1] + src[y][x + 1] - 4.0f * src[y][x];
}

// expect: vectorized
void halve_rows(uint8_t *restrict dst, const uint8_t *restrict src, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      dst[y * w + x] = (uint8_t)((src[2 * y * w + x] + src[(2 * y + 1) * w + x] + 1) >> 1);
}

// expect: vectorized
void downsample2(uint8_t *restrict dst, const uint8_t *restrict top, const uint8_t *restrict bottom, int out_width) {
  for (int x = 0; x < out_width; x++)
    dst[x] = (uint8_t)((top[2 * x] + top[2 * x + 1] + bottom[2 * x] + bottom[2 * x + 1] + 2) >> 2);
}

// expect: any
void transpose(float *restrict dst, const float *restrict src, int rows, int cols) {
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < cols; c++)
      dst[c * rows + r] = src[r * cols + c];
}

// expect: vectorized
void paint_rect(uint32_t *pixels, int pitch, int w, int h, uint32_t colour) {
  for (int y = 0; y < h; y++) {
    uint32_t *row = pixels + y * pitch;
    for (int x = 0; x < w; x++)
      row[x] = colour;
  }
}

// expect: vectorized
void flip_rows(uint32_t *restrict dst, const uint32_t *restrict src, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      dst[y * w + (w - 1 - x)] = src[y * w + x];
}

// expect: any
void premultiply(float (*restrict rgba)[4], int n) {
  for (int i = 0; i < n; i++) {
    const float a = rgba[i][3];
    rgba[i][0] *= a;
    rgba[i][1] *= a;
    rgba[i][2] *= a;
  }
}

// expect: vectorized
void column_profile(int *restrict profile, const uint8_t *restrict image, int w, int h) {
  for (int x = 0; x < w; x++)
    profile[x] = 0;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      profile[x] += image[y * w + x];
}

// expect: vectorized
void vertical_blur(uint16_t *restrict dst, const uint8_t *restrict src, int stride, int w, int h) {
  for (int y = 2; y < h - 2; y++)
    for (int x = 0; x < w; x++)
      dst[y * w + x] = (uint16_t)(src[(y - 2) * stride + x] + 4 * src[(y - 1) * stride + x] + 6 * src[y * stride + x] +
                                  4 * src[(y + 1) * stride + x] + src[(y + 2) * stride + x]);
}

// Sums down the columns: each row reads what was written a row before.
// expect: vectorized
void integrate_columns(unsigned *restrict sums, const unsigned char *restrict image, int rows, int width) {
  for (int x = 0; x < width; x++)
    for (int y = 1; y < rows; y++)
      sums[y * width + x] = sums[(y - 1) * width + x] + image[y * width + x];
}

// The same with two rows in between, and a second column array beside it.
// expect: any
void smooth_columns(float *restrict out, float *restrict trend, const float *restrict image, int rows, int width) {
  for (int x = 0; x < width; x++)
    for (int y = 2; y < rows; y++) {
      out[y * width + x] = 0.5f * out[(y - 2) * width + x] + trend[(y - 1) * width + x];
      trend[y * width + x] = trend[(y - 1) * width + x] + image[y * width + x];
    }
}
