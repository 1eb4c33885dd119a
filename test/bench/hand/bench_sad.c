// vpsadbw is the loop body: 64 absolute differences summed into eight 64-bit
// lanes, one a cycle; four sums hide the add.
#include <immintrin.h>
#include <stdint.h>

unsigned bench_sad(const uint8_t *a, const uint8_t *b, int n) {
  __m512i s0 = _mm512_setzero_si512(), s1 = s0, s2 = s0, s3 = s0;
  long i = 0;
  for (; i + 256 <= n; i += 256) {
    s0 = _mm512_add_epi64(s0, _mm512_sad_epu8(_mm512_loadu_si512(a + i),
                                              _mm512_loadu_si512(b + i)));
    s1 = _mm512_add_epi64(s1, _mm512_sad_epu8(_mm512_loadu_si512(a + i + 64),
                                              _mm512_loadu_si512(b + i + 64)));
    s2 = _mm512_add_epi64(s2, _mm512_sad_epu8(_mm512_loadu_si512(a + i + 128),
                                              _mm512_loadu_si512(b + i + 128)));
    s3 = _mm512_add_epi64(s3, _mm512_sad_epu8(_mm512_loadu_si512(a + i + 192),
                                              _mm512_loadu_si512(b + i + 192)));
  }
  for (; i < n; i += 64) {
    const __mmask64 m = n - i < 64 ? (1ull << (n - i)) - 1 : ~0ull;
    s0 = _mm512_add_epi64(s0,
                          _mm512_sad_epu8(_mm512_maskz_loadu_epi8(m, a + i),
                                          _mm512_maskz_loadu_epi8(m, b + i)));
  }
  return (unsigned)_mm512_reduce_add_epi64(
      _mm512_add_epi64(_mm512_add_epi64(s0, s1), _mm512_add_epi64(s2, s3)));
}
