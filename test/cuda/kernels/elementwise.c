// One loop, a thread an iteration or four neighbouring ones; tails, offsets, strides, conditions, all widths.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void axpy(size_t n, float alpha, const float *restrict x, float *restrict y) {
  for (size_t i = 0; i < n; i++)
    y[i] = alpha * x[i] + y[i];
}

// expect: vectorized
void daxpy(int n, double alpha, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = alpha * x[i] + y[i];
}

// expect: vectorized
void in_place(int n, float *x) {
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 3.0f - 1.0f;
}

// expect: vectorized
void blend(int n, const uint8_t *restrict a, const uint8_t *restrict b, uint8_t *restrict out, int weight) {
  for (int i = 0; i < n; i++)
    out[i] = (uint8_t)((a[i] * (weight & 255) + b[i] * (255 - (weight & 255)) + 127) / 255);
}

// expect: vectorized
void scale_i16(int n, const int16_t *restrict x, int16_t *restrict y, int factor) {
  for (int i = 0; i < n; i++)
    y[i] = (int16_t)((x[i] * (factor & 1023)) >> 5);
}

// expect: vectorized
void mixed_widths(int n, const uint8_t *restrict a, const int64_t *restrict b, float *restrict out) {
  for (int i = 0; i < n; i++)
    out[i] = (float)(b[i] >> 8) * 0.5f + (float)a[i];
}

// expect: vectorized
void clip_where(int n, const float *restrict x, float *restrict y) {
  for (int i = 0; i < n; i++)
    if (x[i] > y[i])
      y[i] = 1.0f;
}

// expect: declined NoCopyRange
void may_write(int n, const float *restrict x, float *restrict y) {
  for (int i = 0; i < n; i++)
    if (x[i] > 1.0f)
      y[i] = 1.0f;
}

// expect: vectorized
void choose(int n, const int *restrict a, const int *restrict b, int *restrict out) {
  for (int i = 0; i < n; i++)
    out[i] = a[i] < b[i] ? b[i] - a[i] : a[i] ^ b[i];
}

// expect: vectorized
void second(int n, const float *restrict x, float *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = x[2 * i] - x[2 * i + 1];
}

// expect: vectorized
void interior(int n, const float *restrict x, float *restrict y) {
  for (int i = 1; i < n - 1; i++)
    y[i] = x[i - 1] + x[i] + x[i + 1];
}

// expect: vectorized
void reversed(int n, const int *restrict x, int *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = x[n - 1 - i] + i;
}

// expect: vectorized
void indexed(int n, unsigned *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = (unsigned)i * (unsigned)i + 7u;
}

// expect: vectorized
void two_results(int n, const float *restrict x, float *restrict p, float *restrict q) {
  for (int i = 0; i < n; i++) {
    float t = x[i] * x[i];
    p[i] = t + 1.0f;
    q[i] = t - 1.0f;
  }
}

// expect: vectorized
void divide(int n, const int *restrict a, const int *restrict b, int *restrict out) {
  for (int i = 0; i < n; i++) {
    int q = a[i];
    if (b[i] > 0)
      q = q / b[i];
    out[i] = q;
  }
}

// expect: vectorized
void two_loops(int n, const float *restrict x, float *restrict t, float *restrict y) {
  for (int i = 0; i < n; i++)
    t[i] = x[i] + 2.0f;
  for (int i = 0; i < n; i++)
    y[i] = t[i] * x[i];
}

// A value that is written over: nothing is left of `unused`.
// expect: vectorized
void written_twice(int n, const int *unused, const int *restrict x, int *restrict y) {
  for (int i = 0; i < n; i++) {
    y[i] = unused[4];
    y[i] = x[i] * 3;
  }
}

// The bound is an array that no launch touches, and has its name.
// expect: vectorized
void bound_in_memory(const int *count, const int *x, int *restrict y) {
  for (int i = 0; i < *count; i++)
    y[i] = x[i] + 1;
}

// No integer of C++ is an enumeration, and in its arithmetic an enumeration is an int.
enum colour { RED, GREEN };
// expect: vectorized
void enumerations(int n, enum colour *c, int *restrict far) {
  for (int i = 0; i < n; i++) {
    far[i] = c[i] - 5 > 3;
    c[i] = c[i] == RED ? GREEN : RED;
  }
}

// expect: declined CarriedDependence
void recurrence(int n, float *x) {
  for (int i = 1; i < n; i++)
    x[i] = x[i - 1] * 0.5f + x[i];
}

// expect: declined NoCopyRange
void gathered(int n, const int *restrict at, const float *restrict x, float *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = x[at[i]];
}

// expect: declined NoCopyRange
void bounded(int n, int m, const float *restrict x, float *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = i < m ? x[i] : 0.0f;
}

// The first byte of each record is read in any case, the others are not.
// expect: declined NoCopyRange
void tag_before_word(int n, const unsigned char *restrict x, int32_t *restrict y) {
  for (int i = 0; i < n; i++) {
    unsigned char tag = x[4 * i];
    y[i] = tag < 100 ? tag : ((const int32_t *)x)[i];
  }
}

// What is read is overwritten at once.
// expect: vectorized
void reads_for_nothing(double *restrict y, const double *restrict a, int n) {
  for (int i = 0; i < n; i++) {
    y[i] = a[3] * 1.0;
    y[i] = 1.0;
  }
}
