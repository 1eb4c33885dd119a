// Sums over blocks of short rows: lanes lie along the rows and are summed up once, behind the last one.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// expect: vectorized
int block_sad8(const uint8_t *restrict a, int as, const uint8_t *restrict b, int bs) {
  int s = 0;
  for (int y = 0; y < 8; y++)
    for (int x = 0; x < 8; x++) {
      int t = a[y * as + x] - b[y * bs + x];
      s += t < 0 ? -t : t;
    }
  return s;
}

// Some rows, and more than nothing to begin with.
// expect: vectorized
int block_sad16(const uint8_t *a, int as, const uint8_t *b, int bs, int rows, int s) {
  for (int y = 0; y < rows; y++, a += as, b += bs)
    for (int x = 0; x < 16; x++) {
      int t = a[x] - b[x];
      s += t < 0 ? -t : t;
    }
  return s;
}

// expect: vectorized
uint32_t block_ssd8(const uint8_t *restrict a, ptrdiff_t as, const uint8_t *restrict b, ptrdiff_t bs) {
  uint32_t s = 0;
  for (int y = 0; y < 8; y++)
    for (int x = 0; x < 8; x++) {
      int t = a[y * as + x] - b[y * bs + x];
      s += (uint32_t)(t * t);
    }
  return s;
}

// Two sums at once.
// expect: vectorized
void block_variance(const uint8_t *restrict a, int as, int rows, uint32_t *restrict sums) {
  uint32_t s = 0, q = 0;
  for (int y = 0; y < rows; y++)
    for (int x = 0; x < 16; x++) {
      s += a[y * as + x];
      q += (uint32_t)a[y * as + x] * a[y * as + x];
    }
  sums[0] = s;
  sums[1] = q;
}

// Rows that fill no vector.
// expect: any
uint32_t block_twelve(const uint16_t *restrict a, int as, int rows) {
  uint32_t s = 7;
  for (int y = 0; y < rows; y++)
    for (int x = 0; x < 12; x++)
      s += (uint32_t)a[y * as + x] * (uint32_t)(x + 3 * y);
  return s;
}

// expect: any
int block_most(const int16_t *restrict a, int as, int rows) {
  int most = -32768;
  for (int y = 0; y < rows; y++)
    for (int x = 0; x < 8; x++)
      most = a[y * as + x] > most ? a[y * as + x] : most;
  return most;
}

// expect: any
int block_above(const int32_t *restrict a, int as, int rows, int32_t limit) {
  int count = 0;
  for (int y = 0; y < rows; y++)
    for (int x = 0; x < 8; x++)
      if (a[y * as + x] > limit)
        count++;
  return count;
}

// Three loops deep.
// expect: any
uint32_t block_volume(const uint8_t *restrict a, int as, int zs, int planes) {
  uint32_t s = 0;
  for (int z = 0; z < planes; z++)
    for (int y = 0; y < 4; y++)
      for (int x = 0; x < 16; x++)
        s += a[z * zs + y * as + x];
  return s;
}

// Columns of a table, which lie far apart.
// expect: any
uint32_t block_columns(const uint32_t (*restrict a)[64], int rows) {
  uint32_t s = 0;
  for (int x = 0; x < 64; x++)
    for (int y = 0; y < rows; y++)
      s += a[y][x] ^ (uint32_t)y;
  return s;
}

// Rows of different lengths stay as they are.
// expect: any
uint32_t block_triangle(const uint32_t *restrict a, int n) {
  uint32_t s = 0;
  for (int y = 0; y < n; y++)
    for (int x = 0; x <= y; x++)
      s += a[y * n + x];
  return s;
}

// expect: vectorized
double block_energy(const float *restrict a, int as, int rows) {
  double s = 0;
#pragma vecify fp(reassoc)
  for (int y = 0; y < rows; y++)
    for (int x = 0; x < 8; x++)
      s += (double)a[y * as + x] * a[y * as + x];
  return s;
}

// In order, for nothing says otherwise.
// expect: any
float block_in_order(const float *restrict a, int as, int rows) {
  float s = 0;
  for (int y = 0; y < rows; y++)
    for (int x = 0; x < 8; x++)
      s += a[y * as + x];
  return s;
}

// What the rows were, beside the sum.
// expect: any
int block_with_last(const int32_t *restrict a, int as, int rows) {
  uint32_t s = 0;
  int32_t last = 0;
  for (int y = 0; y < rows; y++)
    for (int x = 0; x < 8; x++) {
      last = a[y * as + x];
      s += (uint32_t)last;
    }
  return (int)(s ^ (uint32_t)last);
}

// Sums of neighbours fill a part of their register only.
// expect: vectorized
int distance_of_sixteens(const uint8_t *a, ptrdiff_t pitch_a, const uint8_t *b, ptrdiff_t pitch_b, int h) {
  int sum = 0;
  for (int y = 0; y < h; y++, a += pitch_a, b += pitch_b)
    for (int x = 0; x < 16; x++)
      sum += abs(a[x] - b[x]);
  return sum;
}

// expect: any
int squares_of_fours(const uint8_t *a, ptrdiff_t pitch_a, const uint8_t *b, ptrdiff_t pitch_b) {
  int sum = 0;
  for (int y = 0; y < 16; y++, a += pitch_a, b += pitch_b)
    for (int x = 0; x < 4; x++)
      sum += (a[x] - b[x]) * (a[x] - b[x]);
  return sum;
}
