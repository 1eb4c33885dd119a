// Outputs in lanes, the 16 taps kept in registers, four output vectors in
// flight. A shifted input is either an unaligned load (two cache-line accesses)
// or a valignd of two vectors already loaded (port 5, which the FMAs want too):
// half of the shifts each way was the fastest mix measured. Each output still
// sums its taps in the order of the source.
#include <immintrin.h>

#define LOADED(u, k) _mm512_loadu_ps(x + i + 16 * (u) + (k))
#define ALIGNED(u, k)                                                          \
  _mm512_castsi512_ps(_mm512_alignr_epi32(_mm512_castps_si512(v[(u) + 1]),     \
                                          _mm512_castps_si512(v[u]), k))
#define TAP(k, SHIFTED)                                                        \
  for (int u = 0; u < 4; ++u)                                                  \
    acc[u] = _mm512_fmadd_ps(t[k], SHIFTED(u, k), acc[u]);

void bench_fir16(float *restrict y, const float *restrict x,
                 const float *restrict h, int n) {
  __m512 t[16], v[5], acc[4];
#pragma GCC unroll 16
  for (int k = 0; k < 16; ++k)
    t[k] = _mm512_set1_ps(n > 0 ? h[k] : 0.0f);
  long i = 0;
  for (; i + 64 <= n; i += 64) {
    for (int u = 0; u < 4; ++u) {
      v[u] = LOADED(u, 0);
      acc[u] = _mm512_fmadd_ps(t[0], v[u], _mm512_setzero_ps());
    }
    v[4] = _mm512_maskz_loadu_ps(
        0x7fff, x + i + 64); // the last output's last tap reads x[i + 78]
    TAP(1, ALIGNED)
    TAP(2, LOADED)
    TAP(3, ALIGNED)
    TAP(4, LOADED)
    TAP(5, ALIGNED)
    TAP(6, LOADED)
    TAP(7, ALIGNED)
    TAP(8, LOADED)
    TAP(9, ALIGNED)
    TAP(10, LOADED)
    TAP(11, ALIGNED)
    TAP(12, LOADED)
    TAP(13, ALIGNED)
    TAP(14, LOADED)
    TAP(15, ALIGNED)
    for (int u = 0; u < 4; ++u)
      _mm512_storeu_ps(y + i + 16 * u, acc[u]);
  }
  for (; i < n; i += 16) {
    const __mmask16 m = n - i < 16 ? (__mmask16)((1u << (n - i)) - 1) : 0xffff;
    __m512 s = _mm512_setzero_ps();
#pragma GCC unroll 16
    for (int k = 0; k < 16; ++k)
      s = _mm512_fmadd_ps(t[k], _mm512_maskz_loadu_ps(m, x + i + k), s);
    _mm512_mask_storeu_ps(y + i, m, s);
  }
}
