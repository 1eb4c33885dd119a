// Rows stay in L1 between the three passes. exp(x) = 2^k * p(r): k is rounded from
// x / ln 2, r = x - k ln 2 in two parts, p the Taylor polynomial of degree 6, below
// 2 ulp on [-ln 2 / 2, ln 2 / 2].
#include <immintrin.h>
#include <math.h>

static inline __m512 expOf(__m512 x) {
  x = _mm512_max_ps(x, _mm512_set1_ps(-104.0f));
  const __m512 k = _mm512_roundscale_ps(_mm512_mul_ps(x, _mm512_set1_ps(1.44269504f)), 0);
  __m512 r = _mm512_fnmadd_ps(k, _mm512_set1_ps(0.693145752f), x);
  r = _mm512_fnmadd_ps(k, _mm512_set1_ps(1.42860677e-6f), r);
  __m512 p = _mm512_set1_ps(1.0f / 720);
  p = _mm512_fmadd_ps(p, r, _mm512_set1_ps(1.0f / 120));
  p = _mm512_fmadd_ps(p, r, _mm512_set1_ps(1.0f / 24));
  p = _mm512_fmadd_ps(p, r, _mm512_set1_ps(1.0f / 6));
  p = _mm512_fmadd_ps(p, r, _mm512_set1_ps(0.5f));
  p = _mm512_fmadd_ps(p, r, _mm512_set1_ps(1.0f));
  p = _mm512_fmadd_ps(p, r, _mm512_set1_ps(1.0f));
  return _mm512_scalef_ps(p, k);
}

void softmax(int rows, int n, const float *restrict x, float *restrict y) {
  for (int i = 0; i < rows; ++i, x += n, y += n) {
    __m512 top = _mm512_set1_ps(x[0]);
    for (int j = 0; j < n; j += 16) {
      const __mmask16 m = n - j >= 16 ? 0xffff : (__mmask16)((1u << (n - j)) - 1);
      top = _mm512_mask_max_ps(top, m, top, _mm512_maskz_loadu_ps(m, x + j));
    }
    top = _mm512_set1_ps(_mm512_reduce_max_ps(top));
    __m512 sum = _mm512_setzero_ps();
    for (int j = 0; j < n; j += 16) {
      const __mmask16 m = n - j >= 16 ? 0xffff : (__mmask16)((1u << (n - j)) - 1);
      const __m512 e = expOf(_mm512_sub_ps(_mm512_maskz_loadu_ps(m, x + j), top));
      _mm512_mask_storeu_ps(y + j, m, e);
      sum = _mm512_mask_add_ps(sum, m, sum, e);
    }
    const __m512 scale = _mm512_set1_ps(1.0f / _mm512_reduce_add_ps(sum));
    for (int j = 0; j < n; j += 16) {
      const __mmask16 m = n - j >= 16 ? 0xffff : (__mmask16)((1u << (n - j)) - 1);
      _mm512_mask_storeu_ps(y + j, m, _mm512_mul_ps(_mm512_maskz_loadu_ps(m, y + j), scale));
    }
  }
}
