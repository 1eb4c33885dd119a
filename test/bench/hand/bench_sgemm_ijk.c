// Register tile: 8 rows by 48 columns of C in 24 accumulators, so 11 loads feed
// 24 FMAs; columns are the lanes, the k loop is innermost and in order (the sum
// of every element is the source's, bit for bit). Large B is packed, 128 rows
// of a 48-column panel at a time, into 24 KiB that stay in L1; C carries the
// partial sums from one block to the next.
#include <immintrin.h>

enum { Depth = 128, Rows = 8, Vectors = 3 };

// c[rows][16 * vectors] (+)= a[rows][depth] * b[depth][16 * vectors]; the last
// vector has `last` lanes. Inlined with constant rows and vectors.
static inline __attribute__((always_inline)) void
tile(int rows, int vectors, __mmask16 last, int depth, const float *a, long lda,
     const float *b, long ldb, float *c, long ldc, int add) {
  __m512 s[Rows][Vectors], v[Vectors];
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 3
    for (int j = 0; j < vectors; ++j)
      s[r][j] = _mm512_maskz_loadu_ps(!add               ? 0
                                      : j == vectors - 1 ? last
                                                         : 0xffff,
                                      c + r * ldc + 16 * j);
  for (int k = 0; k < depth; ++k) {
#pragma GCC unroll 3
    for (int j = 0; j < vectors; ++j)
      v[j] = j == vectors - 1
                 ? _mm512_maskz_loadu_ps(last, b + k * ldb + 16 * j)
                 : _mm512_loadu_ps(b + k * ldb + 16 * j);
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) {
      const __m512 x = _mm512_set1_ps(a[r * lda + k]);
#pragma GCC unroll 3
      for (int j = 0; j < vectors; ++j)
        s[r][j] = _mm512_fmadd_ps(x, v[j], s[r][j]);
    }
  }
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 3
    for (int j = 0; j < vectors; ++j)
      _mm512_mask_storeu_ps(c + r * ldc + 16 * j,
                            j == vectors - 1 ? last : 0xffff, s[r][j]);
}

static inline __attribute__((always_inline)) void
panel(int vectors, __mmask16 last, int n, int depth, const float *a,
      const float *b, long ldb, float *c, int add) {
  int i = 0;
  for (; i + 8 <= n; i += 8)
    tile(8, vectors, last, depth, a + (long)i * n, n, b, ldb, c + (long)i * n,
         n, add);
  for (; i + 2 <= n; i += 2)
    tile(2, vectors, last, depth, a + (long)i * n, n, b, ldb, c + (long)i * n,
         n, add);
  if (i < n)
    tile(1, vectors, last, depth, a + (long)i * n, n, b, ldb, c + (long)i * n,
         n, add);
}

void bench_sgemm_ijk(int n, const float *restrict a, const float *restrict b,
                     float *restrict c) {
  _Alignas(64) float packed[Depth * 16 * Vectors];
  const int pack = n > 256, deepest = pack ? Depth : n;
  for (int j = 0; j < n; j += 16 * Vectors) {
    const int width = n - j < 16 * Vectors ? n - j : 16 * Vectors,
              vectors = (width + 15) / 16;
    const __mmask16 last = (__mmask16)(0xffffu >> (16 * vectors - width));
    for (int k = 0; k < n; k += deepest) {
      const int depth = n - k < deepest ? n - k : deepest;
      const float *from = b + (long)k * n + j;
      long ldb = n;
      if (pack) {
        for (int r = 0; r < depth; ++r)
          for (int v = 0; v < vectors; ++v)
            _mm512_store_ps(
                packed + 16 * (vectors * r + v),
                _mm512_maskz_loadu_ps(v == vectors - 1 ? last : 0xffff,
                                      from + (long)r * n + 16 * v));
        from = packed, ldb = 16 * vectors;
      }
      if (vectors == 3)
        panel(3, last, n, depth, a + k, from, ldb, c + j, k > 0);
      else if (vectors == 2)
        panel(2, last, n, depth, a + k, from, ldb, c + j, k > 0);
      else
        panel(1, last, n, depth, a + k, from, ldb, c + j, k > 0);
    }
  }
}
