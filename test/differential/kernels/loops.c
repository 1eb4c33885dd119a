// The same simple work under every spelling of a loop.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void up_to_inclusive(int *restrict a, const int *restrict b, int last) {
  for (int i = 0; i <= last; i++)
    a[i] = b[i] ^ 21;
}

// expect: vectorized
void downwards(float *restrict a, const float *restrict b, int n) {
  for (int i = n - 1; i >= 0; i--)
    a[i] = b[i] + 1.5f;
}

// expect: vectorized
void downwards_greater(double *restrict a, int n) {
  for (int i = n; i > 0; --i)
    a[i - 1] *= 3.0;
}

// expect: vectorized
void every_third(float *restrict a, int n) {
  for (int i = 0; i < n; i += 3)
    a[i] = -a[i];
}

// expect: any
void downwards_by_two(int *restrict a, int n) {
  for (int i = n - 1; i > 0; i -= 2)
    a[i] = a[i] | 1;
}

// expect: vectorized
void unsigned_index(uint16_t *restrict a, const uint16_t *restrict b, unsigned n) {
  for (unsigned i = 0; i != n; i++)
    a[i] = (uint16_t)(b[i] << 1);
}

// expect: vectorized
void short_index(int *restrict a, const int *restrict b, short n) {
  for (short i = 0; i < n; i++)
    a[i] = b[i] & 0xff00;
}

// expect: vectorized
void two_inductions(float *restrict a, const float *restrict b, int n) {
  for (int i = 0, j = 2 * n - 2; i < n; i++, j -= 2)
    a[i] = b[j];
}

// expect: vectorized
void while_loop(int *restrict a, const int *restrict b, int n) {
  int i = 0;
  while (i < n) {
    a[i] = b[i] >> 2;
    i++;
  }
}

// expect: vectorized
void do_loop(float *restrict a, float v, int n) {
  int i = 0;
  if (n > 0)
    do {
      a[i] += v;
      i++;
    } while (i < n);
}

// expect: vectorized
void walked_pointers(short *restrict to, const short *restrict from, int count) {
  while (count-- > 0)
    *to++ = (short)(*from++ + 7);
}

// expect: vectorized
void walked_to_end(float *p, float *end, float scale) {
  for (; p != end; ++p)
    *p *= scale;
}

// expect: vectorized
void offset_range(double *restrict a, const double *restrict b, int from, int to) {
  for (int i = from; i < to; i++)
    a[i] = b[i] * b[i];
}

// expect: vectorized
void size_t_down(uint8_t *restrict a, const uint8_t *restrict b, size_t n) {
  for (size_t i = n; i-- > 0;)
    a[i] = (uint8_t)(b[i] + 1);
}

// expect: vectorized
void induction_as_value(int *restrict a, int start, int n) {
  for (int i = 0; i < n; i++)
    a[i] = start + 4 * i;
}

// expect: vectorized
void strided_by_parameter(float *restrict a, const float *restrict b, int stride, int n) {
  for (int i = 0; i < n; i++)
    a[i] = b[i * stride];
}

// A single-trip loop per row and a fixed count.
// expect: vectorized
void fixed_count(float *restrict a, const float *restrict b) {
  for (int i = 0; i < 37; i++)
    a[i] = b[i] - a[i];
}

// The init of the for statement does more than set the counter.
// expect: vectorized
int sum_from_comma_init(const short *p, int n) {
  int i, sum;
  for (sum = 5, i = 0; i < n; i++)
    sum += p[i];
  return sum;
}

// Both ways through the body move the pointers by the same amount.
// expect: vectorized
void steps_on_both_sides(int *restrict out, const int *restrict in, int n) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    if (in[k] > 10) {
      *out++ = in[k] >> 1;
      k++;
      continue;
    }
    *out++ = in[k++];
  }
}

// The two halves never meet: i < n / 2.
// expect: vectorized
void reverse_in_place(int *v, int n) {
  for (int i = 0; i < n / 2; i++) {
    int t = v[i];
    v[i] = v[n - 1 - i];
    v[n - 1 - i] = t;
  }
}

// Rounded up, the middle meets itself, in one iteration.
// expect: vectorized
void fold_symmetric(unsigned *v, int n) {
  for (int i = 0; i < (n + 1) >> 1; i++) {
    unsigned low = v[i], high = v[n - 1 - i];
    v[i] = low + 3 * high;
    v[n - 1 - i] = high + 3 * low;
  }
}

