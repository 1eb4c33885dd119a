// The lower clamp costs nothing: a negative float becomes a negative int and
// the saturating packs make it 0. Only the upper one is done in float, because
// beyond 2^31 the conversion gives INT_MIN. Four vectors share 2 + 1 packs and
// one vpermd.
#include <immintrin.h>
#include <stdint.h>

static inline __m512i scale(__m512 v) {
  v = _mm512_fmadd_ps(v, _mm512_set1_ps(255.0f), _mm512_set1_ps(0.5f));
  return _mm512_cvttps_epi32(_mm512_min_ps(v, _mm512_set1_ps(255.0f)));
}

void bench_float_to_u8(uint8_t *restrict d, const float *restrict s, int n) {
  // The packs work per 128-bit lane: dword 4*lane+v of their result holds lane
  // `lane` of vector v.
  const __m512i order =
      _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  long i = 0;
  for (; i + 64 <= n; i += 64) {
    __m512i lo = _mm512_packs_epi32(scale(_mm512_loadu_ps(s + i)),
                                    scale(_mm512_loadu_ps(s + i + 16)));
    __m512i hi = _mm512_packs_epi32(scale(_mm512_loadu_ps(s + i + 32)),
                                    scale(_mm512_loadu_ps(s + i + 48)));
    _mm512_storeu_si512(
        d + i, _mm512_permutexvar_epi32(order, _mm512_packus_epi16(lo, hi)));
  }
  for (; i < n; i += 16) {
    const __mmask16 m = n - i < 16 ? (__mmask16)((1u << (n - i)) - 1) : 0xffff;
    const __m512i v = _mm512_max_epi32(scale(_mm512_maskz_loadu_ps(m, s + i)),
                                       _mm512_setzero_si512());
    _mm512_mask_cvtepi32_storeu_epi8(d + i, m, v);
  }
}
