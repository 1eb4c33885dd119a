// One subtraction turns both comparisons into a single unsigned one, and the
// mask it gives is the store's: bytes that are not capitals are not written, as
// in the source.
#include <immintrin.h>
#include <stddef.h>

static inline __mmask64 capitals(__m512i v) {
  return _mm512_cmplt_epu8_mask(_mm512_sub_epi8(v, _mm512_set1_epi8('A')),
                                _mm512_set1_epi8('Z' - 'A' + 1));
}

void bench_to_lower(unsigned char *s, size_t n) {
  const __m512i shift = _mm512_set1_epi8('a' - 'A');
  size_t i = 0;
  for (; i + 128 <= n; i += 128) {
    const __m512i v0 = _mm512_loadu_si512(s + i),
                  v1 = _mm512_loadu_si512(s + i + 64);
    _mm512_mask_storeu_epi8(s + i, capitals(v0), _mm512_add_epi8(v0, shift));
    _mm512_mask_storeu_epi8(s + i + 64, capitals(v1),
                            _mm512_add_epi8(v1, shift));
  }
  for (; i < n; i += 64) {
    const __mmask64 m = n - i < 64 ? (1ull << (n - i)) - 1 : ~0ull;
    const __m512i v = _mm512_maskz_loadu_epi8(m, s + i);
    _mm512_mask_storeu_epi8(
        s + i, capitals(v),
        _mm512_add_epi8(v, shift)); // dead lanes are 0: not capitals
  }
}
