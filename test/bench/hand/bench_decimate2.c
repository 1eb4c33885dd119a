// Two vpermt2ps split 32 inputs into even and odd ones; the third operand, the
// evens one further, is a valignd with the next block's evens, which the next
// iteration needs anyway. Three shuffles on port 5 beside three multiplies on
// port 0.
#include <immintrin.h>

static inline __m512 weigh(__m512 even, __m512 odd, __m512 next) {
  const __m512 quarter = _mm512_set1_ps(0.25f);
  return _mm512_fmadd_ps(
      quarter, next,
      _mm512_fmadd_ps(_mm512_set1_ps(0.5f), odd, _mm512_mul_ps(quarter, even)));
}

static inline __m512 shiftIn(__m512 even, __m512 next) { // even[1..15], next[0]
  return _mm512_castsi512_ps(_mm512_alignr_epi32(_mm512_castps_si512(next),
                                                 _mm512_castps_si512(even), 1));
}

void bench_decimate2(float *restrict y, const float *restrict x, int n) {
  const __m512i evens = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20,
                                          22, 24, 26, 28, 30);
  const __m512i odds = _mm512_add_epi32(evens, _mm512_set1_epi32(1));
  long i = 0;
  if (n >= 48) {
    __m512 a = _mm512_loadu_ps(x), b = _mm512_loadu_ps(x + 16);
    __m512 even = _mm512_permutex2var_ps(a, evens, b);
    for (; i + 48 <= n; i += 32) {
      const float *p = x + 2 * i;
      __m512 c = _mm512_loadu_ps(p + 32), d = _mm512_loadu_ps(p + 48);
      __m512 e = _mm512_loadu_ps(p + 64), f = _mm512_loadu_ps(p + 80);
      __m512 even1 = _mm512_permutex2var_ps(c, evens, d),
             even2 = _mm512_permutex2var_ps(e, evens, f);
      _mm512_storeu_ps(y + i, weigh(even, _mm512_permutex2var_ps(a, odds, b),
                                    shiftIn(even, even1)));
      _mm512_storeu_ps(y + i + 16,
                       weigh(even1, _mm512_permutex2var_ps(c, odds, d),
                             shiftIn(even1, even2)));
      even = even2, a = e, b = f;
    }
  }
  for (; i < n; i += 16) {
    const long left =
        n - i < 16 ? n - i : 16; // outputs; they read 2 * left + 1 inputs
    const __mmask32 m = (__mmask32)((1ull << 2 * left) - 1);
    const float *p = x + 2 * i;
    const __m512 a = _mm512_maskz_loadu_ps((__mmask16)m, p),
                 b = _mm512_maskz_loadu_ps((__mmask16)(m >> 16), p + 16);
    const __m512 even = _mm512_permutex2var_ps(a, evens, b),
                 odd = _mm512_permutex2var_ps(a, odds, b);
    const __m512 next =
        _mm512_mask_mov_ps(shiftIn(even, even), (__mmask16)(1u << (left - 1)),
                           _mm512_set1_ps(p[2 * left]));
    _mm512_mask_storeu_ps(y + i, (__mmask16)((1u << left) - 1),
                          weigh(even, odd, next));
  }
}
