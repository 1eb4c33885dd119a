// Requests, promises and permissions, in the spellings of the standards and in vecify's own.
#include "vecify/vecify.h"
#include <stdint.h>

// expect: vectorized
void asserted_by_omp(float *a, const float *b, const int *index, int n) {
#pragma omp simd
  for (int i = 0; i < n; i++)
    a[i] += b[index[i]];
}

// expect: vectorized
float sum_by_omp(const float *x, int n) {
  float s = 0.0f;
#pragma omp simd reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

// expect: vectorized
void safelen_eight(float *a, int n) {
#pragma omp simd safelen(8)
  for (int i = 8; i < n; i++)
    a[i] = 0.5f * a[i - 8] + a[i];
}

// expect: vectorized
void clang_width(int *restrict a, const int *restrict b, int n) {
#pragma clang loop vectorize(enable) vectorize_width(8) interleave_count(2)
  for (int i = 0; i < n; i++)
    a[i] = b[i] * 5;
}

// expect: vectorized
void assumed_apart(double *a, const double *b, int n) {
#pragma GCC ivdep
  for (int i = 0; i < n; i++)
    a[i] = b[i] + 1.0;
}

// expect: vectorized
void shaped(float *restrict a, const float *restrict b, int n) {
#pragma vecify shape(i:16)
  for (int i = 0; i < n; i++)
    a[i] = b[i] * b[i];
}

// expect: vectorized
void unrolled_with_mask(int *restrict a, const int *restrict b, int n) {
#pragma vecify unroll(2) tail(mask)
  for (int i = 0; i < n; i++)
    a[i] = b[i] - 3;
}

// expect: vectorized
void promised_disjoint(float *a, const float *b, int n) {
#pragma vecify noalias(a, b)
  for (int i = 0; i < n; i++)
    a[i] = b[i] * 2.0f;
}

// expect: vectorized
void promised_multiple(uint8_t *restrict a, const uint8_t *restrict b, int n) {
#pragma vecify multiple(n, 32)
  for (int i = 0; i < n; i++)
    a[i] = (uint8_t)(a[i] ^ b[i]);
}

// expect: vectorized
void promised_range(short *restrict a, int n) {
#pragma vecify range(n, 0, 4096)
  for (int i = 0; i < n; i++)
    a[i] = (short)(a[i] / 2);
}

// expect: vectorized
void scattered(float *restrict out, const float *restrict in, const int *restrict slot, int n) {
#pragma vecify independent
  for (int i = 0; i < n; i++)
    out[slot[i]] = in[i];
}

// expect: vectorized
double contracted(double *restrict y, const double *restrict x, double a, int n) {
#pragma vecify fp(contract)
  for (int i = 0; i < n; i++)
    y[i] = a * x[i] + y[i];
  return a;
}

// A masked tail that is reversed: the first lanes lie before the array.
// expect: vectorized
void reversed_buffer(int *restrict y, const int *restrict x) {
  int buffer[5];
  for (int k = 0; k < 5; k++)
    buffer[k] = x[k] ^ x[k + 1];
#pragma vecify tail(mask)
  for (int k = 0; k < 5; k++)
    y[k] = buffer[4 - k];
}

// The masked lanes lie in the row before.
// expect: vectorized
void row_backwards(int n, int (*restrict y)[n], const int *restrict x) {
#pragma vecify tail(mask)
  for (int k = n - 1; k >= 0; k--)
    y[1][k] = x[k];
}

// expect: vectorized
void by_macro(float *restrict a, float v, int n) {
  VECIFY(unroll(1))
  for (int i = 0; i < n; i++)
    a[i] = v;
}

// expect: declined SwitchedOff
void switched_off(int *restrict a, int n) {
  VECIFY(off)
  for (int i = 0; i < n; i++)
    a[i] += 11;
}

// The whole loop by vectors: what is left is the fallback. Bounds narrower than int made gcc take it for endless.
// expect: vectorized
void masked_to_a_narrow_bound(int16_t rows, int *restrict out, const int *restrict a) {
#pragma vecify tail(mask)
  for (int i = 0; i <= rows - 4 - 1; i++)
    if (a[i] > 3)
      out[i] = a[i];
    else
      out[i] = i;
}

// expect: vectorized
int masked_and_where_it_stopped(uint8_t rows, int *restrict out, const int *restrict a) {
  int i;
#pragma vecify tail(mask)
  for (i = 2; i < rows - 3; i++)
    out[i] = a[i] * 5;
  return i;
}

// expect: vectorized
int masked_and_asked_once_more(int16_t rows, int *restrict out, const int *restrict a) {
  int i = 3;
#pragma vecify tail(mask)
  while (i++ < rows - 3)
    out[i] = a[i] * 5;
  return i;
}

// expect: vectorized
unsigned masked_do(int n, const unsigned *restrict a) {
  unsigned all = 0;
  int i = 2;
  if (n <= i)
    return 0;
#pragma vecify tail(mask)
  do {
    all |= a[n - i - 1];
    i++;
  } while (i < n);
  return all + i;
}
