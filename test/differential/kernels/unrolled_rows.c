// Loops inside others, unrolled by hand; sums of several terms in one expression.
#include <stdint.h>
#include <stdlib.h>

// expect: vectorized
int sad_by_fours(const uint8_t *restrict a, const uint8_t *restrict b, int stride, int h) {
  int sad = 0;
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < 16; x += 4)
      sad += abs(a[x] - b[x]) + abs(a[x + 1] - b[x + 1]) + abs(a[x + 2] - b[x + 2]) + abs(a[x + 3] - b[x + 3]);
    a += stride;
    b += stride;
  }
  return sad;
}

// expect: vectorized
unsigned ssd_by_pairs(const uint8_t *restrict a, const uint8_t *restrict b, int w, int h) {
  unsigned ssd = 0;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int d0 = a[y * 2 * w + 2 * x] - b[y * 2 * w + 2 * x];
      int d1 = a[y * 2 * w + 2 * x + 1] - b[y * 2 * w + 2 * x + 1];
      ssd += d0 * d0 + d1 * d1;
    }
  return ssd;
}

// expect: vectorized
void rows_by_four(float *restrict y, const float *restrict x, const float *restrict g, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      y[(i * m + j) * 4] = x[(i * m + j) * 4] * g[i];
      y[(i * m + j) * 4 + 1] = x[(i * m + j) * 4 + 1] * g[i];
      y[(i * m + j) * 4 + 2] = x[(i * m + j) * 4 + 2] * g[i];
      y[(i * m + j) * 4 + 3] = x[(i * m + j) * 4 + 3] * g[i];
    }
}

// The order of the sums is C's.
// expect: any
void strict_rows(float *restrict s, const float *restrict a, const float *restrict x, int n, int m) {
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int j = 0; j < m; j++)
      sum = sum + a[2 * (j * n + i)] * x[2 * j] - a[2 * (j * n + i) + 1] * x[2 * j + 1];
    s[i] = sum;
  }
}

// expect: vectorized
void fast_rows(float *restrict s, const float *restrict a, const float *restrict x, int n, int m) {
  for (int i = 0; i < n; i++) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int j = 0; j < m; j++)
      sum += a[i * 4 * m + 4 * j] * x[4 * j] + a[i * 4 * m + 4 * j + 1] * x[4 * j + 1] +
             a[i * 4 * m + 4 * j + 2] * x[4 * j + 2] + a[i * 4 * m + 4 * j + 3] * x[4 * j + 3];
    s[i] = sum;
  }
}

// expect: vectorized
int signs_in_turn(const int *restrict a, const int16_t *restrict b, int n) {
  int sum = 7;
  for (int i = 0; i < n; i++)
    sum = (sum - (a[4 * i] - b[4 * i])) - (a[4 * i + 1] - b[4 * i + 1] + (a[4 * i + 2] - b[4 * i + 2])) +
          (b[4 * i + 3] - a[4 * i + 3]);
  return sum;
}

// expect: vectorized
unsigned sum_of_ints(const int16_t *restrict a, int n) {
  unsigned sum = 0;
  for (int i = 0; i < n; i++)
    sum += (a[3 * i] >> 1) + (a[3 * i + 1] >> 1) + (a[3 * i + 2] >> 1);
  return sum;
}

// expect: vectorized
int64_t dot_by_four(const int16_t *restrict a, const int16_t *restrict b, int n) {
  int64_t sum = 0;
  for (int i = 0; i < n; i += 4)
    sum += (int64_t)a[i] * b[i] + (int64_t)a[i + 1] * b[i + 1] + (int64_t)a[i + 2] * b[i + 2] +
           (int64_t)a[i + 3] * b[i + 3];
  return sum;
}

// expect: vectorized
double squares_by_two(const double *restrict x, int n) {
  double s = 0;
#pragma vecify fp(reassoc)
  for (int i = 0; i < n; i++)
    s += x[2 * i] * x[2 * i] + x[2 * i + 1] * x[2 * i + 1];
  return s;
}

// expect: vectorized
int total_of_planes(const uint8_t *restrict a, int w, int h, int stride) {
  int sum = 0;
  for (int y = 0; y < h; y++) {
    const uint8_t *row = a + y * stride;
    for (int x = 0; x + 8 <= w; x += 8)
      sum += row[x] + row[x + 1] + row[x + 2] + row[x + 3] + row[x + 4] + row[x + 5] + row[x + 6] + row[x + 7];
  }
  return sum;
}