// Past the middle what was written is read again.
// expect: declined CarriedDependence
void reverse_too_far(int *v, int n) {
  for (int i = 0; i < n / 2 + 2 && i < n; i++)
    v[i] = v[n - 1 - i] ^ 21;
}

// No subscript may leave a declared array: at most 12 iterations.
// expect: vectorized
void weighed_by_a_table(int *restrict out, const int *restrict in, int n) {
  static const int weights[12] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8};
  for (int i = 0; i < n; i++)
    out[i] = weights[i] * in[i];
}

// Vectors along i step from row to row: what lies beyond a row is counted in the next one.
// expect: vectorized
void short_rows_backwards(short n, const int (*restrict a)[8], int *restrict y) {
#pragma vecify expect(vectorized)
  for (short i = 0; i < n; i++) {
    int s = 0;
    for (short j = 4; j-- > 0;)
      s = 3 * s + a[i][j];
    y[i] = s;
  }
}

// Strides that are known at run time only: a gather and a scatter wait for as many lines as the scalars do.
// expect: declined NotProfitable
void add_strided(float *restrict y, const float *restrict x, int step_y, int step_x, int n) {
  for (int i = 0; i < n; i++)
    y[i * step_y] += x[i * step_x];
}

// The distance of two pointers, counted in what the loop sees through them.
// expect: vectorized
void walked_as_floats(char *p, char *end) {
  for (float *q = (float *)p; q < (float *)end; q++)
    *q *= 2.0f;
}

// expect: vectorized
void walked_as_bytes(int *p, int *end) {
  for (char *q = (char *)p; q < (char *)end; q += 4)
    *(int *)q += 3;
}

// A chosen pointer, in the distance and where the loop resumes.
// expect: vectorized
void walked_from_either(int *restrict a, int *restrict b, int n, int which) {
  int *end = (which ? a : b) + n;
  for (int *q = which ? a : b; q != end; q++)
    *q *= 3;
}

// Only one half of the condition ends the loop: the other may hold for ever.
// expect: vectorized
void first_of_two_ends(int *restrict sums, const int *restrict x, int n, int rows, int most) {
  for (int i = 0; i < n; i++) {
    int sum = 0;
    for (int k = 0; k != rows && k < most; k++)
      sum += x[k * 8 + (i & 7)];
    sums[i] = sum;
  }
}

// expect: declined NoTripCount
void steps_over_one_of_two_ends(int *restrict sums, const int *restrict x, int n, int rows, int most) {
  for (int i = 0; i < n; i++) {
    int sum = 0;
    for (int k = 0; k != rows && k < most; k += 2)
      sum += x[k * 8 + (i & 7)];
    sums[i] = sum;
  }
}

// What the right half of a condition reads need not be there.
// expect: vectorized
void bounded_by_what_is_read(int *restrict to, const int *most, int n) {
  for (int i = 0; i < n && i < *most; i++)
    to[i] = 2 * i;
}

// expect: any
void rows_bounded_by_what_is_read(int *restrict sums, const int *restrict x, const int *most, int n, int rows) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < rows && k < *most; k++)
      sums[i] += x[k * 8 + (i & 7)];
}

// The counter's last step is the condition's: below zero, where its type has no such value.
// expect: vectorized
void counted_down_to_less_than_zero(int *restrict to, const int *restrict x, int n, uint8_t rows) {
  for (int i = 0; i < n; i++) {
    uint8_t k = rows;
    while (k-- > 0)
      to[i] ^= x[k];
    to[i] ^= k;
  }
}

// expect: vectorized
void widened_after_its_last_step(int64_t *restrict to, const int *restrict x, int n, uint16_t rows) {
  for (int i = 0; i < n; i++) {
    unsigned k = rows;
    while (k-- > 0)
      to[i] ^= x[k];
    to[i] ^= k;
  }
}

// expect: any
void counted_beyond_its_type(int *restrict to, const int *restrict x, int n, uint8_t rows) {
  for (int i = 0; i < n; i++) {
    uint8_t k = 0;
    while (k++ < rows)
      to[i] ^= x[k];
    to[i] ^= k;
  }
}

// A sum that is not made in the variable's own type wraps around: st may be (unsigned)-2.
// expect: any
void moved_by_an_unsigned_step(float *restrict to, const float *restrict x, int n, int start, unsigned st) {
  int j = start;
  for (int i = 0; i < n; i++) {
    float v = x[j];
    to[i] = (v * v + 3.0f) / (v * v + 1.0f) + (v + 7.0f) / (v * v + 2.0f);
    j = j + st;
  }
}

