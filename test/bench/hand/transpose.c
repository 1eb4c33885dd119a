// y = the transpose of x (m x n). Tiles of 16 x 16 turn in registers; tiles follow one
// another along rows of y within a strip of 16 columns of x, so that each line of
// either matrix is used up while it is in the cache.
#include <immintrin.h>

static inline void turn(long m, long n, const float *x, float *y, int rows, __mmask16 columns, int outRows) {
  const __mmask16 stored = (__mmask16)(0xffffu >> (16 - rows));
  __m512 a[16], b[16];
#pragma GCC unroll 16
  for (int i = 0; i < 16; ++i)
    a[i] = i < rows ? _mm512_maskz_loadu_ps(columns, x + i * n) : _mm512_setzero_ps();
#pragma GCC unroll 8
  for (int i = 0; i < 16; i += 2) {
    b[i] = _mm512_unpacklo_ps(a[i], a[i + 1]);
    b[i + 1] = _mm512_unpackhi_ps(a[i], a[i + 1]);
  }
#pragma GCC unroll 4
  for (int i = 0; i < 16; i += 4)
#pragma GCC unroll 2
    for (int k = 0; k < 2; ++k) {
      const __m512d lo = _mm512_castps_pd(b[i + k]), hi = _mm512_castps_pd(b[i + 2 + k]);
      a[i + 2 * k] = _mm512_castpd_ps(_mm512_unpacklo_pd(lo, hi));
      a[i + 2 * k + 1] = _mm512_castpd_ps(_mm512_unpackhi_pd(lo, hi));
    }
  /* a[4 g + c] holds columns c, c + 4, c + 8, c + 12 of rows 4 g .. 4 g + 3. */
#pragma GCC unroll 4
  for (int c = 0; c < 4; ++c) {
    const __m512 p = _mm512_shuffle_f32x4(a[c], a[4 + c], 0x88), q = _mm512_shuffle_f32x4(a[c], a[4 + c], 0xdd);
    const __m512 r = _mm512_shuffle_f32x4(a[8 + c], a[12 + c], 0x88), s = _mm512_shuffle_f32x4(a[8 + c], a[12 + c], 0xdd);
    b[c] = _mm512_shuffle_f32x4(p, r, 0x88);
    b[c + 8] = _mm512_shuffle_f32x4(p, r, 0xdd);
    b[c + 4] = _mm512_shuffle_f32x4(q, s, 0x88);
    b[c + 12] = _mm512_shuffle_f32x4(q, s, 0xdd);
  }
#pragma GCC unroll 16
  for (int j = 0; j < 16; ++j)
    if (j < outRows)
      _mm512_mask_storeu_ps(y + j * m, stored, b[j]);
}

void transpose(int m, int n, const float *restrict x, float *restrict y) {
  for (int j = 0; j < n; j += 16) {
    const int outRows = n - j < 16 ? n - j : 16;
    const __mmask16 columns = (__mmask16)(0xffffu >> (16 - outRows));
    for (int i = 0; i < m; i += 16)
      turn(m, n, x + (long)i * n + j, y + (long)j * m + i, m - i < 16 ? m - i : 16, columns, outRows);
  }
}
