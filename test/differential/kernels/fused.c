// Loops that stand one behind the other. Run as one where that keeps what they do, and is faster.
#include <math.h>
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void product_and_sum(float *restrict t, float *restrict y, const float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++)
    t[i] = a[i] * b[i];
  // Both read a.
  for (int i = 0; i < n; i++)
    y[i] = t[i] + a[i];
}

// Pointers that may overlap.
// expect: vectorized
void maybe_overlapping(float *t, float *y, const float *a, int n) {
  for (int i = 0; i < n; i++)
    t[i] = a[i] * 2.0f;
  for (int i = 0; i < n; i++)
    y[i] = t[i] + a[i];
}

// In place: the second loop may write what the first one reads.
// expect: vectorized
void there_and_back(int16_t *a, int16_t *b, int n) {
  for (int i = 0; i < n; i++)
    b[i] = (int16_t)(a[i] + 3);
  for (int i = 0; i < n; i++)
    a[i] = (int16_t)(b[i] * 5);
}

// The second loop needs what the first one has not written yet.
// expect: vectorized
void looks_ahead(int32_t *restrict t, int32_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    t[i] = y[i] * 2;
  for (int i = 0; i < n - 1; i++)
    y[i] = t[i + 1] + y[i];
}

// As many iterations, but one place further.
// expect: vectorized
void looks_ahead_as_often(int32_t *restrict t, int32_t *restrict y, int n) {
  for (int i = 0; i < n - 1; i++)
    t[i] = y[i] * 2;
  for (int i = 0; i < n - 1; i++)
    y[i] = t[i + 1] + y[i];
}

// What the first loop has not read yet is written.
// expect: vectorized
void written_ahead(int32_t *restrict t, int32_t *restrict y, int n) {
  for (int i = 0; i < n - 2; i++)
    t[i] = y[i] * 3;
  for (int i = 0; i < n - 2; i++)
    y[i + 2] = t[i] - y[i + 2];
}

// One behind: what is read was written before, by either order.
// expect: any
void looks_back(int32_t *restrict t, int32_t *restrict y, int n) {
  for (int i = 1; i < n; i++)
    t[i] = y[i] * 2;
  for (int i = 1; i < n; i++)
    y[i] = t[i - 1] + 1;
}

// Counted from other places.
// expect: vectorized
void other_starts(int32_t *restrict t, int32_t *restrict y, const int32_t *restrict x, int n) {
  for (int i = 0; i < n - 1; i++)
    t[i] = x[i] * 7;
  for (int i = 1; i < n; i++)
    y[i] = t[i - 1] ^ x[i];
}

// expect: vectorized
int least_and_most(const int32_t *x, int n, int32_t *least) {
  int i, low = x[0], high = x[0];
  for (i = 0; i < n; i++)
    if (x[i] < low)
      low = x[i];
  for (i = 0; i < n; i++)
    if (x[i] > high)
      high = x[i];
  *least = low;
  return high;
}

// The second loop counts on from where the first one ended.
// expect: vectorized
void counted_on(int32_t *restrict y, const int32_t *restrict x, int n) {
  int i;
  for (i = 0; i < n / 2; i++)
    y[i] = x[i] + 1;
  for (; i < n; i++)
    y[i] = x[i] - 1;
}

// What the first loop computes is a factor of the second.
// expect: vectorized
int32_t scaled_by_the_sum(int32_t *restrict y, const int32_t *restrict x, int n) {
  int32_t sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i];
  for (int i = 0; i < n; i++)
    y[i] = x[i] * sum;
  return sum;
}

// What the second loop computes is a factor of the first.
// expect: vectorized
int32_t summed_behind(int32_t *restrict y, const int32_t *restrict x, int n) {
  int32_t sum = 3;
  for (int i = 0; i < n; i++)
    y[i] = x[i] * sum;
  for (int i = 0; i < n; i++)
    sum += x[i];
  return sum;
}

