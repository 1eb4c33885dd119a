// Stays in bytes: (p + 2q + r + 2) >> 2 is the rounding average of q and the
// truncating average of p and r, and the latter is vpavgb less the bit it
// rounded up by, (p ^ r) & 1. Four operations per 64 pixels instead of widening
// to 16 bits.
#include <immintrin.h>
#include <stdint.h>

static inline __m512i blur(__m512i p, __m512i q, __m512i r) {
  const __m512i odd =
      _mm512_ternarylogic_epi32(p, r, _mm512_set1_epi8(1), 0x28); // (p ^ r) & 1
  return _mm512_avg_epu8(q, _mm512_sub_epi8(_mm512_avg_epu8(p, r), odd));
}

void bench_blur3(uint8_t *restrict d, const uint8_t *restrict s, int n) {
  long i = 0;
  for (; i + 128 <= n; i += 128) {
    __m512i v0 = blur(_mm512_loadu_si512(s + i), _mm512_loadu_si512(s + i + 1),
                      _mm512_loadu_si512(s + i + 2));
    __m512i v1 =
        blur(_mm512_loadu_si512(s + i + 64), _mm512_loadu_si512(s + i + 65),
             _mm512_loadu_si512(s + i + 66));
    _mm512_storeu_si512(d + i, v0);
    _mm512_storeu_si512(d + i + 64, v1);
  }
  for (; i < n; i += 64) {
    const __mmask64 m = n - i < 64 ? (1ull << (n - i)) - 1 : ~0ull;
    const __m512i v = blur(_mm512_maskz_loadu_epi8(m, s + i),
                           _mm512_maskz_loadu_epi8(m, s + i + 1),
                           _mm512_maskz_loadu_epi8(m, s + i + 2));
    _mm512_mask_storeu_epi8(d + i, m, v);
  }
}
