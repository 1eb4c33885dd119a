// Reductions of which every iteration reads what they are so far.
#include <stdint.h>

// expect: vectorized
int32_t prefix_sums(int n, const int32_t *restrict x, int32_t *restrict y, int32_t first) {
  uint32_t s = (uint32_t)first;
  for (int i = 0; i < n; i++) {
    s += (uint32_t)x[i];
    y[i] = (int32_t)s;
  }
  return (int32_t)s;
}

// What was before.
// expect: vectorized
uint32_t offsets(int n, const uint32_t *restrict lengths, uint32_t *restrict at) {
  uint32_t s = 0;
  for (int i = 0; i < n; i++) {
    at[i] = s;
    s += lengths[i];
  }
  return s;
}

// In place: the element is read before.
// expect: vectorized
uint32_t offsets_in_place(int n, uint32_t *restrict a) {
  uint32_t s = 7;
  for (int i = 0; i < n; i++) {
    uint32_t t = a[i];
    a[i] = s;
    s += t;
  }
  return s;
}

// Arrays that may be one.
// expect: vectorized
void maybe_in_place(int n, const uint32_t *x, uint32_t *y) {
  uint32_t s = 0;
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
}

// expect: any
uint32_t maybe_offsets_in_place(int n, const uint32_t *x, uint32_t *y) {
  uint32_t s = 0;
  for (int i = 0; i < n; i++) {
    y[i] = s;
    s += x[i];
  }
  return s;
}

// The sum of a rectangle, from the corner.
// expect: vectorized
void integral_image(int w, int h, const uint8_t *restrict src, uint32_t *restrict dst) {
  for (int y = 1; y < h; y++) {
    uint32_t s = 0;
    for (int x = 0; x < w; x++) {
      s += src[y * w + x];
      dst[y * w + x] = s + dst[(y - 1) * w + x];
    }
  }
}

// Other operators.
// expect: vectorized
int32_t running_maximum(int n, const int32_t *restrict x, int32_t *restrict y) {
  int32_t m = -5;
  for (int i = 0; i < n; i++) {
    if (x[i] > m)
      m = x[i];
    y[i] = m;
  }
  return m;
}

// expect: vectorized
void running_minimum(int n, const uint16_t *restrict x, uint16_t *restrict y) {
  uint16_t m = 60000;
  for (int i = 0; i < n; i++) {
    m = x[i] < m ? x[i] : m;
    y[i] = m;
  }
}

// expect: vectorized
uint32_t parities(int n, const uint32_t *restrict x, uint32_t *restrict y) {
  uint32_t p = 0;
  for (int i = 0; i < n; i++) {
    p ^= x[i];
    y[i] = p & 1;
  }
  return p;
}

// expect: vectorized
void seen_so_far(int n, const uint8_t *restrict x, uint8_t *restrict y) {
  uint8_t seen = 0;
  for (int i = 0; i < n; i++) {
    seen |= x[i];
    y[i] = seen;
  }
}

// expect: any
void powers(int n, const uint64_t *restrict x, uint64_t *restrict y) {
  uint64_t p = 1;
  for (int i = 0; i < n; i++) {
    p *= x[i] | 1;
    y[i] = p;
  }
}

// Where a condition holds.
// expect: vectorized
int32_t ranks(int n, const int32_t *restrict x, int32_t *restrict rank) {
  int32_t count = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] > 0)
      count++;
    rank[i] = count;
  }
  return count;
}

// More than one, of different widths, and one that is only summed up.
// expect: vectorized
int64_t several(int n, const int16_t *restrict x, int32_t *restrict y, int64_t *restrict z) {
  uint32_t s = 0;
  int64_t t = 0, all = 0;
  for (int i = 0; i < n; i++) {
    s += (uint32_t)x[i];
    t -= x[i];
    y[i] = (int32_t)s;
    z[i] = t * 2;
    all += x[i] * 3;
  }
  return all + t;
}

// Two in one branch.
// expect: any
void two_counts(int n, const int32_t *restrict x, int32_t *restrict y, int32_t *restrict z) {
  int32_t up = 0, down = 100;
  for (int i = 0; i < n; i++) {
    if (x[i] > 0)
      up++;
    else
      down--;
    y[i] = up;
    z[i] = down;
  }
}

// Sums of sums.
// expect: any
void second_sums(int n, const uint32_t *restrict x, uint32_t *restrict y) {
  uint32_t s = 0, t = 0;
  for (int i = 0; i < n; i++) {
    s += x[i];
    t += s;
    y[i] = t;
  }
}

