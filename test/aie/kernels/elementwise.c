/* Elementwise: one vector operation between loads and stores. */
#include <stdint.h>

/* a[n] b[n] y[n]; n = 0..140 */
void add_i16(const int16_t *restrict a, const int16_t *restrict b, int16_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = a[i] + b[i];
}

/* x[n] y[n]; n = 0..70 */
void scale_i32(const int32_t *restrict x, int32_t k, int32_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * k;
}

/* x[n] y[n]; n = 0..140 */
void relu_i8(const int8_t *restrict x, int8_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] > 0 ? x[i] : 0;
}

/* x[n] y[n]; n = 0..140 */
void threshold_i16(const int16_t *restrict x, int16_t t, int16_t high, int16_t low, int16_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] > t ? high : low;
}

/* a[n] b[n] y[n]; n = 0..140 */
void blend_u8(const uint8_t *restrict a, const uint8_t *restrict b, int16_t wa, int16_t wb, uint8_t *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    int v = (a[i] * wa + b[i] * wb + 128) >> 8;
    y[i] = v < 0 ? 0 : v > 255 ? 255 : v;
  }
}

/* x[n] y[n]; n = 0..70, shift = 1..31 */
void requant_i8(const int32_t *restrict x, int shift, int8_t *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    int v = (x[i] + (1 << (shift - 1))) >> shift;
    y[i] = v < -128 ? -128 : v > 127 ? 127 : v;
  }
}

/* x[n] y[n]; n = 0..70, shift = 0..31 */
void shift_down_i8(const int32_t *restrict x, int shift, int8_t *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    int v = x[i] >> shift;
    y[i] = v < -128 ? -128 : v > 127 ? 127 : v;
  }
}

/* a[n] b[n] y[n]; n = 0..70 */
void product_q15(const int16_t *restrict a, const int16_t *restrict b, int16_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (a[i] * b[i]) >> 15;
}

/* y[n]; n = 0..70 */
void in_place_i16(int16_t *restrict y, int16_t k, int n) {
  for (int i = 0; i < n; i++)
    y[i] = y[i] * k;
}

/* x[n + 1] y[n]; n = 0..70 */
void difference_i16(const int16_t *restrict x, int16_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i + 1] - x[i];
}

/* a[n] b[n] y[n]; n = 0..70 */
void narrow_sum_i16(const int16_t *restrict a, const int16_t *restrict b, int16_t *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    int16_t s = a[i] * 3 + b[i];
    y[i] = s >> 2;
  }
}

/* a[n] y[n]; n = 0..70 */
void may_overlap_i16(const int16_t *a, int16_t *y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = a[i] - 7;
}

/* x[n] y[n]; n = 0..140 */
void gain_q15(const int16_t *restrict x, int16_t gain, int16_t *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    int32_t v = (x[i] * gain + (1 << 14)) >> 15;
    y[i] = v < -32768 ? -32768 : v > 32767 ? 32767 : v;
  }
}

/* x[n] y[n]; n = 0..140 */
void product_offset_i16(const int16_t *restrict x, int16_t k, int16_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (x[i] * k + 3) >> 2;
}

/* x[n] y[n]; n = 0..70 */
void halve_i32(const int32_t *restrict x, int32_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] >> 3;
}

/* x[n] y[n]; n = 0..70 */
void upper_bits_i16(const int16_t *restrict x, int16_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int16_t)(x[i] * 32);
}

/* a[n] b[n] y[n]; n = 0..70 */
void wrapping_i8(const int8_t *restrict a, const int8_t *restrict b, int8_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int8_t)(a[i] + b[i]);
}
