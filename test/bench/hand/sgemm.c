// c = alpha * a * b + beta * c, blocked as Goto and van de Geijn do it: a panel of
// B (Depth x Columns) is packed for L2 and L3, a block of A (Height x Depth) for L2,
// and a tile of 8 rows by 48 columns of C lives in 24 registers. What alpha
// multiplies is the finished sum of a block of Depth products.
#include <immintrin.h>
#include <stdlib.h>

enum { Rows = 8, Vectors = 3, Width = 16 * Vectors, Depth = 320, Height = 160, Columns = 768 };

static inline int least(int a, int b) { return a < b ? a : b; }

/* Strips of 8 rows, k by k; missing rows are zero. */
static void packA(int rows, int depth, const float *a, int lda, float *to) {
  for (int i = 0; i < rows; i += Rows)
    for (int k = 0; k < depth; ++k)
      for (int r = 0; r < Rows; ++r)
        *to++ = i + r < rows ? a[(long)(i + r) * lda + k] : 0.0f;
}

/* Strips of 48 columns, row by row; missing columns are zero. */
static void packB(int depth, int columns, const float *b, int ldb, float *to) {
  for (int j = 0; j < columns; j += Width)
    for (int k = 0; k < depth; ++k, to += Width)
      for (int v = 0; v < Vectors; ++v) {
        const int left = columns - j - 16 * v;
        const __mmask16 m = left >= 16 ? 0xffff : left > 0 ? (__mmask16)((1u << left) - 1) : 0;
        _mm512_store_ps(to + 16 * v, _mm512_maskz_loadu_ps(m, b + (long)k * ldb + j + 16 * v));
      }
}

static void tile(int depth, const float *a, const float *b, float alpha, float beta, float *c, int ldc, int rows, int columns) {
  __m512 s[Rows][Vectors];
#pragma GCC unroll 8
  for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 3
    for (int v = 0; v < Vectors; ++v)
      s[r][v] = _mm512_setzero_ps();
  for (int k = 0; k < depth; ++k, a += Rows, b += Width) {
    const __m512 b0 = _mm512_load_ps(b), b1 = _mm512_load_ps(b + 16), b2 = _mm512_load_ps(b + 32);
#pragma GCC unroll 8
    for (int r = 0; r < Rows; ++r) {
      const __m512 x = _mm512_set1_ps(a[r]);
      s[r][0] = _mm512_fmadd_ps(x, b0, s[r][0]);
      s[r][1] = _mm512_fmadd_ps(x, b1, s[r][1]);
      s[r][2] = _mm512_fmadd_ps(x, b2, s[r][2]);
    }
  }
  const __m512 va = _mm512_set1_ps(alpha), vb = _mm512_set1_ps(beta);
#pragma GCC unroll 8
  for (int r = 0; r < Rows; ++r) {
    if (r >= rows)
      break;
#pragma GCC unroll 3
    for (int v = 0; v < Vectors; ++v) {
      const int left = columns - 16 * v;
      const __mmask16 m = left >= 16 ? 0xffff : left > 0 ? (__mmask16)((1u << left) - 1) : 0;
      float *const to = c + (long)r * ldc + 16 * v;
      _mm512_mask_storeu_ps(to, m, _mm512_fmadd_ps(va, s[r][v], _mm512_mul_ps(vb, _mm512_maskz_loadu_ps(m, to))));
    }
  }
}

void sgemm(int m, int n, int k, float alpha, float beta, const float *restrict a, const float *restrict b, float *restrict c) {
  static _Alignas(64) float packedA[Height * Depth], packedB[Depth * Columns];
  for (int j = 0; j < n; j += Columns) {
    const int columns = least(Columns, n - j);
    for (int p = 0; p == 0 || p < k; p += Depth) {
      const int depth = least(Depth, k - p);
      packB(depth, columns, b + (long)p * n + j, n, packedB);
      for (int i = 0; i < m; i += Height) {
        const int rows = least(Height, m - i);
        packA(rows, depth, a + (long)i * k + p, k, packedA);
        for (int y = 0; y < columns; y += Width)
          for (int x = 0; x < rows; x += Rows)
            tile(depth, packedA + (long)x * depth, packedB + (long)y * depth, alpha, p ? 1.0f : beta,
                 c + (long)(i + x) * n + j + y, n, rows - x, columns - y);
      }
    }
  }
}
