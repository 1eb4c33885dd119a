// vpdpwssd multiplies 32 pairs, adds neighbours and accumulates in one
// instruction (wrapping, like the 32-bit sum); its 5 cycles of latency and the
// two loads it needs ask for at least five sums, here eight.
#include <immintrin.h>
#include <stdint.h>

int32_t bench_dot_i16(const int16_t *a, const int16_t *b, int n) {
  __m512i s[8];
  for (int u = 0; u < 8; ++u)
    s[u] = _mm512_setzero_si512();
  long i = 0;
  for (; i + 256 <= n; i += 256)
#pragma GCC unroll 8
    for (int u = 0; u < 8; ++u)
      s[u] = _mm512_dpwssd_epi32(s[u], _mm512_loadu_si512(a + i + 32 * u),
                                 _mm512_loadu_si512(b + i + 32 * u));
  for (; i + 64 <= n; i += 64) {
    s[0] = _mm512_dpwssd_epi32(s[0], _mm512_loadu_si512(a + i),
                               _mm512_loadu_si512(b + i));
    s[1] = _mm512_dpwssd_epi32(s[1], _mm512_loadu_si512(a + i + 32),
                               _mm512_loadu_si512(b + i + 32));
  }
  for (; i < n; i += 32) {
    const __mmask32 m = n - i < 32 ? (__mmask32)((1u << (n - i)) - 1) : ~0u;
    s[2] = _mm512_dpwssd_epi32(s[2], _mm512_maskz_loadu_epi16(m, a + i),
                               _mm512_maskz_loadu_epi16(m, b + i));
  }
  const __m512i lo = _mm512_add_epi32(_mm512_add_epi32(s[0], s[1]),
                                      _mm512_add_epi32(s[2], s[3]));
  const __m512i hi = _mm512_add_epi32(_mm512_add_epi32(s[4], s[5]),
                                      _mm512_add_epi32(s[6], s[7]));
  return _mm512_reduce_add_epi32(_mm512_add_epi32(lo, hi));
}