// expect: vectorized
void counted_by_an_unsigned_step(int *restrict to, const int *restrict x, int n, int start, unsigned st) {
  int j = start;
  for (int i = 0; i < n; i++) {
    to[i] = x[i] + j;
    j += st;
  }
}

// expect: vectorized
void counted_by_sizes(int *restrict to, int n) {
  for (int i = 0; i < n; i += sizeof(char))
    to[i] = 2 * i;
}

// What runs before the loop may set its counter more than once.
// expect: vectorized
int started_twice(const int *x, int n) {
  int i, sum;
  for (sum = 0, i = 2, i += 3; i < n; i++)
    sum += x[i];
  return sum;
}

// expect: vectorized
int started_by_chance(const int *x, int n) {
  int i, sum;
  for (sum = 0, i = 4, i = n > 4 ? 1 : i; i < n; i++)
    sum += x[i];
  return sum;
}

// expect: vectorized
int started_by_an_assignment_within(const int *x, int n) {
  int i, sum, first;
  for (i = 4, sum = 0, first = (i = 1); i < n; i++)
    sum += x[i];
  return sum + first;
}

// expect: vectorized
int started_by_a_read(const int *x, int n) {
  int i, sum;
  for (i = 4, sum = i++; i < n; i++)
    sum += x[i];
  return sum;
}

// expect: vectorized
int started_from_its_initializer(const int *x, int n) {
  int i = 5, sum;
  for (sum = 0, i += 3; i < n; i++)
    sum += x[i];
  return sum;
}

// expect: vectorized
int with_another_counter(int *restrict to, const int *restrict x, int n) {
  int i, j, sum;
  for (i = 0, j = 10, j += n, sum = 0; i < n; i++, j--) {
    sum += x[i];
    to[i] = j;
  }
  return sum;
}

// What inline assembly sets is not what the variable was before.
// expect: any
void asm_sets_the_start(int *x, int n) {
  int i = 0;
  __asm__("" : "=r"(i) : "0"(3));
  for (; i < n; i++)
    x[i] += 1;
}

// expect: any
void asm_sets_the_bound(int *x, int n) {
  int m = n * n;
  __asm__("" : "=r"(m) : "0"(n));
  for (int i = 0; i < m; i++)
    x[i] += 1;
}

// The pointer comes from the assembly, and there from x.
// expect: any
void asm_sets_the_pointer(int *restrict x, const int *restrict z, int n) {
  int *p = 0;
  __asm__("" : "=r"(p) : "0"(x));
  for (int i = 0; i + 1 < n; i++)
    p[i + 1] = x[i] + z[i];
}

// The counter is 0 where the condition looks first.
// expect: declined NoTripCount
unsigned starts_below_zero(const unsigned *restrict x, unsigned n, unsigned m) {
  unsigned sum = 0;
#pragma vecify vectorize
  for (unsigned i = n; i-- > 0;)
    for (unsigned j = 0u - 1; ++j < m / 2;)
      sum += x[i * m + j];
  return sum;
}

// expect: vectorized
void up_to_and_not_at(uint8_t *restrict a, const uint8_t *restrict b, size_t n) {
  for (size_t i = 0; i <= n && i != n; i++)
    a[i] = (uint8_t)(b[i] + 104);
}

// expect: vectorized
int walks_by_two_inside(int n, const int16_t *x, const int16_t *a, int16_t *y) {
  int s = 0;
#pragma vecify vectorize
  for (int i = 1; i < n - 1; i += 2) {
    int j = 0;
    for (; j + 1 < n; j += 2) {
    }
    s = (x[1] / 2 > 12345 ? 1 : a[j]) == 4;
    y[1] = a[1];
  }
  return s;
}

// expect: vectorized
void stores_every_second(int16_t *y, const int16_t *x, unsigned n) {
#pragma vecify vectorize
  for (unsigned i = 0; i + 1 < n; i += 2)
    y[i] = x[1] < 10 ? x[n] : 1;
}

// expect: vectorized
// The guards bound the count m / 2, which is never as large: no compiler is to find them always true.
void pairs_below_a_short(int rows, int n, const uint8_t (*x)[n + 1], int16_t m, uint8_t *y) {
  int i = 0;
  while (i < rows) {
#pragma vecify vectorize
    for (int k = 1; k < m; k += 2) {
      y[i * m + k] = y[1] < 3 ? (1 | 2) - x[1][1] - 1 : 7;
      y[i * m + k] = x[k][1] & 1;
    }
    i++;
  }
}

