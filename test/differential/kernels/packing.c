// What some iterations choose is stored side by side.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized avx512
int above(int n, const float *x, float *restrict out, float limit) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > limit)
      out[k++] = x[i];
  return k;
}

// Where out begins is known on entry only, and the arrays may overlap.
// expect: vectorized avx512
void odd_ones(int n, const int32_t *x, int32_t *out, int *count) {
  int k = *count & 3;
  for (int i = 0; i < n; i++)
    if (x[i] & 1)
      out[k++] = x[i] >> 1;
  *count = k;
}

// Values and their places.
// expect: vectorized avx512
ptrdiff_t changes(ptrdiff_t n, const int32_t *restrict x, int32_t *restrict values, int64_t *restrict places) {
  ptrdiff_t k = 0;
  for (ptrdiff_t i = 1; i < n; i++)
    if (x[i] != x[i - 1]) {
      values[k] = x[i];
      places[k] = i;
      k += 1;
    }
  return k;
}

// Two ways, two counts, of unsigned.
// expect: vectorized avx512
unsigned partition(unsigned n, const double *x, double *restrict low, double *restrict high, double pivot,
                   unsigned *highs) {
  unsigned a = 0, b = 0;
  for (unsigned i = 0; i < n; i++)
    if (x[i] < pivot)
      low[a++] = x[i];
    else
      high[b++] = x[i];
  *highs = b;
  return a;
}

// Under conditions inside each other, with a sum and a store that is not packed.
// expect: vectorized avx512
int64_t inside(size_t n, const int64_t *x, const int64_t *y, int64_t *restrict out, int64_t *restrict all, size_t *got) {
  size_t k = 0;
  int64_t sum = 0;
  for (size_t i = 0; i < n; i++) {
    all[i] = x[i] ^ y[i];
    if (x[i] > 0) {
      if (y[i] < 0)
        out[k++] = x[i] / 2 + y[i] / 2;
      sum += x[i] & 255;
    }
  }
  *got = k;
  return sum;
}

// The condition is the same for all.
// expect: any
int copied_if(int n, const uint32_t *x, uint32_t *restrict out, int wanted) {
  int k = 1;
  for (int i = 0; i < n; i++)
    if (wanted > 0)
      out[k++] = x[i] + 1u;
  return k;
}

// Bytes beside words: the former have no instruction everywhere.
// expect: any
int bytes_of(int n, const uint8_t *x, uint8_t *restrict out, int *restrict places) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (x[i] != 32) {
      places[k] = i;
      out[k++] = x[i];
    }
  return k;
}

// expect: vectorized avx512
int in_place(int n, int *x) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      x[k++] = x[i];
  return k;
}

// The next one is read as well, and the count may begin behind the counter.
// expect: vectorized avx512
void steps(int n, int64_t *x, int *count) {
  int k = *count & 1;
  for (int i = 1; i < n - 1; i++)
    if (x[i + 1] > x[i])
      x[k++] = x[i + 1] - x[i];
  *count = k;
}

// What was stored may be read: in the iteration before, or behind the store.
// expect: any
int read_behind(int n, int *x) {
  int k = 0;
  for (int i = 1; i < n; i++)
    if (x[i] > x[i - 1])
      x[k++] = x[i];
  return k;
}

// expect: any
int read_after(int n, float *x, float *restrict y) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] > 0)
      x[k++] = x[i] * 2;
    y[i] = x[i];
  }
  return k;
}

// The count is used besides, or runs by two, or is stored to in every iteration.
// expect: any
int numbered(int n, const int *x, int *restrict out, int *restrict number) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    number[i] = k;
    if (x[i] < 0)
      out[k++] = x[i];
  }
  return k;
}

// expect: any
int pairs(int n, const int16_t *x, int16_t *restrict out) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (x[i] < 0) {
      out[k] = x[i];
      out[k + 1] = (int16_t)i;
      k += 2;
    }
  return k;
}

// expect: any
int without_branches(int n, const int *x, int *restrict out) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    out[k] = x[i];
    k += x[i] > 3;
  }
  return k;
}

// expect: any
int ahead(int n, const float *x, float *restrict out) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (x[i] < 1) {
      ++k;
      out[k] = x[i];
    }
  return k;
}

// expect: any
int both_sides(int n, const float *x, float *restrict out) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (x[i] < 1)
      out[k++] = x[i];
    else if (x[i] > 2)
      out[k++] = -x[i];
  return k;
}

// What is asked may be read in front of the loop, and k is known behind it only.
// expect: vectorized avx512
int copied_if_first(int n, const uint32_t *restrict x, uint32_t *restrict out, const int *restrict wanted) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (wanted[1] > 0)
      out[k++] = x[i] + 1u;
  return k;
}

// expect: vectorized avx512
int above_limit(int n, const float *restrict x, float *restrict out, const float *restrict limit) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > *limit)
      out[k++] = x[i] - *limit;
  return k;
}

// Places below zero are other ones by unsigned numbers.
// expect: any
int from_below(int n, const int *x, int *restrict out) {
  int k = -1;
  out++;
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      out[k++] = x[i];
  return k;
}

// Into one row of several.
// expect: vectorized avx512
int places_in_row(const int *restrict m, int (*restrict places)[64], int n, int row) {
  int k = 0;
  for (int j = 0; j < n && j < 64; j++)
    if (m[j] > 0)
      places[row][k++] = j;
  return k;
}
