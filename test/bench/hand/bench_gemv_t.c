// Columns are the lanes, so every sum keeps the source's order. A matrix that
// fits L2 is read in strips of 8 to 15 vectors whose sums stay in registers (8
// chains hide the FMA's latency at two loads a cycle); a larger one is streamed
// row-wise, eight rows at a time, with y in L1 carrying the partial sums,
// because memory wants long sequential reads.
#include <immintrin.h>

static inline __attribute__((always_inline)) void
strip(int vectors, int n, __mmask16 last, const float *a, const float *x,
      float *y) {
  __m512 s[15];
#pragma GCC unroll 15
  for (int v = 0; v < vectors; ++v)
    s[v] = _mm512_setzero_ps();
  for (int i = 0; i < n; ++i, a += n) {
    const __m512 xi = _mm512_set1_ps(x[i]);
#pragma GCC unroll 15
    for (int v = 0; v < vectors - 1; ++v)
      s[v] = _mm512_fmadd_ps(_mm512_loadu_ps(a + 16 * v), xi, s[v]);
    s[vectors - 1] =
        _mm512_fmadd_ps(_mm512_maskz_loadu_ps(last, a + 16 * (vectors - 1)), xi,
                        s[vectors - 1]);
  }
#pragma GCC unroll 15
  for (int v = 0; v < vectors; ++v)
    _mm512_mask_storeu_ps(y + 16 * v, v == vectors - 1 ? last : 0xffff, s[v]);
}

static inline __attribute__((always_inline)) void
addRows(int rows, int n, const float *a, const float *x, float *y, int add) {
  __m512 xs[8];
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r)
    xs[r] = _mm512_set1_ps(x[r]);
  for (int j = 0; j < n; j += 16) {
    const __mmask16 m = n - j < 16 ? (__mmask16)((1u << (n - j)) - 1) : 0xffff;
    __m512 s = _mm512_maskz_loadu_ps(add ? m : 0, y + j);
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r)
      s = _mm512_fmadd_ps(_mm512_maskz_loadu_ps(m, a + (long)r * n + j), xs[r],
                          s);
    _mm512_mask_storeu_ps(y + j, m, s);
  }
}

#define STRIP(w)                                                               \
  case w:                                                                      \
    strip(w, n, last, a + j, x, y + j);                                        \
    break

void bench_gemv_t(int n, const float *restrict a, const float *restrict x,
                  float *restrict y) {
  if (n > 512) {
    int i = 0;
    for (; i + 8 <= n; i += 8)
      addRows(8, n, a + (long)i * n, x + i, y, i > 0);
    for (; i < n; ++i)
      addRows(1, n, a + (long)i * n, x + i, y, 1);
    return;
  }
  for (int j = 0, w; j < n; j += 16 * w) {
    const int vectors = (n - j + 15) / 16;
    w = vectors < 16 ? vectors : 8;
    const __mmask16 last =
        w < vectors ? 0xffff : (__mmask16)(0xffffu >> (16 * vectors - (n - j)));
    switch (w) {
      STRIP(1);
      STRIP(2);
      STRIP(3);
      STRIP(4);
      STRIP(5);
      STRIP(6);
      STRIP(7);
      STRIP(8);
      STRIP(9);
      STRIP(10);
      STRIP(11);
      STRIP(12);
      STRIP(13);
      STRIP(14);
      STRIP(15);
    }
  }
}
