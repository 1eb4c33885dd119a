// Sums in a fixed order of their own where that is permitted, integers always; extremes to the bit.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
float sum(int n, const float *x) {
  float s = 0.0f;
#pragma vecify fp(reassoc)
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

// expect: vectorized
double dot(size_t n, const double *x, const double *y) {
  double s = 1.0;
#pragma vecify fp(reassoc)
  for (size_t i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

// expect: declined FloatReduction
float strict_sum(int n, const float *x) {
  float s = 0.0f;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

// expect: vectorized
unsigned checksum(int n, const unsigned *x) {
  unsigned s = 17u;
  for (int i = 0; i < n; i++)
    s += x[i] ^ (x[i] >> 3);
  return s;
}

// expect: vectorized
int64_t dot_i16(int n, const int16_t *x, const int16_t *y) {
  int64_t s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

// expect: vectorized
int largest(int n, const int *x) {
  int m = -2147483647 - 1;
  for (int i = 0; i < n; i++)
    if (x[i] > m)
      m = x[i];
  return m;
}

// expect: vectorized
float largest_float(int n, const float *x) {
  float m = -1e30f;
  for (int i = 0; i < n; i++)
    if (x[i] > m)
      m = x[i];
  return m;
}

// expect: vectorized
double least_double(int n, const double *x) {
  double m = 1e300;
  for (int i = 0; i < n; i++)
    m = x[i] < m ? x[i] : m;
  return m;
}

// expect: vectorized
unsigned bits_of(int n, const unsigned *x) {
  unsigned all = ~0u, any = 0u, odd = 0u;
  for (int i = 0; i < n; i++) {
    all &= x[i];
    any |= x[i];
    odd ^= x[i];
  }
  return all ^ (any >> 1) ^ (odd << 1);
}

// expect: vectorized
int count_if(int n, const float *x, float limit) {
  int count = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > limit)
      count++;
  return count;
}

// expect: vectorized
int any_negative(int n, const int *x) {
  int found = 0;
  for (int i = 0; i < n; i++)
    if (x[i] < 0)
      found = 1;
  return found;
}

// expect: vectorized
int store_and_sum(int n, const int *restrict x, unsigned *restrict y) {
  unsigned s = 0u;
  for (int i = 0; i < n; i++) {
    y[i] = (unsigned)x[i] * 3u;
    s += y[i];
  }
  return (int)s;
}

// expect: vectorized
unsigned nested_sum(int n, int m, const unsigned *x) {
  unsigned s = 0u;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s += x[i * m + j];
  return s;
}
