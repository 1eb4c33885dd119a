// Time tiling by rows: Block half steps go over the grid together, each one row behind
// the one before it, so that a row is fetched once for all of them and the rows in
// between stay in L2. Half step s writes row i only when half step s - 1 has written
// row i + 1 and no half step before it still reads the row.
#include <immintrin.h>

static void row(int n, const double *above, const double *from, const double *below, double *to) {
  const __m512d fifth = _mm512_set1_pd(0.2);
  for (int j = 1; j < n - 1; j += 8) {
    const int left = n - 1 - j;
    const __mmask8 m = left >= 8 ? 0xff : (__mmask8)((1u << left) - 1);
    __m512d s = _mm512_add_pd(_mm512_maskz_loadu_pd(m, from + j), _mm512_maskz_loadu_pd(m, from + j - 1));
    s = _mm512_add_pd(s, _mm512_maskz_loadu_pd(m, from + j + 1));
    s = _mm512_add_pd(s, _mm512_maskz_loadu_pd(m, above + j));
    s = _mm512_add_pd(s, _mm512_maskz_loadu_pd(m, below + j));
    _mm512_mask_storeu_pd(to + j, m, _mm512_mul_pd(fifth, s));
  }
}

void jacobi2d(int steps, int n, double *restrict a, double *restrict b) {
  const long rowBytes = 16L * (n > 0 ? n : 1);
  long block = (1L << 20) / rowBytes / 2 * 2;
  block = block < 2 ? 2 : block > 40 ? 40 : block;
  for (int s0 = 0; s0 < 2 * steps; s0 += (int)block) {
    const int count = 2 * steps - s0 < block ? 2 * steps - s0 : (int)block;
    for (int front = 1; front < n - 1 + count; ++front)
      for (int s = 0; s < count; ++s) {
        const int i = front - s;
        if (i < 1 || i >= n - 1)
          continue;
        const double *from = (s0 + s) % 2 ? b : a;
        double *to = (s0 + s) % 2 ? a : b;
        row(n, from + (long)(i - 1) * n, from + (long)i * n, from + (long)(i + 1) * n, to + (long)i * n);
      }
  }
}
