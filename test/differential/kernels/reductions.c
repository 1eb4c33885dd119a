// Reductions of every operator, conditional ones, several at once, into wider types.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
int sum_i32(const int *x, int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s += (unsigned)x[i];
  return (int)s;
}

// expect: vectorized
uint64_t sum_wide_u8(const uint8_t *x, size_t n) {
  uint64_t s = 0;
  for (size_t i = 0; i < n; i++)
    s += x[i];
  return s;
}

// expect: vectorized
uint32_t product_u32(const uint32_t *x, int n) {
  uint32_t p = 1;
  for (int i = 0; i < n; i++)
    p *= x[i];
  return p;
}

// expect: vectorized
uint64_t fold_xor(const uint64_t *x, long n) {
  uint64_t h = 0x1234567u;
  for (long i = 0; i < n; i++)
    h ^= x[i];
  return h;
}

// expect: vectorized
uint16_t all_flags(const uint16_t *flags, int n) {
  uint16_t common = 0xffff;
  for (int i = 0; i < n; i++)
    common &= flags[i];
  return common;
}

// expect: vectorized
void range_of(const int32_t *x, int n, int32_t *restrict lowest, int32_t *restrict highest) {
  int32_t lo = INT32_MAX, hi = INT32_MIN;
  for (int i = 0; i < n; i++) {
    if (x[i] < lo)
      lo = x[i];
    if (x[i] > hi)
      hi = x[i];
  }
  *lowest = lo;
  *highest = hi;
}

// expect: vectorized
uint8_t brightest(const uint8_t *x, int n) {
  uint8_t best = 0;
  for (int i = 0; i < n; i++)
    best = x[i] > best ? x[i] : best;
  return best;
}

// expect: vectorized
double smallest_double(const double *x, int n) {
  double m = 1e300;
  for (int i = 0; i < n; i++)
    m = x[i] < m ? x[i] : m;
  return m;
}

// expect: vectorized
int count_above(const float *x, float limit, int n) {
  int count = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > limit)
      count++;
  return count;
}

// expect: vectorized
int64_t sum_of_positive(const int32_t *x, int n) {
  int64_t s = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      s += x[i];
  return s;
}

// expect: vectorized
float dot_permitted(const float *a, const float *b, int n) {
  float s = 0.0f;
#pragma vecify fp(reassoc)
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}

// expect: declined FloatReduction
float dot_strict(const float *a, const float *b, int n) {
  float s = 0.0f;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}

// expect: vectorized
double mean_and_power(const double *x, int n, double *restrict power) {
  double s = 0.0, q = 0.0;
#pragma vecify reduction(+:s,q)
  for (int i = 0; i < n; i++) {
    s += x[i];
    q += x[i] * x[i];
  }
  *power = q;
  return s;
}

// expect: vectorized
double widened_sum(const float *x, int n) {
  double s = 0.0;
#pragma vecify fp(reassoc)
  for (int i = 0; i < n; i++)
    s += (double)x[i];
  return s;
}

// expect: declined ShortCircuit
int any_equal(const short *x, short wanted, int n) {
  int found = 0;
  for (int i = 0; i < n; i++)
    found = found || x[i] == wanted;
  return found;
}

// Sums whose addends are sums themselves, all within 16 bits: the parts are added in groups or the whole is, not both.
// expect: vectorized
int sum_of_scaled_and_moved(const int8_t *x, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += 17 + x[i] * 228;
  return s;
}

// expect: vectorized
int sum_of_two_scaled(const uint8_t *x, const uint8_t *y, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * 70 + y[i] * 58;
  return s;
}

// expect: vectorized
unsigned sum_of_sums_of_bytes(const uint8_t *x, const uint8_t *y, int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s += (x[i] >> 1) + (y[i] >> 1);
  return s;
}

// expect: vectorized
long sum_of_differences_and_words(const uint8_t *x, const uint8_t *y, const int16_t *z, int n) {
  long s = 0;
  for (int i = 0; i < n; i++)
    s += (x[i] - y[i]) * 100 + (z[i] >> 3) + 5;
  return s;
}

// The first part of the addend is used twice: in a sum that fits 16 bits and by itself.
// expect: vectorized
int sum_with_shared_part(const int8_t *x, const int8_t *y, int n, int *restrict other) {
  int s = 0, t = 0;
  for (int i = 0; i < n; i++) {
    int part = x[i] * 120 + 9;
    s += part + y[i];
    t += part;
  }
  *other = t;
  return s;
}

// A seed that no int64_t holds.
// expect: vectorized
uint64_t xor_from_high_seed(const uint64_t *p, int n) {
  uint64_t mixed = 0xcbf29ce484222325u;
  for (int i = 0; i < n; i++)
    mixed ^= p[i];
  return mixed;
}
