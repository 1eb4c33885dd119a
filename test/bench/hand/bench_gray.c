// One vpermb turns 16 packed pixels into quads (r,g,b,g), one vpdpbusd with the
// weights (77,75,29,75) sums each: 150 does not fit a signed byte, but g twice
// by 75 does. Four such vectors are joined by shifts inside the dwords (vpshldd
// also supplies the next rounding term) and one last vpermb restores the pixel
// order: 13 operations per 64 pixels.
#include <immintrin.h>
#include <stdint.h>

static inline __m512i weigh(__m512i start, __m512i rgb, __m512i quads) {
  const __m512i weights = _mm512_set1_epi32(77 | 75 << 8 | 29 << 16 | 75 << 24);
  return _mm512_dpbusd_epi32(start, _mm512_permutexvar_epi8(quads, rgb),
                             weights);
}

void bench_gray(uint8_t *restrict gray, const uint8_t *restrict rgb, int n) {
  uint8_t quad[64], order[64];
  for (int p = 0; p < 16; ++p) {
    quad[4 * p] = (uint8_t)(3 * p);
    quad[4 * p + 1] = quad[4 * p + 3] = (uint8_t)(3 * p + 1);
    quad[4 * p + 2] = (uint8_t)(3 * p + 2);
    for (int v = 0; v < 4;
         ++v) // dword p holds pixel p of the vectors 0, 2, 1, 3
      order[16 * v + p] = (uint8_t)(4 * p + (v == 1 ? 2 : v == 2 ? 1 : v));
  }
  const __m512i quads = _mm512_loadu_si512(quad),
                pixels = _mm512_loadu_si512(order);
  const __m512i lastQuads = _mm512_add_epi8(quads, _mm512_set1_epi8(16));
  const __m512i half = _mm512_set1_epi32(128),
                halfHigh = _mm512_slli_epi32(half, 16);
  const __m512i high = _mm512_set1_epi16((short)0xff00);
  long i = 0;
  for (; i + 64 <= n; i += 64) {
    const uint8_t *p = rgb + 3 * i;
    __m512i v1 = weigh(half, _mm512_loadu_si512(p + 48), quads);
    __m512i v3 =
        weigh(half, _mm512_loadu_si512(p + 128),
              lastQuads); // ends with the pixels: no byte beyond them is read
    __m512i v01 = weigh(_mm512_shldi_epi32(v1, halfHigh, 16),
                        _mm512_loadu_si512(p), quads);
    __m512i v23 = weigh(_mm512_shldi_epi32(v3, halfHigh, 16),
                        _mm512_loadu_si512(p + 96), quads);
    // high ? v23 : v01 >> 8
    __m512i bytes =
        _mm512_ternarylogic_epi32(high, v23, _mm512_srli_epi16(v01, 8), 0xca);
    _mm512_storeu_si512(gray + i, _mm512_permutexvar_epi8(pixels, bytes));
  }
  for (; i < n; i += 16) {
    const int left = n - i < 16 ? (int)(n - i) : 16;
    const __m512i v = weigh(
        half, _mm512_maskz_loadu_epi8((1ull << 3 * left) - 1, rgb + 3 * i),
        quads);
    _mm512_mask_cvtepi32_storeu_epi8(gray + i, (__mmask16)((1u << left) - 1),
                                     _mm512_srli_epi32(v, 8));
  }
}
