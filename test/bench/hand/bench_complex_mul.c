// Stays interleaved: one swap of `a`, one multiply and one vfmaddsub are all
// that eight products cost, no deinterleaving. vmovsldup and vmovshdup from
// memory are done by the load ports and leave port 5 alone; `again` is b by a
// name the compiler does not know to be the same, or it would load once and
// shuffle in port 5.
#include <immintrin.h>

static inline __m512
product(__m512 a, __m512 re,
        __m512 im) { // re: b.re b.re ..., im: b.im b.im ...
  return _mm512_fmaddsub_ps(a, re,
                            _mm512_mul_ps(_mm512_permute_ps(a, 0xb1), im));
}

void bench_complex_mul(float *restrict o, const float *restrict a,
                       const float *restrict b, int n) {
  const long floats = 2L * n;
  const float *again = b;
  __asm__("" : "+r"(again));
  long i = 0;
  for (; i + 32 <= floats; i += 32) {
    __m512 p0 = product(_mm512_loadu_ps(a + i),
                        _mm512_moveldup_ps(_mm512_loadu_ps(b + i)),
                        _mm512_movehdup_ps(_mm512_loadu_ps(again + i)));
    __m512 p1 = product(_mm512_loadu_ps(a + i + 16),
                        _mm512_moveldup_ps(_mm512_loadu_ps(b + i + 16)),
                        _mm512_movehdup_ps(_mm512_loadu_ps(again + i + 16)));
    _mm512_storeu_ps(o + i, p0);
    _mm512_storeu_ps(o + i + 16, p1);
  }
  for (; i < floats; i += 16) {
    const __mmask16 m =
        floats - i < 16 ? (__mmask16)((1u << (floats - i)) - 1) : 0xffff;
    const __m512 vb = _mm512_maskz_loadu_ps(m, b + i);
    _mm512_mask_storeu_ps(o + i, m,
                          product(_mm512_maskz_loadu_ps(m, a + i),
                                  _mm512_moveldup_ps(vb),
                                  _mm512_movehdup_ps(vb)));
  }
}
