// Pixels of a row are the lanes, 16 of them, by 3 rows and 8 output channels: 24 sums
// in registers. For each tap 3 loads of pixels and 8 broadcasts of weights feed 24 FMAs.
#include <immintrin.h>

static inline __attribute__((always_inline)) void tile(int channels, int rows, __mmask16 m, int ci, int h, int width,
                                                       const float *in, const float *w, float *out) {
  __m512 s[8][3];
#pragma GCC unroll 8
  for (int o = 0; o < channels; ++o)
#pragma GCC unroll 3
    for (int r = 0; r < rows; ++r)
      s[o][r] = _mm512_setzero_ps();
  const long pitch = width + 2, plane = pitch * (h + 2);
  for (int c = 0; c < ci; ++c, in += plane, w += 9)
    for (int r = 0; r < 3; ++r)
      for (int q = 0; q < 3; ++q) {
        __m512 v[3];
#pragma GCC unroll 3
        for (int y = 0; y < rows; ++y)
          v[y] = _mm512_maskz_loadu_ps(m, in + (r + y) * pitch + q);
#pragma GCC unroll 8
        for (int o = 0; o < channels; ++o) {
          const __m512 k = _mm512_set1_ps(w[(long)o * 9 * ci + r * 3 + q]);
#pragma GCC unroll 3
          for (int y = 0; y < rows; ++y)
            s[o][y] = _mm512_fmadd_ps(v[y], k, s[o][y]);
        }
      }
#pragma GCC unroll 8
  for (int o = 0; o < channels; ++o)
#pragma GCC unroll 3
    for (int y = 0; y < rows; ++y)
      _mm512_mask_storeu_ps(out + ((long)o * h + y) * width, m, s[o][y]);
}

void conv2d_nchw(int ci, int co, int h, int width, const float *restrict in, const float *restrict w, float *restrict out) {
  for (int o = 0; o < co; o += co - o >= 8 ? 8 : 1)
    for (int y = 0; y < h; y += h - y >= 3 ? 3 : 1)
      for (int x = 0; x < width; x += 16) {
        const __mmask16 m = width - x >= 16 ? 0xffff : (__mmask16)((1u << (width - x)) - 1);
        const float *from = in + (long)y * (width + 2) + x, *weights = w + (long)o * 9 * ci;
        float *to = out + ((long)o * h + y) * width + x;
        if (co - o >= 8 && h - y >= 3)
          tile(8, 3, m, ci, h, width, from, weights, to);
        else if (co - o >= 8)
          tile(8, 1, m, ci, h, width, from, weights, to);
        else if (h - y >= 3)
          tile(1, 3, m, ci, h, width, from, weights, to);
        else
          tile(1, 1, m, ci, h, width, from, weights, to);
      }
}