// Both add to one sum.
// expect: vectorized
int32_t one_sum(const int32_t *restrict x, const int32_t *restrict y, int n) {
  int32_t sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  for (int i = 0; i < n; i++)
    sum ^= x[i];
  return sum;
}

// Pointers that walk, and go on.
// expect: vectorized
void walking(uint8_t *restrict to, const uint8_t *restrict from, int n) {
  for (int i = 0; i < n / 2; i++)
    *to++ = *from++ ^ 0x55;
  for (int i = 0; i < n / 2; i++)
    *to++ = *from++ ^ 0x33;
}

// Three of them.
// expect: vectorized
void three(float *restrict a, float *restrict b, float *restrict c, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    a[i] = x[i] * 0.5f;
  for (int i = 0; i < n; i++)
    b[i] = a[i] + x[i];
  for (int i = 0; i < n; i++)
    c[i] = a[i] - b[i];
}

// Rows of a grid.
// expect: vectorized
void grids(int w, int h, int32_t *restrict a, int32_t *restrict b, const int32_t *restrict x) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      a[i * w + j] = x[i * w + j] * 3;
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      b[i * w + j] = a[i * w + j] + x[i * w + j];
}

// The row below must be done first.
// expect: vectorized
void rows_below(int w, int h, int32_t *restrict a, int32_t *restrict b) {
  for (int i = 0; i < h - 1; i++)
    for (int j = 0; j < w; j++)
      a[i * w + j] = a[i * w + j] * 3;
  for (int i = 0; i < h - 1; i++)
    for (int j = 0; j < w; j++)
      b[i * w + j] += a[(i + 1) * w + j];
}

// The end of the same row: the loops outside can be one, those inside cannot.
// expect: vectorized
void mirrored(int w, int h, int32_t *restrict a, int32_t *restrict b) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      a[i * w + j] = a[i * w + j] * 3;
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      b[i * w + j] = a[i * w + w - 1 - j];
}

// In each step, two rows.
// expect: vectorized
void two_rows(int w, int h, float *restrict a, float *restrict b, const float *restrict x) {
  for (int i = 0; i < h; i++) {
    for (int j = 0; j < w; j++)
      a[i * w + j] += x[j];
    for (int j = 0; j < w; j++)
      b[j] += a[i * w + j];
  }
}

// expect: vectorized
void rank_two_and_product(int n, double *restrict a, const double *restrict u, const double *restrict v,
                          double *restrict x, const double *restrict y) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] += u[i] * v[j];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[j] += a[i * n + j] * y[i];
}

// A condition, and a private scalar of the same name.
// expect: vectorized
void same_names(int32_t *restrict a, int32_t *restrict b, const int32_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    int32_t t = x[i] * 3;
    a[i] = t > 100 ? t : -t;
  }
  for (int i = 0; i < n; i++) {
    int32_t t = a[i] + x[i];
    if (t > 0)
      b[i] = t;
  }
}

// A table between, and one that is written.
// expect: any
void through_table(int32_t *restrict y, int32_t *restrict z, const uint8_t *restrict at, const int32_t *restrict x,
                   int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] + at[i];
  for (int i = 0; i < n; i++)
    z[i] = y[at[i] % (unsigned)(n)];
}

// The bound of the second lies in memory, where the first one writes.
// expect: any
void bound_in_memory(int32_t *n, int32_t *y, const int32_t *x) {
  for (int i = 0; i < n[0]; i++)
    y[i] = x[i] + 1;
  for (int i = 0; i < n[0]; i++)
    y[i] ^= x[i];
}

// Only one of the two runs under the condition.
// expect: vectorized
void under_condition(int32_t *restrict y, int32_t *restrict z, const int32_t *restrict x, int n, int first) {
  if (first)
    for (int i = 0; i < n; i++)
      y[i] = x[i] + 1;
  for (int i = 0; i < n; i++)
    z[i] = x[i] - y[i];
}

// expect: vectorized
void mixed_widths(uint8_t *restrict y, int16_t *restrict z, const int16_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint8_t)(x[i] > 255 ? 255 : x[i] < 0 ? 0 : x[i]);
  for (int i = 0; i < n; i++)
    z[i] = (int16_t)(x[i] - y[i]);
}

