/* What an AI Engine must not be given: each function stays with the host. */
#include <stdint.h>

/* x[n]; n = 0..70 */
int64_t energy_i16(const int16_t *restrict x, int n) {
  int64_t s = 0;
  for (int i = 0; i < n; i++)
    s += (int32_t)x[i] * x[i];
  return s;
}

/* x[n] index[n] y[n]; n = 0..70 */
void gather_i16(const int16_t *restrict x, const int16_t *restrict index, int16_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[index[i] & 7];
}

/* x[n]; n = 0..70 */
float sum_f32(const float *restrict x, int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

/* x[40000] y[40000]; n = 0..0 */
void too_large_i16(const int16_t *restrict x, int16_t *restrict y) {
  for (int i = 0; i < 40000; i++)
    y[i] = x[i] + 1;
}

/* A shift of lanes saturates as the clamp does, and C's does not. */
/* x[n] z[n] y[n]; n = 0..70 */
void shift_and_clamp_i16(const int16_t *restrict x, const int16_t *restrict z, int16_t *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    const int16_t h = (int16_t)(z[i] << 2);
    const int v = (x[i] * h + 8) >> 4;
    y[i] = v < -32768 ? -32768 : v > 32767 ? 32767 : v;
  }
}

/* The first cores have unsigned vectors of bytes only. */
/* x[n] y[n]; n = 0..70 */
void larger_u16(const uint16_t *restrict x, uint16_t *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] > y[i] ? x[i] : y[i];
}
