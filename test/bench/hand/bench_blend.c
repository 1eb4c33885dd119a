// vpmaddubsw does both products and their sum: with the weights as the unsigned
// operand and the pixels shifted to signed (p - 128), w*(a-128) +
// (256-w)*(b-128) = S - 32768 fits 16 bits exactly; vpmulhrsw by 128 is the
// rounding shift by 8. Ten operations per 64 pixels. Other weights than 1..255
// take 16-bit lanes: only the low 16 bits of S reach the result.
#include <immintrin.h>
#include <stdint.h>

static inline __m512i blendBytes(__m512i a, __m512i b, __m512i w) {
  const __m512i flip = _mm512_set1_epi8((char)0x80),
                round = _mm512_set1_epi16(128);
  a = _mm512_xor_si512(a, flip);
  b = _mm512_xor_si512(b, flip);
  __m512i lo = _mm512_maddubs_epi16(w, _mm512_unpacklo_epi8(a, b));
  __m512i hi = _mm512_maddubs_epi16(w, _mm512_unpackhi_epi8(a, b));
  lo = _mm512_mulhrs_epi16(lo, round);
  hi = _mm512_mulhrs_epi16(hi, round);
  return _mm512_xor_si512(_mm512_packs_epi16(lo, hi), flip);
}

static inline __m512i
blendWords(__m512i a, __m512i b,
           __m512i w) { // b * 256 + (a - b) * w + 128, even and odd bytes apart
  const __m512i even = _mm512_set1_epi16(0xff), half = _mm512_set1_epi16(128);
  const __m512i a0 = _mm512_and_si512(a, even), b0 = _mm512_and_si512(b, even);
  const __m512i a1 = _mm512_srli_epi16(a, 8), b1 = _mm512_srli_epi16(b, 8);
  __m512i s0 = _mm512_add_epi16(
      _mm512_slli_epi16(b, 8), _mm512_mullo_epi16(_mm512_sub_epi16(a0, b0), w));
  __m512i s1 =
      _mm512_add_epi16(_mm512_slli_epi16(b1, 8),
                       _mm512_mullo_epi16(_mm512_sub_epi16(a1, b1), w));
  s0 = _mm512_srli_epi16(_mm512_add_epi16(s0, half), 8);
  s1 = _mm512_andnot_si512(even, _mm512_add_epi16(s1, half));
  return _mm512_or_si512(s0, s1);
}

void bench_blend(uint8_t *restrict d, const uint8_t *restrict a,
                 const uint8_t *restrict b, int n, int alpha) {
  const int narrow = alpha > 0 && alpha < 256;
  const __m512i bytes = _mm512_set1_epi16((short)(alpha | (256 - alpha) << 8)),
                words = _mm512_set1_epi16((short)alpha);
  long i = 0;
  if (narrow)
    for (; i + 128 <= n; i += 128) {
      __m512i r0 = blendBytes(_mm512_loadu_si512(a + i),
                              _mm512_loadu_si512(b + i), bytes);
      __m512i r1 = blendBytes(_mm512_loadu_si512(a + i + 64),
                              _mm512_loadu_si512(b + i + 64), bytes);
      _mm512_storeu_si512(d + i, r0);
      _mm512_storeu_si512(d + i + 64, r1);
    }
  for (; i < n; i += 64) {
    const __mmask64 m = n - i < 64 ? (1ull << (n - i)) - 1 : ~0ull;
    const __m512i va = _mm512_maskz_loadu_epi8(m, a + i),
                  vb = _mm512_maskz_loadu_epi8(m, b + i);
    _mm512_mask_storeu_epi8(d + i, m,
                            narrow ? blendBytes(va, vb, bytes)
                                   : blendWords(va, vb, words));
  }
}
