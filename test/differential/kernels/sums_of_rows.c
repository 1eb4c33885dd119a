// Sums over rows of any width, one behind the other: lanes are carried from row to row, and summed up at the end.
#include <stdint.h>
#include <stdlib.h>

// expect: vectorized
int sad_rows(const uint8_t *a, int sa, const uint8_t *b, int sb, int w, int h) {
  int s = 0;
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++)
      s += abs(a[x] - b[x]);
    a += sa;
    b += sb;
  }
  return s;
}

// expect: vectorized
uint64_t ssd_rows(const uint8_t *a, int sa, const uint8_t *b, int sb, int w, int h) {
  uint64_t s = 0;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int d = a[y * sa + x] - b[y * sb + x];
      s += d * d;
    }
  return s;
}

// expect: vectorized
int variance_rows(const uint8_t *a, int sa, const uint8_t *b, int sb, int w, int h, unsigned *sse) {
  int sum = 0;
  unsigned squares = 0;
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++) {
      int d = a[x] - b[x];
      sum += d;
      squares += (unsigned)(d * d);
    }
    a += sa;
    b += sb;
  }
  *sse = squares;
  return sum;
}

// expect: vectorized
void most_and_least(const int16_t *restrict a, int pitch, int w, int h, int16_t *restrict out) {
  int16_t most = -32768, least = 32767;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int16_t v = a[y * pitch + x];
      most = v > most ? v : most;
      least = v < least ? v : least;
    }
  out[0] = most;
  out[1] = least;
}

// Of what is before the rows, the extremes stay.
// expect: vectorized
unsigned most_of(const unsigned *a, int pitch, int w, int h, unsigned most) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      if (a[y * pitch + x] > most)
        most = a[y * pitch + x];
  return most;
}

// expect: vectorized
void bits_of_rows(const uint32_t *restrict a, int w, int h, uint32_t *restrict out) {
  uint32_t all = out[0], any = out[1], odd = out[2];
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      all &= a[y * w + x] | 0x80000001u;
      any |= a[y * w + x] & 0x0ff0u;
      odd ^= a[y * w + x];
    }
  out[0] = all;
  out[1] = any;
  out[2] = odd;
}

// expect: vectorized
double sum_of_rows_fast(const double *a, int pitch, int w, int h) {
  double s = 0;
#pragma vecify fp(reassoc)
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      s += a[y * pitch + x];
  return s;
}

// expect: any
float strict_sum_of_rows(const float *a, int pitch, int w, int h) {
  float s = 0;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      s += a[y * pitch + x];
  return s;
}

// expect: vectorized
long sum_of_blocks(const int *a, int w, int h, int d) {
  long s = 5;
  for (int z = 0; z < d; z++)
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        s += a[(z * h + y) * w + x];
  return s;
}

// Terms of the rows themselves, in front of their columns and behind them.
// expect: vectorized
int with_terms_of_rows(const int16_t *a, const int *weights, int pitch, int w, int h) {
  int s = 0;
  for (int y = 0; y < h; y++) {
    s += weights[y];
    for (int x = 0; x < w; x++)
      s += a[y * pitch + x] * (weights[y] & 7);
    s += 3;
  }
  return s;
}

// expect: vectorized
int where_above(const uint8_t *a, int pitch, int w, int h, int limit, int *count) {
  int s = 0, n = 0;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      if (a[y * pitch + x] > limit) {
        s += a[y * pitch + x];
        n++;
      }
  *count = n;
  return s;
}

// expect: any
int below_diagonal(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      s += a[i * n + j];
  return s;
}

// The sum so far is read by every row.
// expect: any
int halved_by_row(const int *a, int w, int h) {
  int s = 0;
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++)
      s += a[y * w + x] & 0xff;
    s >>= 1;
  }
  return s;
}

// Rows are written as they are summed up.
// expect: vectorized
int copy_and_sum(uint8_t *restrict d, const uint8_t *restrict a, int w, int h) {
  int s = 0;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      d[y * w + x] = a[y * w + x] ^ 0x55;
      s += a[y * w + x];
    }
  return s;
}

// expect: vectorized
int rows_of_sixteen(const uint8_t *a, int sa, const uint8_t *b, int sb, int h) {
  int s = 0;
  for (int y = 0; y < h; y++, a += sa, b += sb)
    for (int x = 0; x < 16; x++)
      s += abs(a[x] - b[x]);
  return s;
}

// expect: vectorized
int cross_products(const int16_t *a, const int16_t *b, int w, int h) {
  int s = 0;
  for (int y = 1; y < h; y++)
    for (int x = 1; x < w; x++)
      s += a[y * w + x] * b[(y - 1) * w + x - 1];
  return s;
}

// One sum goes into the next.
// expect: any
int sums_in_turn(const int *a, int w, int h) {
  int s = 0, t = 0;
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++)
      s += a[y * w + x] & 0xfff;
    t += s & 0xff;
  }
  return t;
}

// A value that is summed, and by its lanes part of what is summed.
// expect: vectorized
void summed_twice(const int16_t *restrict a, const int16_t *restrict b, const int16_t *restrict c, int n, int *restrict out) {
  int s = 0, q = 0, r = 0;
  for (int i = 0; i < n; i++) {
    int d = a[i] >> 2, e = b[i] >> 2, f = c[i] >> 2;
    s += d;
    q += (d + e) + f;
    r += d * e;
  }
  out[0] = s;
  out[1] = q;
  out[2] = r;
}

// expect: vectorized
void bytes_summed_twice(const uint8_t *restrict a, const uint8_t *restrict b, const uint8_t *restrict c, int n, int *restrict out) {
  int s = 0, q = 0;
  for (int i = 0; i < n; i++) {
    int d = a[i] >> 2, e = b[i] >> 2, f = c[i] >> 2;
    s += d;
    q += (d + e) + f;
  }
  out[0] = s;
  out[1] = q;
}
