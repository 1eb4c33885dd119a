// Pointers without restrict, in-place updates, and dependences of every distance.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void add_into(float *dst, const float *src, int n) {
  for (int i = 0; i < n; i++)
    dst[i] += src[i];
}

// expect: vectorized
void multiply_three(double *out, const double *a, const double *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    out[i] = a[i] * b[i];
}

// expect: vectorized
void copy_words(uint32_t *to, uint32_t *from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}

// Each with an output that may come before its input, or any number of elements behind it.
// expect: vectorized
void neighbours(int32_t *to, const int32_t *from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[i] - 3 * from[i + 1];
}

// expect: vectorized
void running_ahead(float *to, const float *from, const float *gain) {
  for (int i = 0; i < 200; i++)
    to[i + 5] = from[i] * gain[i];
}

// expect: vectorized
void write_then_read(uint16_t *to, uint16_t *from, uint16_t *sum, int n) {
  for (int i = 0; i < n; i++) {
    to[i] = (uint16_t)(sum[i] ^ 5);
    sum[i] = (uint16_t)(from[i] + 7);
  }
}

// expect: vectorized
void from_the_end(int32_t *to, const int32_t *from, int n) {
  for (int i = n; i-- > 0;)
    to[i + 2] = from[i + 1] ^ from[i];
}

// expect: vectorized
void complex_conjugate(float *to, const float *from, int n) {
  for (int i = 0; i < n; i++) {
    const float re = from[2 * i], im = from[2 * i + 1];
    to[2 * i] = re;
    to[2 * i + 1] = -im;
  }
}

// expect: vectorized
void shifted_by(int32_t *to, const int32_t *from, int shift, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[i + shift] * from[i];
}

// expect: vectorized
void swap_arrays(int16_t *a, int16_t *b, int n) {
  for (int i = 0; i < n; i++) {
    const int16_t t = a[i];
    a[i] = b[i];
    b[i] = t;
  }
}

// Reads ahead of the write: vectorizable in place.
// expect: vectorized
void shift_left(int *a, int n) {
  for (int i = 0; i + 1 < n; i++)
    a[i] = a[i + 1];
}

// expect: vectorized
void smear_right(int *a, int n) {
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1] ^ 1;
}

// Distance 4: at most four lanes.
// expect: any
void comb4(float *a, float g, int n) {
  for (int i = 4; i < n; i++)
    a[i] += g * a[i - 4];
}

// Distance 8: at most eight lanes.
// expect: vectorized
void comb8(float *a, float g, int n) {
  for (int i = 8; i < n; i++)
    a[i] += g * a[i - 8];
}

// expect: vectorized
void far_copy(int16_t *a, int n) {
  for (int i = 0; i < n; i++)
    a[i + 1000] = (int16_t)(a[i] * 3);
}

// The offset decides at run time whether the iterations depend on each other.
// expect: vectorized
void offset_update(int *a, int offset, int n) {
  for (int i = 0; i < n; i++)
    a[i + offset] = a[i] + 1;
}

// Reversed in place: i and n-1-i meet in the middle.
// expect: vectorized
void reverse_in_place(uint32_t *a, int n) {
  for (int i = 0; i < n / 2; i++) {
    const uint32_t t = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = t;
  }
}

// Even elements from odd ones: never the same.
// expect: vectorized
void odds_to_evens(float *a, int n) {
  for (int i = 0; i < n; i++)
    a[2 * i] = 0.25f * a[2 * i + 1];
}

// expect: any
void three_outputs(uint8_t *r, uint8_t *g, uint8_t *b, const uint8_t *rgb, int n) {
  for (int i = 0; i < n; i++) {
    r[i] = rgb[3 * i];
    g[i] = rgb[3 * i + 1];
    b[i] = rgb[3 * i + 2];
  }
}

// The bound is read through a pointer that the stores might hit.
// expect: vectorized
void bound_in_memory(int *a, const int *count) {
  for (int i = 0; i < *count; i++)
    a[i] = i;
}

// How far what is written is from what is read depends on a parameter without a sign.
// expect: vectorized
void moved_by_pitch(size_t m, int n, const int *x, int *y) {
  for (int j = 0; j < n; j++)
    y[m + (size_t)j] = x[j] > 5 ? x[j] : y[m + (size_t)j];
}

// expect: vectorized
void moved_by_unsigned_pitch(unsigned m, int n, const short *x, short *y) {
  for (int j = 0; j < n; j++)
    y[3 * (size_t)m + (size_t)j] = (short)(x[j] > 5 ? x[j] ^ 5 : y[3 * (size_t)m + (size_t)j]);
}

// Where x + m lies matters only where c says so.
// expect: any
void conditional_offset(int *y, const int *x, const int *c, ptrdiff_t m, int n) {
  for (int i = 0; i < n; i++) {
    int t = x[i];
    if (c[i] > 2)
      t ^= x[i + m];
    y[i] = t;
  }
}

// expect: any
void narrow_conditional_offset(int *y, const int *x, const int *c, int m, int n) {
  for (int i = 0; i < n; i++) {
    int t = x[i];
    if (c[i] > 2)
      t ^= x[i + (ptrdiff_t)m];
    y[i] = t;
  }
}

// Rows updated in place, or into another matrix, with what all rows share.
// expect: vectorized
void biased_rows(float *y, const float *x, const float *bias, int rows, int columns) {
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < columns; c++) {
      const float v = x[r * columns + c] + bias[c];
      y[r * columns + c] = v > 0 ? v : 0;
    }
}

// Each place is read again behind the store to it.
// expect: vectorized
void twice_in_place(int m, int n, int32_t *y, const int32_t *x, int32_t *z, const int32_t *w) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      y[i * n + j] = x[i * n + j] * w[j];
      z[i * n + j] = x[i * n + j] - y[i * n + j];
    }
}

// In place it would read rows that are new already.
// expect: any
void from_the_row_before(int m, int n, float *y, const float *x, const float *w) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[(i + 1) * n + j] = x[i * n + j] * w[j];
}

// How far a table reaches is known by the type of its subscripts.
// expect: vectorized
void through_a_table(float *to, const float *table, const uint8_t *from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = table[from[i]] * 2.0f;
}

// expect: vectorized
void through_sixteen(float *to, const float *table, const float *weight, const int *from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = table[2 * (from[i] & 15) + 1] * weight[i & 7] + to[i];
}

// expect: any
void through_the_middle(int *to, const int *table, const int8_t *from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = table[from[i] + 128] + table[(from[i] >> 4) + 8];
}
