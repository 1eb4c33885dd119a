// Eight independent 16-lane sums: two loads per FMA allow one FMA a cycle, and
// its 4 cycles of latency need at least four chains. The sums are folded as a
// tree; the last vector is masked, its dead lanes add 0.
#include <immintrin.h>

float bench_dot(int n, const float *x, const float *y) {
  __m512 s[8];
  for (int u = 0; u < 8; ++u)
    s[u] = _mm512_setzero_ps();
  long i = 0;
  for (; i + 128 <= n; i += 128)
#pragma GCC unroll 8
    for (int u = 0; u < 8; ++u)
      s[u] = _mm512_fmadd_ps(_mm512_loadu_ps(x + i + 16 * u),
                             _mm512_loadu_ps(y + i + 16 * u), s[u]);
  for (; i + 32 <= n; i += 32) {
    s[0] =
        _mm512_fmadd_ps(_mm512_loadu_ps(x + i), _mm512_loadu_ps(y + i), s[0]);
    s[1] = _mm512_fmadd_ps(_mm512_loadu_ps(x + i + 16),
                           _mm512_loadu_ps(y + i + 16), s[1]);
  }
  for (; i < n; i += 16) {
    const __mmask16 m = n - i < 16 ? (__mmask16)((1u << (n - i)) - 1) : 0xffff;
    s[2] = _mm512_fmadd_ps(_mm512_maskz_loadu_ps(m, x + i),
                           _mm512_maskz_loadu_ps(m, y + i), s[2]);
  }
  const __m512 lo =
      _mm512_add_ps(_mm512_add_ps(s[0], s[1]), _mm512_add_ps(s[2], s[3]));
  const __m512 hi =
      _mm512_add_ps(_mm512_add_ps(s[4], s[5]), _mm512_add_ps(s[6], s[7]));
  return _mm512_reduce_add_ps(_mm512_add_ps(lo, hi));
}
