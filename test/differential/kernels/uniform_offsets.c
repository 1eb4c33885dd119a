// One number added to, or subtracted from, all values of a row before they are clamped: brightness, the constant part of
// a transform, offsets. The number is of any size.
#include <stddef.h>
#include <stdint.h>

static inline int clip_u8(int v) { return v < 0 ? 0 : v > 255 ? 255 : v; }
#define CLIP3(lo, hi, v) ((v) < (lo) ? (lo) : (v) > (hi) ? (hi) : (v))

// expect: vectorized
void brighten(uint8_t *restrict y, const uint8_t *restrict x, int by, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint8_t)clip_u8(x[i] + by);
}
// expect: vectorized
void darken(uint8_t *restrict y, const uint8_t *restrict x, int by, int n) {
  for (int i = 0; i < n; i++) {
    const int v = x[i] - by;
    y[i] = (uint8_t)(v > 255 ? 255 : v < 0 ? 0 : v);
  }
}
// expect: vectorized
void dc_add(uint8_t *dst, ptrdiff_t stride, int dc, int w, int h) {
  dc = (dc + 32) >> 6;
  for (int y = 0; y < h; y++, dst += stride)
    for (int x = 0; x < w; x++)
      dst[x] = (uint8_t)clip_u8(dst[x] + dc);
}
// expect: vectorized
void dc_add_8x8(uint8_t dst[8][32], const int16_t *restrict block) {
  const int dc = (block[0] * 181 + 128) >> 8;
  for (int y = 0; y < 8; y++)
    for (int x = 0; x < 8; x++)
      dst[y][x] = (uint8_t)CLIP3(0, 255, dst[y][x] + dc);
}
// expect: vectorized
void brighten_10bit(uint16_t *restrict y, const uint16_t *restrict x, int by, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint16_t)CLIP3(0, 1023, x[i] + by);
}
// expect: vectorized
void legal_range(uint8_t *restrict y, const uint8_t *restrict x, int by, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint8_t)CLIP3(16, 235, x[i] + by);
}
// expect: vectorized
void mix_and_offset(uint8_t *restrict y, const uint8_t *restrict a, const uint8_t *restrict b, int offset, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint8_t)CLIP3(0, 255, ((a[i] * 13 + b[i] * 19 + 16) >> 5) + offset);
}
// expect: vectorized
void weighted_then_shifted(uint8_t *restrict y, const uint8_t *restrict x, int round, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint8_t)CLIP3(0, 255, (x[i] * 21 + round) >> 4);
}
// expect: vectorized
void negative_and_offset(uint8_t *restrict y, const uint8_t *restrict x, int from, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint8_t)CLIP3(0, 255, from - x[i]);
}
// expect: vectorized
void offset_samples(int16_t *restrict y, const int16_t *restrict x, int by, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int16_t)CLIP3(-32768, 32767, x[i] + by);
}
// expect: vectorized
void offset_signed_bytes(int8_t *restrict y, const int8_t *restrict x, int by, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int8_t)CLIP3(-128, 127, x[i] + by);
}
// expect: vectorized
void row_offsets(uint8_t *restrict y, const uint8_t *restrict x, const int *restrict offsets, int w, int h) {
  for (int r = 0; r < h; r++)
    for (int c = 0; c < w; c++)
      y[r * w + c] = (uint8_t)clip_u8(x[r * w + c] + offsets[r]);
}
// expect: vectorized
void two_offsets(uint8_t *restrict y, const uint8_t *restrict x, int first, int second, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint8_t)clip_u8(x[i] + first - second);
}
// expect: vectorized
void clamped_to_parameters(uint8_t *restrict y, const uint8_t *restrict x, int by, int lo, int hi, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint8_t)CLIP3(lo, hi, x[i] + by);
}
// expect: vectorized
void long_offset(uint8_t *restrict y, const uint8_t *restrict x, long by, int n) {
  for (int i = 0; i < n; i++) {
    const long v = x[i] + by;
    y[i] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
  }
}
// expect: vectorized
void unsigned_offset(uint8_t *restrict y, const uint8_t *restrict x, unsigned by, int n) {
  for (int i = 0; i < n; i++) {
    const unsigned v = x[i] + by;
    y[i] = (uint8_t)(v > 255 ? 255 : v);
  }
}