// What the outer loop declares goes on where it stood.
// expect: vectorized
int lengths_in_turn(uint8_t *restrict size, const uint8_t *restrict count, int n) {
  int sum = 0;
  for (int i = 1, j = 0; i <= n; i++) {
    sum += count[i] & 7;
    for (; j < sum && j < n; j++)
      size[j] = (uint8_t)i;
  }
  return sum;
}

// expect: vectorized
void rows_from_the_diagonal(int n, float *restrict y, const float *restrict x) {
  for (int i = 0, k = 0; i < n; i++) {
    for (; k < n && k < 3 * i; k++)
      y[k] = x[k] + (float)i;
    y[i] = x[i];
  }
}

// What the for statement declares is made of a counter that the loop moves.
// expect: vectorized
unsigned runs_of_symbols(uint16_t *restrict symbols, const uint8_t (*restrict runs)[2], int n) {
  unsigned count = 0, sum = 0;
  for (int i = 0; i < n; i++) {
    unsigned symbol = runs[i][0];
    const unsigned length = runs[i][1] & 3;
#pragma vecify vectorize
    for (unsigned end = count + length; count < end && count < (unsigned)n; count++)
      symbols[count] = (uint16_t)(0xff & symbol--);
    sum += symbol;
  }
  return count + sum;
}

// expect: vectorized
int walks_beside_a_counter(float *restrict y, const float *restrict x, int n) {
  int k = 0;
  for (const float *p = x + k, *end = p + n / 2; p < end; p++, k += 2)
    y[k] = *p;
  return k;
}

// A cast alone lets the walking pointer change what it points to.
// expect: vectorized
int cast_from_const(unsigned char *row, const unsigned char *up, int n) {
  unsigned char *p;
  int i;
  for (i = 0, p = (unsigned char *)up + 1; i < n; i++)
    row[i] = (unsigned char)(row[i] ^ *p++);
  return n > 0 ? p[-1] : 0;
}

// The sum may wrap around, and then nothing runs.
// expect: vectorized
void from_start_on(int16_t *r, int16_t zeta, unsigned start, unsigned len) {
  for (unsigned j = start; j < start + len; j++) {
    int16_t t = (int16_t)(zeta * r[j + len]);
    r[j + len] = (int16_t)(r[j] - t);
    r[j] = (int16_t)(r[j] + t);
  }
}

// expect: vectorized
void signed_length(int16_t *r, int16_t zeta, unsigned start, int len) {
  for (unsigned j = start; j < start + len; j++) {
    int16_t t = (int16_t)(zeta * r[j + len]);
    r[j + len] = (int16_t)(r[j] - t);
    r[j] = (int16_t)(r[j] + t);
  }
}

// expect: any
void all_pairs_of_blocks(int *r, unsigned n, unsigned len) {
  len = (len & 31) + 1;
  for (unsigned start = 0; start < n; start += 2 * len)
    for (unsigned j = start; j < start + len; j++) {
      int t = r[j + len] & 0xffff;
      r[j + len] = (r[j] & 0xffff) - t;
      r[j] = (r[j] & 0xffff) + t;
    }
}

// Counters that step by way of a copy.
// expect: vectorized
void by_a_copy(float *restrict a, float *restrict b, const float *restrict c, int n) {
  int j = -1, k;
  for (int i = 0; i < n; i++) {
    k = j + 1;
    a[i] = b[k] - c[i];
    j = k + 1;
    b[k] = a[i] + c[k];
  }
}

// expect: vectorized
int copies_left_behind(int *restrict a, const int *restrict b, int n) {
  int j = 3, k = 0;
  for (int i = 0; i < n; i++) {
    k = j - 1;
    a[j] = b[i] ^ k;
    j = 2 + k;
  }
  return 10 * j + k;
}

// The copy is of what the counter was before.
// expect: any
int copy_of_before(int *restrict a, const int *restrict b, int n) {
  int j = 0, k;
  for (int i = 0; i < n; i++) {
    k = j + 1;
    j += 2;
    a[j] = b[i] + k;
    j = k + 1;
  }
  return j;
}

// expect: any
int copies_on_one_side(int *restrict a, const int *restrict b, int n) {
  int j = 0, k = 0;
  for (int i = 0; i < n; i++) {
    if (b[i] > 0)
      k = j + 1;
    a[i] = b[i] + j;
    j = k + 1;
  }
  return j;
}
