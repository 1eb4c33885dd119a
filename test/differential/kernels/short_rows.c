// Rows of blocks of bytes and shorts, mostly shorter than a vector: tails in narrower masked vectors, and rows of a
// constant pitch that hold them.
#include <stddef.h>
#include <stdint.h>

static inline uint8_t clip_by_sign(int x) {
  return (uint8_t)((x & ~255) ? (-x) >> 31 & 255 : x);
}

// expect: vectorized
void weight_block(uint8_t *dst, ptrdiff_t dst_pitch, const uint8_t *src, ptrdiff_t src_pitch, int scale, int denom,
                  int offset, int width, int height) {
  for (int y = 0; y < height; y++, dst += dst_pitch, src += src_pitch)
    for (int x = 0; x < width; x++)
      dst[x] = clip_by_sign((int)((unsigned)((int)(src[x] * (unsigned)(scale & 255)) + (1 << (denom & 7))) >> (denom & 7)) +
                            (offset & 127));
}

// expect: vectorized
void four_taps_in_rows(int16_t *dst, const uint8_t *src, ptrdiff_t pitch, int height, const int8_t *f, int width) {
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++)
      dst[x] = (int16_t)(f[0] * src[x] + f[1] * src[x + 1] + f[2] * src[x + 2] + f[3] * src[x + 3]);
    src += pitch;
    dst += 64;
  }
}

// expect: vectorized
void weight_both(uint8_t *dst, ptrdiff_t dst_pitch, const uint8_t *src, ptrdiff_t src_pitch, const int16_t *other,
                 int height, int w0, int w1, int width) {
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      const int sum = ((src[x] << 6) * (w1 & 63) + other[x] * (w0 & 63) + 64) >> 7;
      dst[x] = (uint8_t)(sum < 0 ? 0 : sum > 255 ? 255 : sum);
    }
    src += src_pitch;
    dst += dst_pitch;
    other += 64;
  }
}

// expect: vectorized
void between_rows(uint8_t *restrict dst, ptrdiff_t pitch, const uint8_t *restrict t, int w, int h, int my) {
  for (int y = 0; y < h; y++, t += 64, dst += pitch)
    for (int x = 0; x < w; x++)
      dst[x] = (uint8_t)(t[x] + (((my & 15) * (t[x + 64] - t[x]) + 8) >> 4));
}

// expect: vectorized
void mask_in_sixteens(int16_t *restrict y, const uint8_t *restrict x, int n) {
#pragma vecify shape(i:64) tail(mask)
  for (int i = 0; i < n; i++)
    y[i] = (int16_t)(x[i] * x[i] >> 2);
}

// expect: vectorized
void least_of_block(uint8_t *least, const uint8_t *restrict block, ptrdiff_t pitch, int w, int h) {
  for (int y = 0; y < h; y++, block += pitch) {
    int m = 255;
    for (int x = 0; x < w; x++)
      m = block[x] < m ? block[x] : m;
    least[y] = (uint8_t)m;
  }
}

// A pitch of 8 that holds rows of 8 and less; longer ones overlap, and the last row wins.
// expect: vectorized
void rows_of_eight(int *dst, const int *restrict src, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      dst[8 * y + x] = src[16 * y + x] * 3;
}

// Rows that overlap are added up: in the source's order.
// expect: any
void overlap_and_add(int *dst, const int *restrict src, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      dst[16 * y + x] += src[32 * y + x];
}
