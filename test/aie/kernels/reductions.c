/* Sums and extremes: products in accumulators, the lanes reduced behind the loop. */
#include <stdint.h>

/* x[n]; n = 0..140 */
int32_t sum_i32(const int32_t *restrict x, int n) {
  int32_t s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

/* x[n]; n = 0..140 */
int16_t max_i16(const int16_t *restrict x, int n) {
  int16_t m = -32768;
  for (int i = 0; i < n; i++)
    m = x[i] > m ? x[i] : m;
  return m;
}

/* a[n] b[n]; n = 0..140 */
int32_t dot_i16(const int16_t *restrict a, const int16_t *restrict b, int n) {
  int32_t s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}

/* a[n] b[n]; n = 0..270 */
int32_t dot_i8(const int8_t *restrict a, const int8_t *restrict b, int n) {
  int32_t s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}

/* x[n]; n = 0..140 */
int16_t wrapping_sum_i16(const int16_t *x, int n) {
  int16_t s = 0;
  for (int i = 0; i < n; i++)
    s = (int16_t)(s + x[i]);
  return s;
}
