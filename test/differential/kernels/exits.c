// Loops that data may end. (test/exits has those of which nothing more is there than is read.)
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// expect: vectorized
int position_of(int n, const uint8_t *x, uint8_t key) {
  for (int i = 0; i < n; i++)
    if (x[i] == key)
      return i;
  return -1;
}

// What is marked may be what is looked at.
// expect: any
int mark_until(char *marks, const char *x, int n) {
  int i;
  for (i = 0; i < n; i++) {
    if (x[i] == 7)
      break;
    marks[i] = 1;
  }
  return i;
}

// expect: vectorized
int halves_until(int16_t *y, const int16_t *x, int n, int16_t least) {
  int i = 0;
  while (i < n && x[i] >= least) {
    y[i] = (int16_t)(x[i] / 2);
    i++;
  }
  return i;
}

// A sum in memory that no iteration may get to is not read ahead; that it was set before is not made use of.
// expect: any
unsigned counts_until(const uint32_t *x, size_t n, uint32_t bits, unsigned *zeros) {
  unsigned ones = 0;
  *zeros = 0;
  for (size_t i = 0; i < n; i++) {
    if ((x[i] & bits) == bits)
      return ones;
    ones += x[i] & 1;
    *zeros += !(x[i] & 1);
  }
  return ones + 1000;
}

// The condition stands behind a sum, and behind a store to another array.
// expect: vectorized
double sum_and_copy(int n, const double *restrict x, double *restrict y, int *restrict count) {
  int c = 0;
  for (int i = 0; i < n; i++) {
    const double t = x[i] * 0.25;
    c += t > 1;
    y[i] = t;
    if (t > 100.0) {
      *count = -c;
      return t;
    }
  }
  *count = c;
  return 0;
}

// expect: any
void until_equal(float *a, float *b, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; i++) {
    if (a[i] == b[i])
      return;
    a[i] = b[i] - a[i];
  }
}

// expect: vectorized
int two_exits(int n, const int *x, const int *y, int *restrict z) {
  for (int i = 0; i < n; i++) {
    if (x[i] < -1000)
      return i;
    z[i] = x[i] - 1;
    if (y[i] > 1000)
      goto over;
  }
  return -1;
over:
  return -2;
}

// expect: vectorized
const unsigned short *first_odd(const unsigned short *from, const unsigned short *to) {
  for (; from < to; from++)
    if (*from & 1)
      break;
  return from;
}

// expect: vectorized
int last_of(const signed char *x, int n, int key) {
  int i;
  for (i = n - 1; i >= 0 && x[i] != key; i--)
    ;
  return i;
}

// Where the extreme was, of those in front of the end.
// expect: any
int largest_until(const int *x, int n, int end, int *where) {
  int most = -2147483647 - 1, at = -1;
  for (int i = 0; i < n; i++) {
    if (x[i] == end)
      break;
    if (x[i] > most) {
      most = x[i];
      at = i;
    }
  }
  *where = at;
  return most;
}

// expect: any
int any_until(const uint8_t *x, int n, int end) {
  int found = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] == end)
      break;
    if (x[i] == 200)
      found = 1;
  }
  return found;
}

// What the iteration before has left is read where the loop ends.
// expect: any
int last_before(const int16_t *x, int n) {
  int last = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] > 20000)
      return last;
    last = x[i];
  }
  return last - 1;
}

// expect: any
float steps_until(const float *restrict x, float *restrict y, int n) {
  float before = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] > 50.0f)
      break;
    y[i] = x[i] - before;
    before = x[i];
  }
  return before;
}

// expect: any
void rows_until(int rows, int columns, const int *x, int *restrict ends) {
  for (int r = 0; r < rows; r++) {
    int c;
    for (c = 0; c < columns; c++)
      if (x[r * columns + c] % 16 == 3)
        break;
    ends[r] = c;
  }
}

// expect: vectorized
int copy_until_zero(char *restrict to, const char *restrict from, int n) {
  int copied = 0;
  for (int i = 0; i < n; i++) {
    if (from[i] == 0)
      break;
    to[i] = from[i];
    copied++;
  }
  return copied;
}

// What no iteration has changed stays as it was, though the loop would make a 0 or 1 of it.
// expect: vectorized
int small_until(const uint8_t *x, int n, int all) {
  for (int i = 0; i < n; i++) {
    if (x[i] > 200)
      break;
    all &= x[i] < 100;
  }
  return all;
}

// expect: any
int some_until(const int *x, int n, int some, int *none) {
  int no = some + 1;
  for (int i = 0; i < n; i++) {
    if (x[i] == 11)
      break;
    some = some || x[i] > 90;
    no = no && x[i] <= 90;
  }
  *none = no;
  return some;
}

// Exits that only count.
// expect: any
int counted_forever(int32_t *restrict y, int n) {
  for (int k = 0;; k++) {
    if (k >= n)
      return k * 2;
    y[k] = y[k] * 3;
  }
}

// expect: any
int counted_from_two(int16_t *restrict y, int n, int m) {
  int found = 5;
  for (int k = 2;; k++) {
    if (k > n - m) {
      found = k;
      break;
    }
    y[k] = (int16_t)(y[k] - 7);
  }
  return found;
}

// expect: any
int counted_then_searched(const int32_t *y, int n) {
  for (int k = 0;; k++) {
    if (k >= n)
      return -1;
    if (y[k] == 7)
      return k;
  }
}

// expect: any
void counted_rows(uint8_t *restrict y, int n, int m) {
  for (int i = 0;; i++) {
    if (i >= n)
      break;
    for (int k = 0;; k++) {
      if (m <= k)
        break;
      y[i * m + k] ^= 0x21;
    }
  }
}

// expect: any
void counted_64(uint32_t *restrict y, long n) {
  long k = 0;
  for (;; k += 1) {
    if (k >= n)
      break;
    y[k] += 3;
  }
}

// expect: any
uint32_t counted_unsigned(uint32_t *restrict y, uint32_t n) {
  uint32_t k = 0;
  for (;; ++k) {
    if (k >= n)
      break;
    y[k] += 3;
  }
  return k;
}

// Rows behind a pointer may be cut short in the last one.
// expect: any
int first_in_a_row(const double (*restrict b)[32], int row, double limit) {
  for (int j = 0; j < 24; j++)
    if (b[row & 3][j] > limit)
      return j;
  return -1;
}

// expect: any
int steps_in_a_row(const float (*restrict b)[16], float *restrict y, float limit) {
  int j;
  for (j = 0; j < 13; j++) {
    if (b[1][j] + 2.0f > limit)
      break;
    y[j] = b[1][j] * 3.0f;
  }
  return j;
}

// Found at once, among the first iterations, in a block, or nowhere.
// expect: vectorized
int same_from_the_start(const int16_t *restrict a, const int16_t *restrict b, int n) {
  int i = 0;
  while (i < n && a[i] == b[i])
    i++;
  return i;
}

// expect: vectorized
void run_lengths(const uint8_t *x, int n, int *restrict lengths) {
  int runs = 0;
  for (int i = 0; i < n;) {
    int j = i + 1;
    while (j < n && x[j] / 64 == x[i] / 64)
      j++;
    lengths[runs++] = j - i;
    i = j;
  }
}
