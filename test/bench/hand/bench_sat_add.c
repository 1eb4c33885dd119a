// The whole body is one vpaddusb on 64 pixels; four vectors per iteration leave
// only the store port as the limit.
#include <immintrin.h>
#include <stdint.h>

void bench_sat_add(uint8_t *restrict d, const uint8_t *restrict a,
                   const uint8_t *restrict b, int n) {
  long i = 0;
  for (; i + 256 <= n; i += 256) {
    __m512i v0 =
        _mm512_adds_epu8(_mm512_loadu_si512(a + i), _mm512_loadu_si512(b + i));
    __m512i v1 = _mm512_adds_epu8(_mm512_loadu_si512(a + i + 64),
                                  _mm512_loadu_si512(b + i + 64));
    __m512i v2 = _mm512_adds_epu8(_mm512_loadu_si512(a + i + 128),
                                  _mm512_loadu_si512(b + i + 128));
    __m512i v3 = _mm512_adds_epu8(_mm512_loadu_si512(a + i + 192),
                                  _mm512_loadu_si512(b + i + 192));
    _mm512_storeu_si512(d + i, v0);
    _mm512_storeu_si512(d + i + 64, v1);
    _mm512_storeu_si512(d + i + 128, v2);
    _mm512_storeu_si512(d + i + 192, v3);
  }
  for (; i < n; i += 64) {
    const __mmask64 m = n - i < 64 ? (1ull << (n - i)) - 1 : ~0ull;
    _mm512_mask_storeu_epi8(
        d + i, m,
        _mm512_adds_epu8(_mm512_maskz_loadu_epi8(m, a + i),
                         _mm512_maskz_loadu_epi8(m, b + i)));
  }
}
