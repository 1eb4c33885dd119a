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
