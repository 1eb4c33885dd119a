// Fixed-point arithmetic of speech codecs: sums, differences and products of 32 bits that saturate, by way of 64.
#include <limits.h>
#include <stdint.h>

static inline int32_t saturated(int64_t s) { return s > INT32_MAX ? INT32_MAX : s < INT32_MIN ? INT32_MIN : (int32_t)s; }
static inline int32_t saturated_by_ifs(int64_t s) {
  if (s > INT32_MAX)
    return INT32_MAX;
  if (s < INT32_MIN)
    return INT32_MIN;
  return (int32_t)s;
}

// expect: vectorized
void l_add(int32_t *restrict y, const int32_t *restrict a, const int32_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    y[i] = saturated((int64_t)a[i] + b[i]);
}
// expect: vectorized
void l_sub(int32_t *restrict y, const int32_t *restrict a, const int32_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    y[i] = saturated_by_ifs((int64_t)a[i] - b[i]);
}
// expect: vectorized
void l_sub_from(int32_t *restrict y, const int32_t *restrict a, int32_t from, int n) {
  for (int i = 0; i < n; i++) {
    int64_t s = (int64_t)from - a[i];
    if (s > INT32_MAX)
      s = INT32_MAX;
    else if (s < INT32_MIN)
      s = INT32_MIN;
    y[i] = (int32_t)s;
  }
}
// expect: vectorized
void l_mult(int32_t *restrict y, const int16_t *restrict a, const int16_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    y[i] = saturated((int64_t)a[i] * b[i] * 2);
}
// expect: any
void q31_product(int32_t *restrict y, const int32_t *restrict a, const int32_t *restrict b, int n) {
  for (int i = 0; i < n; i++)
    y[i] = saturated(((int64_t)a[i] * b[i]) >> 31);
}
// expect: any
void of_words_and_long(int32_t *restrict y, const int32_t *restrict a, int64_t b, int n) {
  for (int i = 0; i < n; i++)
    y[i] = saturated(a[i] + (b >> 8));
}
// expect: any
void unsigned_words(uint32_t *restrict y, const uint32_t *restrict a, const uint32_t *restrict b, int n) {
  for (int i = 0; i < n; i++) {
    const int64_t s = (int64_t)a[i] + b[i] - 5;
    y[i] = s > UINT32_MAX ? UINT32_MAX : s < 0 ? 0 : (uint32_t)s;
  }
}
// expect: any
void to_other_ends(int32_t *restrict y, const int32_t *restrict a, const int32_t *restrict b, int n) {
  for (int i = 0; i < n; i++) {
    const int64_t s = (int64_t)a[i] + b[i];
    y[i] = s > 1000000 ? 1000000 : s < INT32_MIN ? INT32_MIN : (int32_t)s;
  }
}
