// Reductions into memory, conditional ones too: what C does not write stays unwritten.
#include <stddef.h>
#include <stdint.h>

struct stats {
  int count;
  int64_t sum;
  int lowest, highest;
};

// expect: vectorized
void add_to(const int *x, int n, unsigned *s) {
  for (int i = 0; i < n; i++)
    *s += (unsigned)x[i];
}

// expect: vectorized
void add_some(const int *x, int n, unsigned *s) {
  for (int i = 0; i < n; i++)
    if (x[i] > 3)
      *s += (unsigned)x[i];
}

// expect: vectorized
void raise_to(const int *x, int n, int *s) {
  for (int i = 0; i < n; i++)
    if (x[i] > *s)
      *s = x[i];
}

// expect: vectorized
void lower_to(const uint8_t *x, int n, uint8_t *s) {
  for (int i = 0; i < n; i++)
    if (x[i] < *s)
      *s = x[i];
}

// expect: vectorized
void mark_bits(const uint16_t *x, int n, uint16_t *s) {
  for (int i = 0; i < n; i++)
    if (x[i] & 1)
      *s |= x[i];
}

// expect: vectorized
void clear_bits(const uint16_t *x, size_t n, uint16_t *s) {
  for (size_t i = 0; i < n; i++)
    if (x[i] < 500)
      *s &= x[i];
}

// expect: vectorized
void toggle(const uint32_t *x, const uint32_t *y, int n, uint32_t *s) {
  for (int i = 0; i < n; i++) {
    if (x[i] > y[i])
      *s ^= x[i];
    else
      *s ^= y[i];
  }
}

// expect: vectorized
void add_floats(const float *x, int n, float *s) {
#pragma vecify fp(reassoc)
  for (int i = 0; i < n; i++)
    if (x[i] > 0.0f)
      *s += x[i];
}

// expect: vectorized
void gather_stats(const int *x, int n, struct stats *st) {
  for (int i = 0; i < n; i++)
    if (x[i] >= 0) {
      st->count++;
      st->sum += x[i];
    }
}

// expect: vectorized
void rows_that_may_be_empty(const int *restrict x, int rows, int columns, int *restrict sums) {
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < columns; c++)
      if (x[r * columns + c] > 0)
        sums[r] += x[r * columns + c] & 15;
}

// The row is looked up anew in every iteration.
// expect: any
void cells_in_looked_up_rows(int (*restrict A)[16][64], const uint8_t *restrict k) {
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 15; j++)
      A[k[j] & 3][j + 1][i] = A[k[j] & 3][j][i] ^ 1;
}

// expect: vectorized
void least_of_some_u64(int n, const uint64_t *restrict x, const int *restrict c, uint64_t *restrict m) {
  for (int i = 0; i < n; i++)
    if (c[i] > 0)
      *m = x[i] < *m ? x[i] : *m;
}

// Counts in a table of the function's own, which is there whether anything is counted or not.
// expect: vectorized avx512
void counts_below(const float *x, int n, int out[3]) {
  int counts[3] = {0, 5, 0};
  for (int i = 0; i < n; i++) {
    const float energy = x[i] * x[i];
    if (energy < 0.25f)
      counts[0]++;
    if (energy < 0.0625f)
      counts[1]++;
    if (energy < 0.015625f)
      counts[2]++;
  }
  out[0] = counts[0];
  out[1] = counts[1];
  out[2] = counts[2];
}

// A least one, of which no lane had a start before.
// expect: any
int least_of_positive(const short *x, int n) {
  short least[2] = {32767, 7};
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      least[0] = x[i] < least[0] ? x[i] : least[0];
  return least[0] * 2 + least[1];
}