// In this order only.
// expect: declined FloatReduction
float float_sums(int n, const float *restrict x, float *restrict y) {
  float s = 0;
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
  return s;
}

// expect: vectorized
double float_sums_in_any_order(int n, const double *restrict x, double *restrict y) {
  double s = 0.5;
#pragma vecify fp(reassoc)
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
  return s;
}

// No sum: what is added depends on it.
// expect: declined
uint32_t compounded(int n, const uint32_t *restrict x, uint32_t *restrict y) {
  uint32_t s = 1;
  for (int i = 0; i < n; i++) {
    s += s ^ x[i];
    y[i] = s;
  }
  return s;
}

// Backwards.
// expect: vectorized
void suffix_sums(int n, const uint32_t *restrict x, uint32_t *restrict y) {
  uint32_t s = 0;
  for (int i = n - 1; i >= 0; i--) {
    s += x[i];
    y[i] = s;
  }
}

// Read and written between the updates of two iterations.
// expect: any
void delta_decoded(int n, uint8_t *restrict a, uint8_t first) {
  uint8_t last = first;
  for (int i = 0; i < n; i++) {
    a[i] = (uint8_t)(a[i] + last);
    last = a[i];
  }
}

// Zigzag differences.
// expect: vectorized
void decoded(int n, const uint32_t *restrict x, int32_t *restrict y) {
  int32_t s = 0;
  for (int i = 0; i < n; i++) {
    s = (int32_t)((uint32_t)s + ((x[i] >> 1) ^ (0 - (x[i] & 1))));
    y[i] = s;
  }
}

// Through memory.
// expect: vectorized
void cumulated(int n, int32_t *restrict c) {
  for (int i = 1; i < n; i++)
    c[i] = (int32_t)((uint32_t)c[i] + (uint32_t)c[i - 1]);
}

// expect: vectorized
void cumulated_from(int n, uint32_t *c, const uint8_t *x) {
  for (int i = 0; i < n - 1; i++)
    c[i + 1] = c[i] + x[i];
}

// May be what is added up.
// expect: any
void cumulated_maybe_itself(int n, uint32_t *c, const uint32_t *x) {
  for (int i = 1; i < n; i++)
    c[i] = c[i - 1] + x[i];
}

// expect: vectorized
void integral_in_memory(int w, int h, const uint8_t *restrict src, uint32_t *restrict sum) {
  for (int y = 1; y < h; y++)
    for (int x = 1; x < w; x++)
      sum[y * w + x] = src[y * w + x] + sum[(y - 1) * w + x] + sum[y * w + x - 1] - sum[(y - 1) * w + x - 1];
}

// expect: vectorized
void byte_differences(int n, uint8_t *restrict row) {
  for (int i = 1; i < n; i++)
    row[i] = (uint8_t)(row[i] + row[i - 1]);
}

// Down.
// expect: any
void from_the_end(int n, int32_t *restrict c) {
  for (int i = n - 2; i >= 0; i--)
    c[i] = c[i] ^ c[i + 1];
}

// The last one is used twice, and behind the store.
// expect: any
void used_twice(int n, uint32_t *restrict c, uint32_t *restrict y) {
  for (int i = 1; i < n; i++) {
    c[i] = c[i] + c[i - 1];
    y[i] = c[i - 1] * 3 + c[i];
  }
}

// Two steps back: no.
// expect: any
void every_second(int n, uint32_t *restrict c) {
  for (int i = 2; i < n; i++)
    c[i] += c[i - 2];
}

// Every second place.
// expect: any
void strided(int n, uint32_t *restrict c) {
  for (int i = 1; i < n / 2; i++)
    c[2 * i] += c[2 * i - 2];
}

// Another store between.
// expect: any
void overwritten(int n, uint32_t *restrict c) {
  for (int i = 1; i < n; i++) {
    c[i] += c[i - 1];
    c[i - 1] = 7;
  }
}

// Where a condition holds.
// expect: any
void sometimes(int n, uint32_t *restrict c, const uint32_t *restrict x) {
  for (int i = 1; i < n; i++)
    if (x[i] > 5)
      c[i] += c[i - 1];
}

// Values of 64 bits without a sign, beyond those with one.
// expect: any
void least_so_far_u64(uint64_t *restrict y, const uint64_t *restrict x, int n) {
  uint64_t m = UINT64_MAX;
  for (int i = 0; i < n; i++) {
    m = x[i] < m ? x[i] : m;
    y[i] = m;
  }
}
