// Steps of Fourier transforms: scratch in an array of structs of the function, places that are m, 2 * m and 3 * m behind
// in an unsigned type, twiddle factors at a stride that only the caller knows, read in pairs.
// Hazards: m that is not the number of iterations; sums that wrap; a value of the scratch that is left from before; a
// struct of it that is copied whole; the pair at the end of its array.
#include <stddef.h>
#include <stdint.h>

typedef struct { float re, im; } cpx;

#define MUL(to, a, b) ((to).re = (a).re * (b).re - (a).im * (b).im, (to).im = (a).re * (b).im + (a).im * (b).re)

// expect: vectorized
void of_two(cpx *f, const cpx *restrict w, size_t step, size_t m) {
  cpx t;
  cpx *g = f + m;
  size_t k = m;
  do {
    MUL(t, *g, *w);
    w += step;
    g->re = f->re - t.re;
    g->im = f->im - t.im;
    f->re += t.re;
    f->im += t.im;
    ++f;
    ++g;
  } while (--k);
}

// expect: vectorized
void of_four(cpx *f, const cpx *restrict w, size_t step, const size_t m, int inverse) {
  const cpx *w1, *w2, *w3;
  cpx s[6];
  size_t k = m;
  const size_t m2 = 2 * m, m3 = 3 * m;
  w3 = w2 = w1 = w;
  do {
    MUL(s[0], f[m], *w1);
    MUL(s[1], f[m2], *w2);
    MUL(s[2], f[m3], *w3);
    s[5].re = f->re - s[1].re;
    s[5].im = f->im - s[1].im;
    f->re += s[1].re;
    f->im += s[1].im;
    s[3].re = s[0].re + s[2].re;
    s[3].im = s[0].im + s[2].im;
    s[4].re = s[0].re - s[2].re;
    s[4].im = s[0].im - s[2].im;
    f[m2].re = f->re - s[3].re;
    f[m2].im = f->im - s[3].im;
    w1 += step;
    w2 += step * 2;
    w3 += step * 3;
    f->re += s[3].re;
    f->im += s[3].im;
    if (inverse) {
      f[m].re = s[5].re - s[4].im;
      f[m].im = s[5].im + s[4].re;
      f[m3].re = s[5].re + s[4].im;
      f[m3].im = s[5].im - s[4].re;
    } else {
      f[m].re = s[5].re + s[4].im;
      f[m].im = s[5].im - s[4].re;
      f[m3].re = s[5].re - s[4].im;
      f[m3].im = s[5].im + s[4].re;
    }
    ++f;
  } while (--k);
}

// A count of its own: m says nothing of how far the loop goes.
// expect: any
void of_other_count(cpx *restrict f, const cpx *restrict w, size_t m, size_t n) {
  const size_t m2 = 2 * m;
  for (size_t k = 0; k < n; k++) {
    cpx t;
    MUL(t, f[k + m2], w[k]);
    f[k].re -= t.re;
    f[k].im -= t.im;
  }
}

// 2 * m wraps where m is at least 2^31.
// expect: any
void of_wrapping_distance(int32_t *restrict f, const int32_t *restrict w, unsigned m) {
  const unsigned m2 = 2 * m;
  for (unsigned k = 0; k < m; k++)
    f[k] = f[k + m2] + w[k];
}

// expect: any
void changed_distance(int32_t *f, size_t m, size_t n) {
  size_t d = m;
  if (n & 1)
    d = 1;
  for (size_t k = 0; k < m; k++)
    f[k + d] = f[k] + 1;
}

// expect: any
void distance_before_change(int32_t *f, size_t m) {
  const size_t d = m;
  m += 3;
  for (size_t k = 0; k < m; k++)
    f[k + d] = f[k] + 1;
}

// expect: vectorized
void distance_below_count(int32_t *f, int m) {
  const int d = m + 3;
  for (int k = 0; k < m; k++)
    f[k + d] = f[k] + 1;
}

// expect: vectorized
void copied_whole(cpx *restrict to, const cpx *restrict from, int n) {
  cpx s[3];
  for (int i = 0; i < n; i++) {
    s[0] = from[i];
    s[1].re = s[0].re * 2.0f;
    s[1].im = s[0].im * 3.0f;
    s[2] = s[1];
    s[2].re += s[0].im;
    to[i] = s[2];
  }
}

// expect: declined CarriedScalar
void left_from_before(cpx *restrict to, const cpx *restrict from, int n) {
  cpx s[2];
  for (int i = 0; i < n; i++) {
    if (i == 0)
      s[1].re = from[0].re;
    s[0].re = from[i].re * 2.0f;
    s[0].im = from[i].im + s[1].re;
    s[1].re = s[0].im;
    to[i] = s[0];
  }
}

// expect: vectorized
void inside_of_body(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    cpx s[2][2];
    s[0][1].re = x[i] * 2.0f;
    s[0][1].im = x[i] + 3.0f;
    s[1][0] = s[0][1];
    y[i] = s[1][0].re - s[1][0].im;
  }
}

// expect: any
void pairs_apart(float *restrict y, const float *restrict x, ptrdiff_t step, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i * step] * x[i * step + 1];
}

// expect: any
void pairs_of_words(uint32_t *restrict y, const uint32_t *restrict x, const int *restrict at, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[2 * at[i]] ^ x[2 * at[i] + 1];
}

// expect: any
void pairs_backwards(float *restrict y, const cpx *restrict x, int step, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[(n - 1 - i) * step].re - x[(n - 1 - i) * step].im;
}