// A temporary of the function, which both set for themselves.
// expect: vectorized
void one_temporary(int32_t *restrict y, int32_t *restrict z, const int16_t *restrict x, int n) {
  int i, t;
  for (i = 0; i < n; i++) {
    t = x[i];
    y[i] = t * t;
  }
  for (i = 0; i < n; i++) {
    t = x[i];
    z[i] = y[i] - t;
  }
}

// The second one leaves it behind.
// expect: any
int last_temporary(int32_t *restrict y, int32_t *restrict z, const int16_t *restrict x, int n) {
  int i, t = 3;
  for (i = 0; i < n; i++) {
    t = x[i];
    y[i] = t * t;
  }
  for (i = 0; i < n; i++) {
    t = x[i] + 1;
    z[i] = y[i] - t;
  }
  return t;
}

// The second one begins with the first one's last.
// expect: any
int handed_on(int32_t *restrict y, int32_t *restrict z, const int16_t *restrict x, int n) {
  int i, t = 3;
  for (i = 0; i < n; i++) {
    t = x[i];
    y[i] = t * t;
  }
  for (i = 0; i < n; i++)
    z[i] = y[i] - t;
  return t;
}

struct sums {
  uint32_t s, v[4];
  int n;
};

// A member that the other loop takes for fixed.
// expect: vectorized
uint32_t member_behind(uint32_t *restrict a, uint32_t *restrict b, int n) {
  struct sums all = {0};
  for (int i = 0; i < n; i++)
    all.s += a[i];
  for (int i = 0; i < n; i++)
    b[i] = a[i] + all.s;
  return all.s;
}

// expect: vectorized
uint32_t member_before(uint32_t *restrict a, uint32_t *restrict b, int n) {
  struct sums all = {.s = 3};
  for (int i = 0; i < n; i++)
    b[i] = a[i] ^ all.s;
  for (int i = 0; i < n; i++)
    all.s += a[i];
  return all.s;
}

// expect: any
uint32_t member_of_array(uint32_t *restrict a, uint32_t *restrict b, int n) {
  struct sums all = {.v = {1, 2, 3, 4}, .n = n};
  for (int i = 0; i < all.n; i++)
    all.v[1] += a[i];
  for (int i = 0; i < all.n; i++)
    b[i] = a[i] * all.v[1] + all.v[2];
  return all.v[1];
}

// expect: any
void copied_behind(const uint32_t *restrict a, uint32_t *restrict b, uint32_t m) {
  struct {
    uint32_t k[16], v;
  } all = {{m}, 2};
  for (int i = 0; i < 16; i++)
    all.k[i] = a[i];
  for (int i = 0; i < 16; i++)
    b[i] = a[i] + all.k[3];
}

// The inner loop of the second one ends early, that of the first one does not.
// expect: any
void one_leaves_inside(size_t rows, int *restrict y, const int *restrict x, int *restrict out) {
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < 12; j++)
      y[12 * i + j] = x[12 * i + j] + 5;
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < 12; j++) {
      if (x[12 * i + j] < 100)
        break;
      out[i + rows * j] = x[i];
    }
}

// expect: any
void first_leaves_inside(size_t rows, int *restrict y, const int *restrict x, int *restrict out) {
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < 12; j++) {
      if (x[12 * i + j] < 100)
        break;
      out[12 * i + j] = x[i];
    }
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < 12; j++)
      y[12 * i + j] = x[12 * i + j] + 5;
}

// What the second loop writes lies at quotients, whose ends are known by the variables of both.
// expect: any
void halves_behind(int n, int threshold, int *y, const int *a, const int *b, int *out) {
  for (int i = 0; i < n; i++)
    if (b[i] > threshold)
      y[i + 1] = threshold >= a[i];
  for (int i = 0; i < n; i++)
    out[(i + 3) / 2] = b[i] >> 7;
}
