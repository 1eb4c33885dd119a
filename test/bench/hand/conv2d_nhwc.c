// Output channels are the lanes, 32 of them at once, by 12 pixels of a row: 24 sums
// in registers, 2 loads of weights and 12 broadcasts of pixels for 24 FMAs.
#include <immintrin.h>

static inline __attribute__((always_inline)) void strip(int pixels, int width, int ci, int co, __mmask16 m0, __mmask16 m1,
                                                        const float *in, const float *w, const float *bias, float *out) {
  __m512 s[12][2];
#pragma GCC unroll 12
  for (int x = 0; x < pixels; ++x) {
    s[x][0] = _mm512_maskz_loadu_ps(m0, bias);
    s[x][1] = _mm512_maskz_loadu_ps(m1, bias + 16);
  }
  for (int r = 0; r < 3; ++r)
    for (int q = 0; q < 3; ++q) {
      const float *pixel = in + ((long)r * (width + 2) + q) * ci;
      for (int c = 0; c < ci; ++c, ++pixel, w += co) {
        const __m512 w0 = _mm512_maskz_loadu_ps(m0, w), w1 = _mm512_maskz_loadu_ps(m1, w + 16);
#pragma GCC unroll 12
        for (int x = 0; x < pixels; ++x) {
          const __m512 v = _mm512_set1_ps(pixel[(long)x * ci]);
          s[x][0] = _mm512_fmadd_ps(v, w0, s[x][0]);
          s[x][1] = _mm512_fmadd_ps(v, w1, s[x][1]);
        }
      }
    }
#pragma GCC unroll 12
  for (int x = 0; x < pixels; ++x) {
    _mm512_mask_storeu_ps(out + (long)x * co, m0, s[x][0]);
    _mm512_mask_storeu_ps(out + (long)x * co + 16, m1, s[x][1]);
  }
}

static __mmask16 firstLanes(int n) { return n >= 16 ? 0xffff : n > 0 ? (__mmask16)((1u << n) - 1) : 0; }

void conv2d_nhwc(int h, int width, int ci, int co, const float *restrict in, const float *restrict w, const float *restrict bias,
                 float *restrict out) {
  for (int y = 0; y < h; ++y)
    for (int o = 0; o < co; o += 32) {
      const __mmask16 m0 = firstLanes(co - o), m1 = firstLanes(co - o - 16);
      for (int x = 0; x < width;) {
        const float *from = in + ((long)y * (width + 2) + x) * ci;
        float *to = out + ((long)y * width + x) * co + o;
        if (width - x >= 12)
          strip(12, width, ci, co, m0, m1, from, w + o, bias + o, to), x += 12;
        else if (width - x >= 6)
          strip(6, width, ci, co, m0, m1, from, w + o, bias + o, to), x += 6;
        else if (width - x >= 3)
          strip(3, width, ci, co, m0, m1, from, w + o, bias + o, to), x += 3;
        else
          strip(1, width, ci, co, m0, m1, from, w + o, bias + o, to), x += 1;
      }
    }
}
