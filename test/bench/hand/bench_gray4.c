// A pixel is a dword, so vpdpbusd sums it in place: the weights (150 among
// them) are its unsigned operand and the pixels, flipped to p - 128, the signed
// one; the bias 128 * 256 goes into the start value. Four vectors are joined by
// shifts inside the dwords (vpshldd also supplies the next start value) and one
// vpermb restores the order: 13 operations per 64 pixels.
#include <immintrin.h>
#include <stdint.h>

static inline __m512i weigh(__m512i start, __m512i rgba) {
  const __m512i weights = _mm512_set1_epi32(77 | 150 << 8 | 29 << 16);
  return _mm512_dpbusd_epi32(
      start, weights, _mm512_xor_si512(rgba, _mm512_set1_epi8((char)0x80)));
}

void bench_gray4(uint8_t *restrict gray, const uint8_t *restrict rgba, int n) {
  uint8_t order[64];
  for (int p = 0; p < 16; ++p)
    for (int v = 0; v < 4;
         ++v) // dword p holds pixel p of the vectors 0, 2, 1, 3
      order[16 * v + p] = (uint8_t)(4 * p + (v == 1 ? 2 : v == 2 ? 1 : v));
  const __m512i pixels = _mm512_loadu_si512(order);
  const __m512i start = _mm512_set1_epi32(128 + 128 * 256),
                startHigh = _mm512_slli_epi32(start, 16);
  const __m512i high = _mm512_set1_epi16((short)0xff00);
  long i = 0;
  for (; i + 64 <= n; i += 64) {
    const uint8_t *p = rgba + 4 * i;
    __m512i v1 = weigh(start, _mm512_loadu_si512(p + 64));
    __m512i v3 = weigh(start, _mm512_loadu_si512(p + 192));
    __m512i v01 =
        weigh(_mm512_shldi_epi32(v1, startHigh, 16), _mm512_loadu_si512(p));
    __m512i v23 = weigh(_mm512_shldi_epi32(v3, startHigh, 16),
                        _mm512_loadu_si512(p + 128));
    // high ? v23 : v01 >> 8
    __m512i bytes =
        _mm512_ternarylogic_epi32(high, v23, _mm512_srli_epi16(v01, 8), 0xca);
    _mm512_storeu_si512(gray + i, _mm512_permutexvar_epi8(pixels, bytes));
  }
  for (; i < n; i += 16) {
    const __mmask16 m = n - i < 16 ? (__mmask16)((1u << (n - i)) - 1) : 0xffff;
    const __m512i v = weigh(start, _mm512_maskz_loadu_epi32(m, rgba + 4 * i));
    _mm512_mask_cvtepi32_storeu_epi8(gray + i, m, _mm512_srli_epi32(v, 8));
  }
}
